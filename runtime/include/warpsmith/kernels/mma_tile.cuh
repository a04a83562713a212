/// The tiles of a kernel on mma.sync (mma.cuh), which says what a Problem has.
///
/// They lie in shared memory in boxes of rows of 128 bytes, of steps of k where an operand is
/// contiguous along k, of m or n where not.
#pragma once

#include "warpsmith/device/mbarrier.h"
#include "warpsmith/device/tile_order.h"

namespace warpsmith::mma {

constexpr int SharedAlignment = 1024; // swizzles repeat every 1024 bytes

template <typename Problem, int RowsOfBlock, int ColumnsOfBlock, int StepsOfBlock, int RowsOfWarp,
          int ColumnsOfWarp, int RingStages, int RelativeTime>
struct MmaTile {
  // A block computes BlockM x BlockN elements of C, a warp WarpM x WarpN of them, from k-tiles of
  // BlockK steps in a ring of Stages.
  static constexpr int BlockM = RowsOfBlock, BlockN = ColumnsOfBlock, BlockK = StepsOfBlock;
  static constexpr int WarpM = RowsOfWarp, WarpN = ColumnsOfWarp,
                       FragmentsN = Problem::Complex ? WarpN / 8 : WarpN / 16;
  static constexpr int Steps = Problem::Complex   ? Problem::Doubles ? 2
                                                    : Problem::Tf32  ? 4
                                                                     : 8
                               : Problem::Doubles ? 4
                                                  : 16; // of k at a time
  static constexpr int BoxColumns = Problem::Complex   ? Problem::Doubles ? 8 : 16
                                    : Problem::Doubles ? 16
                                                       : 64;
  static_assert(BlockM % WarpM == 0 && BlockN % WarpN == 0, "A block must be whole warps' tiles.");
  static_assert(WarpM % 16 == 0 && WarpN % (Problem::Complex ? 8 : 16) == 0,
                "A warp's tile must be whole fragments.");
  static_assert(Problem::Doubles || Problem::Complex ||
                    (BoxColumns % WarpM == 0 && BoxColumns % WarpN == 0),
                "A warp's tile must lie within the columns of a box.");
  static_assert(BlockK % BoxColumns == 0, "A k-tile must be whole boxes.");
  // Whether idle warps scale bands of A. With smaller tiles they would not gain anything.
  static constexpr bool PacksBands = BlockM * BlockN >= 128 * 112;
  static constexpr int BandM = warpsmith::RowsOfBand * BlockM;
  static constexpr int ComputeThreads = BlockM / WarpM * (BlockN / WarpN) * 32;
  static constexpr int Threads = Problem::Bulk ? ComputeThreads + 128 : ComputeThreads;
  // Of threads that copy, and of those that compute; 0 where all have the same. Whole warpgroups
  // give them each other: what the launch gives all threads, a multiple of eight to each.
  static constexpr bool MovesRegisters = ComputeThreads % 128 == 0;
  static constexpr int CopyRegisters = !MovesRegisters                     ? 0
                                       : Problem::PacksBands && PacksBands ? 40
                                                                           : 24;
  static constexpr int LeftRegisters =
      (65536 / Threads / 8 * 8 * Threads - 128 * CopyRegisters) / ComputeThreads / 8 * 8;
  static constexpr int ComputeRegisters = !MovesRegisters       ? 0
                                          : LeftRegisters < 240 ? LeftRegisters
                                                                : 240;
  static constexpr int Stages = RingStages, Time = RelativeTime;
  // Elements of the tiles and of the boxes that they are copied in.
  static constexpr int TileA = BlockM * BlockK, TileB = BlockN * BlockK;
  static constexpr int RowsOfBoxA = Problem::AlongKA ? BlockM : BlockK;
  static constexpr int RowsOfBoxB = Problem::AlongKB ? BlockN : BlockK;
  static constexpr int BoxA = RowsOfBoxA * BoxColumns, BoxesA = TileA / BoxA;
  static constexpr int BoxB = RowsOfBoxB * BoxColumns, BoxesB = TileB / BoxB;
  static constexpr int StageBytes = (TileA + TileB) * sizeof(typename Problem::Part);
  static constexpr int SharedBytes =
      Problem::Bulk ? SharedAlignment + Stages * (StageBytes + 2 * (int)sizeof(warpsmith::Barrier))
                    : Stages * StageBytes;
};

} // namespace warpsmith::mma
