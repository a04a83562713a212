/// A source without the functions that do not compile where some header is missing.
#pragma once

#include <set>
#include <string>

namespace warpsmith::tool {

/// The lines of `file`, 1-based, that errors in a compiler's output name.
std::set<unsigned> errorLines(const std::string &messages, const std::string &file);

/// Blanks each declaration at namespace scope, and each #include, that one of the lines is part of.
/// Lines keep their numbers, directives inside of a declaration stay, and so does what lies between
/// the comments around generated code. False if nothing went.
bool removeDeclarations(std::string &text, const std::set<unsigned> &lines);

} // namespace warpsmith::tool
