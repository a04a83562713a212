#include "rewriter/families/RingSteps.h"
#include "rewriter/families/FmaTile.h"
#include "rewriter/families/GatheredTensorTile.h"
#include "rewriter/families/KernelFamily.h"
#include "rewriter/families/PlainProduct.h"
#include "rewriter/families/WgmmaTile.h"
#include <algorithm>
#include <map>
#include <utility>

namespace warpsmith {
namespace {

constexpr int Rounds = 2;

/// Of each plan the tile with most.
struct Deepest {
  const Contraction &contraction;
  const Schedule &schedule;

  int operator()(const Direct &) const { return 0; }
  int operator()(const Parts &) const { return 0; }
  int operator()(const Staging &plan) const { return Rounds * plan.stages * plan.block.k; }
  int operator()(const FmaMenu &) const { return ofMenu(schedule); }
  int operator()(const PackedFma &) const { return ofMenu(plainSchedule(schedule)); }
  int operator()(const Mma &plan) const {
    return most(plan.tiles, [](const MmaTile &tile) { return tile.stages * tile.block.k; });
  }
  int operator()(const Wgmma &plan) const {
    const int left = plan.left ? stepsOfTwoRounds(contraction, *plan.left) : 0;
    return std::max(left, most(plan.tiles, [&](const WgmmaTile &tile) {
                      const int own = tile.stages * tile.steps;
                      if (plan.split != Split::ByData)
                        return own;
                      const WgmmaTile wider = widerTile(tile);
                      return std::max(own, wider.stages * wider.steps);
                    }));
  }
  int operator()(const Im2col &plan) const { return (*this)(plan.product); }
  int operator()(const Packed &plan) const { return (*this)(plan.product); }
  int operator()(const Gathered &plan) const {
    return most(plan.tiles, [](const GatheredTile &tile) { return tile.stages * tile.block.k; });
  }
  int operator()(const GatheredTensor &plan) const {
    return most(plan.tiles,
                [&](const GatheredTensorTile &tile) { return tile.stages * stepsOf(plan); });
  }
  int operator()(const Resident &plan) const { return Rounds * plan.stages * plan.warp.k; }

private:
  template <typename Tile, typename Steps>
  static int most(const std::vector<Tile> &tiles, const Steps &steps) {
    int result = 0;
    for (const Tile &tile : tiles)
      result = std::max(result, Rounds * steps(tile));
    return result;
  }

  /// Copy warps that take turns come to each stage.
  int ofMenu(const Schedule &plain) const {
    int result = 0;
    for (const FmaTile &tile : everyTile(contraction, plain))
      result =
          std::max(result, (Rounds * stages(tile, plain) + copyWarps(tile, plain)) * tile.block.k);
    return result;
  }
};

/// What a launch chooses for a product.
struct Taken {
  size_t tile;
  int slices;
};

Taken takenBy(const Contraction &contraction, const Schedule &schedule,
              const SlicedProduct &product) {
  const Problem problem = {double(product.m), double(product.n), double(product.k)};
  const Launched launched = familyOf(schedule).launched(contraction, schedule, problem);
  if (!schedule.is<FmaMenu>())
    return {launched.tile, launched.slices};
  return {launched.tile, dividesK(contraction, schedule)
                             ? divisionOf(schedule.menu()[launched.tile], schedule, problem).slices
                             : 1};
}

} // namespace

std::vector<SlicedProduct> slicedProducts(const Contraction &contraction,
                                          const Schedule &schedule) {
  constexpr int Least = 256, Most = 8192;
  std::map<size_t, SlicedProduct> least;
  for (const auto &[m, n] : {std::pair(64, 48), {128, 128}})
    for (int k = Least; k <= Most; k *= 2) {
      const SlicedProduct product = {m, n, k};
      const Taken taken = takenBy(contraction, schedule, product);
      if (taken.slices > 1)
        least.emplace(taken.tile, product);
    }
  std::vector<SlicedProduct> products;
  for (const auto &[tile, product] : least)
    products.push_back(product);
  return products;
}

int firstSlicedTile(const Schedule &schedule) {
  // Those of WGMMA are kernels of their own, which stand after the others.
  return schedule.is<Wgmma>() ? static_cast<int>(std::ranges::count_if(schedule.as<Wgmma>().tiles,
                                                                       &WgmmaTile::whole))
                              : 0;
}

int stepsOfTwoRounds(const Contraction &contraction, const Schedule &schedule) {
  const int own = std::visit(Deepest{contraction, schedule}, schedule.plan);
  return schedule.otherwise ? std::max(own, stepsOfTwoRounds(contraction, *schedule.otherwise))
                            : own;
}

} // namespace warpsmith
