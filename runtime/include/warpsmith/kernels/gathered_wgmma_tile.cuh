/// The tiles of a kernel on warpgroup products whose operands are gathered (gathered_wgmma.cuh),
/// which says what a Problem has.
#pragma once

#include "warpsmith/device/gather_lines.h"

namespace warpsmith::gathered_wgmma {

constexpr int SharedAlignment = 1024; // swizzles repeat every 1024 bytes

template <typename Problem, int RowsOfBlock, int ColumnsOfBlock, int RingStages, int BlocksAtOnce,
          int StepTime, int EpilogueTime>
struct GatheredWgmmaTile {
  // Elements of C that a block computes, 64 rows a warpgroup, from k-tiles of BlockK steps: as many
  // as 128 bytes have.
  static constexpr int BlockM = RowsOfBlock, BlockN = ColumnsOfBlock;
  static constexpr int BlockK = 128 / sizeof(typename Problem::Part);
  static_assert(BlockM % 64 == 0, "A block's tile must be whole warpgroups' tiles.");
  static constexpr int Threads = BlockM * 2;
  static constexpr int Sums = BlockN / 2; // of a thread
  // The blocks that a multiprocessor has side by side.
  static constexpr int Blocks = BlocksAtOnce;
  static constexpr int Stages = RingStages;
  // Nanoseconds of a k-tile, and of all else that a tile takes.
  static constexpr int StepNanoseconds = StepTime, EpilogueNanoseconds = EpilogueTime;
  static_assert(Stages >= 3, "A stage is filled while two others are multiplied.");
  // Elements of the tiles.
  static constexpr int TileA = BlockM * BlockK, TileB = BlockN * BlockK;
  static constexpr int RingBytes = Stages * (TileA + TileB) * sizeof(typename Problem::Part);
  // A warp's results on their way to C, 16 rows of so many bytes at a time. Rows lie 16 bytes
  // further apart, so that eight of them are in different banks.
  static constexpr int PartBytes = Blocks == 1 ? 128 : 64;
  static constexpr int RunC = 16 / sizeof(typename Problem::C);
  static constexpr int ColumnsOfPart = PartBytes / sizeof(typename Problem::C);
  static constexpr int PitchC = ColumnsOfPart + RunC;
  static_assert(BlockN % ColumnsOfPart == 0, "A tile must be whole parts of results.");
  static constexpr int ResultBytes = BlockM * (PartBytes + 16);
  // Two tables of steps: offsets in both operands, and places in padding.
  static constexpr int Tables = 2 + Problem::PlacesA + Problem::PlacesB;
  static constexpr int TableInts = Tables * warpsmith::StepsOfTable;
  static constexpr int SharedBytes =
      SharedAlignment + RingBytes + ResultBytes + 2 * TableInts * sizeof(int);
};

} // namespace warpsmith::gathered_wgmma
