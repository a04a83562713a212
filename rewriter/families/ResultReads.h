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

/// Bytes of a structure of the elements that are read in this way, as C++ lays it out.
int bytesReadBy(ReadBy kind, const Contraction &contraction, const std::vector<ReadBy> &reads);

} // namespace warpsmith
