// The instructions of a k-tile, counted from the schedule.
#include "rewriter/families/TileWork.h"
#include "rewriter/families/FmaTile.h"
#include "rewriter/families/MmaTile.h"
#include "rewriter/families/TileLayout.h"
#include "rewriter/families/WgmmaTile.h"
#include <algorithm>

namespace warpsmith {

BlockTile blockOf(const Schedule &schedule) {
  if (schedule.wgmma) {
    const WgmmaTile &tile = schedule.wgmma->tiles[0];
    return {tile.rows(), tile.columns, tile.steps};
  }
  return schedule.mma              ? schedule.mma->tiles[0].block
         : !schedule.tiles.empty() ? schedule.tiles[0].block
                                   : *schedule.block;
}

double fetchedBytes(const Contraction &contraction, const BlockTile &block) {
  double bytes = 0;
  for (int operand = 0; operand < contraction.operandCount(); ++operand)
    bytes += (operand % 2 == 0 ? block.m : block.n) * sizeOf(contraction.operand(operand).type);
  return bytes;
}

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
    // once (NVIDIA's staff on forums.developer.nvidia.com, 77228/2, of 7.0 and 7.5). So are those
    // of a menu's tiles that differ in the next one and read the same columns.
    mix.sharedBytes += bytes * Lanes / (operand % 2 == 0 || arranged ? 2 : 1);
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
  // Each slice of them has k-tiles of its own.
  const double warpSteps = share(double(warps) * block.k) / (menu ? schedule.tiles[0].slices : 1);
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

} // namespace

TileWork workOf(const Contraction &contraction, const Schedule &schedule, int blocksPerSm) {
  return schedule.wgmma  ? wgmmaWork(contraction, schedule)
         : schedule.mma  ? mmaWork(schedule, blocksPerSm)
         : schedule.wmma ? wmmaWork(contraction, schedule, blocksPerSm)
                         : fmaWork(contraction, schedule, blocksPerSm);
}

} // namespace warpsmith
