/// The tiles of a kernel on warpgroup products whose operands are gathered (gathered_wgmma.cuh),
/// which says what a Problem has.
#pragma once

namespace warpsmith::gathered_wgmma {

constexpr int SharedAlignment = 1024; // swizzles repeat every 1024 bytes

template <typename Problem, int RowsOfBlock, int ColumnsOfBlock, int RingStages, int BlocksAtOnce,
          int RelativeTime>
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
  static constexpr int Stages = RingStages, Time = RelativeTime;
  static_assert(Stages >= 3, "A stage is filled while two others are multiplied.");
  // Elements of the tiles.
  static constexpr int TileA = BlockM * BlockK, TileB = BlockN * BlockK;
  static constexpr int RingBytes = Stages * (TileA + TileB) * sizeof(typename Problem::Part);
  // Results on their way to C: rows are 16 bytes longer, so that those of neighbouring rows lie in
  // different banks.
  static constexpr int RunC = 16 / sizeof(typename Problem::C);
  static constexpr int PitchC = BlockN + RunC;
  static_assert(BlockM * PitchC * sizeof(typename Problem::C) <= RingBytes,
                "Results must fit where the ring was.");
  // Of the steps of two k-tiles, offsets in both operands, and places in padding.
  static constexpr int StepInts = 2 * (2 + Problem::PlacesA + Problem::PlacesB) * BlockK;
  static constexpr int SharedBytes = SharedAlignment + RingBytes + StepInts * sizeof(int);
};

} // namespace warpsmith::gathered_wgmma
