/// Unified diffs, as `patch -p0` applies them.
#pragma once

#include "clang/Tooling/Core/Replacement.h"
#include <string>

namespace warpsmith::tool {

/// The edits of one file as a unified diff with three lines of context; both sides are labelled
/// with `path`. Empty when nothing changes. What changed is known from the edits, so no search for
/// common lines is needed.
std::string unifiedDiff(const std::string &path, const std::string &before,
                        const clang::tooling::Replacements &edits);

} // namespace warpsmith::tool
