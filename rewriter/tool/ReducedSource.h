/// A source without the functions that do not compile where some header is missing.
#pragma once

#include <map>
#include <set>
#include <string>

namespace warpsmith::tool {

/// The lines of each of `files`, 1-based, that errors in a compiler's output name. For an error in
/// any other file, the line of the nearest of them that includes it.
std::map<std::string, std::set<unsigned>> errorLines(const std::string &messages,
                                                     const std::set<std::string> &files);
/// The header that a compiler did not find, by the name in the #include; empty where it found all.
std::string missingHeader(const std::string &messages);

/// Blanks each declaration at namespace scope, each #include, and each line of what is no C++, that
/// one of the lines is part of.
/// Lines keep their numbers, directives other than #pragma stay inside of a declaration, and so
/// does what lies between the comments around generated code. False if nothing went.
bool removeDeclarations(std::string &text, const std::set<unsigned> &lines);

} // namespace warpsmith::tool
