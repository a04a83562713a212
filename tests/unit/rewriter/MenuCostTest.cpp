// What each tile of a menu is worth on the grid of matrix products: scripts/menu-costs.sh prints
// it.
#include "rewriter/families/FmaTile.h"
#include "rewriter/families/KernelFamily.h"
#include "rewriter/families/SmallMenu.h"
#include "rewriter/families/WgmmaTile.h"
#include "runtime/include/warpsmith/device/tile_time.h"
#include "tests/unit/rewriter/Fixtures.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <sstream>

namespace warpsmith::test {
namespace {

/// What a launch takes whatever its tiles, so that small products are not all tile.
constexpr double GridLaunchNanoseconds = 2800;

/// A type of the grid (scripts/grid_shapes.py), and the menu that `auto` has for it.
struct GridMenu {
  const char *type;
  ElementType element;
  Numerics numerics;
  const char *passes;
  double leastProducts = 0; ///< fewer are left to the pipeline after it
  bool afterSplit = false;  ///< it gets what split operands leave
};

constexpr GridMenu GridMenus[] = {
    {"fp16", ElementType::F16, Numerics::Fp16, "tensorize<wgmma>"},
    {"bf16", ElementType::BF16, Numerics::Bf16, "tensorize<wgmma>"},
    {"tf32", ElementType::F32, Numerics::Tf32, "tensorize<wgmma>"},
    {"int8", ElementType::I8, Numerics::BitExact, "tensorize<wgmma>"},
    {"fp32", ElementType::F32, Numerics::Fp32, "split<by-data>,tensorize<wgmma>"},
    {"fp32-exact", ElementType::F32, Numerics::BitExact,
     "tile,pipeline<stages=3>,warp-specialize<dma=4>"},
    {"fp32", ElementType::F32, Numerics::Fp32, "tile,pipeline<stages=3>,warp-specialize<dma=4>", 0,
     true},
    {"fp64", ElementType::F64, Numerics::Fp64, "split<int8xn>,tensorize<wgmma>", 3e10},
    {"fp64", ElementType::F64, Numerics::BitExact, "tensorize<mma>"}};

/// A shape of the grid in one of its layouts.
struct GridShape {
  Problem problem;
  std::string layout;
  bool readsOld;
  std::string name() const {
    std::ostringstream text;
    text << problem.m << "x" << problem.n << "x" << problem.k << " " << layout;
    return text.str();
  }
};

std::vector<std::string> partsOf(const std::string &text, char separator) {
  std::vector<std::string> parts;
  std::istringstream rest(text);
  for (std::string part; std::getline(rest, part, separator);)
    parts.push_back(part);
  return parts;
}

/// Those of a type that are no batches.
std::vector<GridShape> shapesOf(const std::string &type) {
  enum { Form, Batch, M, N, K, Kind, Layouts, Types };
  std::ifstream grid(std::string(WARPSMITH_SOURCE_DIR) + "/polybench/matmul/grid.csv");
  std::vector<GridShape> shapes;
  for (std::string line; std::getline(grid, line);) {
    const std::vector<std::string> cells = partsOf(line, ',');
    if (line[0] == '#' || cells[Form] == "form" || cells[Batch] != "1")
      continue;
    const std::vector<std::string> types = partsOf(cells[Types], '+');
    if (std::ranges::find(types, type) == types.end())
      continue;
    for (const std::string &layout : partsOf(cells[Layouts], '+'))
      shapes.push_back({{std::stod(cells[M]), std::stod(cells[N]), std::stod(cells[K])},
                        layout,
                        cells[Form] == "alpha-beta"});
  }
  return shapes;
}

class MenuCost : public testing::TestWithParam<GridMenu> {
protected:
  static Contraction product(const GridShape &shape) {
    const GridMenu &menu = GetParam();
    Contraction contraction = gemm(menu.element, shape.layout[0] == 'T', shape.layout[1] == 'T');
    if (!shape.readsOld) { // C = A B, of the operands' type
      contraction.c.type = menu.element;
      contraction.sumInOutput = false;
      contraction.initial = Expression::literal("0", contraction.sum);
      contraction.result = Expression::cast(contraction.c.type, Expression::sum(contraction.sum));
    }
    return contraction;
  }
  static Schedule schedule(const Contraction &contraction) {
    Schedule schedule = accepted(contraction, GetParam().passes, GetParam().numerics, "sm_90a");
    return GetParam().afterSplit ? warpsmith::afterSplit(schedule) : schedule;
  }
  static std::string nameOf(const Schedule &of, size_t tile) {
    if (of.is<Wgmma>())
      return std::string(of.as<Wgmma>().tiles[tile].name);
    return std::string(of.is<Mma>() ? of.as<Mma>().tiles[tile].name : of.menu()[tile].name);
  }
  /// The schedule without the tile of this name.
  static Schedule without(Schedule schedule, const std::string &name) {
    const auto erase = [&](auto &tiles) {
      std::erase_if(tiles, [&](const auto &tile) { return tile.name == name; });
    };
    if (auto *wgmma = schedule.find<Wgmma>())
      erase(wgmma->tiles);
    else if (auto *mma = schedule.find<Mma>())
      erase(mma->tiles);
    else
      erase(schedule.find<FmaMenu>()->tiles);
    return schedule;
  }
  /// Whether the product comes to this menu.
  static bool takes(const Contraction &contraction, const Schedule &of, const Problem &problem) {
    const double products = problem.m * problem.n * problem.k;
    if (!GetParam().afterSplit)
      return products >= GetParam().leastProducts;
    constexpr double LeastSplitProducts = 3.5e8, LeastSteps = 256;
    if (products < LeastSplitProducts || problem.k < LeastSteps)
      return true;
    const Schedule split =
        accepted(contraction, "split<by-data>,tensorize<wgmma>", GetParam().numerics, "sm_90a");
    const double ofSplit = familyOf(split).launched(contraction, split, problem).nanoseconds +
                           timeOfSplitting((problem.m + problem.n) * problem.k, problem.k);
    return unitsAreFaster(
        static_cast<long long>(familyOf(of).launched(contraction, of, problem).nanoseconds),
        ofSplit);
  }
  static double nanoseconds(const Contraction &contraction, const Schedule &of,
                            const Problem &problem) {
    return GridLaunchNanoseconds + familyOf(of).launched(contraction, of, problem).nanoseconds;
  }
};

/// Tiles that stay although the grid's products take little more without them by these times.
bool staysAnyway(const std::string &tile) {
  return tile == "Broad" ||  // products of 1024 in FP64 take 4 % less, and less than cuBLAS
         tile == "Narrow" || // as read, few rows and 6144 or 12288 columns 9 %
         tile == "Quad" ||   // rows that begin within sectors, which the grid's seldom do
         tile == "Large" ||  // of floats, 4.9 % of 512 x 4096 x 14336
         tile == "Short";    // 1.4 % of random products (readings/wgmma-h200.csv)
}

/// What products take with one menu and with another one.
struct Cost {
  double logarithms = 0, worst = 1;
  int shapes = 0;
  std::string at;

