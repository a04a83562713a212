// Products on the FP32, FP64 and integer units: of one tile, or of a menu of tiles among which each
// launch chooses.
#include "rewriter/families/FmaTile.h"
#include "rewriter/families/PlanText.h"
#include "rewriter/families/StagedTile.h"
#include "rewriter/families/TileWork.h"
#include <algorithm>
#include <cmath>

namespace warpsmith {
namespace {

// What was read off kernels, not off units; docs/model.md has the readings.

/// Registers that an FFMA reads where ptxas has placed fragments and sums as it likes: 29 of 100
/// wait for a bank, by docs/ladder.md; the tiles of the menu are written so that 5 do.
constexpr double PlainFfmaReads = 2.58, ArrangedFfmaReads = 2.1;
/// Warps of a sub-partition from which on others work while one waits for what it loads, and from
/// which on some are at their FP64 steps while others are at those in FP32.
constexpr int HidingWarps = 4, FillingWarps = 8;

/// The products of `steps` steps of k on FP32 or FP64 units, with the loads of their fragments.
Mix products(const Contraction &contraction, const Schedule &schedule, double warpSteps,
             const ThreadTile &thread, bool fp64, bool floatProducts, bool arranged) {
  const Computation computation = computationFor(contraction, schedule);
  const int pairs = contraction.operandCount() / 2;
  // FMUL, conversion, DADD.
  const bool floats = fp64 && floatProducts;
  // A product of complex numbers is four of their parts.
  const int parts = isComplex(contraction.sum) ? 4 : 1;
  const double count = warpSteps * pairs * parts * thread.m * thread.n;
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
    // LanesOfWarp of a warp that differ in their lowest bit read the same rows: two of them are
    // served at once (NVIDIA's staff on forums.developer.nvidia.com, 77228/2, of 7.0 and 7.5). So
    // are those of a menu's tiles that differ in the next one and read the same columns.
    mix.sharedBytes += bytes * LanesOfWarp / (operand % 2 == 0 || arranged ? 2 : 1);
    if (fp64 && !floats && sizeOf(layout.stored) < sizeOf(ElementType::F64))
      mix.wideConversions += elements;
    else if (sizeOf(layout.stored) < sizeOf(ElementType::F32))
      mix.narrowConversions += elements;
  }
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
  mix.wideConversions = elements / LanesOfWarp;
  mix.other = warpSteps * (0.5 * wide.m + wide.n) / LanesOfWarp; // loads, of A two rows at once
  mix.sharedBytes = elements * sizeOf(ElementType::F32);
  return mix;
}

/// A block of one tile, or of a menu's.
struct FmaBlock {
  BlockTile block;
  ThreadTile thread;
  int warps;  ///< that compute
  int slices; ///< of them, each with k-tiles of its own
  bool arranged;
};

/// The steps of k of a block's k-tile, of all its products in FP32 or FP64 or of a share of them.
class FmaSteps {
public:
  FmaSteps(const Contraction &of, const Schedule &chosen, const FmaBlock &given, int blocksPerSm)
      : contraction(of),
        schedule(chosen),
        block(given),
        warpSteps(shareOf(double(given.warps) * given.block.k) / given.slices),
        resident(shareOf(double(given.warps) * blocksPerSm)),
        factor(crowding(given.warps, chosen.staging()->copyWarps, blocksPerSm)) {}

  Mix part(double ofWarp, bool fp64, bool floatProducts, bool waitsForRoles) const {
    Mix mix = crowded(
        products(contraction, schedule, ofWarp, block.thread, fp64, floatProducts, block.arranged),
        factor);
    // Warps of the faster role wait for the others at the barrier.
    mix.loadsHidden = !waitsForRoles && resident >= HidingWarps;
    return mix;
  }

  const Contraction &contraction;
  const Schedule &schedule;
  const FmaBlock &block;
  const double warpSteps, resident, factor;
};

/// As the user gives sizes.
std::string tileText(const Fma &fma) {
  return "tile<" + listText({fma.block.m, fma.block.n, fma.block.k, fma.thread.m, fma.thread.n}) +
         ">";
}

class FmaFamily : public KernelFamily {
public:
  bool limitsSteps() const override { return true; }

