#include "rewriter/families/FmaTile.h"
#include "rewriter/families/TileLayout.h"
#include "rewriter/families/TileWork.h"
#include <algorithm>

namespace warpsmith {

namespace {

int nodes(const Expression &expression) {
  int count = 1;
  for (const ExpressionRef &child : expression.children)
    count += nodes(*child);
  return count;
}

/// A step is one FMA: a sum, two operands, and what adds their product. More of it wants registers
/// that the menu's tiles have no room for.
bool isOneFma(const Expression &step) {
  constexpr int SumPlusProduct = 5;
  return nodes(step) <= SumPlusProduct && !step.contains(Expression::Kind::Scalar) &&
         !step.contains(Expression::Kind::Cast);
}

} // namespace

bool takesFmaTiles(const Contraction &contraction, const Schedule &schedule) {
  const auto *menu = schedule.find<FmaMenu>();
  if (!menu || menu->single.route != CopyRoute::CopyWarps || menu->single.stages < 2 ||
      menu->single.fp64Warps || menu->single.interleave)
    return false;
  if (contraction.sum != ElementType::F32 || contraction.operandCount() != 2)
    return false;
  const Computation computation = computationFor(contraction, schedule);
  if (!isOneFma(*computation.step))
    return false;
  for (int operand = 0; operand < 2; ++operand) {
    const TileLayout layout = tileLayout(contraction, schedule, computation, operand);
    if (layout.source != ElementType::F32 || layout.stored != ElementType::F32)
      return false;
  }
  return true;
}

namespace {

/// Registers that a computing thread wants: sums, two fragments of B and one of A for each step
/// ahead, addresses. As many as ptxas takes for the menu.
int wantedRegisters(const FmaTile &tile) {
  constexpr int Addressing = 36;
  return tile.thread.m * tile.thread.n + tile.ahead * (tile.thread.m + 2 * tile.thread.n) +
         Addressing;
}

bool hasRegisters(const FmaTile &tile, int threads) {
  if (tile.wide.n)
    return true; // ptxas takes all that there are
  const int available = tile.computeRegisters
                            ? tile.computeRegisters
                            : std::min(MaxRegistersPerThread, RegistersPerSm / threads);
  return wantedRegisters(tile) <= available;
}

} // namespace

int aloneSharedBytes(const Architecture &architecture) {
  return architecture.sharedMemoryPerSm / 2;
}

namespace {

// A tile: name, block, thread, rings, copy warps that fill a stage, steps ahead, registers, time.

/// Where registers move, ptxas keeps products and loads in order as well (docs/ladder.md). Times
/// are nanoseconds of a step of k on an H200, fitted to the readings of
/// tests/unit/rewriter/readings/fp32-h200.csv with the same time for each launch beside them; tiles
/// of slices are compared with the others at sizes from 512 to 8192.
std::vector<FmaTile> hopperMenu(bool transposesBoth, bool regroups) {
  FmaTile square = {"Square", {64, 64, 32}, {8, 4}, 2, 1, 2, 0, 0, 24};
  FmaTile small = {"Small", {32, 64, 32}, {4, 4}, 2, 1, 2, 0, 0, 15};
  if (transposesBoth) // copies take longer
    square.time = 27, small.time = 18;
  if (regroups) {
    square = {"Square", {64, 64, 16}, {8, 8}, 4, 1, 1, 176, 152, 23, {}, 4};
    small = {"Small", {32, 64, 32}, {8, 4}, 4, 1, 1, 176, 152, 14, {}, 4};
  }
  const FmaTile large = transposesBoth
                            ? FmaTile{"Large", {128, 128, 16}, {8, 8}, 3, 1, 1, 200, 88, 82}
                            : FmaTile{"Large", {128, 128, 16}, {8, 8}, 2, 2, 1, 0, 0, 82};
  std::vector<FmaTile> menu = {{"Huge", {128, 256, 16}, {16, 8}, 2, 0, 1, 208, 88, 160},
                               large,
                               {"Medium", {64, 128, 16}, {8, 8}, 4, 1, 2, 232, 136, 43},
                               {"Oblong", {64, 96, 16}, {8, 6}, 4, 1, 2, 232, 136, 36},
                               square,
                               {"Slender", {64, 48, 32}, {4, 6}, 2, 1, 2, 0, 0, 20}};
  // Where C has few rows, a block has few elements: four warps share them in small parts. The
  // k-tiles of the last two come by eight copy warps.
  if (transposesBoth || regroups)
    menu.push_back(small);
  if (!transposesBoth)
    menu.push_back({"Ribbon", {16, 128, 32}, {4, 4}, 4, 1, 4, 0, 0, 15});
  menu.push_back(
      {"Strip", {16, 64, 32}, {4, 2}, 4, 1, 2, 0, 0, transposesBoth ? 12 : 10, {}, 1, 8});
  menu.push_back({"Flat", {16, 32, 32}, {2, 2}, 5, 1, 2, 0, 0, transposesBoth ? 8 : 7, {}, 1, 8});
  return menu;
}

/// Measured on an H200 at sizes from 512 to 8192.
std::vector<FmaTile> narrowMenu(const Architecture &architecture) {
  const FmaTile huge = {"Huge", {128, 256, 16}, {16, 8}, 2, 0, 1, 208, 88, 165};
  const FmaTile square = {"Square", {64, 64, 16}, {4, 4}, 2, 1, 2, 0, 0, 29};
  const FmaTile small = {"Small", {32, 64, 32}, {4, 4}, 2, 1, 2, 0, 0, 16};
  // ptxas keeps 128 x 192 within 128 registers on Hopper alone.
  const bool hopper = architecture.computeCapability == 90;
  const FmaTile large = hopper ? FmaTile{"Large", {128, 192, 16}, {8, 8}, 2, 0, 1, 0, 0, 131}
                               : FmaTile{"Large", {128, 128, 16}, {8, 8}, 2, 0, 1, 0, 0, 94};
  return {huge, large, {"Medium", {64, 128, 16}, {8, 4}, 2, 1, 2, 0, 0, 49}, square, small};
}

/// The same with columns in FP64, a warp's part of which is last. Times are of prototypes of both
/// tiles (docs/ladder.md), at 4096 and 8192.
std::vector<FmaTile> wideMenu() {
  return {{"Large", {128, 160, 16}, {4, 8}, 2, 0, 1, 232, 40, 115, {64, 24}},
          {"Medium", {128, 128, 16}, {4, 8}, 2, 0, 1, 232, 40, 100, {64, 16}}};
}

/// With eight copy warps; times were measured against those of the menu beside it. Columns in FP64
/// have no registers for them.
std::vector<FmaTile> raggedMenu(bool regroups) {
  return {{"RaggedHuge", {128, 256, 16}, {16, 8}, 2, 4, 1, 208, 48, 161, {}, 1, 8},
          {"RaggedMedium", {64, 128, 32}, {8, 4}, 2, 2, 1, 184, 72, 47, {}, 1, 8},
          {"RaggedOblong", {64, 96, 16}, {8, 6}, 4, 1, 2, 208, 72, 38, {}, 1, 8},
          regroups ? FmaTile{"RaggedSquare", {64, 64, 16}, {8, 8}, 4, 1, 1, 176, 80, 32, {}, 4, 8}
                   : FmaTile{"RaggedSquare", {64, 64, 16}, {4, 4}, 2, 2, 2, 0, 0, 32, {}, 1, 8},
          {"RaggedSmall", {32, 64, 32}, {4, 4}, 2, 2, 2, 0, 0, 22, {}, 1, 8}};
}

/// Slices that go their own ways must not see an old phase of a barrier for a new one. Then those
/// who fill a stage have filled for its last reader before, and those who read it have read of its
/// last filler. A slice holds a stage until its next one is full, so that there is one more.
bool slicesTakeTurns(const FmaTile &tile, const Schedule &schedule) {
  const int all = stages(tile, schedule);
  const int fillers = copyWarps(tile, schedule) / fillingWarps(tile, schedule);
  return tile.slices == 1 || (all > tile.slices && (all - tile.slices) % fillers == 0 &&
                              (all - fillers) % tile.slices == 0);
}

/// The tiles with as many stages as fit. Where slices do not fit, or so many stages do not suit
/// them, the tile of the same name in `plain` takes the place: it has no slices. Where there is
/// none, the tile is left out.
std::vector<FmaTile> fitted(std::vector<FmaTile> tiles, const std::vector<FmaTile> &plain,
                            const Contraction &contraction, const Schedule &schedule) {
  const int limit = schedule.architecture->sharedMemoryPerBlock;
  const auto fits = [&](const FmaTile &tile) {
    return sharedMemoryBytes(tile, contraction, schedule) <= limit;
  };
  const auto fit = [&](FmaTile &tile) {
    while (tile.rings > 1 && !fits(tile))
      --tile.rings;
  };
  std::vector<FmaTile> all;
  for (FmaTile &tile : tiles) {
    fit(tile);
    if (!slicesTakeTurns(tile, schedule) || !fits(tile)) {
      const auto same = std::ranges::find(plain, tile.name, &FmaTile::name);
      if (same == plain.end())
        continue;
      tile = *same;
      fit(tile);
    }
    if (fits(tile))
      all.push_back(tile);
  }
  return all;
}

} // namespace

std::vector<FmaTile> fmaTiles(const Contraction &contraction, const Schedule &schedule) {
  // Registers move between warpgroups, of four warps.
  const FmaMenu &of = schedule.as<FmaMenu>();
  const bool moves = schedule.architecture->movesRegisters() && of.single.copyWarps == 4;
  const Computation computation = computationFor(contraction, schedule);
  const auto isTransposed = [&](int operand) {
    return tileLayout(contraction, schedule, computation, operand).contiguousAlongK;
  };
  const auto menu = [&](bool regroups) {
    return of.columns ? wideMenu()
           : moves    ? hopperMenu(isTransposed(0) && isTransposed(1), regroups)
                      : narrowMenu(*schedule.architecture);
  };
  const bool regroups = schedule.mayRegroup() && !contraction.limitsSteps();
  std::vector<FmaTile> tiles = fitted(menu(regroups), menu(false), contraction, schedule);
  std::erase_if(tiles, [&](const FmaTile &tile) {
    const int threads = computeThreads(tile) + 32 * of.single.copyWarps;
    return (tile.computeRegisters && !moves) || threads > 1024 || !hasRegisters(tile, threads);
  });
  return tiles;
}

std::vector<FmaTile> raggedTiles(const Contraction &contraction, const Schedule &schedule) {
  const auto *menu = schedule.find<FmaMenu>();
  if (!menu || menu->columns || menu->given || menu->single.copyWarps != 4 ||
      !schedule.architecture->movesRegisters())
    return {};
  std::vector<FmaTile> tiles =
      fitted(raggedMenu(sumsInSlices(schedule)), raggedMenu(false), contraction, schedule);
  if (menu->afterSplit && !contraction.isBatched())
    std::erase_if(tiles, [](const FmaTile &tile) { return tile.name == "RaggedHuge"; });
  return tiles;
}

Schedule afterSplit(Schedule schedule) {
  if (auto *menu = schedule.find<FmaMenu>(); menu && !menu->columns && !menu->given) {
    menu->afterSplit = true;
    const auto isLeftOut = [](const FmaTile &tile) {
      return tile.name == "Large" || tile.name == "Medium" || tile.name == "Oblong" ||
             tile.name == "Slender";
    };
    if (!std::ranges::all_of(menu->tiles, isLeftOut))
      std::erase_if(menu->tiles, isLeftOut);
  }
  return schedule;
}

std::vector<FmaTile> everyTile(const Contraction &contraction, const Schedule &schedule) {
  std::vector<FmaTile> tiles = schedule.menu();
  const std::vector<FmaTile> ragged = raggedTiles(contraction, schedule);
  tiles.insert(tiles.end(), ragged.begin(), ragged.end());
  return tiles;
}

Schedule leftBy(const Contraction &contraction, const Schedule &first, Schedule schedule) {
  constexpr int64_t MostLeft = 400'000'000; // products that may be left where larger ones are not
  if (!first.split())
    return schedule;
  if (auto *menu = schedule.find<FmaMenu>(); menu && contraction.isBatched())
    menu->afterSplit = !menu->columns;
  else if (first.leastProducts.value_or(0) <= MostLeft)
    return afterSplit(std::move(schedule));
  return schedule;
}

std::string takesNoGroup(const Schedule &schedule) {
  const auto *menu = schedule.find<FmaMenu>();
  if (!menu || menu->columns)
    return "it is for the menu of tiles that "
           "'tile,pipeline<stages=n>,warp-specialize<dma=p>' has for sums in FP32";
  return menu->group ? "it stands there already" : "";
}

Schedule grouped(Schedule schedule) {
  constexpr int MostElements = 64 * 128;
  Group group{schedule.menu()};
  std::erase_if(group.tiles,
                [](const FmaTile &tile) { return tile.block.m * tile.block.n > MostElements; });
  if (!group.tiles.empty())
    schedule.find<FmaMenu>()->group = std::move(group);
  return schedule;
}

namespace {

Schedule alone(Schedule schedule, bool keepsKernel) {
  if (auto *menu = schedule.find<FmaMenu>()) {
    menu->likeGroup = keepsKernel && !menu->columns;
    menu->group.reset();
  }
  if (schedule.otherwise)
    schedule.otherwise = std::make_shared<Schedule>(alone(*schedule.otherwise, keepsKernel));
  return schedule;
}

} // namespace

Schedule withoutGroup(Schedule schedule) {
  return alone(std::move(schedule), /*keepsKernel=*/false);
}

Schedule withKernelOfGroup(Schedule schedule) {
  return alone(std::move(schedule), /*keepsKernel=*/true);
}

bool hasKernelOfGroup(const Schedule &schedule) {
  const auto *menu = schedule.find<FmaMenu>();
  return menu && (menu->group || menu->likeGroup);
}

bool sumsInSlices(const Schedule &schedule) {
  return std::any_of(schedule.menu().begin(), schedule.menu().end(),
                     [](const FmaTile &tile) { return tile.slices > 1; });
}

bool dividesK(const Contraction &contraction, const Schedule &schedule) {
  const auto *menu = schedule.find<FmaMenu>();
  return menu && !menu->columns && schedule.mayRegroup() && !contraction.isBatched() &&
         !contraction.limitsSteps();
}

bool comparesTime(const Contraction &contraction, const Schedule &schedule) {
  const auto *menu = schedule.find<FmaMenu>();
  return dividesK(contraction, schedule) ||
         (menu && menu->afterSplit && contraction.isBatched() && schedule.mayRegroup());
}

Division divisionOf(const FmaTile &tile, const Schedule &schedule, const Problem &problem) {
  return divisionOf(static_cast<long long>(tilesOf(problem, tile.block.m, tile.block.n)),
                    schedule.architecture->product.multiprocessors,
                    static_cast<long long>(problem.k), tile.block.k, tile.time,
                    problem.m * problem.n);
}

bool movesRegisters(const Schedule &schedule) {
  return std::any_of(schedule.menu().begin(), schedule.menu().end(),
                     [](const FmaTile &tile) { return tile.computeRegisters > 0; });
}

int computeThreads(const FmaTile &tile) {
  const int ofWarp = 32 * tile.thread.m * tile.thread.n + tile.wide.m * tile.wide.n;
  return tile.block.m * tile.block.n / ofWarp * 32 * tile.slices;
}

int narrowColumns(const FmaTile &tile) {
  const int warpsAlongN = computeThreads(tile) / 32 * tile.wide.m / tile.block.m;
  return tile.block.n - warpsAlongN * tile.wide.n;
}

int widePitch(const FmaTile &tile) {
  constexpr int Banks = 32, RowOfLanes = 8;
  return (tile.block.n + Banks - RowOfLanes - 1) / Banks * Banks + RowOfLanes;
}

int copyWarps(const FmaTile &tile, const Schedule &schedule) {
  return tile.copyWarps ? tile.copyWarps : schedule.staging()->copyWarps;
}

int stages(const FmaTile &tile, const Schedule &schedule) {
  return schedule.staging()->stages * tile.rings;
}

int fillingWarps(const FmaTile &tile, const Schedule &schedule) {
  const int warps = copyWarps(tile, schedule);
  int together = tile.filling && tile.filling < warps ? tile.filling : warps;
  while (warps % together != 0 || warps / together > stages(tile, schedule))
    ++together;
  return together;
}

int runLength(const FmaTile &tile) {
  return tile.wide.n || (tile.thread.m % FmaRun == 0 && tile.thread.n % FmaRun == 0) ? FmaRun
                                                                                     : FmaRun / 2;
}

int sharedMemoryBytes(const FmaTile &tile, const Contraction &contraction,
                      const Schedule &schedule) {
  constexpr int BarriersOfStage = 16, Word = 4;
  const Computation computation = computationFor(contraction, schedule);
  const bool wide = tile.wide.n > 0;
  int columns = tile.block.m + (wide ? widePitch(tile) + runLength(tile) : tile.block.n);
  for (const int operand : {0, 1})
    if (!wide && tileLayout(contraction, schedule, computation, operand).contiguousAlongK)
      columns += runLength(tile);
  const int patches = computeThreads(tile) * (wide ? FmaRun : 1) * tile.thread.n;
  const int used =
      stages(tile, schedule) * (columns * tile.block.k * Word + BarriersOfStage) +
      (patches + (tile.slices > 1 ? tile.slices * tile.block.m * tile.block.n : 0)) * Word;
  return std::max(used, schedule.architecture->hasDependentLaunch()
                            ? aloneSharedBytes(*schedule.architecture)
                            : 0);
}

} // namespace warpsmith
