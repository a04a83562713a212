// Products whose rows, columns or steps are counted by several indices, on Hopper's warpgroup
// instructions: blocks gather tiles of A and B.
#include "rewriter/families/GatheredWgmmaTile.h"
#include "rewriter/families/KernelFamily.h"
#include "rewriter/families/PlanText.h"
#include "rewriter/families/StagedTile.h"
#include "rewriter/families/TileWork.h"
#include <algorithm>
#include <cmath>

namespace warpsmith {
namespace {

/// Nanoseconds of a tile of C.
double timeOf(const GatheredWgmma &plan, size_t tile, const Problem &problem) {
  return std::ceil(problem.k / stepsOf(plan)) * plan.tiles[tile].step + plan.tiles[tile].epilogue;
}

class GatheredWgmmaFamily : public KernelFamily {
public:
  std::string passes(const Schedule &schedule) const override {
    const auto &tiles = schedule.as<GatheredWgmma>().tiles;
    return tiles.size() > 1
               ? "tensorize<wgmma>"
               : "tensorize<wgmma;" + listText({tiles[0].rows, tiles[0].columns}) + ">";
  }

  std::string describe(const Contraction &contraction, const Schedule &schedule) const override {
    const auto &plan = schedule.as<GatheredWgmma>();
    std::string text = "  copies   gathered by all threads, with cp.async where elements are "
                       "adjacent\n";
    for (const GatheredWgmmaTile &tile : plan.tiles)
      text += "  tile     " + extentsText({tile.rows, tile.columns, stepsOf(plan)}) + ", " +
              std::to_string(tile.threads()) + " threads, " + std::to_string(tile.stages) +
              " stages, " + std::to_string(sharedMemoryBytes(tile, contraction)) +
              " bytes of shared memory\n";
    return text;
  }

  bool hasMenu() const override { return true; }
  size_t tileCount(const Schedule &schedule) const override {
    return schedule.as<GatheredWgmma>().tiles.size();
  }
  BlockTile block(const Schedule &schedule, size_t tile) const override {
    const auto &plan = schedule.as<GatheredWgmma>();
    return {plan.tiles[tile].rows, plan.tiles[tile].columns, stepsOf(plan)};
  }
  void keepTile(Schedule &schedule, size_t tile) const override {
    auto &tiles = schedule.find<GatheredWgmma>()->tiles;
    tiles = {tiles[tile]};
  }

  std::string takes(const Contraction &contraction) const override {
    return gatheredFamily().takes(contraction);
  }
  std::string takesNoTile() const override {
    return "tensorize<wgmma> has tiles and copies of its own: no pass follows it";
  }

  std::string doesNotFit(const Contraction &contraction, const Schedule &schedule) const override {
    const int available = schedule.architecture->sharedMemoryPerBlock;
    for (const GatheredWgmmaTile &tile : schedule.as<GatheredWgmma>().tiles)
      if (const int bytes = sharedMemoryBytes(tile, contraction); bytes > available)
        return "needs " + std::to_string(bytes) + " bytes of shared memory a block, and has " +
               std::to_string(available);
    return {};
  }

  std::vector<TileResources> resources(const Contraction &contraction,
                                       const Schedule &schedule) const override {
    const auto &plan = schedule.as<GatheredWgmma>();
    std::vector<TileResources> result;
    result.reserve(plan.tiles.size());
    for (const GatheredWgmmaTile &tile : plan.tiles)
      result.push_back(tileResources({tile.rows, tile.columns, stepsOf(plan)}, tile.threads(),
                                     sharedMemoryBytes(tile, contraction),
                                     tileArgumentsText({tile.rows, tile.columns})));
    return result;
  }

  Devices devices(const Schedule &) const override { return {Hopper, true}; }
  bool gathersVectors() const override { return true; }
  Computation computation(const Contraction &contraction, const Schedule &) const override {
    return productComputation(contraction);
  }

  bool isModelled() const override { return false; } // what gathers cost is not known
  TileWork work(const Contraction &, const Schedule &, int) const override { return {}; }
  Launched launched(const Contraction &contraction, const Schedule &schedule,
                    const Problem &problem) const override {
    return fastestOf(tileCount(schedule), [&](size_t tile) {
      return waves(contraction, schedule, tile, problem) *
             timeOf(schedule.as<GatheredWgmma>(), tile, problem);
    });
  }
  double waves(const Contraction &, const Schedule &schedule, size_t tile,
               const Problem &problem) const override {
    const BlockTile of = block(schedule, tile);
    return std::ceil(tilesOf(problem, of.m, of.n) /
                     (schedule.architecture->product.multiprocessors *
                      schedule.as<GatheredWgmma>().tiles[tile].blocks));
  }
};

} // namespace

const std::vector<GatheredWgmmaTile> &gatheredWgmmaTiles() {
  // name, rows, columns, stages, blocks side by side, times of a k-tile and of the rest. Fitted to
  // layers of ResNet-50 in FP16, NHWC, with 64 pictures on an H100. Of wider elements a k-tile has
  // fewer steps and as many bytes, which are what takes its time.
  static const std::vector<GatheredWgmmaTile> Tiles = {{"Large", 128, 256, 4, 1, 744, 3400},
                                                       {"Medium", 128, 128, 5, 1, 510, 2000},
                                                       {"Narrow", 128, 64, 4, 2, 650, 2400},
                                                       {"Small", 64, 64, 4, 3, 530, 1900}};
  return Tiles;
}

int sharedMemoryBytes(const GatheredWgmmaTile &tile, const Contraction &contraction) {
  // As in kernels/gathered_wgmma_tile.cuh.
  constexpr int Alignment = 1024, RowBytes = 128, Operands = 2, Tables = 2, Entries = 128;
  const int resultBytes = tile.blocks == 1 ? 144 : 80; // of a row
  const auto places = static_cast<int>(contraction.a.places.size() + contraction.b.places.size());
  return Alignment + tile.stages * (tile.rows + tile.columns) * RowBytes + tile.rows * resultBytes +
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

std::optional<AdjacentRun> copiedRun(const Contraction &contraction, const GatheredWgmma &plan,
                                     int operand) {
  const Matrix &matrix = contraction.operand(operand);
  // Integers of either sign are bytes.
  const bool lies = matrix.type == plan.part || isInteger(plan.part);
  return lies ? adjacentRun(matrix, operand == 0 ? 1 : 0, contraction.k)
                                  : std::nullopt;
}

const KernelFamily &gatheredWgmmaFamily() {
  static const GatheredWgmmaFamily Family;
  return Family;
}

} // namespace warpsmith
