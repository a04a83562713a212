/// The rewritten text for a compiler that shall speak of the user's file.
#pragma once

#include "clang/Tooling/Core/Replacement.h"
#include <string>

namespace warpsmith::tool {

/// The text after the edits, with #line directives: what is the user's has its line in `source`,
/// and generated code its line in `result`, the file that the text is written to.
std::string withLineDirectives(const std::string &before, const clang::tooling::Replacements &edits,
                               const std::string &source, const std::string &result);

} // namespace warpsmith::tool
