/// The tiles of a kernel on the FP32 units with copy warps (fma_ring.cuh), which says what a
/// Problem has.
#pragma once

#include "warpsmith/device/mbarrier.h"
#include "warpsmith/kernels/fma_copies.cuh"

namespace warpsmith::fma_ring {

/// A block computes BlockM x BlockN elements of C, a thread ThreadM x ThreadN of them, from k-tiles
/// of BlockK steps in a ring of Stages.
template <typename Problem, int RowsOfBlock, int ColumnsOfBlock, int StepsOfBlock, int RowsOfThread,
          int ColumnsOfThread, int RingStages, int FillingWarps, int StepsAhead,
          int RegistersToCompute, int RegistersToCopy, int RelativeTime, int CopyWarps,
          int SumSlices = 1>
struct RingTile {
  static constexpr int BlockM = RowsOfBlock, BlockN = ColumnsOfBlock, BlockK = StepsOfBlock;
  static constexpr int ThreadM = RowsOfThread, ThreadN = ColumnsOfThread;
  static constexpr int ThreadRows = BlockM / ThreadM, ThreadColumns = BlockN / ThreadN;
  // A warp's lanes lie WarpRows x WarpColumns over C.
  static constexpr int WarpRows = 4, WarpColumns = 8;
  static_assert(BlockM % (ThreadM * WarpRows) == 0 && BlockN % (ThreadN * WarpColumns) == 0,
                "A block tile must be a whole number of warps' tiles.");
  // Of A and B a thread loads so many elements at once.
  static constexpr int RunLength = ThreadM % Run == 0 && ThreadN % Run == 0 ? Run : Run / 2;
  static_assert(ThreadM % RunLength == 0 && ThreadN % RunLength == 0,
                "A thread tile must be a whole number of runs.");
  // So many groups of warps sum the whole tile, each over every Slices-th k-tile.
  static constexpr int Slices = SumSlices, SliceThreads = ThreadRows * ThreadColumns;
  static_assert(ThreadM % Slices == 0, "Each slice must join as many rows.");
  static constexpr int ComputeThreads =
      Problem::InSlices ? Slices * ThreadRows * ThreadColumns : ThreadRows * ThreadColumns;
  static constexpr int CopyThreads = CopyWarps * 32, Threads = ComputeThreads + CopyThreads;
  // A stage is filled by as many of the copying threads.
  static constexpr int Stages = RingStages, FillingThreads = FillingWarps * 32;
  static_assert(CopyThreads / FillingThreads <= Stages,
                "Who fills must have seen the phase before the one that it waits for.");
  static_assert(Slices == 1 ||
                    (Stages > Slices && (Stages - Slices) % (CopyThreads / FillingThreads) == 0 &&
                     (Stages - CopyThreads / FillingThreads) % Slices == 0),
                "Slices must not see an old phase of a barrier for a new one.");
  // Fragments are loaded so many steps before their products.
  static constexpr int Ahead = StepsAhead;
  static_assert(BlockK % (2 * Ahead) == 0, "A tile must be a whole number of rounds of fragments.");
  // Of a thread by its role; 0 where all have the same.
  static constexpr int ComputeRegisters = RegistersToCompute, CopyRegisters = RegistersToCopy;
  static constexpr int Time = RelativeTime;
  // Tiles in shared memory: a row for each step of k. Threads that transpose a tile write to
  // different banks where rows are a run longer.
  static constexpr int PitchA = Problem::AlongKA ? BlockM + RunLength : BlockM,
                       PitchB = Problem::AlongKB ? BlockN + RunLength : BlockN;
  static constexpr int TileA = BlockK * PitchA, TileB = BlockK * PitchB;
  // Sums leave a warp through a patch of shared memory, a row of each of its threads at once.
  static constexpr int Patch = 32 * ThreadN, Patches = ComputeThreads * ThreadN;
  // Where slices join their sums.
  static constexpr int Joined = Slices > 1 ? Slices * BlockM * BlockN : 0;
  static constexpr int Elements = Problem::InSlices ? Stages * (TileA + TileB) + Patches + Joined
                                                    : Stages * (TileA + TileB) + Patches;
  static constexpr int UsedBytes =
      Elements * sizeof(float) + 2 * Stages * sizeof(warpsmith::Barrier);
  // More than half of a multiprocessor's, which then runs one block at a time: two of the next
  // kernel, which may begin early, would share one while others are idle.
  static constexpr int AloneBytes = Problem::AloneBytes;
  static constexpr int SharedBytes =
      Problem::Dependent && UsedBytes < AloneBytes ? AloneBytes : UsedBytes;
};

} // namespace warpsmith::fma_ring
