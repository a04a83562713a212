// The model beside every point of the sweeps of polybench micro.
#include "tests/unit/rewriter/Fixtures.h"
#include "tests/unit/rewriter/SweepReadings.h"
#include <algorithm>
#include <cmath>
#include <set>

namespace warpsmith::test {
namespace {

TEST(Sweeps, AreWithinTenPercentOrListed) {
  const std::vector<SweepPoint> points = sweepPoints();
  EXPECT_EQ(points.size(), 304U);
  int outside = 0;
  for (const SweepPoint &point : points) {
    outside += !point.outside.empty();
    EXPECT_EQ(std::abs(point.ratio() - 1) < 0.1, point.outside.empty())
        << point.experiment << " " << point.setting << ": " << point.ratio();
  }
  // All that are listed are there.
  EXPECT_EQ(outside, 8);
}

// Which side of 1 a pass lies on, and about how far; docs/model.md has the table.
TEST(Sweeps, SayWhatPassesGainInProductsOfMatrices) {
  const std::vector<MatmulPoint> points = matmulPoints();
  EXPECT_EQ(points.size(), 86U);
  std::set<std::string> wrong, far;
  std::vector<double> factors;
  for (const MatmulPoint &point : points) {
    constexpr double Clear = 0.05, Near = 0.02, Far = 1.4;
    const bool gains = point.measured > 1;
    const bool agrees = gains ? point.predicted > 1 + Near : point.predicted < 1 - Near;
    if (std::abs(point.measured - 1) > Clear && !agrees)
      wrong.insert(point.experiment + " " + point.group + ": " + point.varied);
    const double factor = std::exp(std::abs(std::log(point.factor())));
    if (factor > Far)
      far.insert(point.experiment + ": " + point.varied);
    factors.push_back(factor);
  }
  std::sort(factors.begin(), factors.end());
  EXPECT_LT(factors[factors.size() / 2], 1.1) << factors[factors.size() / 2];
  EXPECT_EQ(wrong, (std::set<std::string>{"matmul-copy-warps stages=1: 4+4",
                                          "matmul-copy-warps stages=3 over 1: 0+1",
                                          "matmul-copy-warps stages=3 over 1: 0+2",
                                          "matmul-stages tile=tile<128;128;16;8;8>: 2",
                                          "matmul-stages tile=tile<128;128;16;8;8>: 3",
                                          "matmul-stages tile=tile<128;128;16;8;8>: 4",
                                          "matmul-stages tile=tile<128;128;16;8;8>: 5"}));
  EXPECT_EQ(far, std::set<std::string>{"matmul-wmma: WMMA, TF32"});
}

} // namespace
} // namespace warpsmith::test
