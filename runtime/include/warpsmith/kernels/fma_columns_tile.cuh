/// The tiles of a kernel with columns in FP32 and in FP64 (fma_columns.cuh), which says what a
/// Problem has.
#pragma once

#include "warpsmith/device/mbarrier.h"
#include "warpsmith/kernels/fma_copies.cuh"

namespace warpsmith::fma_ring {

// Over what a warp sums in FP32, its lanes lie LaneRows x LaneColumns. Over what it sums in FP64,
// products are of ProductM x ProductN x ProductK.
constexpr int LaneRows = 8, LaneColumns = 4;
constexpr int ProductM = 16, ProductN = 8, ProductK = 16;

/// A block computes BlockM x BlockN elements of C from k-tiles of BlockK steps in a ring of Stages.
/// Of each k-tile a warp adds the products of a part of the first columns in FP32, Run x ThreadN of
/// them a thread, and of a part of the others in FP64, WideM x WideN products of the tensor cores.
template <typename Problem, int RowsOfBlock, int ColumnsOfBlock, int ColumnsOfThread,
          int WideRowsOfWarp, int WideColumnsOfWarp, int RingStages, int RegistersToCompute,
          int RegistersToCopy, int RelativeTime>
struct ColumnsTile {
  static constexpr int BlockM = RowsOfBlock, BlockN = ColumnsOfBlock, BlockK = ProductK;
  static constexpr int ThreadN = ColumnsOfThread;
  static constexpr int WideM = WideRowsOfWarp / ProductM, WideN = WideColumnsOfWarp / ProductN;
  static constexpr int ElementsOfWarp = 32 * Run * ThreadN + WideRowsOfWarp * WideColumnsOfWarp;
  static constexpr int ComputeThreads = BlockM * BlockN / ElementsOfWarp * 32;
  static constexpr int CopyThreads = Problem::CopyWarps * 32, FillingThreads = CopyThreads;
  static constexpr int Threads = ComputeThreads + CopyThreads;
  // How many warps lie side by side over the columns in FP32, and over those in FP64.
  static constexpr int NarrowWarps = ComputeThreads / 32 / (BlockM / (LaneRows * Run));
  static constexpr int WideWarps = ComputeThreads / 32 / (BlockM / WideRowsOfWarp);
  static constexpr int NarrowColumns = NarrowWarps * LaneColumns * ThreadN;
  static_assert(NarrowColumns + WideWarps * WideColumnsOfWarp == BlockN,
                "The warps' parts must be the whole tile.");
  static constexpr int Stages = RingStages;
  // A k-tile is worked through in groups of Run products in FP32, a column of a step each.
  static constexpr int Groups = BlockK * ThreadN;
  // Of a thread by its role.
  static constexpr int ComputeRegisters = RegistersToCompute, CopyRegisters = RegistersToCopy;
  static constexpr int Time = RelativeTime;
  // Tiles in shared memory: a row for each step of k. Rows that a warp reads at once for products
  // in FP64 begin in different banks.
  static constexpr int PitchA = BlockM + Run;
  static constexpr int PitchB = (BlockN + 23) / 32 * 32 + 8;
  static constexpr int TileA = BlockK * PitchA, TileB = BlockK * PitchB;
  // Sums in FP32 leave through patches, a column of each thread's at once.
  static constexpr int Patch = ComputeThreads * Run, Patches = ThreadN * Patch;
  static constexpr int SharedBytes = (Stages * (TileA + TileB) + Patches) * sizeof(float) +
                                     2 * Stages * sizeof(warpsmith::Barrier);
};

} // namespace warpsmith::fma_ring
