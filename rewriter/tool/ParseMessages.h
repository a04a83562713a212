/// What is said of the errors of a parse that was good enough.
#pragma once

#include "rewriter/frontend/clang/ParseErrors.h"
#include "rewriter/frontend/clang/TranslationUnit.h"
#include <string>

namespace warpsmith::tool {

/// A line for the errors that are no reason why a kernel is left alone: the first one, and how many
/// others there are. With `all` each has a line. `source` is what the user calls the file.
std::string harmlessErrors(const frontend::ParseErrors &errors,
                           const frontend::TranslationUnit &unit, const std::string &source,
                           bool all);

} // namespace warpsmith::tool
