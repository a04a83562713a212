/// The tiles of a kernel on warpgroup products that splits B in registers (wgmma_split_rows.cuh).
#pragma once

#include "warpsmith/device/mbarrier.h"

namespace warpsmith::wgmma {

constexpr int PartsOfElement = 3;
constexpr int StageAlignment = 1024; // swizzles repeat every 1024 bytes

/// A tile of C of Rows x 128 elements, summed from k-tiles of 32 steps in a ring of RingStages,
/// each in StepNanoseconds.
template <typename Problem, int Rows, int RingStages, int StepNanoseconds = 0>
struct SplitRowsTile {
  static constexpr int Warpgroups = 2, Threads = (Warpgroups + 1) * 128;
  static constexpr int BlockM = Rows, BlockN = 64 * Warpgroups, BlockK = 32, Stages = RingStages;
  static constexpr int Time = StepNanoseconds;
  static constexpr int Sums = Rows / 2; // of a thread
  // Registers of threads that copy, and of those that multiply.
  static constexpr int CopyRegisters = 24, MultiplyRegisters = 240;
  // Elements of the tiles, and the boxes in which TMA copies B: all of the tile or, across k, 32
  // columns.
  static constexpr int TileA = PartsOfElement * BlockM * BlockK, TileB = BlockN * BlockK;
  static constexpr int BoxesB = Problem::RowsAlongKB ? 1 : BlockN / 32;
  static constexpr int BytesA = TileA * sizeof(typename Problem::Part);
  static constexpr int StageBytes = BytesA + TileB * sizeof(float);
  static constexpr int SharedBytes =
      StageAlignment + Stages * (StageBytes + 2 * (int)sizeof(warpsmith::Barrier));
};

} // namespace warpsmith::wgmma
