// The sizes that `tile` without parameters leaves open.
#include "rewriter/families/DefaultTile.h"
#include "rewriter/families/FmaTile.h"
#include "rewriter/families/KernelFamily.h"
#include "rewriter/families/TileLayout.h"
#include "rewriter/families/TileWork.h"
#include <cmath>

namespace warpsmith {
namespace {

/// A share of the warps that is even over the sub-partitions with eight warps on each of them, but
/// not with four.
bool needsManyWarps(const Fma &fma) {
  if (!fma.fp64Warps)
    return false;
  const Fp64Warps &mix = *fma.fp64Warps;
  return 4 * mix.fp64 % mix.of != 0 && 8 * mix.fp64 % mix.of == 0;
}

BlockTile blockTile(const Contraction &contraction, const Fma &fma) {
  if (needsManyWarps(fma))
    return {64, 64, 16};
  if (contraction.sum == ElementType::C128)
    return {64, 64, 8};
  if (fma.fp64Warps || fma.interleave || sizeOf(contraction.sum) == 8)
    return {128, 64, 16};
  return {128, 128, 16};
}

BlockTile blockTile(const Contraction &contraction, const Wmma &wmma) {
  // Operands to be converted lie in shared memory twice when copies are asynchronous.
  const int convertedSteps = wmma.route == CopyRoute::Asynchronous ? 16 : 32;
  return {128, 128, sizeOf(contraction.a.type) == 2 ? 64 : convertedSteps};
}

ThreadTile threadTile(const Contraction &contraction, const Fma &fma) {
  if (needsManyWarps(fma)) // 32 warps, with few registers each
    return {2, 2};
  if (fma.fp64Warps) // 16 warps, four to a sub-partition
    return {4, 4};
  // Two sets of sums, or wide ones, share the registers.
  if (contraction.sum == ElementType::C128)
    return {4, 4};
  if (fma.interleave || sizeOf(contraction.sum) == 8)
    return {8, 4};
  return {8, 8};
}

/// Copies in flight need no registers, so tiles may be deeper, and there are fewer barriers. A copy
/// warp's thread holds a large part of a tile that it scales, unless its elements are small.
bool mayBeDeeper(const Contraction &contraction, const Fma &fma) {
  if (fma.interleave || fma.fp64Warps)
    return false;
  return fma.route == CopyRoute::Asynchronous ||
         (fma.route == CopyRoute::CopyWarps && fma.stages > 1 && sizeOf(contraction.a.type) == 2);
}

/// The tile with as many steps of k as fit.
Fma withDepth(const Contraction &contraction, const Schedule &schedule, const Fma &fma) {
  if (!mayBeDeeper(contraction, fma))
    return fma;
  Fma deeper = fma;
  deeper.block.k = 32;
  Schedule tried = schedule;
  tried.plan = deeper;
  // On every device that runs the code: sm_86 has less shared memory than sm_80.
  const bool fits =
      familyOf(tried).doesNotFit(contraction, tried).empty() &&
      withLessSharedMemory(*tried.architecture, sharedMemoryBytes(contraction, tried)).empty();
  return fits ? deeper : fma;
}

} // namespace

Fma &singleTile(Schedule &schedule) {
  if (const auto *menu = schedule.find<FmaMenu>())
    schedule.plan = Fma(menu->single);
  return *schedule.find<Fma>();
}

Schedule withMenu(const Contraction &contraction, Schedule schedule, bool columns) {
  Schedule chosen = schedule;
  chosen.plan = FmaMenu{singleTile(schedule), {}, columns, false, false, std::nullopt};
  if (!takesFmaTiles(contraction, chosen))
    return schedule;
  std::vector<FmaTile> tiles = fmaTiles(contraction, chosen);
  if (tiles.empty())
    return schedule;
  chosen.find<FmaMenu>()->tiles = std::move(tiles);
  return chosen;
}

namespace {

/// Where the user gave the sizes of a tile of the menu, that tile: its kernel is the one that was
/// measured in these sizes.
Schedule withGivenTile(const Contraction &contraction, Schedule schedule) {
  const bool onFmaUnits = schedule.is<Fma>() || schedule.is<FmaMenu>();
  if (!onFmaUnits)
    return schedule;
  const Fma given = singleTile(schedule);
  Schedule chosen = withMenu(contraction, schedule, /*columns=*/false);
  auto *menu = chosen.find<FmaMenu>();
  if (!menu)
    return schedule;
  const auto isOther = [&](const FmaTile &tile) {
    return tile.block.m != given.block.m || tile.block.n != given.block.n ||
           tile.block.k != given.block.k || tile.thread.m != given.thread.m ||
           tile.thread.n != given.thread.n;
  };
  std::erase_if(menu->tiles, isOther);
  menu->given = true;
  return menu->tiles.empty() ? schedule : chosen;
}

} // namespace

Schedule withDefaultTile(const Contraction &contraction, Schedule schedule) {
  if (!schedule.staging()->defaultTile)
    return withGivenTile(contraction, std::move(schedule));
  if (auto *wmma = schedule.find<Wmma>()) {
    wmma->block = blockTile(contraction, *wmma);
    return schedule;
  }
  Fma &fma = singleTile(schedule);
  fma.block = blockTile(contraction, fma);
  fma.thread = threadTile(contraction, fma);
  fma = withDepth(contraction, schedule, fma);
  return withMenu(contraction, std::move(schedule), /*columns=*/false);
}

namespace {

/// The number that a size is in this parse.
std::optional<int64_t> knownSize(const Contraction &contraction, Polynomial size) {
  for (const auto &[name, value] : contraction.constants)
    size = size.substitute(name, Polynomial(value));
  return size.constant();
}

} // namespace

Schedule withOneTile(const Contraction &contraction, Schedule schedule) {
  const auto m = knownSize(contraction, contraction.m.extent());
  const auto n = knownSize(contraction, contraction.n.extent());
  const auto steps = contraction.knownSteps();
  const KernelFamily &family = familyOf(schedule);
  if (!m || !n || !steps || contraction.isBatched() || !family.hasMenu() || schedule.otherwise ||
      !family.devices(schedule).alone)
    return schedule;
  const Problem problem = {double(*m), double(*n), double(*steps)};
  if (*m < 1 || *n < 1 || *steps < 1)
    return schedule;
  if (auto *menu = schedule.find<FmaMenu>()) {
    // Rows that cannot be read in vectors have a menu of their own.
    constexpr int VectorBytes = 16;
    for (int operand = 0; operand < contraction.operandCount(); ++operand)
      if (std::fmod(bytesOfRow(contraction, operand, problem), VectorBytes) != 0)
        return schedule;
    const FmaTile tile = menu->tiles[family.launched(contraction, schedule, problem).tile];
    if (menu->columns)
      return schedule;
    menu->tiles = {tile};
    menu->single.block = tile.block;
    menu->single.thread = tile.thread;
    menu->given = true;
    return schedule;
  }
  const Launched launched = family.launched(contraction, schedule, problem);
  if (launched.slices > 1)
    return schedule;
  Schedule one = schedule;
  family.keepTile(one, launched.tile);
  // A tile by itself packs nothing that could be read in place.
  for (int operand = 0; operand < contraction.operandCount(); ++operand)
    if (family.preparation(contraction, schedule, operand, problem).has_value() !=
        family.preparation(contraction, one, operand, problem).has_value())
      return schedule;
  return one;
}

} // namespace warpsmith
