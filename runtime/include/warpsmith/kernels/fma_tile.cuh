/// The sizes of a kernel on the FP32, FP64 or integer units (fma.cuh), which says what a Problem
/// has.
#pragma once

#include "warpsmith/device/mbarrier.h"

namespace warpsmith::fma {

/// Lanes of a warp lie LaneRows x LaneColumns over the block's threads; steps, rows and columns "of
/// a load" are those that a thread reads from shared memory at once.
template <typename Problem, int RowsOfBlock, int ColumnsOfBlock, int StepsOfBlock, int RowsOfThread,
          int ColumnsOfThread, int LaneRows, int LaneColumns, int StepsOfLoad, int RowsOfLoad,
          int ColumnsOfLoad, int RingStages = 1, int WarpsThatCopy = 0, int StepsInFp64 = 0,
          int StepsOfPeriod = 1, int WarpsInFp64 = 0, int WarpsOfPeriod = 1>
struct FmaTile {
  // Elements of C that a block computes, and the steps of k that a tile of A and B holds.
  static constexpr int BlockM = RowsOfBlock, BlockN = ColumnsOfBlock, BlockK = StepsOfBlock;
  // Elements of C that a thread computes, and how the threads lie over the block's tile.
  static constexpr int ThreadM = RowsOfThread, ThreadN = ColumnsOfThread;
  static constexpr int ThreadRows = BlockM / ThreadM, ThreadColumns = BlockN / ThreadN;
  static_assert(BlockM % ThreadM == 0 && BlockN % ThreadN == 0,
                "A block tile must be a whole number of thread tiles.");
  // The lanes of a warp lie WarpRows x WarpColumns, so that they read runs of B side by side.
  static constexpr int WarpRows = LaneRows, WarpColumns = LaneColumns;
  static_assert(ThreadRows % WarpRows == 0 && ThreadColumns % WarpColumns == 0,
                "The block's threads must be a whole number of warps in both directions.");
  static constexpr int ComputeThreads = ThreadRows * ThreadColumns;
  static_assert(ComputeThreads % 32 == 0, "The threads must be whole warps.");
  static constexpr int CopyThreads = WarpsThatCopy * 32;
  static constexpr int Threads = WarpsThatCopy > 0 ? ComputeThreads + CopyThreads : ComputeThreads;
  // Steps of k that one load of a fragment serves, and elements side by side in a load.
  static constexpr int StepGroup = StepsOfLoad, RunM = RowsOfLoad, RunN = ColumnsOfLoad;
  static_assert(BlockK % StepGroup == 0, "A tile must be a whole number of step groups.");
  static_assert(ThreadM % RunM == 0 && ThreadN % RunN == 0,
                "A thread tile must be a whole number of runs.");
  // Fp64Steps of every Period steps of k accumulate in FP64, spread evenly.
  static constexpr int Fp64Steps = StepsInFp64, Period = StepsOfPeriod;
  static_assert(BlockK % Period == 0, "The pattern of FP64 steps must repeat within a tile.");
  // Fp64Warps of every WarpPeriod warps accumulate in FP64.
  static constexpr int Fp64Warps = WarpsInFp64, WarpPeriod = WarpsOfPeriod;
  static_assert(Fp64Warps == 0 || (ComputeThreads / 32 % 4 == 0 &&
                                   ComputeThreads / 128 * Fp64Warps % WarpPeriod == 0),
                "Each sub-partition must get the same number of FP64 warps.");
  // Tiles in shared memory: rows of contiguous elements. Of rows along k a warp reads several at
  // once: 16 bytes more put them in different banks.
  static constexpr int RowsA = Problem::AlongKA ? BlockM : BlockK,
                       ColumnsA = Problem::AlongKA ? BlockK : BlockM,
                       PitchA = Problem::AlongKA ? ColumnsA + 16 / sizeof(typename Problem::StoredA)
                                                 : ColumnsA;
  static constexpr int RowsB = Problem::AlongKB ? BlockN : BlockK,
                       ColumnsB = Problem::AlongKB ? BlockK : BlockN,
                       PitchB = Problem::AlongKB ? ColumnsB + 16 / sizeof(typename Problem::StoredB)
                                                 : ColumnsB;
  static constexpr int TileA = RowsA * PitchA, TileB = RowsB * PitchB;
  static constexpr int Stages = RingStages; // tiles in flight or in use
  static constexpr int StageBytes = Problem::Products * TileA * sizeof(typename Problem::StoredA) +
                                    Problem::Products * TileB * sizeof(typename Problem::StoredB);
  static constexpr int SharedBytes = WarpsThatCopy > 0
                                         ? Stages *(StageBytes +
                                                    2 * (int)sizeof(warpsmith::Barrier))
                                     : RingStages > 1 ? Stages *StageBytes
                                                      : StageBytes;
};

} // namespace warpsmith::fma
