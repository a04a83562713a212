/// Matrices in packed layouts, such as [columns/16][rows][16], and their copies into shared memory
/// and back by the tensor memory accelerator, with a map of both dimensions' digits: PTX ISA
/// "cp.async.bulk.tensor", "Tiled mode". Needs sm_90.
///
/// Along one dimension so many elements are side by side, a run. A box holds runs of several lines,
/// and behind these the next runs of the same lines: [runs][lines][elements of a run]. Rows of a
/// run's bytes are swizzled over as many bytes. So the tensor cores read it where runs go along k,
/// and where they go across it: PTX ISA, "Asynchronous Warpgroup Level Matrix Shared Memory
/// Layout". Short lines that are adjacent in memory may share a row of 128 bytes: those of 16 bytes
/// lie as they would otherwise, and those of 32 bytes as packed_fragments.h says.
#pragma once

#include "warpsmith/device/packed_place.h"
#include "warpsmith/device/tensor_copy.h"

namespace warpsmith {

/// Starts to copy the box from (line, along) on to this place in `Blocks` blocks of the cluster, as
/// copyBoxToAll() does. LinesOfRow lines are a row of the box.
template <int Blocks, int Step, int Run, int Lines, int LinesOfRow = 1>
__device__ __forceinline__ void copyRunsToAll(int first, void *box, const TensorMap &map, int line,
                                              int along, Barrier *barrier) {
  unsigned short mask = 0;
#pragma unroll
  for (int i = 0; i < Blocks; ++i)
    mask |= 1 << i * Step;
  if constexpr (Blocks == 1)
    asm volatile("cp.async.bulk.tensor.4d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
                 "[%0], [%1, {%2, %3, %4, %5}], [%6];" ::"r"(sharedAddress(box)),
                 "l"(&map), "r"(along % Run), "r"(line % Lines / LinesOfRow), "r"(line / Lines),
                 "r"(along / Run), "r"(sharedAddress(barrier))
                 : "memory");
  else
    asm volatile(
        "cp.async.bulk.tensor.4d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
        ".multicast::cluster [%0], [%1, {%2, %3, %4, %5}], [%6], %7;" ::"r"(sharedAddress(box)),
        "l"(&map), "r"(along % Run), "r"(line % Lines / LinesOfRow), "r"(line / Lines),
        "r"(along / Run), "r"(sharedAddress(barrier)), "h"((unsigned short)(mask << first))
        : "memory");
}

/// Starts to store the box from (line, along) on. Elements beyond the matrix are left out.
template <int Run, int Lines>
__device__ __forceinline__ void storeRuns(const TensorMap &map, int line, int along,
                                          const void *box, unsigned long long policy) {
  asm volatile("cp.async.bulk.tensor.4d.global.shared::cta.tile.bulk_group.L2::cache_hint "
               "[%0, {%1, %2, %3, %4}], [%5], %6;" ::"l"(&map),
               "r"(along % Run), "r"(line % Lines), "r"(line / Lines), "r"(along / Run),
               "r"(sharedAddress(box)), "l"(policy)
               : "memory");
}

} // namespace warpsmith
