#include "rewriter/ir/MmaTile.h"

namespace warpsmith {

Mma mmaFor(const Architecture &architecture) {
  // Name, block, rows and columns of a warp, stages, time. Times measured on an H200 at sizes from
  // 512 to 4096.
  if (architecture.movesRegisters())
    return {true,
            {{"Large", {128, 128, 32}, 32, 64, 3, 100},
             {"Medium", {64, 128, 16}, 32, 32, 8, 54},
             {"Small", {64, 64, 32}, 16, 32, 6, 34},
             {"Tiny", {32, 64, 32}, 16, 16, 8, 22}}};
  // With what sm_80 has for a block.
  return {false,
          {{"Large", {128, 128, 16}, 32, 64, 4, 100},
           {"Medium", {64, 128, 16}, 32, 32, 6, 54},
           {"Small", {64, 64, 32}, 16, 32, 4, 34},
           {"Tiny", {32, 64, 32}, 16, 16, 6, 22}}};
}

int computeThreads(const MmaTile &tile) {
  return tile.block.m / tile.warpM * (tile.block.n / tile.warpN) * 32;
}

int copyThreads(const Mma &mma) {
  constexpr int Warpgroup = 128; // which gives registers away together
  return mma.bulk ? Warpgroup : 0;
}

int sharedMemoryBytes(const MmaTile &tile, const Mma &mma) {
  constexpr int Alignment = 1024, BarriersOfStage = 16, Double = 8;
  const int stage = (tile.block.m + tile.block.n) * tile.block.k * Double;
  return mma.bulk ? Alignment + tile.stages * (stage + BarriersOfStage) : tile.stages * stage;
}

} // namespace warpsmith
