// What every tiled schedule must satisfy, whichever pass made it.
#include "rewriter/families/TileLayout.h"
#include "rewriter/passes/Pass.h"

namespace warpsmith {
namespace {

std::string number(int value) {
  return std::to_string(value);
}

std::string unevenTile(const Schedule &schedule) {
  const BlockTile block = *schedule.block;
  if (schedule.wmma) {
    const Wmma &wmma = *schedule.wmma;
    if (wmma.warpM % wmma.m || wmma.warpN % wmma.n || block.k % wmma.k)
      return "warp tile " + number(wmma.warpM) + "x" + number(wmma.warpN) + " and k-tile " +
             number(block.k) + " are not whole fragments of " + number(wmma.m) + "x" +
             number(wmma.n) + "x" + number(wmma.k);
    if (block.m % wmma.warpM || block.n % wmma.warpN)
      return "block tile " + number(block.m) + "x" + number(block.n) +
             " is not a whole number of warp tiles " + number(wmma.warpM) + "x" +
             number(wmma.warpN);
    return {};
  }
  if (block.m % schedule.thread.m || block.n % schedule.thread.n)
    return "block tile " + number(block.m) + "x" + number(block.n) +
           " is not a whole number of thread tiles " + number(schedule.thread.m) + "x" +
           number(schedule.thread.n);
  return {};
}

} // namespace

std::string doesNotFit(const Contraction &contraction, const Schedule &schedule) {
  if (!schedule.tiles.empty())
    return {}; // the menu has only what fits
  if (std::string reason = unevenTile(schedule); !reason.empty())
    return reason;
  constexpr int LargestTile = 4096; // so that sizes below fit in an int
  if (std::max({schedule.block->m, schedule.block->n, schedule.block->k}) > LargestTile)
    return "a tile has at most " + number(LargestTile) + " rows, columns and steps";
  const int threads = schedule.threads();
  if (schedule.computeThreads() % 32 != 0 || threads > 1024)
    return "the block would have " + number(threads) +
           " threads; it needs a multiple of 32, at most 1024";
  const Computation computation = computationFor(contraction, schedule);
  for (int operand = 0; operand < contraction.operandCount(); ++operand) {
    const TileLayout layout = tileLayout(contraction, schedule, computation, operand);
    const int width = vectorWidth(layout.source);
    if (layout.columns % width != 0)
      return "rows of " + number(layout.columns) + " elements of '" +
             contraction.operand(operand).name + "' are not whole 16-byte vectors of " +
             number(width);
  }
  const int limit = schedule.architecture->sharedMemoryPerBlock;
  if (const int bytes = sharedMemoryBytes(contraction, schedule); bytes > limit)
    return "needs " + number(bytes) + " bytes of shared memory a block; " +
           std::string(schedule.architecture->name) + " has " + number(limit);
  const int registers = estimatedRegisters(contraction, schedule);
  const int available = std::min(MaxRegistersPerThread, RegistersPerSm / threads);
  if (registers > available)
    return "needs about " + number(registers) + " registers a thread, and " + number(threads) +
           " threads leave " + number(available) + " each; choose a smaller thread tile";
  return {};
}

} // namespace warpsmith
