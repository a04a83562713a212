#include "rewriter/arch/KernelModel.h"
#include "rewriter/arch/TileWork.h"
#include "rewriter/ir/FmaTile.h"
#include "rewriter/ir/MmaTile.h"
#include "rewriter/ir/TileLayout.h"
#include "rewriter/ir/WgmmaTile.h"
#include <algorithm>
#include <cmath>

namespace warpsmith {
namespace {

constexpr int Lanes = 32;

/// Of device memory's bandwidth, what a copy reaches.
constexpr double MemoryEfficiency = 0.9;

/// About the registers that ptxas gives a thread: within a fifth of what it does for tiles of 1, 4,
/// 32 and 64 elements a thread.
int expectedRegisters(const Contraction &contraction, const Schedule &schedule) {
  constexpr int Addressing = 21, FetchAddressing = 20;
  constexpr int StepsAtOnce = 4; // of k, whose fragments are in registers
  const ThreadTile thread = schedule.thread;
  const int words = sizeOf(contraction.sum) / 4;
  const int sums = thread.m * thread.n;
  int registers = Addressing + words * (sums + StepsAtOnce * (thread.m + thread.n));
  if (schedule.interleave && sums > 1) // of one, ptxas has them in what is free
    registers += 2 * sums;
  if (prefetches(contraction, schedule))
    registers += FetchAddressing + static_cast<int>(fetchedBytes(contraction, *schedule.block)) *
                                       schedule.block->k / 4 / schedule.computeThreads();
  return registers;
}

/// Of a tile that the user chose, fewer registers than the launch bounds allow.
BlockResources expectedResources(const Contraction &contraction, const Schedule &schedule,
                                 BlockResources block) {
  if (!schedule.wgmma && !schedule.mma && !schedule.wmma && schedule.tiles.empty())
    block.registersPerThread =
        std::min(block.registersPerThread, expectedRegisters(contraction, schedule));
  return block;
}

bool readsOutput(const Contraction &contraction) {
  return contraction.initial->contains(Expression::Kind::Output) ||
         contraction.result->contains(Expression::Kind::Output);
}

/// Bytes of device memory outside of the loop over k: C, and operands that a kernel of its own
/// writes anew before.
double bytesAround(const Contraction &contraction, const Schedule &schedule,
                   const Problem &problem) {
  double bytes =
      problem.m * problem.n * sizeOf(contraction.c.type) * (readsOutput(contraction) ? 2 : 1);
  const Computation computation = computationFor(contraction, schedule);
  for (int operand = 0; operand < contraction.operandCount(); ++operand) {
    const Matrix &matrix = contraction.operand(operand);
    const double elements = (operand % 2 == 0 ? problem.m : problem.n) * problem.k;
    const double source = elements * sizeOf(matrix.type);
    if (schedule.wgmma) {
      const Wgmma &wgmma = *schedule.wgmma;
      const bool transposed =
          isInteger(wgmma.part) && matrix.contiguous() != (operand % 2 == 0 ? 1 : 0);
      if (wgmma.parts > 1 || sizeOf(matrix.type) != sizeOf(wgmma.part) || transposed)
        bytes += source + elements * wgmma.parts * sizeOf(wgmma.part);
    } else if (schedule.mma && (matrix.type != schedule.mma->part ||
                                computation.own(operand)->kind != Expression::Kind::Operand)) {
      bytes += source + elements * sizeOf(schedule.mma->part);
    }
  }
  return bytes;
}

/// Cycles in which an SM does a k-tile of each of its blocks. A second one works while the first
/// waits, as far as kinds of work overlap.
double kTileCycles(const TileWork &work, int blocks) {
  const double working = blocks * work.cycles.count;
  return blocks == 1 ? working + work.exposed
                     : overlapped({working, work.exposed}, WaitingExponent);
}

MixPrediction gain(const Architecture &architecture, const Mix &alone, const Cycles &mixed) {
  return {interleaved(architecture, alone).count / mixed.count, mixed.limiter};
}

/// Products of a thread that a conversion serves: 64 for 16 of a register tile of 8 by 8.
Mix fp64Part(double count) {
  Mix mix;
  mix.dfma = count;
  mix.wideConversions = count / 4;
  return mix;
}

std::string extents(const BlockTile &block) {
  return std::to_string(block.m) + " x " + std::to_string(block.n) + " x " +
         std::to_string(block.k);
}

std::string arguments(std::initializer_list<int> values) {
  std::string text = "Tile<";
  for (const int value : values)
    text += std::to_string(value) + ", ";
  return text;
}

} // namespace

Problem typicalProblem(const Contraction &contraction) {
  constexpr double Typical = 4096;
  const auto extent = [](const Polynomial &polynomial) {
    const auto constant = polynomial.constant();
    return constant ? std::max(1.0, double(*constant)) : Typical;
  };
  const auto steps = contraction.knownSteps();
  return {extent(contraction.m), extent(contraction.n),
          steps ? std::max(1.0, double(*steps)) : extent(contraction.k)};
}

std::optional<KernelPrediction> predict(const Contraction &contraction, const Schedule &schedule,
                                        const Problem &problem) {
  const std::vector<TileResources> tiles = tileResources(contraction, schedule);
  if (tiles.empty())
    return std::nullopt;
  const Architecture &architecture = *schedule.architecture;
  const Product &product = architecture.product;
  const BlockTile block = blockOf(schedule);
  const double blocks = std::ceil(problem.m / block.m) * std::ceil(problem.n / block.n);
  const int blocksOfSm = static_cast<int>(std::ceil(blocks / product.multiprocessors));
  const int resident =
      std::clamp(occupancyOf(architecture, expectedResources(contraction, schedule, tiles[0].block))
                     .blocksPerSm,
                 1, blocksOfSm);
  const TileWork work = workOf(contraction, schedule, resident);
  // Those that are left when all others are done have the SM for themselves.
  const int rounds = blocksOfSm / resident;
  double kTile = rounds * kTileCycles(work, resident);
  if (const int left = blocksOfSm % resident)
    kTile += kTileCycles(workOf(contraction, schedule, left), left);
  const double seconds = std::ceil(problem.k / block.k) * kTile / (product.megahertz * 1e6);
  const double around = bytesAround(contraction, schedule, problem) /
                        (product.gigabytesSecond * 1e9 * MemoryEfficiency);

  KernelPrediction prediction;
  prediction.seconds = seconds + around;
  const int pairs = contraction.operandCount() / 2;
  prediction.operationsPerSecond =
      2 * pairs * problem.m * problem.n * problem.k / prediction.seconds;
  prediction.limiter = around > seconds                   ? Unit::DeviceMemory
                       : work.exposed > work.cycles.count ? Unit::Waiting
                                                          : work.cycles.limiter;
  prediction.operationsPerByte = 2.0 * pairs * block.m * block.n / fetchedBytes(contraction, block);
  return prediction;
}

MixPrediction predictFp64Steps(const Architecture &architecture, int fp64, int of) {
  Mix alone, mixed = fp64Part(fp64);
  alone.ffma = of;
  mixed.ffma = of - fp64;
  return gain(architecture, alone, interleaved(architecture, mixed));
}

MixPrediction predictFp64Warps(const Architecture &architecture, int fp64, int of) {
  Mix alone, others;
  alone.ffma = of;
  others.ffma = of - fp64;
  return gain(architecture, alone, byRoles(architecture, others, fp64Part(fp64)));
}

std::vector<TileResources> tileResources(const Contraction &contraction, const Schedule &schedule) {
  std::vector<TileResources> result;
  const auto add = [&](const BlockTile &block, int threads, int shared, std::string name) {
    result.push_back(
        {extents(block), {threads, registersUnderLaunchBounds(threads), shared}, std::move(name)});
  };
  if (schedule.wgmma) {
    for (const WgmmaTile &tile : schedule.wgmma->tiles)
      add({tile.rows(), tile.columns, tile.steps}, tile.threads(),
          sharedMemoryBytes(tile, *schedule.wgmma),
          arguments({tile.columns, tile.steps, tile.stages, tile.cluster, tile.warpgroups}));
  } else if (schedule.mma) {
    for (const MmaTile &tile : schedule.mma->tiles)
      add(tile.block, computeThreads(tile) + copyThreads(*schedule.mma),
          sharedMemoryBytes(tile, *schedule.mma),
          arguments({tile.block.m, tile.block.n, tile.block.k, tile.warpM, tile.warpN}));
  } else if (!schedule.tiles.empty()) {
    for (const FmaTile &tile : schedule.tiles)
      add(tile.block, computeThreads(tile) + Lanes * schedule.copyWarps,
          sharedMemoryBytes(tile, contraction, schedule),
          arguments({tile.block.m, tile.block.n, tile.block.k, tile.thread.m, tile.thread.n}));
  } else if (schedule.block) {
    add(*schedule.block, schedule.threads(), sharedMemoryBytes(contraction, schedule), "");
  }
  return result;
}

} // namespace warpsmith
