// Which tile a launch takes of the menus on the FP32 units and on FP64's tensor cores, against
// readings of all of them.
#include "rewriter/families/KernelFamily.h"
#include "tests/unit/rewriter/Fixtures.h"
#include "tests/unit/rewriter/TileReadings.h"
#include <algorithm>
#include <cmath>

namespace warpsmith::test {
namespace {

/// A menu, its readings, and what its times count.
struct Menu {
  const char *file;
  ElementType type;
  const char *passes;
  double stepsOfTime; ///< a time is nanoseconds of so many steps of k
  size_t readings;    ///< lines of the file
};

class MenuTime : public testing::TestWithParam<Menu> {
protected:
  /// Columns of the table that are times.
  static std::vector<std::string> tilesOf(const std::vector<std::string> &names) {
    std::vector<std::string> tiles;
    std::ranges::copy_if(names, std::back_inserter(tiles), [](const std::string &name) {
      return name.find('x') != std::string::npos;
    });
    return tiles;
  }

  static Contraction product(const TileReading &line) {
    return gemm(GetParam().type, false, line.text("layout") == "NT");
  }
  static Schedule schedule(const Contraction &contraction) {
    return accepted(contraction, GetParam().passes, Numerics::BitExact, "sm_90a");
  }
  static Problem problem(const TileReading &line) {
    return {line.number("m"), line.number("n"), line.number("k")};
  }
  /// As the table's header names the tile: `128x64`.
  static std::string sizeOf(const Schedule &of, size_t tile) {
    const BlockTile block = familyOf(of).block(of, tile);
    return std::to_string(block.m) + "x" + std::to_string(block.n);
  }
  static int timeOf(const Schedule &of, size_t tile) {
    return of.is<Mma>() ? of.as<Mma>().tiles[tile].time : of.menu()[tile].time;
  }
};

TEST_P(MenuTime, FindsTheFastestTile) {
  const std::vector<TileReading> all = tileReadings(GetParam().file);
  ASSERT_EQ(all.size(), GetParam().readings);
  double logarithms = 0;
  for (const TileReading &line : all) {
    const Contraction contraction = product(line);
    const Schedule of = schedule(contraction);
    const size_t chosen = familyOf(of).launched(contraction, of, problem(line)).tile;
    double leastOfMenu = 1e9;
    for (size_t tile = 0; tile < familyOf(of).tileCount(of); ++tile)
      if (const double time = line.number(sizeOf(of, tile)))
        leastOfMenu = std::min(leastOfMenu, time);
    // Also of those that were timed and are in no menu.
    double least = leastOfMenu;
    for (const std::string &tile : tilesOf(line.names()))
      if (const double time = line.number(tile))
        least = std::min(least, time);
    const double time = line.number(sizeOf(of, chosen));
    const std::string at = sizeOf(of, chosen) + " of " + line.text("m") + "x" + line.text("n") +
                           "x" + line.text("k") + " " + line.text("layout");
    EXPECT_GT(time, 0) << at << " was not timed";
    EXPECT_LT(time, 1.08 * leastOfMenu) << at;
    logarithms += std::log(time / least);
  }
  EXPECT_LT(std::exp(logarithms / static_cast<double>(all.size())), 1.012);
}

TEST_P(MenuTime, IsThatOfTheReadings) {
  constexpr double LaunchMicroseconds = 2.8;
  for (const TileReading &line : tileReadings(GetParam().file)) {
    const Contraction contraction = product(line);
    const Schedule of = schedule(contraction);
    for (size_t tile = 0; tile < familyOf(of).tileCount(of); ++tile)
      if (const double measured = line.number(sizeOf(of, tile))) {
        const double waves = familyOf(of).waves(contraction, of, tile, problem(line));
        const double predicted = LaunchMicroseconds + waves * line.number("k") * timeOf(of, tile) /
                                                          GetParam().stepsOfTime / 1000;
        // Times are whole nanoseconds, which is coarse for a short step, and steps of few rows are
        // shorter where each multiprocessor has one tile. At 8192 clocks are lower.
        const double step = timeOf(of, tile) / GetParam().stepsOfTime;
        // The launch is most of a shorter one, and storing C of one with fewer steps.
        constexpr double LeastMicroseconds = 10, LeastSteps = 1000;
        if (measured > LeastMicroseconds && line.number("k") >= LeastSteps)
          EXPECT_NEAR(predicted / measured, line.number("m") < 8192 ? 1 : 0.93,
                      GetParam().stepsOfTime > 1 ? 0.05
                      : step < 16                ? 0.17
                                                 : 0.09)
              << sizeOf(of, tile) << " of " << line.text("m") << "x" << line.text("n") << "x"
              << line.text("k");
      }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Families, MenuTime,
    testing::Values(Menu{"fp64-h200.csv", ElementType::F64, "tensorize<mma>", 100, 5},
                    Menu{"fp32-h200.csv", ElementType::F32,
                         "tile,pipeline<stages=3>,warp-specialize<dma=4>", 1, 97}));

} // namespace
} // namespace warpsmith::test
