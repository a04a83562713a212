/// Finds launches whose source already shows that they do not meet what a rewritten kernel
/// requires.
#pragma once

#include "rewriter/frontend/launches/LaunchSites.h"
#include "rewriter/ir/Contraction.h"

namespace warpsmith::frontend {

/// Why the dispatch takes the original at this launch, always or for some sizes; empty if the
/// source does not show that for certain. The run-time check would find the same: a grid that
/// truncating division has made too small, one whose x and y are swapped, or blocks of another
/// shape than the kernel assumes. `cases` are those of the instance that is launched.
std::string shortfall(const LaunchSite &launch, const std::vector<const Contraction *> &cases,
                      const clang::ASTContext &context);

} // namespace warpsmith::frontend
