/// Cases of a kernel that differ in a condition alone.
#pragma once

#include "rewriter/ir/Contraction.h"

namespace warpsmith::frontend {

/// Of the cases from that number on, those become one that compute the same whether a condition
/// holds or not: a branch by `n % 4 == 0` may choose how elements are read, and nothing else.
void joinCases(std::vector<Contraction> &cases, size_t first);

} // namespace warpsmith::frontend
