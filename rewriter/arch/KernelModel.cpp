#include "rewriter/arch/KernelModel.h"
#include "rewriter/ir/FmaTile.h"
#include "rewriter/ir/MmaTile.h"
#include "rewriter/ir/TileLayout.h"
#include "rewriter/ir/WgmmaTile.h"
#include <algorithm>
#include <cmath>

namespace warpsmith {
namespace {

constexpr int Lanes = 32;

// What was read off kernels, not off units; docs/model.md has the readings.

/// Cycles that a block loses at a barrier of all its warps: they drain, and start again with loads
/// from shared memory.
constexpr double BarrierCycles = 150;
/// Cycles from a load of device memory to its use, where nothing of the block is done meanwhile.
constexpr double LoadCycles = 800;
/// Registers that an FFMA reads where ptxas has placed fragments and sums as it likes: 29 of 100
/// wait for a bank, by docs/ladder.md; the tiles of the menu are written so that 5 do.
constexpr double PlainFfmaReads = 2.58, ArrangedFfmaReads = 2.1;
/// Warps of a sub-partition from which on others work while one waits for what it loads, and from
/// which on some are at their FP64 steps while others are at those in FP32.
constexpr int HidingWarps = 4, FillingWarps = 8;
/// Of device memory's bandwidth, what a copy reaches.
constexpr double MemoryEfficiency = 0.9;

/// What a block does for a k-tile.
struct TileWork {
  Cycles cycles = {0, Unit::IssueSlots}; ///< of a sub-partition, for one block
  double exposed = 0;                    ///< cycles in which a block's own work stands still
};

/// The block that is predicted: the largest of a menu.
BlockTile blockOf(const Schedule &schedule) {
  if (schedule.wgmma) {
    const WgmmaTile &tile = schedule.wgmma->tiles[0];
    return {tile.rows(), tile.columns, tile.steps};
  }
  return schedule.mma              ? schedule.mma->tiles[0].block
         : !schedule.tiles.empty() ? schedule.tiles[0].block
                                   : *schedule.block;
}

int elementSize(const Contraction &contraction, int operand) {
  return sizeOf(contraction.operand(operand).type);
}

/// Rows and columns of the operands' tiles, in bytes for a step of k as they lie in memory.
double fetchedBytes(const Contraction &contraction, const BlockTile &block) {
  double bytes = 0;
  for (int operand = 0; operand < contraction.operandCount(); ++operand)
    bytes += (operand % 2 == 0 ? block.m : block.n) * elementSize(contraction, operand);
  return bytes;
}

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

/// Products of fragments that cover a warp's part of C.
double fragmentProducts(int warpM, int warpN, const TensorShape &shape) {
  const int products = (warpM / shape.m) * (warpN / shape.n);
  return products;
}

double share(double ofBlock) {
  return ofBlock / SubPartitions;
}

/// The copies of a k-tile by ordinary instructions, for a sub-partition.
Mix copies(const Contraction &contraction, const Schedule &schedule, const BlockTile &block) {
  constexpr int VectorBytes = 16;
  // A load and a store through registers, or one cp.async, and addresses.
  const int instructions = schedule.route == CopyRoute::Asynchronous ? 3 : 4;
  Mix mix;
  mix.l2Bytes = share(fetchedBytes(contraction, block) * block.k);
  mix.other = instructions * mix.l2Bytes / VectorBytes / Lanes;
  const Computation computation = computationFor(contraction, schedule);
  for (int operand = 0; operand < contraction.operandCount(); ++operand) {
    const TileLayout layout = tileLayout(contraction, schedule, computation, operand);
    const double elements = share((operand % 2 == 0 ? block.m : block.n) * block.k);
    const double stored = elements * sizeOf(layout.stored),
                 source = elements * sizeOf(layout.source);
    mix.sharedBytes += layout.transform == Transform::Restaged ? source : stored;
    if (layout.transform == Transform::InPlace || layout.transform == Transform::Restaged)
      mix.sharedBytes += source + stored;
    if (layout.tf32)
      mix.narrowConversions += elements / Lanes;
    else if (layout.transform != Transform::None && layout.transform != Transform::OnFragment)
      mix.other += elements / Lanes;
  }
  return mix;
}

/// The products of `steps` steps of k on FP32 or FP64 units, with the loads of their fragments.
Mix products(const Contraction &contraction, const Schedule &schedule, double warpSteps,
             const ThreadTile &thread, bool fp64, bool arranged) {
  const Computation computation = computationFor(contraction, schedule);
  const int pairs = contraction.operandCount() / 2;
  // FMUL, conversion, DADD.
  const bool floats = fp64 && schedule.interleave && schedule.interleave->floatProducts;
  const double count = warpSteps * pairs * thread.m * thread.n;
  Mix mix;
  (fp64 ? mix.dfma : mix.ffma) = count;
  if (floats)
    mix.ffma = mix.wideConversions = count;
  mix.ffmaReads = arranged ? ArrangedFfmaReads : PlainFfmaReads;
  for (int operand = 0; operand < contraction.operandCount(); ++operand) {
    const TileLayout layout = tileLayout(contraction, schedule, computation, operand);
    const double elements = warpSteps * (operand % 2 == 0 ? thread.m : thread.n);
    const double bytes = elements * sizeOf(layout.stored);
    constexpr int VectorBytes = 16;
    mix.other += bytes / VectorBytes;
    // Lanes of a warp that differ in their lowest bit read the same rows: two of them are served at
    // once (NVIDIA's staff on forums.developer.nvidia.com, 77228/2, of 7.0 and 7.5).
    mix.sharedBytes += bytes * Lanes / (operand % 2 == 0 ? 2 : 1);
    if (fp64 && !floats && sizeOf(layout.stored) < sizeOf(ElementType::F64))
      mix.wideConversions += elements;
    else if (sizeOf(layout.stored) < sizeOf(ElementType::F32))
      mix.narrowConversions += elements;
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

/// Cycles that a k-tile costs beside its instructions, by how it is brought.
double exposedCycles(const Contraction &contraction, const Schedule &schedule) {
  double cycles = 0;
  if (schedule.route == CopyRoute::Registers) {
    cycles = 2 * BarrierCycles;
    if (!prefetches(contraction, schedule))
      cycles += LoadCycles;
  } else if (schedule.route == CopyRoute::Asynchronous) {
    cycles = BarrierCycles;
    const Computation computation = computationFor(contraction, schedule);
    for (int operand = 0; operand < 2; ++operand)
      if (tileLayout(contraction, schedule, computation, operand).transform == Transform::Restaged)
        cycles = 2 * BarrierCycles; // both tiles to read from are complete
  } else if (schedule.stages == 1) {
    cycles = 2 * BarrierCycles + LoadCycles; // copying and computing take turns
  }
  return cycles;
}

/// Warps that compute on the sub-partition that has most of them, over the mean of all four: warps
/// go round the sub-partitions, those of a block that compute before those that copy.
double crowding(int computing, int copying, int blocks) {
  int warps[SubPartitions] = {}, next = 0;
  for (int block = 0; block < blocks; ++block) {
    for (int warp = 0; warp < computing; ++warp)
      ++warps[(next + warp) % SubPartitions];
    next += computing + copying;
  }
  return *std::max_element(std::begin(warps), std::end(warps)) / share(double(computing) * blocks);
}

/// What the warps of one sub-partition issue, where it has so many more than the mean.
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

/// Steps in FP32 and in FP64, of the same warps or of some each, on a sub-partition with so many.
Cycles mixedWork(const Architecture &architecture, const Mix &narrow, const Mix &fp64,
                 bool sameWarps, double warps) {
  if (!sameWarps && architecture.fp32IssueInterval > 1)
    return byRoles(architecture, narrow, fp64);
  // ptxas puts the steps of one kind behind those of the other, and where FFMA needs every issue
  // slot all of a role's instructions come first; few warps do the same at the same time.
  if (warps < FillingWarps)
    return inTurn(interleaved(architecture, narrow), interleaved(architecture, fp64));
  Mix all = narrow;
  add(all, fp64);
  return interleaved(architecture, all);
}

/// What is added for `warpSteps` steps of k by the columns that a warp sums on FP64's tensor cores.
Mix wideProducts(const ThreadTile &wide, double warpSteps) {
  const double elements = warpSteps * (wide.m + wide.n);
  Mix mix;
  mix.tensor = {{.shape = DmmaK16,
                 .count = warpSteps / DmmaK16.k * fragmentProducts(wide.m, wide.n, DmmaK16)}};
  mix.wideConversions = elements / Lanes;
  mix.other = warpSteps * (0.5 * wide.m + wide.n) / Lanes; // loads, of A two rows at once
  mix.sharedBytes = elements * sizeOf(ElementType::F32);
  return mix;
}

TileWork fmaWork(const Contraction &contraction, const Schedule &schedule, int blocksPerSm) {
  const Architecture &architecture = *schedule.architecture;
  const bool menu = !schedule.tiles.empty();
  const BlockTile block = blockOf(schedule);
  const ThreadTile thread = menu ? schedule.tiles[0].thread : schedule.thread;
  const int warps = (menu ? computeThreads(schedule.tiles[0]) : schedule.computeThreads()) / Lanes;
  const double warpSteps = share(double(warps) * block.k);
  const double factor = crowding(warps, schedule.copyWarps, blocksPerSm);
  const double resident = share(double(warps) * blocksPerSm);
  const auto part = [&](double steps, bool fp64) {
    Mix mix = crowded(products(contraction, schedule, steps, thread, fp64, menu), factor);
    // Warps of the faster role wait for the others at the barrier.
    mix.loadsHidden = !schedule.fp64Warps && resident >= HidingWarps;
    return mix;
  };
  const bool wide = contraction.sum == ElementType::F64;
  const bool columns = schedule.interleave && schedule.interleave->columns;
  const int of = columns               ? 1
                 : schedule.interleave ? schedule.interleave->period
                 : schedule.fp64Warps  ? schedule.fp64Warps->of
                                       : 1;
  const int fp64 = columns               ? 0
                   : schedule.interleave ? schedule.interleave->fp64
                   : schedule.fp64Warps  ? schedule.fp64Warps->fp64
                                         : 0;
  Mix mix = part(warpSteps * (of - fp64) / of, wide);
  add(mix, copies(contraction, schedule, block));
  if (columns)
    add(mix, wideProducts(schedule.tiles[0].wide, warpSteps));
  TileWork work;
  work.cycles = fp64 ? mixedWork(architecture, mix, part(warpSteps * fp64 / of, true),
                                 schedule.interleave.has_value(), resident)
                     : interleaved(architecture, mix);
  work.exposed = exposedCycles(contraction, schedule);
  return work;
}

TileWork wmmaWork(const Contraction &contraction, const Schedule &schedule, int blocksPerSm) {
  const Wmma &wmma = *schedule.wmma;
  const bool tf32 = wmma.operands == Numerics::Tf32;
  const TensorShape shape = tf32 ? Tf32MmaK8 : HmmaK16;
  const BlockTile block = blockOf(schedule);
  const int warps = schedule.computeThreads() / Lanes;
  const double fragments = share(double(warps) * block.k / shape.k);
  constexpr int LoadBytes = 16 * Lanes;
  const double loaded = fragments * (wmma.warpM + wmma.warpN) * shape.k * (tf32 ? 4 : 2);
  Mix mix;
  mix.tensor = {
      {.shape = shape, .count = fragments * fragmentProducts(wmma.warpM, wmma.warpN, shape)}};
  mix.sharedBytes = loaded;
  mix.other = loaded / LoadBytes;
  mix = crowded(mix, crowding(warps, schedule.copyWarps, blocksPerSm));
  add(mix, copies(contraction, schedule, block));
  return {interleaved(*schedule.architecture, mix), exposedCycles(contraction, schedule)};
}

TileWork mmaWork(const Schedule &schedule, int blocksPerSm) {
  const MmaTile &tile = schedule.mma->tiles[0];
  const ElementType part = schedule.mma->part;
  const bool doubles = part == ElementType::F64;
  const TensorShape shape = doubles ? DmmaK4 : HmmaK16;
  const int steps = mmaSteps(part);
  const int warps = computeThreads(tile) / Lanes;
  const double fragments = share(double(warps) * tile.block.k / steps);
  Mix mix;
  mix.tensor = {
      {.shape = shape, .count = fragments * fragmentProducts(tile.warpM, tile.warpN, shape)}};
  const double loaded = fragments * (tile.warpM + tile.warpN) * steps * sizeOf(part);
  const int loadBytes = doubles ? 8 : 16; // a lane's of one load, or of ldmatrix
  mix.other = loaded / (loadBytes * Lanes);
  mix = crowded(mix, crowding(warps, copyThreads(*schedule.mma) / Lanes, blocksPerSm));
  mix.l2Bytes = share(double(tile.block.m + tile.block.n) * tile.block.k * sizeOf(part));
  mix.sharedBytes = loaded + mix.l2Bytes;
  mix.loadsHidden = true; // they are for the next step
  return {interleaved(*schedule.architecture, mix), schedule.mma->bulk ? 0 : BarrierCycles};
}

/// Warpgroup products run beside all else, in steps as long as the slowest of their units.
TileWork wgmmaWork(const Contraction &contraction, const Schedule &schedule) {
  const Architecture &architecture = *schedule.architecture;
  const Wgmma &wgmma = *schedule.wgmma;
  const WgmmaTile &tile = wgmma.tiles[0];
  const int size = sizeOf(wgmma.part);
  const int rate = size == 4   ? architecture.tf32
                   : size == 2 ? architecture.fp16
                               : architecture.int8;
  // Two products of a step are k-tiles of their own.
  const int pairs = contraction.operandCount() / 2;
  const double multiplied =
      pairs * static_cast<double>(wgmma.parts == 1 ? 1 : partProducts(wgmma.parts).size());
  TileWork work;
  const double rowBytes = tile.steps * size;
  const double tensor = multiplied * 2 * tile.rows() * tile.columns * tile.steps / rate /
                        architecture.sustainedTensor;
  // Each warpgroup reads its rows of A and all of B for every product.
  const double read = multiplied * (tile.rows() + tile.warpgroups * tile.columns) * rowBytes;
  const double written = pairs * wgmma.parts * (tile.rows() + tile.columns) * rowBytes;
  const double fetched =
      pairs * wgmma.parts * (tile.rows() + double(tile.columns) / tile.cluster) * rowBytes;
  work.cycles = {tensor, Unit::TensorCores};
  const auto atLeast = [&](double cycles, Unit unit) {
    if (cycles > work.cycles.count)
      work.cycles = {cycles, unit};
  };
  atLeast((read + written) / SharedBytesPerClock, Unit::SharedMemory);
  if (architecture.l2BytesPerClock)
    atLeast(fetched / architecture.l2BytesPerClock, Unit::L2Cache);
  return work;
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

TileWork workOf(const Contraction &contraction, const Schedule &schedule, int blocksPerSm) {
  return schedule.wgmma  ? wgmmaWork(contraction, schedule)
         : schedule.mma  ? mmaWork(schedule, blocksPerSm)
         : schedule.wmma ? wmmaWork(contraction, schedule, blocksPerSm)
                         : fmaWork(contraction, schedule, blocksPerSm);
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
