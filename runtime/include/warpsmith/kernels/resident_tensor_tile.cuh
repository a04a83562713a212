/// The sizes of a kernel on the tensor cores that keeps its launch (resident_tensor.cuh), which
/// says what a Problem has.
#pragma once

namespace warpsmith::resident_tensor {

/// A warp's elements of C, the steps of k that a tile holds, the stages of the ring, and the
/// threads that a block can be launched with.
template <typename Problem, int RowsOfWarp, int ColumnsOfWarp, int StepsOfTile, int RingStages,
          int ThreadsOfBlock>
struct ResidentTensorTile {
  static constexpr int WarpM = RowsOfWarp, WarpN = ColumnsOfWarp, BlockK = StepsOfTile;
  static constexpr int Stages = RingStages;
  static constexpr int BitsM = WarpM == 64 ? 6 : 5; // of WarpM = 2^BitsM
  static constexpr int BitsN = WarpN == 64 ? 6 : 5;
  static_assert((WarpM == 32 || WarpM == 64) && (WarpN == 32 || WarpN == 64),
                "A warp has 32 or 64 elements in both directions.");
  // An instruction takes 32 bytes of each row of A and column of B.
  static constexpr int Steps = 32 / sizeof(typename Problem::Part);
  static_assert(BlockK % Steps == 0, "A tile must be whole instructions.");
  // The warps of a block, a power of two, lie over its elements in two of them, of which rows have
  // the larger where a warp has fewer rows than columns.
  static constexpr int MostThreads = ThreadsOfBlock;
  static constexpr int Doublings = MostThreads >= 1024  ? 5
                                   : MostThreads >= 512 ? 4
                                   : MostThreads >= 256 ? 3
                                   : MostThreads >= 128 ? 2
                                                        : 1;
  static constexpr int MoreRows = WarpM < WarpN ? 1 : 0;
  static constexpr int RowBits = (Doublings + MoreRows) / 2, ColumnBits = Doublings - RowBits;
  static constexpr int MostM = WarpM << RowBits, MostN = WarpN << ColumnBits;
  // Tiles in shared memory have rows as in global memory.
  static constexpr int PitchA = Problem::AlongKA ? BlockK : MostM;
  static constexpr int PitchB = Problem::AlongKB ? BlockK : MostN;
  static constexpr int TileA = (Problem::AlongKA ? MostM : BlockK) * PitchA;
  static constexpr int TileB = (Problem::AlongKB ? MostN : BlockK) * PitchB;
  static constexpr int SharedBytes = Stages * (TileA + TileB) * sizeof(typename Problem::Part);
};

} // namespace warpsmith::resident_tensor
