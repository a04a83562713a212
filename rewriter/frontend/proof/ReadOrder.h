/// When the original reads the elements that a step multiplies. Of two products that are added,
/// nvcc contracts the one whose elements are read first.
#pragma once

#include "rewriter/frontend/symbolic/SymbolicState.h"
#include "rewriter/ir/Expression.h"
#include <string>

namespace warpsmith::frontend {

/// Each element is read once, from global memory, and neither by reference nor to be copied with
/// others. Otherwise it is open by which of the reads nvcc orders products: the compiler may make
/// one of them before or after it does that.
bool readsEachElementOnce(const SymbolicState &state);

/// A sum of two products, of which the earlier one is contracted, as text; empty where there is
/// none. A difference keeps its order.
std::string sumOfTwoProducts(const Expression &expression);

} // namespace warpsmith::frontend
