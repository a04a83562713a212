#include "rewriter/families/StagedTile.h"
#include "rewriter/families/PlanText.h"
#include <algorithm>

namespace warpsmith {

std::string routeText(CopyRoute route) {
  switch (route) {
  case CopyRoute::Registers:
    return "through registers into shared memory";
  case CopyRoute::Asynchronous:
    return "cp.async into shared memory";
  case CopyRoute::CopyWarps:
    return "copy warps into shared memory, full and empty mbarriers per stage";
  }
  return {};
}

std::string describeStagedTile(const Contraction &contraction, const Schedule &schedule,
                               const std::string &partOfBlock) {
  const Staging &staging = *schedule.staging();
  std::string text = "  copies   " + routeText(staging.route);
  if (staging.stages > 1)
    text += ", " + std::to_string(staging.stages) + " stages";
  text += "\n  block    " + extentsText({staging.block.m, staging.block.n, staging.block.k}) +
          ", " + std::to_string(schedule.threads()) + " threads";
  if (staging.copyWarps)
    text += " (" + std::to_string(staging.copyWarps) + " copy warps)";
  return text + "\n" + partOfBlock + "  shared   " +
         std::to_string(sharedMemoryBytes(contraction, schedule)) + " bytes\n" +
         "  registers about " + std::to_string(estimatedRegisters(contraction, schedule)) +
         " a thread\n";
}

std::string stagedTileDoesNotFit(const Contraction &contraction, const Schedule &schedule) {
  const auto number = [](int value) { return std::to_string(value); };
  const BlockTile block = schedule.staging()->block;
  constexpr int LargestTile = 4096; // so that sizes below fit in an int
  if (std::max({block.m, block.n, block.k}) > LargestTile)
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
  return registersDoNotFit(estimatedRegisters(contraction, schedule), threads);
}

std::vector<TileResources> stagedTileResources(const Contraction &contraction,
                                               const Schedule &schedule) {
  return {tileResources(schedule.staging()->block, schedule.threads(),
                        sharedMemoryBytes(contraction, schedule), "")};
}

Devices stagedTileDevices(const Schedule &schedule) {
  const Staging &staging = *schedule.staging();
  if (staging.copyWarps && schedule.architecture->hasTryWait())
    return {Hopper};
  if (staging.route != CopyRoute::Registers || schedule.numerics == Numerics::Bf16 ||
      schedule.numerics == Numerics::Tf32)
    return {Ampere};
  return {};
}

std::string tileArgumentsText(const std::vector<int> &values) {
  std::string text = "Tile<";
  for (const int value : values)
    text += (text.back() == '<' ? "" : ", ") + std::to_string(value);
  return text;
}

} // namespace warpsmith