  std::string passes(const Schedule &schedule) const override {
    const Fma &fma = schedule.as<Fma>();
    return passesText(
        {tileText(fma), stagesPassText(fma), fma.interleave ? interleaveText(*fma.interleave) : "",
         fma.fp64Warps ? "warp-specialize<fp64=" + std::to_string(fma.fp64Warps->fp64) + "/" +
                             std::to_string(fma.fp64Warps->of) + ">"
                       : "",
         copyWarpsPassText(fma)});
  }

  std::string orderOfSums(const Contraction &, const Schedule &schedule) const override {
    const Fma &fma = schedule.as<Fma>();
    return fma.interleave || fma.fp64Warps ? passes(schedule) : OrderOfK;
  }
  std::string notInvariant(const Contraction &, const Schedule &schedule) const override {
    return schedule.as<Fma>().fp64Warps
               ? "which rows of a tile are summed in FP64 depends on where they lie in it"
               : "";
  }

  std::string describe(const Contraction &contraction, const Schedule &schedule) const override {
    const Fma &fma = schedule.as<Fma>();
    std::string text = describeStagedTile(
        contraction, schedule, "  thread   " + extentsText({fma.thread.m, fma.thread.n}) + "\n");
    if (fma.interleave)
      text += "  fp64     " + std::to_string(fma.interleave->fp64) + " of " +
              std::to_string(fma.interleave->period) + " steps\n";
    if (fma.fp64Warps)
      text += "  fp64     " + std::to_string(fma.fp64Warps->fp64) + " of " +
              std::to_string(fma.fp64Warps->of) + " warps\n";
    return text;
  }

  BlockTile block(const Schedule &schedule, size_t) const override {
    return schedule.as<Fma>().block;
  }

  std::string doesNotFit(const Contraction &contraction, const Schedule &schedule) const override {
    const Fma &fma = schedule.as<Fma>();
    if (fma.block.m % fma.thread.m || fma.block.n % fma.thread.n)
      return "block tile " + std::to_string(fma.block.m) + "x" + std::to_string(fma.block.n) +
             " is not a whole number of thread tiles " + std::to_string(fma.thread.m) + "x" +
             std::to_string(fma.thread.n);
    return stagedTileDoesNotFit(contraction, schedule);
  }

  std::vector<TileResources> resources(const Contraction &contraction,
                                       const Schedule &schedule) const override {
    return stagedTileResources(contraction, schedule);
  }

  int leastSharedBytes(const Contraction &contraction, const Schedule &schedule) const override {
    return sharedMemoryBytes(contraction, schedule);
  }

  /// Within a fifth of what ptxas gives for tiles of 1, 4, 32 and 64 elements a thread.
  std::optional<int> expectedRegisters(const Contraction &contraction,
                                       const Schedule &schedule) const override {
    constexpr int Addressing = 21, FetchAddressing = 20;
    constexpr int StepsAtOnce = 4; // of k, whose fragments are in registers
    const Fma &fma = schedule.as<Fma>();
    const int words = std::max<int>(sizeOf(contraction.sum) / 4, 1);
    const int sums = fma.thread.m * fma.thread.n;
    int registers = Addressing + words * (sums + StepsAtOnce * (fma.thread.m + fma.thread.n));
    if (fma.interleave && sums > 1) // of one, ptxas has them in what is free
      registers += 2 * sums;
    if (prefetches(contraction, schedule))
      registers += FetchAddressing + static_cast<int>(fetchedBytes(contraction, fma.block)) *
                                         fma.block.k / 4 / fma.computeThreads();
    return registers;
  }

  Devices devices(const Schedule &schedule) const override { return stagedTileDevices(schedule); }

