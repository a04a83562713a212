/// Sums of which each element of C has steps of its own: from its row or column on, or up to it.
#pragma once

#include "rewriter/frontend/proof/ThreadSummary.h"
#include "rewriter/ir/Contraction.h"
#include <optional>
#include <string>
#include <vector>

namespace warpsmith::frontend {

/// Takes conditions, of which all are positive at an element's steps, as ends of its range of %k.
/// Empty, or why one is no such end.
std::string addStepBounds(Contraction &contraction, const std::vector<Polynomial> &conditions,
                          const std::string &row, const std::string &column);

/// Where nothing but rows or columns bounds the steps, a number that is at least the end of all
/// ranges; nothing where there is no such bound.
std::optional<Polynomial> stepsWithoutLimit(const Contraction &contraction);

/// Names the bounds' offsets in `derived`, and adds to the state what must hold of them and of
/// where operands begin. Empty, or why a kernel could not read the operands.
std::string finishStepBounds(Contraction &contraction, ThreadSummary &state);

} // namespace warpsmith::frontend
