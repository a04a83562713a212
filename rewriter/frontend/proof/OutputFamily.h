/// Several elements that one thread stores, as one element whose index runs over them.
#pragma once

#include "rewriter/frontend/clang/Refusal.h"
#include "rewriter/frontend/proof/SumForm.h"
#include "rewriter/frontend/symbolic/SymbolicState.h"

namespace warpsmith::frontend {

/// What is stored in cells 0, 1, 2, … is the same function of their number: `acc[0]`, `acc[1]`, …
/// of a thread that owns several columns, or rows and columns. On success one cell is left, whose
/// index, guards and value depend on new loops of the state that count them (%own1 inside of
/// %own2), and its sum is in `form`. False, after a refusal, when they are not alike.
bool mergeOutputs(SymbolicState &state, SumForm &form, RefusalSink &refuse);

/// A stored sum of two products, as text, where sums are kept in an array and it is open which of
/// the products nvcc contracts; empty where there is none. To call before mergeOutputs(). LLVM
/// orders the products before it unrolls the loops that number the array's elements. Until then the
/// sum is in memory like the old element of C, and the one that is read first comes first
/// (FusedProducts.h). Decided here is only where that is the sum, which without an array comes
/// first, too.
std::string undecidedReads(const SymbolicState &state, bool readsByArrays = false);

/// A guard on the first of several elements of a thread, which lie side by side, holds for all of
/// them: as a guard on each, where it is checked that their number divides the size. To call after
/// mergeOutputs().
void guardEachElement(SymbolicState &state);

} // namespace warpsmith::frontend