  TileWork work(const Contraction &contraction, const Schedule &schedule,
                int blocksPerSm) const override {
    const Fma &fma = schedule.as<Fma>();
    const FmaBlock block = {fma.block, fma.thread, fma.computeThreads() / LanesOfWarp, 1, false};
    const FmaSteps steps(contraction, schedule, block, blocksPerSm);
    const Fp64Share share = schedule.fp64Share().value_or(Fp64Share{0, 1, false});
    const bool floats = fma.interleave && fma.interleave->floatProducts;
    Mix mix = steps.part(steps.warpSteps * (share.of - share.fp64) / share.of,
                         partType(contraction.sum) == ElementType::F64, floats, share.ofWarps);
    add(mix, stagingWork(contraction, schedule, fma.block));
    TileWork work;
    work.cycles = share.fp64 ? mixedWork(*schedule.architecture, mix,
                                         steps.part(steps.warpSteps * share.fp64 / share.of, true,
                                                    floats, share.ofWarps),
                                         !share.ofWarps, steps.resident)
                             : interleaved(*schedule.architecture, mix);
    work.exposed = exposedCycles(contraction, schedule);
    return work;
  }
};

/// What of a kernel's template arguments tells it among the others: as FmaTilesText.cpp and
/// FmaColumnsText.cpp write them.
std::string tileArguments(const FmaTile &tile, const Schedule &schedule) {
  std::vector<int> values = {tile.block.m, tile.block.n, tile.block.k, tile.thread.m,
                             tile.thread.n};
  if (tile.wide.n)
    values = {tile.block.m, tile.block.n, tile.thread.n, tile.wide.m, tile.wide.n};
  values.push_back(stages(tile, schedule));
  if (!tile.wide.n)
    values.insert(values.end(), {fillingWarps(tile, schedule), tile.ahead});
  values.insert(values.end(), {tile.computeRegisters, tile.copyRegisters});
  return tileArgumentsText(values);
}

class FmaMenuFamily : public KernelFamily {
public:
  bool limitsSteps() const override { return true; }

  std::string passes(const Schedule &schedule) const override {
    const FmaMenu &menu = schedule.as<FmaMenu>();
    return passesText({menu.given ? tileText(menu.single) : "tile", stagesPassText(menu.single),
                       copyWarpsPassText(menu.single),
                       menu.columns ? "interleave-fp64<columns>" : "", menu.group ? "group" : ""});
  }

  std::string orderOfSums(const Contraction &, const Schedule &schedule) const override {
    return schedule.as<FmaMenu>().columns ? passes(schedule) : OrderOfK;
  }
  std::string notInvariant(const Contraction &, const Schedule &schedule) const override {
    return schedule.as<FmaMenu>().columns
               ? "which columns of a tile are summed in FP64 depends on where they lie in it"
               : "";
  }

  std::string describe(const Contraction &contraction, const Schedule &schedule) const override {
    std::string text = "  copies   " + routeText(CopyRoute::CopyWarps) + "\n";
    for (const FmaTile &tile : everyTile(contraction, schedule)) {
      const int copies = copyWarps(tile, schedule);
      text += "  tile     " + extentsText({tile.block.m, tile.block.n, tile.block.k}) + ", ";
      if (tile.wide.n)
        text += std::to_string(narrowColumns(tile)) + " of the columns in FP32 and " +
                extentsText({tile.wide.m, tile.wide.n}) + " a warp in FP64, ";
      text += extentsText({tile.thread.m, tile.thread.n}) + " a thread, " +
              std::to_string(computeThreads(tile) + LanesOfWarp * copies) + " threads (" +
              std::to_string(copies) + " copy warps), " + std::to_string(stages(tile, schedule)) +
              " stages, " + std::to_string(sharedMemoryBytes(tile, contraction, schedule)) +
              " bytes of shared memory\n";
    }
    return text;
  }

  bool hasMenu() const override { return true; }
  size_t tileCount(const Schedule &schedule) const override { return schedule.menu().size(); }
  BlockTile block(const Schedule &schedule, size_t tile) const override {
    return schedule.menu()[tile].block;
  }
  void keepTile(Schedule &schedule, size_t tile) const override {
    auto &tiles = schedule.find<FmaMenu>()->tiles;
    tiles = {tiles[tile]};
  }
  void dropTile(Schedule &schedule, size_t tile) const override {
    auto &tiles = schedule.find<FmaMenu>()->tiles;
    tiles.erase(tiles.begin() + static_cast<ptrdiff_t>(tile));
  }

