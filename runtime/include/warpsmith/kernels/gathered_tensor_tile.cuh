/// The tiles of a kernel on the tensor cores whose operands are gathered (gathered_tensor.cuh),
/// which says what a Problem has.
#pragma once

#include "warpsmith/device/gather_lines.h"

namespace warpsmith::gathered_tensor {

constexpr int SharedAlignment = 1024; // swizzles repeat every 1024 bytes

template <typename Problem, int RowsOfBlock, int ColumnsOfBlock, int RowsOfWarp, int ColumnsOfWarp,
          int RingStages, int BlocksAtOnce, int TimeOfStep, int TimeOfEpilogue, bool Divides = true>
struct GatheredTensorTile {
  // Elements of C that a block computes, WarpM x WarpN a warp, from k-tiles of BlockK steps: as
  // many as 128 bytes have. A warpgroup has 64 rows and all columns.
  static constexpr int BlockM = RowsOfBlock, BlockN = ColumnsOfBlock;
  static constexpr int BlockK = 128 / sizeof(typename Problem::Part);
  static constexpr int WarpM = RowsOfWarp, WarpN = ColumnsOfWarp;
  static_assert(BlockM % WarpM == 0 && BlockN % WarpN == 0, "A block must be whole warps' tiles.");
  static_assert(!Problem::Warpgroups || (BlockM % 64 == 0 && WarpM == 16 && WarpN == BlockN),
                "A block's tile must be whole warpgroups' tiles.");
  static_assert(WarpM % 16 == 0 && WarpN % 16 == 0, "A warp's tile must be whole fragments.");
  static constexpr int Threads = BlockM / WarpM * (BlockN / WarpN) * 32;
  static constexpr int Sums = WarpN / 2; // of a thread, of 16 rows
  // The blocks that a multiprocessor has side by side.
  static constexpr int Blocks = BlocksAtOnce;
  static constexpr int Stages = RingStages;
  // Of a k-tile, and of all else that a tile takes: nanoseconds, or cycles.
  static constexpr int StepTime = TimeOfStep, EpilogueTime = TimeOfEpilogue;
  // Of warpgroups: a launch may divide tiles into slices of k.
  static constexpr bool DividesK = Divides;
  // Of sums of slices of k, which have no fewer k-tiles each: nanoseconds, fitted to layers of few
  // pixels on an H100.
  static constexpr int JoinTime = 1000 + BlockM * BlockN / 5;
  static constexpr int LeastStepsOfSlice = 4;
  static_assert(Stages >= 3, "A stage is filled while two others are multiplied.");
  // Elements of the tiles.
  static constexpr int TileA = BlockM * BlockK, TileB = BlockN * BlockK;
  static constexpr int RingBytes = Stages * (TileA + TileB) * sizeof(typename Problem::Part);
  // A warp's results on their way to C, 16 rows of so many bytes at a time. Rows lie 16 bytes
  // further apart, so that eight of them are in different banks.
  static constexpr int PartBytes = Problem::Warpgroups && Blocks == 1 ? 128 : 64;
  static constexpr int RunC = 16 / sizeof(typename Problem::C);
  static constexpr int ColumnsOfRow = PartBytes / sizeof(typename Problem::C);
  static constexpr int ColumnsOfPart = ColumnsOfRow < WarpN ? ColumnsOfRow : WarpN;
  static constexpr int PitchC = ColumnsOfPart + RunC;
  static_assert(WarpN % ColumnsOfPart == 0, "A tile must be whole parts of results.");
  static constexpr int ResultBytes = Threads / 2 * PitchC * sizeof(typename Problem::C);
  // Two tables of steps: offsets in both operands, and places in padding.
  static constexpr int Tables = 2 + Problem::PlacesA + Problem::PlacesB;
  static constexpr int TableInts = Tables * warpsmith::StepsOfTable;
  static constexpr int SharedBytes =
      SharedAlignment + RingBytes + ResultBytes + 2 * TableInts * sizeof(int);
};

} // namespace warpsmith::gathered_tensor
