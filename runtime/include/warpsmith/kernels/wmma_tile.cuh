/// The sizes of a kernel on WMMA fragments (wmma.cuh), which says what a Problem has.
#pragma once

#include "warpsmith/device/mbarrier.h"

namespace warpsmith::wmma {

/// Rows of A's tile are PadOfA elements longer than those that are multiplied; also of B's.
template <typename Problem, int RowsOfBlock, int ColumnsOfBlock, int StepsOfBlock, int RowsOfWarp,
          int ColumnsOfWarp, int RowsOfFragment, int ColumnsOfFragment, int StepsOfFragment,
          int PadOfA, int PadOfB, int RingStages = 1, int WarpsThatCopy = 0>
struct WmmaTile {
  // Elements of C that a block computes, and the steps of k that a tile of A and B holds.
  static constexpr int BlockM = RowsOfBlock, BlockN = ColumnsOfBlock, BlockK = StepsOfBlock;
  // Elements of C that a warp computes, in fragments of FragmentM x FragmentN, FragmentK steps at
  // once.
  static constexpr int WarpM = RowsOfWarp, WarpN = ColumnsOfWarp;
  static constexpr int FragmentM = RowsOfFragment, FragmentN = ColumnsOfFragment,
                       FragmentK = StepsOfFragment;
  static_assert(BlockM % WarpM == 0 && BlockN % WarpN == 0,
                "A block tile must be a whole number of warp tiles.");
  static_assert(WarpM % FragmentM == 0 && WarpN % FragmentN == 0 && BlockK % FragmentK == 0,
                "A warp tile must be a whole number of fragments.");
  static constexpr int ComputeThreads = BlockM / WarpM * (BlockN / WarpN) * 32;
  static constexpr int CopyThreads = WarpsThatCopy * 32;
  static constexpr int Threads = WarpsThatCopy > 0 ? ComputeThreads + CopyThreads : ComputeThreads;
  // Tiles in shared memory: rows of contiguous elements, padded so that a warp's loads hit
  // different banks.
  static constexpr int RowsA = Problem::AlongKA ? BlockM : BlockK,
                       ColumnsA = Problem::AlongKA ? BlockK : BlockM, PitchA = ColumnsA + PadOfA;
  static constexpr int RowsB = Problem::AlongKB ? BlockN : BlockK,
                       ColumnsB = Problem::AlongKB ? BlockK : BlockN, PitchB = ColumnsB + PadOfB;
  static constexpr int TileA = RowsA * PitchA, TileB = RowsB * PitchB;
  static constexpr int Stages = RingStages; // tiles in flight or in use
  // Elements of all tiles of an operand.
  static constexpr int TilesA = Problem::RestagesA ? 2 * TileA : Stages * TileA;
  static constexpr int TilesB = Problem::RestagesB ? 2 * TileB : Stages * TileB;
  // Tiles as they are copied, from which one of two of another type is made in turn.
  static constexpr int CopiedA = Problem::RestagesA ? Stages * RowsA * ColumnsA : 0,
                       CopiedB = Problem::RestagesB ? Stages * RowsB * ColumnsB : 0;
  // Sums leave the fragments through a patch of shared memory a warp, rows PatchPitch apart.
  static constexpr int PatchPitch = 20;
  static constexpr int Patches = ComputeThreads / 32 * FragmentM * PatchPitch;
  static constexpr int BytesA = Problem::RestagesA ? TilesA * sizeof(typename Problem::StoredA) +
                                                         CopiedA * sizeof(typename Problem::A)
                                                   : TilesA * sizeof(typename Problem::StoredA);
  static constexpr int BytesB = Problem::RestagesB ? TilesB * sizeof(typename Problem::StoredB) +
                                                         CopiedB * sizeof(typename Problem::B)
                                                   : TilesB * sizeof(typename Problem::StoredB);
  static constexpr int SharedBytes = WarpsThatCopy > 0
                                         ? BytesA + BytesB + Patches *(int)sizeof(float) +
                                               2 * Stages *(int)sizeof(warpsmith::Barrier)
                                         : BytesA + BytesB + Patches *(int)sizeof(float);
};

} // namespace warpsmith::wmma
