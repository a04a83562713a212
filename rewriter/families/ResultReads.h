/// What results read besides their sums and the old elements of C: elements of other arrays, as the
/// kernels of tensor cores come by them (runtime/include/warpsmith/kernels/wgmma_reads.cuh).
#pragma once

#include "rewriter/ir/Computation.h"
#include <vector>

namespace warpsmith {

/// How a kernel comes by an element of such an array.
enum class ReadBy {
  Element, ///< each result reads its own, where it lies
  Row,     ///< all results of a row read the same, once for each tile
  Column,  ///< those of a column do
  Matrix   ///< each reads its own, of a matrix that lies as C does
};

/// For each of Contraction::extras. What only some results read is left to them, since it need not
/// exist for others; so is all that groups of several indices choose.
std::vector<ReadBy> resultReads(const Contraction &contraction, const Computation &computation);

/// Which of Contraction::extras a thread that makes neighbours in a row of C may read in runs: all
/// of them read it, and what neighbours read lies side by side.
std::vector<int> extrasInRuns(const Contraction &contraction, const Computation &computation);

/// What is made of elements that are read by row, or by column, and of nothing else but scalars: it
/// can be made where they are read. A product is left where it is, since the original may have it
/// in an FMA.
std::vector<ExpressionRef> valuesReadBy(ReadBy kind, const Computation &computation,
                                        const std::vector<ReadBy> &reads);

/// Bytes of a structure of these values, as C++ lays it out.
int bytesOf(const std::vector<ExpressionRef> &values);

} // namespace warpsmith
