// The model beside every point of the sweeps of polybench micro.
#include "tests/unit/rewriter/Fixtures.h"
#include "tests/unit/rewriter/SweepReadings.h"
#include <cmath>

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

} // namespace
} // namespace warpsmith::test
