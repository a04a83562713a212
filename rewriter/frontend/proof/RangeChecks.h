/// Where narrow or unsigned arithmetic could give another value than the integers', a range to be
/// checked when the kernel is launched.
#pragma once

#include "rewriter/frontend/clang/Refusal.h"
#include "rewriter/frontend/proof/IndexSpace.h"
#include "rewriter/frontend/symbolic/SymbolicState.h"

namespace warpsmith::frontend {

/// The symbols of the dimensions that are the output's rows and columns.
struct OutputSymbols {
  std::string row, column;
};

/// What SymbolicState::ranges asks for and is not certain; refuses what cannot be checked. The
/// contraction has its extents.
std::optional<std::vector<IndexRange>>
rangeChecks(const SymbolicState &state, const IndexSpace &space, const Contraction &contraction,
            const OutputSymbols &output, RefusalSink &refuse);

} // namespace warpsmith::frontend
