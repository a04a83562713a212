/// Stores to neighbouring elements of shared memory, as those of a loop.
#pragma once

#include "rewriter/frontend/symbolic/SymbolicState.h"

namespace warpsmith::frontend {

/// Stores that follow each other at equal distances and are one function of their number, such as
/// the lanes of a vector, as one store in the steps of a loop. The state gets those loops.
std::vector<SharedArray::Store> rolledStores(SymbolicState &state,
                                             std::vector<SharedArray::Store> stores);

} // namespace warpsmith::frontend
