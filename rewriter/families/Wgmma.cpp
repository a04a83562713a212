// Hopper's asynchronous tensor cores: warpgroup products of tiles that TMA brings.
#include "rewriter/families/PlanText.h"
#include "rewriter/families/StagedTile.h"
#include "rewriter/families/TileWork.h"
#include "rewriter/families/WgmmaTile.h"
#include "runtime/include/warpsmith/device/packing_choice.h"
#include "runtime/include/warpsmith/device/slice_choice.h"
#include "runtime/include/warpsmith/device/tile_time.h"
#include <algorithm>
#include <cmath>
#include <limits>

namespace warpsmith {
namespace {

/// Rows and columns of C that the blocks of a cluster compute: their tiles lie below each other or,
/// where B comes from registers, beside each other.
std::pair<double, double> clusterOf(const Contraction &contraction, const Wgmma &wgmma,
                                    const WgmmaTile &tile) {
  const double left = tile.rows() * tile.below, right = tile.columns * tile.beside;
  return operandInRegisters(contraction, wgmma) == 1 ? std::pair(right, left)
                                                     : std::pair(left, right);
}

double clustersOf(const Contraction &contraction, const Wgmma &wgmma, size_t index,
                  const Problem &problem) {
  const auto [rows, columns] = clusterOf(contraction, wgmma, wgmma.tiles[index]);
  // Ordinary data need the middle number of moduli.
  const int products = wgmma.split == Split::Int8xn ? (LeastModuli + MostModuli) / 2 : 1;
  return products * tilesOf(problem, rows, columns, wgmma.symmetric);
}

/// Steps of the sums: two products whose operands are split follow each other.
double stepsOf(const Contraction &contraction, const Wgmma &wgmma, const Problem &problem) {
  return wgmma.parts > 1 && contraction.operandCount() > 2 ? 2 * problem.k : problem.k;
}

/// What a launch compares tiles by where operands are of one part. What the ring brings for
/// results is asked once, not for each tile and size.
TileTime timeOf(const WgmmaTile &tile, const Contraction &contraction, const Schedule &schedule,
                const Problem &problem, const RingReads &reads) {
  const bool pairs = contraction.region == Region::Full && std::fmod(problem.n, 2) == 0;
  const StoredBy by = storesTiles(tile, contraction, schedule, reads) ? StoredBy::Tma
                      : pairs                                         ? StoredBy::Pairs
                                                                      : StoredBy::Elements;
  const Wgmma &wgmma = schedule.as<Wgmma>();
  const bool turned = operandInRegisters(contraction, wgmma) == 1;
  const double rows = turned ? problem.n : problem.m, columns = turned ? problem.m : problem.n;
  const double copiedLeft = rowsCopied(tile.rows(), rows) / tile.beside;
  const double copiedRight =
      rowsCopied(columnsCopied(tile, contraction, wgmma), columns) / tile.below;
  return {turned ? copiedRight : copiedLeft,
          turned ? copiedLeft : copiedRight,
          turned ? tile.below : tile.beside,
          turned ? tile.beside : tile.below,
          double(tile.time),
          timeOfEpilogue(tile.rows() * tile.columns, sizeOf(storedType(contraction, wgmma)),
                         reads.any(), by),
          rowsOfMemory(tile.rows(), tile.columns, rows, columns),
          wgmma.im2col,
          tile.inTurns};
}

/// What a block computes of C. Where B is split in registers, its columns are the tile's rows.
BlockTile blockOf(const Wgmma &wgmma, const WgmmaTile &tile) {
  return wgmma.split == Split::InRegisters ? BlockTile{tile.columns, tile.rows(), tile.steps}
                                           : BlockTile{tile.rows(), tile.columns, tile.steps};
}

class WgmmaFamily : public KernelFamily {
public:
  std::string orderOfSums(const Contraction &, const Schedule &schedule) const override {
    const Wgmma &wgmma = schedule.as<Wgmma>();
    return "wgmma of " + std::string(cudaName(wgmma.part)) + ", " + std::to_string(wgmma.parts) +
           " parts";
  }
  std::string notInvariant(const Contraction &, const Schedule &schedule) const override {
    const Wgmma &wgmma = schedule.as<Wgmma>();
    if (wgmma.split == Split::ByData)
      return "the data of all rows choose the split; split<bf16x6> is a fixed one";
    if (wgmma.split == Split::Int8xn)
      return "the data of all rows choose the number of moduli";
    if (wgmma.split == Split::InRegisters)
      return "rows of B must begin at multiples of 16 bytes; split<bf16x6> takes any";
    if (wgmma.symmetric)
      return "one triangle of C is the other's mirror image, whose parts are multiplied in another "
             "order";
    if (wgmma.ranges)
      return ZerosForSteps;
    return {};
  }