  void add(const GridShape &shape, double ratio) {
    logarithms += std::log(ratio);
    ++shapes;
    if (ratio > worst) {
      worst = ratio;
      at = shape.name();
    }
  }
  double mean() const { return std::exp(logarithms / shapes); }
};

/// A tile stays in a menu where the products of the grid would take half a percent more without it,
/// or one of them 5 %.
TEST_P(MenuCost, EachTileIsWorthIt) {
  std::map<std::string, Cost> costs;
  std::vector<std::string> names; // in the menu's order
  for (const GridShape &shape : shapesOf(GetParam().type)) {
    const Contraction contraction = product(shape);
    const Schedule all = schedule(contraction);
    if (!takes(contraction, all, shape.problem))
      continue;
    const double least = nanoseconds(contraction, all, shape.problem);
    for (size_t tile = 0; tile < familyOf(all).tileCount(all); ++tile) {
      const std::string name = nameOf(all, tile);
      if (!costs.contains(name))
        names.push_back(name);
      costs[name].add(shape, nanoseconds(contraction, without(all, name), shape.problem) / least);
    }
  }
  for (const std::string &name : names) {
    const Cost &cost = costs[name];
    std::printf("%-10s %-48s without %-8s %6.3f %6.3f %s\n", GetParam().type, GetParam().passes,
                name.c_str(), cost.mean(), cost.worst, cost.at.c_str());
    EXPECT_TRUE(cost.mean() > 1.005 || cost.worst > 1.05 || staysAnyway(name)) << name;
  }
}

/// And those that are left out cost less.
TEST_P(MenuCost, WhatIsLeftOutCostsLittle) {
  Cost cost;
  for (const GridShape &shape : shapesOf(GetParam().type)) {
    const Contraction contraction = product(shape);
    const Schedule menu = schedule(contraction);
    Schedule all = menu;
    if (auto *wgmma = all.find<Wgmma>()) {
      wgmma->tiles = wgmmaTiles(*wgmma);
      std::erase_if(wgmma->tiles, [&](const WgmmaTile &tile) {
        return tile.inTurns && !mayTakeTurns(tile, contraction, menu);
      });
    } else if (auto *fma = all.find<FmaMenu>())
      fma->tiles = fmaTiles(contraction, all);
    if (takes(contraction, all, shape.problem))
      cost.add(shape, nanoseconds(contraction, menu, shape.problem) /
                          nanoseconds(contraction, all, shape.problem));
  }
  std::printf("%-10s %-48s as it is         %6.3f %6.3f %s\n", GetParam().type, GetParam().passes,
              cost.mean(), cost.worst, cost.at.c_str());
  EXPECT_LT(cost.mean(), 1.013);
  // Of few rows, memory leaves less of this.
  EXPECT_LT(cost.worst, 1.35) << cost.at;
}

/// Sizes from 16 to 8192, evenly in their logarithms.
std::vector<GridShape> randomShapes() {
  constexpr int Count = 300;
  std::mt19937 random(2026);
  const auto size = [&] {
    const double place = static_cast<double>(random()) / std::mt19937::max();
    return 8 * std::round(std::exp2(4 + 9 * place) / 8);
  };
  std::vector<GridShape> shapes;
  for (int index = 0; index < Count; ++index)
    shapes.push_back({{size(), size(), size()}, "NN", index % 2 == 0});
  return shapes;
}

/// What menu<tiles=n> costs (docs/tuning.md has it for FP16).
TEST_P(MenuCost, FewerTilesCostLittle) {
  const bool ofHalves = std::string(GetParam().type) == "fp16";
  for (const int most : {12, 10, 8, 6, 4}) {
    std::map<std::string, Schedule> menus; // by layout and form
    std::array<Cost, 2> costs;             // on the grid, and of random sizes
    for (const bool ofGrid : {true, false}) {
      if (!ofHalves && (!ofGrid || most != 6))
        continue; // one of them shows that it works
      for (const GridShape &shape : ofGrid ? shapesOf(GetParam().type) : randomShapes()) {
        const Contraction contraction = product(shape);
        const Schedule all = schedule(contraction);
        if (familyOf(all).tileCount(all) <= static_cast<size_t>(most))
          return;
        if (!takes(contraction, all, shape.problem))
          continue;
        const std::string kind = shape.layout + (shape.readsOld ? " reads C" : "");
        if (!menus.contains(kind))
          menus.emplace(kind, withFewerTiles(contraction, all, most));
        const Schedule &fewer = menus.at(kind);
        EXPECT_EQ(familyOf(fewer).tileCount(fewer), static_cast<size_t>(most));
        EXPECT_EQ(fewer.mostTiles, most);
        costs[ofGrid ? 0 : 1].add(shape, nanoseconds(contraction, fewer, shape.problem) /
                                             nanoseconds(contraction, all, shape.problem));
      }
    }
    for (const bool ofGrid : {true, false}) {
      const Cost &cost = costs[ofGrid ? 0 : 1];
      if (cost.shapes == 0)
        continue;
      std::printf("%-10s %-48s menu of %2d %s %6.3f %6.3f %s\n", GetParam().type, GetParam().passes,
                  most, ofGrid ? "grid  " : "random", cost.mean(), cost.worst, cost.at.c_str());
      EXPECT_LT(cost.mean(), most >= 6 ? 1.07 : 1.12);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Types, MenuCost, testing::ValuesIn(GridMenus));

} // namespace
} // namespace warpsmith::test
