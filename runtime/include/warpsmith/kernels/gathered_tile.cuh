/// The sizes of a kernel whose operands are gathered (gathered.cuh), which says what a Problem has.
#pragma once

namespace warpsmith::gathered {

/// Lanes of a warp lie 32 / LaneColumns x LaneColumns over the block's threads; rows and columns
/// "of a load" are those that a thread reads from shared memory at once.
template <typename Problem, int RowsOfBlock, int ColumnsOfBlock, int StepsOfBlock, int RowsOfThread,
          int ColumnsOfThread, int LaneColumns, int RowsOfLoad, int ColumnsOfLoad, int RingStages,
          int ResidentBlocks, int RelativeTime = 0, int LeastTime = 0>
struct GatheredTile {
  // Elements of C that a block computes, and the steps of k that a tile of A and B holds.
  static constexpr int BlockM = RowsOfBlock, BlockN = ColumnsOfBlock, BlockK = StepsOfBlock;
  // Elements of C that a thread computes, and how the threads lie over the block's tile.
  static constexpr int ThreadM = RowsOfThread, ThreadN = ColumnsOfThread;
  static constexpr int ThreadRows = BlockM / ThreadM, ThreadColumns = BlockN / ThreadN;
  static_assert(BlockM % ThreadM == 0 && BlockN % ThreadN == 0,
                "A block tile must be a whole number of thread tiles.");
  // The lanes of a warp lie WarpRows x WarpColumns, so that they read runs of B side by side.
  static constexpr int WarpRows = 32 / LaneColumns, WarpColumns = LaneColumns;
  static_assert(ThreadRows % WarpRows == 0 && ThreadColumns % WarpColumns == 0,
                "The block's threads must be a whole number of warps in both directions.");
  static constexpr int Threads = ThreadRows * ThreadColumns;
  static_assert(Threads % 32 == 0 && (BlockK == 8 || BlockK == 16 || BlockK == 32),
                "The threads must be whole warps, and a warp a whole number of tiles' steps.");
  static_assert(BlockM * BlockK % Threads == 0 && BlockN * BlockK % Threads == 0,
                "Each thread must gather the same number of elements.");
  static_assert(BlockM % 4 == 0 && BlockN % 4 == 0, "Bytes of lines must be whole words.");
  // Elements side by side in a load.
  static constexpr int RunM = RowsOfLoad, RunN = ColumnsOfLoad;
  static_assert(ThreadM % RunM == 0 && ThreadN % RunN == 0,
                "A thread tile must be a whole number of runs.");
  // Tiles in shared memory: a row for each step. Threads that gather steps side by side store one
  // below the other: 16 bytes more put them in different banks.
  static constexpr int PitchA =
      Problem::AlongKA ? BlockM + 16 / sizeof(typename Problem::A) : BlockM;
  static constexpr int PitchB =
      Problem::AlongKB ? BlockN + 16 / sizeof(typename Problem::B) : BlockN;
  static constexpr int TileA = BlockK * PitchA, TileB = BlockK * PitchB;
  static constexpr int Stages = RingStages;
  static_assert(Threads >= (Stages - 1) * BlockK,
                "Tiles that are copied without a barrier between them must be of the same table.");
  // Sums leave a thread in blocks of RowsOfPatch x ColumnsOfPatch, as many rows at once.
  static constexpr int RowsOfPatch = ThreadM % 2 == 0 && sizeof(typename Problem::Sum) == 4 ? 2 : 1;
  static constexpr int ColumnsOfPatch = RunN % 2 == 0 ? 2 : 1;
  static constexpr int Patch = RowsOfPatch * ThreadN; // elements of a thread
  // Registers are for so many blocks on a multiprocessor.
  static constexpr int BlocksAtOnce = ResidentBlocks;
  // Of a step: what a tile adds where there are many on a multiprocessor, and what few take.
  static constexpr int Time = RelativeTime, Least = LeastTime;
};

} // namespace warpsmith::gathered
