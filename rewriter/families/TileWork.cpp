#include "rewriter/families/TileWork.h"
#include <algorithm>
#include <cmath>
#include <iterator>

namespace warpsmith {

double fetchedBytes(const Contraction &contraction, const BlockTile &block) {
  double bytes = 0;
  for (int operand = 0; operand < contraction.operandCount(); ++operand)
    bytes += (operand % 2 == 0 ? block.m : block.n) * sizeOf(contraction.operand(operand).type);
  return bytes;
}

double fragmentProducts(int warpM, int warpN, const TensorShape &shape) {
  const int products = (warpM / shape.m) * (warpN / shape.n);
  return products;
}

double shareOf(double ofBlock) {
  return ofBlock / SubPartitions;
}

Mix stagingWork(const Contraction &contraction, const Schedule &schedule, const BlockTile &block) {
  constexpr int VectorBytes = 16;
  // A load and a store through registers, or one cp.async, and addresses.
  const int instructions = schedule.staging()->route == CopyRoute::Asynchronous ? 3 : 4;
  Mix mix;
  mix.l2Bytes = shareOf(fetchedBytes(contraction, block) * block.k);
  mix.other = instructions * mix.l2Bytes / VectorBytes / LanesOfWarp;
  const Computation computation = computationFor(contraction, schedule);
  for (int operand = 0; operand < contraction.operandCount(); ++operand) {
    const TileLayout layout = tileLayout(contraction, schedule, computation, operand);
    const double elements = shareOf((operand % 2 == 0 ? block.m : block.n) * block.k);
    const double stored = elements * sizeOf(layout.stored),
                 source = elements * sizeOf(layout.source);
    mix.sharedBytes += layout.transform == Transform::Restaged ? source : stored;
    if (layout.transform == Transform::InPlace || layout.transform == Transform::Restaged)
      mix.sharedBytes += source + stored;
    if (layout.tf32)
      mix.narrowConversions += elements / LanesOfWarp;
    else if (layout.transform != Transform::None && layout.transform != Transform::OnFragment)
      mix.other += elements / LanesOfWarp;
  }
  return mix;
}

void add(Mix &to, const Mix &more) {
  to.ffma += more.ffma;
  to.dfma += more.dfma;
  to.tensor.insert(to.tensor.end(), more.tensor.begin(), more.tensor.end());
  to.wideConversions += more.wideConversions;
  to.narrowConversions += more.narrowConversions;
  to.other += more.other;
  to.sharedBytes += more.sharedBytes;
  to.l2Bytes += more.l2Bytes;
}

/// Cycles from a load of device memory to its use, where nothing of the block is done meanwhile.
constexpr double LoadCycles = 800;

double exposedCycles(const Contraction &contraction, const Schedule &schedule) {
  double cycles = 0;
  if (schedule.staging()->route == CopyRoute::Registers) {
    cycles = 2 * BarrierCycles;
    if (!prefetches(contraction, schedule))
      cycles += LoadCycles;
  } else if (schedule.staging()->route == CopyRoute::Asynchronous) {
    cycles = BarrierCycles;
    const Computation computation = computationFor(contraction, schedule);
    for (int operand = 0; operand < 2; ++operand)
      if (tileLayout(contraction, schedule, computation, operand).transform == Transform::Restaged)
        cycles = 2 * BarrierCycles; // both tiles to read from are complete
  } else if (schedule.staging()->stages == 1) {
    cycles = 2 * BarrierCycles + LoadCycles; // copying and computing take turns
  }
  return cycles;
}

double crowding(int computing, int copying, int blocks) {
  int warps[SubPartitions] = {}, next = 0;
  for (int block = 0; block < blocks; ++block) {
    for (int warp = 0; warp < computing; ++warp)
      ++warps[(next + warp) % SubPartitions];
    next += computing + copying;
  }
  return *std::max_element(std::begin(warps), std::end(warps)) /
         shareOf(double(computing) * blocks);
}

Mix crowded(Mix mix, double factor) {
  mix.ffma *= factor;
  mix.dfma *= factor;
  mix.wideConversions *= factor;
  mix.narrowConversions *= factor;
  mix.other *= factor;
  for (Mix::Tensor &tensor : mix.tensor)
    tensor.count *= factor;
  return mix;
}

double tilesOf(const Problem &problem, double rows, double columns, bool triangle) {
  const double down = std::ceil(problem.m / rows), across = std::ceil(problem.n / columns);
  if (!triangle)
    return down * across;
  double tiles = 0;
  for (int row = 1; row <= static_cast<int>(down); ++row)
    tiles += std::min(across, std::ceil(row * rows / columns));
  return tiles;
}

double stepsOf(const Contraction &contraction, const Problem &problem, double rows,
               double columns) {
  if (!contraction.limitsSteps())
    return problem.k;
  double all = 0, tiles = 0;
  for (double row = 0; row < problem.m; row += rows)
    for (double column = 0; column < problem.n; column += columns, ++tiles) {
      double first = 0, end = problem.k;
      for (const StepBound &bound : contraction.stepBounds) {
        const auto offset = bound.offset.constant();
        if (!offset)
          continue;
        const bool ofRow = bound.index == StepBound::Of::Row;
        const double least = ofRow ? row : column;
        const double last =
            ofRow ? std::min(row + rows, problem.m) - 1 : std::min(column + columns, problem.n) - 1;
        if (bound.isLower)
          first = std::max(first, least + double(*offset));
        else
          end = std::min(end, last + double(*offset));
      }
      all += std::max(end - first, 0.0);
    }
  return all / tiles;
}

double bytesOfRow(const Contraction &contraction, int operand, const Problem &problem) {
  const double columns = contraction.runsAlongK(operand) ? problem.k
                         : operand % 2 == 0              ? problem.m
                                                         : problem.n;
  return columns * sizeOf(contraction.operand(operand).type);
}

} // namespace warpsmith
