/// The sizes of a kernel that keeps its launch (resident.cuh).
#pragma once

namespace warpsmith::resident {

/// A thread's elements of C, the steps of k that a tile holds, and the threads that a block can be
/// launched with.
template <typename Problem, int RowsOfThread, int ColumnsOfThread, int StepsOfTile,
          int ThreadsOfBlock>
struct ResidentTile {
  static constexpr int ThreadM = RowsOfThread, ThreadN = ColumnsOfThread; // elements of C
  static constexpr int BlockK = StepsOfTile;
  // The lanes of a warp lie LaneRows x LaneColumns over its elements.
  static constexpr int LaneRows = 4, LaneColumns = 8;
  static constexpr int WarpM = LaneRows * ThreadM, WarpN = LaneColumns * ThreadN;
  static constexpr int BitsM = WarpM == 64 ? 6 : WarpM == 32 ? 5 : 4; // of WarpM = 2^BitsM
  static constexpr int BitsN = WarpN == 64 ? 6 : WarpN == 32 ? 5 : 4;
  static_assert((WarpM == 16 || WarpM == 32 || WarpM == 64) && (WarpN == 32 || WarpN == 64),
                "A warp has a power of two of elements in both directions.");
  // The warps of a block, a power of two, lie over its elements in two of them, of which rows have
  // the larger where a warp has fewer rows than columns.
  static constexpr int MostThreads = ThreadsOfBlock;
  static constexpr int Doublings = MostThreads >= 1024  ? 5
                                   : MostThreads >= 512 ? 4
                                   : MostThreads >= 256 ? 3
                                   : MostThreads >= 128 ? 2
                                                        : 1;
  static constexpr int MostComputing = 32 << Doublings; // of these threads
  // A thread has not many more registers than its sums take.
  static constexpr bool FewRegisters = ThreadM * ThreadN * sizeof(typename Problem::Sum) <= 128;
  static constexpr int MoreRows = WarpM < WarpN ? 1 : 0;
  static constexpr int RowBits = (Doublings + MoreRows) / 2, ColumnBits = Doublings - RowBits;
  static constexpr int MostM = WarpM * (RowBits == 3 ? 8 : RowBits == 2 ? 4 : RowBits == 1 ? 2 : 1);
  static constexpr int MostN = WarpN * (ColumnBits == 3   ? 8
                                        : ColumnBits == 2 ? 4
                                        : ColumnBits == 1 ? 2
                                                          : 1);
  // Elements that a thread reads from shared memory at once.
  static constexpr int RunM = ThreadM * sizeof(typename Problem::StoredA) <= 16
                                  ? ThreadM
                                  : 16 / sizeof(typename Problem::StoredA);
  static constexpr int RunN = ThreadN * sizeof(typename Problem::StoredB) <= 16
                                  ? ThreadN
                                  : 16 / sizeof(typename Problem::StoredB);
  // Tiles in shared memory have a row for each step. 16 bytes more put what a warp writes of
  // transposed operands into different banks.
  static constexpr int PitchA = MostM + 16 / sizeof(typename Problem::StoredA);
  static constexpr int PitchB = MostN + 16 / sizeof(typename Problem::StoredB);
  static constexpr int TileA = BlockK * PitchA, TileB = BlockK * PitchB;
};

} // namespace warpsmith::resident
