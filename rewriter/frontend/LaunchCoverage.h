/// Launches of which the source tells that they do not meet what a rewritten kernel requires.
#pragma once

#include "rewriter/frontend/LaunchSites.h"
#include "rewriter/ir/Contraction.h"

namespace warpsmith::frontend {

/// Why the dispatch takes the original at this launch, always or for some sizes; empty where that
/// cannot be told for certain. It is what the run-time check will find, said beforehand: a grid
/// that truncating division has made too small, one whose x and y are swapped, blocks of another
/// shape than the kernel takes them to be. `cases` are those of the instance that is launched.
std::string shortfall(const LaunchSite &launch, const std::vector<const Contraction *> &cases,
                      const clang::ASTContext &context);

} // namespace warpsmith::frontend
