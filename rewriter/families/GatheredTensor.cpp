// Products whose rows, columns or steps are counted by several indices, on the tensor cores, by
// Hopper's warpgroup instructions or by mma.sync: blocks gather tiles of A and B.
#include "rewriter/families/GatheredTensorTile.h"
#include "rewriter/families/KernelFamily.h"
#include "rewriter/families/PlanText.h"
#include "rewriter/families/StagedTile.h"
#include "rewriter/families/TileWork.h"
#include "rewriter/families/WgmmaTile.h"
#include <algorithm>
#include <cmath>

namespace warpsmith {
namespace {

/// The pass that leads to the plan, without sizes.
std::string passOf(const GatheredTensor &plan) {
  return plan.warpgroups ? "tensorize<wgmma" : "tensorize<mma";
}

/// A tile of C, in the units of its times.
double timeOf(const GatheredTensor &plan, size_t tile, const Problem &problem) {
  return std::ceil(problem.k / stepsOf(plan)) * plan.tiles[tile].step + plan.tiles[tile].epilogue;
}

class GatheredTensorFamily : public KernelFamily {
public:
  std::string passes(const Schedule &schedule) const override {
    const auto &plan = schedule.as<GatheredTensor>();
    return passOf(plan) + (plan.tiles.size() > 1
                               ? ">"
                               : ";" + listText({plan.tiles[0].rows, plan.tiles[0].columns}) + ">");
  }

  std::string describe(const Contraction &contraction, const Schedule &schedule) const override {
    const auto &plan = schedule.as<GatheredTensor>();
    std::string text = "  copies   gathered by all threads, with cp.async where elements are "
                       "adjacent\n";
    for (const GatheredTensorTile &tile : plan.tiles)
      text += "  tile     " + extentsText({tile.rows, tile.columns, stepsOf(plan)}) + ", " +
              std::to_string(tile.threads()) + " threads, " + std::to_string(tile.stages) +
              " stages, " + std::to_string(sharedMemoryBytes(tile, plan, contraction)) +
              " bytes of shared memory\n";
    return text;
  }

  std::string notInvariant(const Contraction &contraction, const Schedule &) const override {
    return contraction.limitsSteps() ? ZerosForSteps : "";
  }

  bool limitsSteps() const override { return true; }
  bool hasMenu() const override { return true; }
  size_t tileCount(const Schedule &schedule) const override {
    return schedule.as<GatheredTensor>().tiles.size();
  }
  BlockTile block(const Schedule &schedule, size_t tile) const override {
    const auto &plan = schedule.as<GatheredTensor>();
    return {plan.tiles[tile].rows, plan.tiles[tile].columns, stepsOf(plan)};
  }
  void keepTile(Schedule &schedule, size_t tile) const override {
    auto &tiles = schedule.find<GatheredTensor>()->tiles;
    tiles = {tiles[tile]};
  }
  void dropTile(Schedule &schedule, size_t tile) const override {
    auto &tiles = schedule.find<GatheredTensor>()->tiles;
    tiles.erase(tiles.begin() + static_cast<ptrdiff_t>(tile));
  }

  std::string takes(const Contraction &contraction) const override {
    return gatheredFamily().takes(contraction);
  }
  std::string takesNoTile() const override {
    return "tensor cores have tiles and copies of their own for gathered operands: no pass follows";
  }

  std::string doesNotFit(const Contraction &contraction, const Schedule &schedule) const override {
    const int available = schedule.architecture->sharedMemoryPerBlock;
    const auto &plan = schedule.as<GatheredTensor>();
    for (const GatheredTensorTile &tile : plan.tiles)
      if (const int bytes = sharedMemoryBytes(tile, plan, contraction); bytes > available)
        return "needs " + std::to_string(bytes) + " bytes of shared memory a block, and has " +
               std::to_string(available);
    return {};
  }

  std::vector<TileResources> resources(const Contraction &contraction,
                                       const Schedule &schedule) const override {
    const auto &plan = schedule.as<GatheredTensor>();
    std::vector<TileResources> result;
    result.reserve(plan.tiles.size());
    for (const GatheredTensorTile &tile : plan.tiles)
      result.push_back(tileResources({tile.rows, tile.columns, stepsOf(plan)}, tile.threads(),
                                     sharedMemoryBytes(tile, plan, contraction),
                                     tileArgumentsText({tile.rows, tile.columns})));
    return result;
  }