  std::string passes(const Schedule &schedule) const override {
    const Wgmma &wgmma = schedule.as<Wgmma>();
    return passesText({wgmma.split ? splitText(*wgmma.split, wgmma.workspace) : "",
                       wgmma.tiles.size() > 1 ? "tensorize<wgmma>"
                                              : "tensorize<wgmma;" + wgmma.tiles[0].size() + ">",
                       wgmma.symmetric ? "symmetric" : ""});
  }

  std::string describe(const Contraction &contraction, const Schedule &schedule) const override {
    std::string text = "  copies   by TMA, from a producer warp\n";
    for (const WgmmaTile &tile : schedule.as<Wgmma>().tiles) {
      const BlockTile block = blockOf(schedule.as<Wgmma>(), tile);
      text += "  tile     " + extentsText({block.m, block.n, block.k}) + ", " +
              std::to_string(tile.stages) + " stages, clusters of " +
              std::to_string(tile.cluster()) + ", " +
              std::to_string(sharedMemoryBytes(tile, contraction, schedule)) +
              " bytes of shared memory\n";
    }
    return text;
  }

  bool hasMenu() const override { return true; }
  size_t tileCount(const Schedule &schedule) const override {
    return schedule.as<Wgmma>().tiles.size();
  }
  BlockTile block(const Schedule &schedule, size_t index) const override {
    const Wgmma &wgmma = schedule.as<Wgmma>();
    return blockOf(wgmma, wgmma.tiles[index]);
  }
  void keepTile(Schedule &schedule, size_t tile) const override {
    auto &tiles = schedule.find<Wgmma>()->tiles;
    tiles = {tiles[tile]};
  }
  void dropTile(Schedule &schedule, size_t tile) const override {
    auto &tiles = schedule.find<Wgmma>()->tiles;
    tiles.erase(tiles.begin() + static_cast<ptrdiff_t>(tile));
  }

  std::string takesNoTile() const override {
    return "tensorize<wgmma> has tiles and copies of its own: no pass but symmetric follows it";
  }

  std::vector<TileResources> resources(const Contraction &contraction,
                                       const Schedule &schedule) const override {
    const Wgmma &wgmma = schedule.as<Wgmma>();
    std::vector<TileResources> result;
    result.reserve(wgmma.tiles.size());
    for (const WgmmaTile &tile : wgmma.tiles)
      result.push_back(tileResources(
          blockOf(wgmma, tile), tile.threads(), sharedMemoryBytes(tile, contraction, schedule),
          wgmma.tiles.size() > 1 ? "::" + std::string(tile.name) : std::string()));
    return result;
  }

  bool limitsSteps() const override { return true; }
  Devices devices(const Schedule &) const override { return {Hopper, true}; }

  Computation computation(const Contraction &contraction, const Schedule &schedule) const override {
    return productComputation(contraction, schedule.as<Wgmma>().split.has_value());
  }

