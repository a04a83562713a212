/// Blocks of a cluster: PTX ISA "Special Registers: %cluster_ctarank", "barrier.cluster" and
/// "mapa". Needs sm_90.
///
/// They can sum a tile of C together, each over a slice of k: the blocks leave their sums in shared
/// memory, and each adds up a share of the tile from all of them, always in the order of the
/// slices.
#pragma once

#include "warpsmith/device/mbarrier.h"
#include "warpsmith/device/slice_choice.h"

namespace warpsmith {

/// The block's number in its cluster.
__device__ __forceinline__ int clusterRank() {
  int rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}

/// How many blocks it has.
__device__ __forceinline__ int clusterBlocks() {
  int blocks;
  asm volatile("mov.u32 %0, %%cluster_nctarank;" : "=r"(blocks));
  return blocks;
}

/// All threads of the cluster meet, and each has seen what the others wrote to shared memory.
__device__ __forceinline__ void synchronizeCluster() {
  asm volatile("barrier.cluster.arrive.release;\n"
               "barrier.cluster.wait.acquire;" ::
                   : "memory");
}

/// The same where they have written nothing but barriers that are published (tensor_copy.h): it
/// waits for no memory.
__device__ __forceinline__ void meetInCluster() {
  asm volatile("barrier.cluster.arrive.relaxed;\n"
               "barrier.cluster.wait.acquire;" ::
                   : "memory");
}

/// Where the block of this rank has what `shared` points to in the own block.
__device__ __forceinline__ unsigned peerAddress(const void *shared, int rank) {
  unsigned address;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
               : "=r"(address)
               : "r"(sharedAddress(shared)), "r"(rank));
  return address;
}

/// Reads an element of another block, or four neighbours, the first at a multiple of 16 bytes.
__device__ __forceinline__ void loadPeer(float &value, unsigned address) {
  asm volatile("ld.shared::cluster.f32 %0, [%1];" : "=f"(value) : "r"(address) : "memory");
}
__device__ __forceinline__ void loadPeer(unsigned &value, unsigned address) {
  asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(value) : "r"(address) : "memory");
}
__device__ __forceinline__ void loadPeer(float (&values)[4], unsigned address) {
  asm volatile("ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [%4];"
               : "=f"(values[0]), "=f"(values[1]), "=f"(values[2]), "=f"(values[3])
               : "r"(address)
               : "memory");
}
__device__ __forceinline__ void loadPeer(unsigned (&values)[4], unsigned address) {
  asm volatile("ld.shared::cluster.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(values[0]), "=r"(values[1]), "=r"(values[2]), "=r"(values[3])
               : "r"(address)
               : "memory");
}

/// What the block of this rank has where `shared` points to in the own block.
template <typename Element>
__device__ __forceinline__ Element peerElement(const Element *shared, int rank) {
  Element value;
  loadPeer(value, peerAddress(shared, rank));
  return value;
}

/// Arrives at the barrier that the block of this rank has where `barrier` points to. Orders reads
/// by the tensor cores, which have been waited for, and nothing else.
__device__ __forceinline__ void arriveAt(Barrier *barrier, int rank) {
  asm volatile("{\n"
               ".reg .b32 remote;\n"
               "mapa.shared::cluster.u32 remote, %0, %1;\n"
               "mbarrier.arrive.shared::cluster.b64 _, [remote];\n"
               "}" ::"r"(sharedAddress(barrier)),
               "r"(rank)
               : "memory");
}

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

/// What joinSlices adds up for one element of a tile, which `sum` points to in the own block.
template <typename Sum>
__device__ __forceinline__ Sum joinedSum(const Sum *sum) {
  Sum joined, next;
  loadPeer(joined, peerAddress(sum, 0));
#pragma unroll 1
  for (int slice = 1; slice < clusterBlocks(); ++slice) {
    loadPeer(next, peerAddress(sum, slice));
    joined += next;
  }
  return joined;
}

/// Elements from one row of a tile's sums to the next: such that threads of a warp, whose sums are
/// those of eight rows, write to as many banks as they can.
template <int Columns>
constexpr int SumsPitch = Columns + 8;

/// Sums of a row that a thread adds up together.
[[maybe_unused]] constexpr int JoinedSums = 4;

/// joinSlices for `slices` slices, an even number of them or one less.
template <int Even, int Rows, int Columns, int Threads, typename Sum, typename Read,
          typename Finish>
__device__ __forceinline__ void joinSome(int slices, const Sum *sums, int thread, Read read,
                                         Finish finish) {
  // Up to 36 sums of a thread are on their way together, none of them under a condition: in place
  // of elements beyond the tile and of a slice that does not exist, others are read again.
  constexpr int RunsOfRow = Columns / JoinedSums, LeastStep = Even * Threads / RunsOfRow; // in rows
  constexpr int OfThread = (Rows + LeastStep - 1) / LeastStep,
                Batches = (OfThread * Even * JoinedSums + 35) / 36;
  constexpr int Together = (OfThread + Batches - 1) / Batches;
  static_assert(Threads % RunsOfRow == 0, "A thread's elements are of the same columns.");
  const int own = clusterRank() * Threads + thread, column = own % RunsOfRow * JoinedSums;
  const int step = slices * (Threads / RunsOfRow);
  const auto exists = [=](int slice) { return slice + 1 < Even || slice < slices; };
#pragma unroll 1
  for (int first = own / RunsOfRow; first < Rows; first += Together * step) {
    unsigned places[Even];
#pragma unroll
    for (int slice = 0; slice < Even; ++slice)
      places[slice] =
          peerAddress(sums + first * SumsPitch<Columns> + column, exists(slice) ? slice : 0);
    Sum parts[Together][Even][JoinedSums];
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
      for (int slice = 1; slice < Even; ++slice)
#pragma unroll
        for (int run = 0; run < JoinedSums; ++run) {
          const Sum sum = parts[i][0][run] + parts[i][slice][run];
          parts[i][0][run] = exists(slice) ? sum : parts[i][0][run];
        }
      finish(first + i * step, column, parts[i][0], old[i]);
    }
  }
}

/// Adds up the block's share of a tile of Rows x Columns elements. `sums` points to the own ones,
/// which lie at the same place in each block of the cluster, at a multiple of 16 bytes, and are
/// complete there. Calls read(row, column) for JoinedSums neighbours in a row, and
/// finish(row, column, sums, what was read), which stores them; there are no elements in rows
/// beyond the tile, of which both hear, too.
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