  int leastSharedBytes(const Contraction &contraction, const Schedule &schedule) const override {
    const auto &plan = schedule.as<GatheredTensor>();
    int least = sharedMemoryBytes(plan.tiles[0], plan, contraction);
    for (const GatheredTensorTile &tile : plan.tiles)
      least = std::min(least, sharedMemoryBytes(tile, plan, contraction));
    return least;
  }

  Devices devices(const Schedule &schedule) const override {
    return schedule.as<GatheredTensor>().warpgroups ? Devices{Hopper, true} : Devices{Ampere};
  }
  bool gathersVectors() const override { return true; }
  std::vector<std::string> cudaHeaders(const Schedule &schedule) const override {
    std::vector<std::string> headers = KernelFamily::cudaHeaders(schedule);
    if (schedule.as<GatheredTensor>().warpgroups)
      headers.emplace_back("type_traits"); // of cluster.h
    return headers;
  }
  Computation computation(const Contraction &contraction, const Schedule &) const override {
    return productComputation(contraction);
  }

  bool isModelled() const override { return false; } // what gathers cost is not known
  TileWork work(const Contraction &, const Schedule &, int) const override { return {}; }
  Launched launched(const Contraction &contraction, const Schedule &schedule,
                    const Problem &problem) const override {
    // As in kernels/gathered_tensor_launch.cuh.
    const auto &plan = schedule.as<GatheredTensor>();
    const auto slicesOf = [&](size_t tile) {
      const BlockTile of = block(schedule, tile);
      ClustersAtOnce clusters = ClustersOfH200;
      for (int &each : clusters.of)
        each *= plan.tiles[tile].blocks;
      constexpr int LeastSteps = 4; // k-tiles of a slice
      return plan.warpgroups && mayDivideK(schedule)
                 ? slicesOfK(static_cast<long long>(tilesOf(problem, of.m, of.n)),
                             static_cast<long long>(problem.k) / (LeastSteps * of.k), clusters)
                 : 1;
    };
    Launched chosen = fastestOf(tileCount(schedule), [&](size_t tile) {
      const GatheredTensorTile &of = plan.tiles[tile];
      if (const int slices = slicesOf(tile); slices > 1)
        return std::ceil(std::ceil(problem.k / stepsOf(plan)) / slices) * of.step + of.epilogue +
               1000 + of.rows * of.columns / 5.0;
      return waves(contraction, schedule, tile, problem) * timeOf(plan, tile, problem);
    });
    chosen.slices = slicesOf(chosen.tile);
    return chosen;
  }
  double waves(const Contraction &, const Schedule &schedule, size_t tile,
               const Problem &problem) const override {
    const BlockTile of = block(schedule, tile);
    return std::ceil(tilesOf(problem, of.m, of.n) /
                     (schedule.architecture->product.multiprocessors *
                      schedule.as<GatheredTensor>().tiles[tile].blocks));
  }
};

} // namespace

namespace {

/// What a k-tile takes by the architecture's rates, and about what the rest does, in cycles.
void setTimes(GatheredTensorTile &tile, const Architecture &architecture) {
  const int warps = tile.threads() / LanesOfWarp, bytes = 128; // of a line
  const int fetched = (tile.rows + tile.columns) * bytes;
  const int read = warps * (tile.warpM + tile.warpN) * bytes;
  const int tensor = tile.rows * tile.columns * bytes / architecture.fp16;
  const int cache = architecture.l2BytesPerClock ? fetched / architecture.l2BytesPerClock : 0;
  tile.step = std::max({tensor, (read + fetched) / SharedBytesPerClock, cache}) * tile.blocks;
  tile.epilogue = 2000 + tile.rows * tile.columns / 16;
}

} // namespace

std::vector<GatheredTensorTile> gatheredTensorTiles(const Architecture &architecture,
                                                    bool warpgroups) {
  // name, rows, columns, those of a warp, stages, blocks side by side, times of a k-tile and of the
  // rest. Fitted to layers of ResNet-50 in FP16, NHWC, with 64 pictures on an H100. Of wider
  // elements a k-tile has fewer steps and as many bytes, which are what takes its time.
  if (warpgroups)
    return {{"Large", 128, 256, 16, 256, 4, 1, 744, 3400},
            {"Medium", 128, 128, 16, 128, 5, 1, 510, 2000},
            {"Narrow", 128, 64, 16, 64, 4, 2, 650, 2400},
            {"Small", 64, 64, 16, 64, 4, 3, 530, 1900}};
  // Not yet timed.
  constexpr int ForLargest = 160 * 1024; // bytes of shared memory, sm_80's and sm_90's
  std::vector<GatheredTensorTile> tiles;
  if (architecture.sharedMemoryPerBlock >= ForLargest)
    tiles = {{"Large", 128, 256, 64, 64, 3, 1, 0, 0},
             {"Medium", 128, 128, 64, 32, 4, 1, 0, 0},
             {"Small", 64, 64, 32, 32, 4, 2, 0, 0}};
  else
    tiles = {{"Medium", 64, 128, 32, 32, 3, 1, 0, 0}, {"Small", 64, 64, 32, 32, 4, 1, 0, 0}};
  for (GatheredTensorTile &tile : tiles)
    setTimes(tile, architecture);
  return tiles;
}

std::string planGatheredTensor(Schedule &schedule, bool warpgroups, ElementType part,
                               std::optional<std::pair<int, int>> size) {
  GatheredTensor plan = {part, warpgroups, {}};
  std::string known;
  for (const GatheredTensorTile &tile : gatheredTensorTiles(*schedule.architecture, warpgroups)) {
    known += (known.empty() ? "" : ", ") + std::to_string(tile.rows) + ";" +
             std::to_string(tile.columns);
    if (!size || size == std::pair(tile.rows, tile.columns))
      plan.tiles.push_back(tile);
  }
  if (plan.tiles.empty())
    return "there is no tile of " + std::to_string(size->first) + " x " +
           std::to_string(size->second) + " for gathered operands; there are " + known;
  schedule.plan = std::move(plan);
  return {};
}

ElementType integerPart(const Contraction &contraction) {
  return contraction.a.type == contraction.b.type ? contraction.a.type : ElementType::U8;
}

int sharedMemoryBytes(const GatheredTensorTile &tile, const GatheredTensor &plan,
                      const Contraction &contraction) {
  // As in kernels/gathered_tensor_tile.cuh.
  constexpr int Alignment = 1024, RowBytes = 128, Operands = 2, Tables = 2, Entries = 128;
  const int partBytes = std::min(plan.warpgroups && tile.blocks == 1 ? 128 : 64,
                                 tile.warpN * sizeOf(contraction.c.type));
  const auto places = static_cast<int>(contraction.a.places.size() + contraction.b.places.size());
  return Alignment + tile.stages * (tile.rows + tile.columns) * RowBytes +
         tile.threads() / 2 * (partBytes + 16) +
         Tables * (Operands + places) * Entries * sizeOf(ElementType::I32);
}

std::optional<AdjacentRun> adjacentRun(const Matrix &matrix, int group, const IndexGroup &indices) {
  const std::vector<Polynomial> &strides = matrix.strides[group].all();
  const auto movesPlace = [&](size_t index) {
    return std::ranges::any_of(matrix.places, [&](const PaddedPlace &place) {
      return !place.strides[group].all()[index].isZero();
    });
  };
  AdjacentRun run = {strides.size(), Polynomial(1)};
  while (run.first > 0 && strides[run.first - 1] == run.length && !movesPlace(run.first - 1)) {
    --run.first;
    run.length = run.length * indices.indices()[run.first].extent;
  }
  return run.first < strides.size() ? std::optional(run) : std::nullopt;
}

std::optional<AdjacentRun> copiedRun(const Contraction &contraction, const GatheredTensor &plan,
                                     int operand) {
  const Matrix &matrix = contraction.operand(operand);
  // Integers of either sign are bytes.
  const bool lies = matrix.type == plan.part || isInteger(plan.part);
  return lies ? adjacentRun(matrix, operand == 0 ? 1 : 0, contraction.k) : std::nullopt;
}

const KernelFamily &gatheredTensorFamily() {
  static const GatheredTensorFamily Family;
  return Family;
}

} // namespace warpsmith