  /// Warpgroup products run beside all else, in steps as long as the slowest of their units.
  TileWork work(const Contraction &contraction, const Schedule &schedule, int) const override {
    const Architecture &architecture = *schedule.architecture;
    const Wgmma &wgmma = schedule.as<Wgmma>();
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
    const double fetched = pairs * wgmma.parts *
                           (double(tile.rows()) / tile.beside + double(tile.columns) / tile.below) *
                           rowBytes;
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

  double waves(const Contraction &contraction, const Schedule &schedule, size_t tile,
               const Problem &problem) const override {
    const Wgmma &wgmma = schedule.as<Wgmma>();
    const int places = placesOf(wgmma.tiles[tile], schedule.architecture->product.multiprocessors);
    return std::ceil(clustersOf(contraction, wgmma, tile, problem) / places);
  }

  Launched launched(const Contraction &contraction, const Schedule &schedule,
                    const Problem &problem) const override {
    const RingReads reads = ringReads(contraction, schedule);
    const Packing packing = packingFor(contraction, schedule, problem, reads);
    return launchedWith(contraction, schedule, problem, rowsOf(contraction, 0, packing.a, problem),
                        rowsOf(contraction, 1, packing.b, problem), reads);
  }

  double joiningSeconds(const Contraction &contraction, const Schedule &schedule,
                        const Problem &problem, const Launched &launched) const override {
    const Wgmma &wgmma = schedule.as<Wgmma>();
    if (launched.slices == 1)
      return 0;
    if (launched.inMemory)
      return timeOfAddingSlices(clustersOf(contraction, wgmma, 0, problem) * wgmma.tiles[0].rows() *
                                    wgmma.tiles[0].columns,
                                launched.slices) *
             1e-9;
    return timeOfJoining(wgmma.tiles[0].rows(), wgmma.tiles[0].columns) * 1e-9;
  }

  std::optional<Preparation> preparation(const Contraction &contraction, const Schedule &schedule,
                                         int operand, const Problem &problem) const override {
    const Wgmma &wgmma = schedule.as<Wgmma>();
    if (wgmma.split == Split::Int8xn) // and its residues are read with C
      return Preparation{MostModuli, true};
    if (wgmma.split == Split::InRegisters && operand == 1)
      return std::nullopt;
    const int written = wgmma.parts * sizeOf(wgmma.part);
    if (wgmma.parts > 1 || (sizeOf(wgmma.part) == 1 && !contraction.runsAlongK(operand)))
      return Preparation{written, true};
    const Packing packing =
        packingFor(contraction, schedule, problem, ringReads(contraction, schedule));
    const bool packed = operand % 2 == 0 ? packing.a : packing.b;
    return packed ? std::optional(Preparation{written, false}) : std::nullopt;
  }

  /// One for all operands, and one that finds out whether they need more parts. Residues take two
  /// that measure and one that reduces, one that puts sums together, and one for what they do not
  /// keep.
  int preparingLaunches(const Schedule &schedule) const override {
    const std::optional<Split> split = schedule.as<Wgmma>().split;
    return split == Split::Int8xn ? 5 : split == Split::ByData ? 2 : 1;
  }

  bool preparesOperands() const override { return true; }
  bool splitsWhatLies(const Schedule &schedule) const override {
    return schedule.as<Wgmma>().split == Split::InRegisters;
  }
  std::vector<std::string> cudaHeaders(const Schedule &) const override {
    return {"cuda_fp16.h", "cuda_bf16.h", "type_traits"};
  }
  std::string numericsSentence(const Schedule &schedule) const override {
    if (schedule.numerics == Numerics::BitExact)
      return "bitexact: sums of integers wrap, and are the original's in any order.";
    if (schedule.as<Wgmma>().split == Split::Int8xn)
      return "fp64: sums are regrouped; the error is at most that of summing in FP64. Elements "
             "are\n"
             "//   integers, and products are taken modulo 14 to 16 numbers: how many, the device "
             "finds\n"
             "//   out at each launch. Tiles of C with a row of A and a column of B whose elements "
             "are\n"
             "//   too unlike are summed on FP64's tensor cores.";
    if (schedule.numerics != Numerics::Fp32)
      return KernelFamily::numericsSentence(schedule);
    if (schedule.as<Wgmma>().split == Split::Fp16x3)
      return name(schedule.numerics) +
             ", for the narrow range that the user promised: in each row of A and column of B\n"
             "//   elements are of like size. Then the error is at most that of summing in FP32.\n"
             "//   An element below 2^-17 of the largest in its row or column loses bits." +
             invariantSentence(schedule);
    if (schedule.as<Wgmma>().split == Split::ByData)
      return "fp32: sums are regrouped; the error is at most that of summing in FP32. Elements "
             "are\n"
             "//   two FP16 parts each, or three BF16 parts where the device finds, at each "
             "launch,\n"
             "//   that two would lose too much of a row of A or column of B.";
    return KernelFamily::numericsSentence(schedule);
  }

private:
  /// How rows of an operand lie that TMA copies.
  Rows rowsOf(const Contraction &contraction, int operand, bool packed,
              const Problem &problem) const {
    if (packed)
      return Rows::OfSectors;
    return rowsAsTheyLie<char>(static_cast<long long>(bytesOfRow(contraction, operand, problem)));
  }

  /// The operands that are packed or split, as generated code decides.
  Packing packingFor(const Contraction &contraction, const Schedule &schedule,
                     const Problem &problem, const RingReads &reads) const {
    constexpr double CopyBytes = 16;
    const Wgmma &wgmma = schedule.as<Wgmma>();
    if (wgmma.parts > 1 || wgmma.split == Split::Int8xn)
      return {true, true};
    const auto mustBePacked = [&](int of) {
      return std::fmod(bytesOfRow(contraction, of, problem), CopyBytes) != 0 ||
             sizeOf(contraction.operand(of).type) != sizeOf(wgmma.part) ||
             (sizeOf(wgmma.part) == 1 && !contraction.runsAlongK(of));
    };
    const Packing needed = {mustBePacked(0), mustBePacked(1)};
    if (wgmma.tiles.size() == 1)
      return needed;
    const auto isAcross = [&](int of, bool packed) {
      return rowsOf(contraction, of, packed, problem) == Rows::AcrossSectors;
    };
    const auto timeWith = [&](const Packing &packing) {
      return launchedWith(contraction, schedule, problem,
                          rowsOf(contraction, 0, packing.a, problem),
                          rowsOf(contraction, 1, packing.b, problem), reads)
          .nanoseconds;
    };
    const double bytesOfStep = problem.k * sizeOf(wgmma.part);
    return fastestPacking(needed, isAcross(0, needed.a), isAcross(1, needed.b),
                          problem.m * bytesOfStep, problem.n * bytesOfStep, timeWith);
  }

  /// What takes least where rows lie so.
  Launched launchedWith(const Contraction &contraction, const Schedule &schedule,
                        const Problem &problem, Rows rowsOfA, Rows rowsOfB,
                        const RingReads &reads) const {
    const Wgmma &wgmma = schedule.as<Wgmma>();
    if (wgmma.split == Split::InRegisters)
      return launchedRows(contraction, schedule, problem);
    Launched best = {0, 1, false, std::numeric_limits<double>::infinity()};
    const auto compare = [&](const Launched &other) {
      if (other.nanoseconds < best.nanoseconds)
        best = other;
    };
    for (size_t index = 0; index < wgmma.tiles.size(); ++index)
      if (mayBeWhole(wgmma.tiles[index], schedule))
        compare({index, 1, false,
                 timeWith(contraction, schedule, index, problem, rowsOfA, rowsOfB, reads)});
    for (size_t index = 0; index < wgmma.tiles.size(); ++index) {
      const WgmmaTile &tile = wgmma.tiles[index];
      if (!mayBeSliced(tile, schedule))
        continue;
      const auto tiles = static_cast<long long>(clustersOf(contraction, wgmma, index, problem));
      // Fragments in registers are those of two k-tiles in turn.
      const int together = operandInRegisters(contraction, wgmma) ? 2 : 1;
      const double steps = stepsOf(contraction, wgmma, problem);
      const auto parts = static_cast<long long>(std::ceil(steps / (together * tile.steps)));
      const int multiprocessors = schedule.architecture->product.multiprocessors;
      const auto timeOfSlices = [&](int slices) {
        const long long kTiles = (parts + slices - 1) / slices * together;
        if (wgmma.parts > 1)
          return timeOfSplitTiles(tile.time, wgmma.parts, 1, kTiles * tile.steps);
        return timeInSlices(timeOf(tile, contraction, schedule, problem, reads), tiles, slices,
                            multiprocessors, kTiles, rowsOfA, rowsOfB);
      };
      const int most =
          leavesSums(contraction, schedule) ? mostSlicesInMemory(tiles, parts, multiprocessors) : 1;
      const SliceChoice choice =
          choiceOfSlices(slicesOfK(tiles, parts, ClustersOfH200), most,
                         static_cast<double>(tiles) * tile.rows() * tile.columns,
                         (problem.m + problem.n) * steps * wgmma.parts * sizeOf(wgmma.part),
                         timeOfJoining(tile.rows(), tile.columns), timeOfSlices);
      if (choice.slices > 1)
        compare({index, choice.slices, choice.inMemory, choice.nanoseconds});
    }
    return best;
  }

  /// The same where B is split in registers.
  Launched launchedRows(const Contraction &contraction, const Schedule &schedule,
                        const Problem &problem) const {
    const Wgmma &wgmma = schedule.as<Wgmma>();
    Launched best = {0, 1, false, std::numeric_limits<double>::infinity()};
    for (size_t index = 0; index < wgmma.tiles.size(); ++index) {
      const WgmmaTile &tile = wgmma.tiles[index];
      const auto tiles = static_cast<long long>(clustersOf(contraction, wgmma, index, problem));
      const auto pairs = static_cast<long long>(std::ceil(problem.k / (2 * tile.steps)));
      const int slices = slicesOfK(tiles, pairs, ClustersOfH200);
      const long long waves =
          wavesOf(tiles * slices, schedule.architecture->product.multiprocessors);
      const double nanoseconds = timeOfSplitRows(
          tile.time, waves, static_cast<long long>(std::ceil(problem.k / slices)) / tile.steps + 1,
          problem.m * problem.k, problem.n * problem.k * sizeOf(ElementType::F32));
      if (nanoseconds < best.nanoseconds)
        best = {index, slices, false, nanoseconds};
    }
    return best;
  }

  /// How long C takes in tiles of the menu, as generated code compares them.
  double timeWith(const Contraction &contraction, const Schedule &schedule, size_t index,
                  const Problem &problem, Rows rowsOfA, Rows rowsOfB,
                  const RingReads &reads) const {
    const Wgmma &wgmma = schedule.as<Wgmma>();
    const WgmmaTile &tile = wgmma.tiles[index];
    if (wgmma.parts > 1)
      return timeOfSplitTiles(tile.time, wgmma.parts,
                              static_cast<long long>(waves(contraction, schedule, index, problem)),
                              static_cast<long long>(stepsOf(contraction, wgmma, problem)));
    const auto clusters = static_cast<long long>(clustersOf(contraction, wgmma, index, problem));
    const int places = placesOf(tile, schedule.architecture->product.multiprocessors);
    const auto timeOfSteps = [&](long long tiles, double steps) {
      return timeOfTiles(timeOf(tile, contraction, schedule, problem, reads), tiles, places,
                         static_cast<long long>(std::ceil(steps / tile.steps)), rowsOfA, rowsOfB);
    };
    if (!wgmma.ranges)
      return timeOfSteps(clusters, problem.k);
    // As long as if all tiles had the average, or as one with the most.
    const auto [rows, columns] = clusterOf(contraction, wgmma, tile);
    return std::max(timeOfSteps(clusters, warpsmith::stepsOf(contraction, problem, rows, columns)),
                    timeOfSteps(std::min<long long>(clusters, places), problem.k));
  }
};

} // namespace

const KernelFamily &wgmmaFamily() {
  static const WgmmaFamily Family;
  return Family;
}

} // namespace warpsmith
