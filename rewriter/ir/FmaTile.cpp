#include "rewriter/ir/FmaTile.h"
#include "rewriter/ir/TileLayout.h"

namespace warpsmith {

bool takesFmaTiles(const Contraction &contraction, const Schedule &schedule) {
  if (!schedule.defaultTile || schedule.route != CopyRoute::CopyWarps || schedule.stages < 2 ||
      schedule.wmma || schedule.fp64Warps || schedule.interleave)
    return false;
  if (contraction.sum != ElementType::F32 || contraction.operandCount() != 2)
    return false;
  const Computation computation = computationFor(contraction, schedule);
  for (int operand = 0; operand < 2; ++operand) {
    const TileLayout layout = tileLayout(contraction, schedule, computation, operand);
    if (layout.source != ElementType::F32 || layout.stored != ElementType::F32)
      return false;
  }
  return true;
}

std::vector<FmaTile> fmaTiles(const Contraction &contraction, const Schedule &schedule) {
  // Name, block, thread, rings, whether all copy warps fill a stage together, steps ahead,
  // registers, time. Measured on an H200 at sizes from 512 to 8192.
  const FmaTile huge = {"Large", {128, 256, 16}, {16, 8}, 2, true, 1, 216, 72, 172};
  const FmaTile large = {"Large", {128, 128, 16}, {8, 8}, 1, true, 1, 0, 0, 94};
  const FmaTile medium = {"Medium", {64, 128, 16}, {8, 4}, 2, false, 2, 0, 0, 50};
  const FmaTile small = {"Small", {32, 64, 32}, {4, 4}, 2, false, 2, 0, 0, 18};
  // Registers move between warpgroups, of four warps.
  const bool moves = schedule.architecture->movesRegisters() && schedule.copyWarps == 4;
  std::vector<FmaTile> tiles = {moves ? huge : large, medium, small};
  std::erase_if(tiles, [&](const FmaTile &tile) {
    return computeThreads(tile) + 32 * schedule.copyWarps > 1024 ||
           sharedMemoryBytes(tile, contraction, schedule) >
               schedule.architecture->sharedMemoryPerBlock;
  });
  return tiles;
}

int computeThreads(const FmaTile &tile) {
  return tile.block.m / tile.thread.m * (tile.block.n / tile.thread.n);
}

int stages(const FmaTile &tile, const Schedule &schedule) {
  return schedule.stages * tile.rings;
}

int sharedMemoryBytes(const FmaTile &tile, const Contraction &contraction,
                      const Schedule &schedule) {
  constexpr int BarriersOfStage = 16, Word = 4;
  const Computation computation = computationFor(contraction, schedule);
  int columns = tile.block.m + tile.block.n;
  for (const int operand : {0, 1})
    if (tileLayout(contraction, schedule, computation, operand).contiguousAlongK)
      columns += TransposedPad;
  const int patches = computeThreads(tile) * tile.thread.n;
  return stages(tile, schedule) * (columns * tile.block.k * Word + BarriersOfStage) +
         patches * Word;
}

} // namespace warpsmith