  std::vector<TileResources> resources(const Contraction &contraction,
                                       const Schedule &schedule) const override {
    std::vector<TileResources> result;
    for (const FmaTile &tile : everyTile(contraction, schedule))
      result.push_back(tileResources(
          tile.block, computeThreads(tile) + LanesOfWarp * copyWarps(tile, schedule),
          sharedMemoryBytes(tile, contraction, schedule), tileArguments(tile, schedule)));
    return result;
  }

  Devices devices(const Schedule &schedule) const override {
    if (movesRegisters(schedule))
      return {Hopper, true};
    return stagedTileDevices(schedule);
  }

  Computation computation(const Contraction &contraction, const Schedule &schedule) const override {
    return schedule.as<FmaMenu>().columns ? productComputation(contraction)
                                          : exactComputation(contraction);
  }

  TileWork work(const Contraction &contraction, const Schedule &schedule,
                int blocksPerSm) const override {
    const FmaTile &tile = schedule.menu()[0];
    const FmaBlock block = {tile.block, tile.thread, computeThreads(tile) / LanesOfWarp,
                            tile.slices, true};
    const FmaSteps steps(contraction, schedule, block, blocksPerSm);
    Mix mix =
        steps.part(steps.warpSteps, partType(contraction.sum) == ElementType::F64, false, false);
    add(mix, stagingWork(contraction, schedule, tile.block));
    if (schedule.as<FmaMenu>().columns)
      add(mix, wideProducts(tile.wide, steps.warpSteps));
    return {interleaved(*schedule.architecture, mix), exposedCycles(contraction, schedule)};
  }

  double waves(const Contraction &contraction, const Schedule &schedule, size_t index,
               const Problem &problem) const override {
    const int places = schedule.architecture->product.multiprocessors;
    const FmaTile &tile = schedule.menu()[index];
    const double tiles = tilesOf(problem, tile.block.m, tile.block.n);
    if (dividesK(contraction, schedule)) {
      const int slices = divisionOf(tile, schedule, problem).slices;
      return std::ceil(tiles * slices / places) / slices;
    }
    if (contraction.limitsSteps())
      return wavesOfTriangle(static_cast<long long>(tiles), places);
    if (!schedule.as<FmaMenu>().columns || contraction.isBatched())
      return KernelFamily::waves(contraction, schedule, index, problem);
    const auto all = static_cast<long long>(tiles);
    const int slices = slicesOfRest(all, places, static_cast<long long>(problem.k),
                                    2LL * stages(tile, schedule) * tile.block.k);
    return double(partialWavesOf(all, places, slices)) / MostSlicesOfRest;
  }

  Launched launched(const Contraction &contraction, const Schedule &schedule,
                    const Problem &problem) const override {
    return fastestOf(tileCount(schedule), [&](size_t tile) {
      return dividesK(contraction, schedule)
                 ? divisionOf(schedule.menu()[tile], schedule, problem).nanoseconds
                 : waves(contraction, schedule, tile, problem) * schedule.menu()[tile].time *
                       problem.k;
    });
  }

  std::array<PackedDigits, 3> packedDigits(const Schedule &schedule) const override {
    return schedule.as<FmaMenu>().packed;
  }

  double joiningSeconds(const Contraction &contraction, const Schedule &schedule,
                        const Problem &problem, const Launched &) const override {
    if (!dividesK(contraction, schedule))
      return 0;
    const int slices = divisionOf(schedule.menu()[0], schedule, problem).slices;
    return slices > 1 ? timeOfAdding(problem.m * problem.n, slices) * 1e-9 : 0;
  }
};

} // namespace

const KernelFamily &fmaFamily() {
  static const FmaFamily Family;
  return Family;
}

const KernelFamily &fmaMenuFamily() {
  static const FmaMenuFamily Family;
  return Family;
}

} // namespace warpsmith
