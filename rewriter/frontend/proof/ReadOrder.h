/// When the original reads the elements that a step multiplies. Of two products that are added,
/// nvcc contracts the one whose elements are read first.
#pragma once

#include "rewriter/frontend/proof/ThreadSummary.h"
#include "rewriter/ir/Expression.h"
#include <string>

namespace warpsmith::frontend {

/// Each element is read once, from global memory, and neither by reference nor to be copied with
/// others. Otherwise it is open by which of the reads nvcc orders products: the compiler may make
/// one of them before or after it does that.
bool readsEachElementOnce(const ThreadSummary &state);

/// A sum of two products, of which the earlier one is contracted, as text; empty where there is
/// none. A difference keeps its order.
std::string sumOfTwoProducts(const Expression &expression);

/// A stored sum of two products, as text, of which one has the sum and the other an element, where
/// sums are kept in an array; empty where there is none. LLVM orders the products before it unrolls
/// the loops that number the array's elements. Until then the sum is in memory like the old element
/// of C, and the one that is read first comes first (FusedProducts.h): it is open which.
std::string sumOfUnorderedProducts(const ThreadSummary &state);

} // namespace warpsmith::frontend
