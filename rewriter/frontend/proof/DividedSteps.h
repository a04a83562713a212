/// Steps of a sum that are counted by one loop, and told apart by division: `c = k / (r * s)`.
#pragma once

#include "rewriter/frontend/symbolic/SymbolicState.h"

namespace warpsmith::frontend {

/// Makes nests of such loops: the steps keep their order. Where the source does not tell that
/// quotients are whole rows of remainders, a precondition says so.
void divideSteps(SymbolicState &state);

} // namespace warpsmith::frontend
