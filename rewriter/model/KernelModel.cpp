#include "rewriter/model/KernelModel.h"
#include "rewriter/families/TileWork.h"
#include <algorithm>
#include <cmath>

namespace warpsmith {
namespace {

/// Of device memory's bandwidth, what a copy reaches.
constexpr double MemoryEfficiency = 0.9;
/// The same of kernels that split or transpose operands: parts of FP32 operands of 1024 and a
/// transposed INT8 operand of 4096 took 6.5 and 14 us of a launch's 7.8 and 15 (docs/ladder.md).
constexpr double RearrangingEfficiency = 0.5;
/// What a launch takes beside its blocks' work, in a row of launches of which each waits for the
/// one before: FP16 products of 512 and 1024 on an H200.
constexpr double LaunchSeconds = 1.25e-6;

bool readsOutput(const Contraction &contraction) {
  return contraction.initial->contains(Expression::Kind::Output) ||
         contraction.result->contains(Expression::Kind::Output);
}

/// What a launch is beside the loop over k.
struct Around {
  double seconds = 0; ///< of device memory: C, and operands that are written anew
  int launches = 1;
};

Around around(const Contraction &contraction, const Schedule &schedule, const Problem &problem) {
  Around result;
  const double bandwidth = schedule.architecture->product.gigabytesSecond * 1e9;
  result.seconds = problem.m * problem.n * sizeOf(contraction.c.type) *
                   (readsOutput(contraction) ? 2 : 1) / (bandwidth * MemoryEfficiency);
  const KernelFamily &family = familyOf(schedule);
  for (int operand = 0; operand < contraction.operandCount(); ++operand) {
    const auto preparation = family.preparation(contraction, schedule, operand, problem);
    if (!preparation)
      continue;
    const double elements = (operand % 2 == 0 ? problem.m : problem.n) * problem.k;
    result.seconds +=
        elements * (sizeOf(contraction.operand(operand).type) + preparation->writtenBytes) /
        (bandwidth * (preparation->rearranges ? RearrangingEfficiency : MemoryEfficiency));
    result.launches = 1 + family.preparingLaunches(schedule);
  }
  return result;
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

} // namespace

Problem typicalProblem(const Contraction &contraction) {
  constexpr double Typical = 4096;
  const auto extent = [](const Polynomial &polynomial) {
    const auto constant = polynomial.constant();
    return constant ? std::max(1.0, double(*constant)) : Typical;
  };
  const auto steps = contraction.knownSteps();
  return {extent(contraction.m.extent()), extent(contraction.n.extent()),
          steps ? std::max(1.0, double(*steps)) : extent(contraction.k.extent())};
}

std::optional<KernelPrediction> predict(const Contraction &contraction, const Schedule &given,
                                        const Problem &problem) {
  const KernelFamily &family = familyOf(given);
  const Launched launched = family.launched(contraction, given, problem);
  Schedule schedule = given;
  family.keepTile(schedule, launched.tile); // the only one from here on
  const std::vector<TileResources> tiles = family.resources(contraction, schedule);
  if (tiles.empty() || !family.isModelled())
    return std::nullopt;
  const Architecture &architecture = *schedule.architecture;
  const Product &product = architecture.product;
  const BlockTile block = family.block(schedule, 0);
  TileWork work;
  double kTile = 0; // cycles of a k-tile of all of an SM's blocks
  if (family.hasMenu()) {
    work = family.work(contraction, schedule, 1);
    kTile = family.waves(contraction, schedule, 0, problem) * kTileCycles(work, 1);
  } else {
    const double blocks = std::ceil(problem.m / block.m) * std::ceil(problem.n / block.n);
    const int blocksOfSm = static_cast<int>(std::ceil(blocks / product.multiprocessors));
    BlockResources expected = tiles[0].block;
    if (const auto registers = family.expectedRegisters(contraction, schedule))
      expected.registersPerThread = std::min(expected.registersPerThread, *registers);
    const int resident = std::clamp(occupancyOf(architecture, expected).blocksPerSm, 1, blocksOfSm);
    work = family.work(contraction, schedule, resident);
    // Those that are left when all others are done have the SM for themselves.
    const int rounds = blocksOfSm / resident;
    kTile = rounds * kTileCycles(work, resident);
    if (const int left = blocksOfSm % resident)
      kTile += kTileCycles(family.work(contraction, schedule, left), left);
  }
  const double steps = stepsOf(contraction, problem, block.m, block.n);
  const double seconds =
      std::ceil(steps / block.k / launched.slices) * kTile / (product.megahertz * 1e6) +
      family.joiningSeconds(contraction, schedule, problem, launched);
  const Around beside = around(contraction, given, problem);

  KernelPrediction prediction;
  prediction.seconds = seconds + beside.seconds + beside.launches * LaunchSeconds;
  const int pairs = contraction.operandCount() / 2 * (isComplex(contraction.sum) ? 4 : 1);
  constexpr double Sampled = 256; // rows and columns whose steps are counted
  prediction.operationsPerSecond = 2 * pairs * problem.m * problem.n *
                                   stepsOf(contraction, problem, std::ceil(problem.m / Sampled),
                                           std::ceil(problem.n / Sampled)) /
                                   prediction.seconds;
  prediction.limiter = beside.seconds > seconds           ? Unit::DeviceMemory
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

} // namespace warpsmith
