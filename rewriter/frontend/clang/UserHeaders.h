/// The headers of a translation unit that are the user's, as files.
#pragma once

#include "rewriter/frontend/clang/Inclusions.h"
#include "rewriter/frontend/clang/TranslationUnit.h"
#include "clang/Basic/SourceManager.h"

namespace warpsmith::frontend {

/// Empty for what is no file.
std::string realPath(clang::FileID file, const clang::SourceManager &sources);

/// A header that was read once: include guards count. Its text then means one thing in the
/// translation unit.
bool readOnce(clang::FileID file, const clang::SourceManager &sources);

std::set<IncludedHeader> userHeaders(const clang::SourceManager &sources,
                                     const std::vector<Inclusion> &inclusions);

} // namespace warpsmith::frontend
