/// A tile of C that the blocks of a cluster sum together, each over a slice of k: its blocks leave
/// their sums in shared memory, and each adds up a share of the tile from all of them, always in
/// the order of the slices. Needs sm_90.
#pragma once

#include "warpsmith/device/cluster.h"
#include "warpsmith/device/slices_of_k.h"

namespace warpsmith {

/// The steps of k from `first` to before `end`.
struct SliceOfK {
  int first, end;
};

/// One of the slices, in whole k-tiles of `depth` steps, of which there are no fewer than slices.
__device__ __forceinline__ SliceOfK sliceOfK(int k, int depth, long long slice, int slices) {
  const long long tiles = ((long long)k + depth - 1) / depth;
  const long long end = (slice + 1) * tiles / slices * depth;
  return {(int)(slice * tiles / slices * depth), end < k ? (int)end : k};
}

/// Elements from one row of a tile's sums to the next: such that threads of a warp, whose sums are
/// those of eight rows, write to as many banks as they can.
template <int Columns>
constexpr int SumsPitch = Columns + 8;

/// joinSlices for `slices` slices, an even number of them or one less.
template <int Even, int Rows, int Columns, int Threads, typename Sum, typename Read,
          typename Finish>
__device__ __forceinline__ void joinSome(int slices, const Sum *sums, int thread, Read read,
                                         Finish finish) {
  // Up to 36 loads of a thread are on their way together, none of them under a condition: in place
  // of elements beyond the tile and of a slice that does not exist, others are read again.
  constexpr int LeastStep = Even * Threads / Columns; // in rows
  constexpr int OfThread = (Rows + LeastStep - 1) / LeastStep,
                Batches = (OfThread * Even + 35) / 36;
  constexpr int Together = (OfThread + Batches - 1) / Batches;
  static_assert(Threads % Columns == 0, "A thread's elements are of one column.");
  const int own = clusterRank() * Threads + thread, column = own % Columns;
  const int step = slices * (Threads / Columns);
  const auto exists = [=](int slice) { return slice + 1 < Even || slice < slices; };
#pragma unroll 1
  for (int first = own / Columns; first < Rows; first += Together * step) {
    unsigned places[Even];
#pragma unroll
    for (int slice = 0; slice < Even; ++slice)
      places[slice] =
          peerAddress(sums + first * SumsPitch<Columns> + column, exists(slice) ? slice : 0);
    Sum parts[Together][Even];
    decltype(read(0, 0)) old[Together];
#pragma unroll
    for (int i = 0; i < Together; ++i) {
      old[i] = read(first + i * step, column);
      const int below = first + i * step < Rows ? i * step : 0;
#pragma unroll
      for (int slice = 0; slice < Even; ++slice)
        loadPeer(parts[i][slice], places[slice] + below * (SumsPitch<Columns> * (int)sizeof(Sum)));
    }
#pragma unroll
    for (int i = 0; i < Together; ++i) {
#pragma unroll
      for (int slice = 1; slice < Even; ++slice) {
        const Sum sum = parts[i][0] + parts[i][slice];
        parts[i][0] = exists(slice) ? sum : parts[i][0];
      }
      finish(first + i * step, column, parts[i][0], old[i]);
    }
  }
}

/// Adds up the block's share of a tile of Rows x Columns elements. `sums` points to the own ones,
/// which lie at the same place in each block of the cluster and are complete there. Calls
/// read(row, column) of an element, for what finish(row, column, sum, what was read) stores; there
/// are no elements in rows beyond the tile, of which both hear, too.
template <int Rows, int Columns, int Threads, typename Sum, typename Read, typename Finish>
__device__ __forceinline__ void joinSlices(const Sum *sums, int thread, Read read, Finish finish) {
  const int slices = clusterBlocks();
  const auto join = [&](auto even) {
    joinSome<decltype(even)::value, Rows, Columns, Threads>(slices, sums, thread, read, finish);
  };
  static_assert(MostSlices == 8, "Each pair of numbers of slices has code of its own.");
  if (slices <= 2)
    join(std::integral_constant<int, 2>{});
  else if (slices <= 4)
    join(std::integral_constant<int, 4>{});
  else if (slices <= 6)
    join(std::integral_constant<int, 6>{});
  else
    join(std::integral_constant<int, 8>{});
}

} // namespace warpsmith
