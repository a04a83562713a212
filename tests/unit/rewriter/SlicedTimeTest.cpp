// Whether a product on Hopper's tensor cores is summed in slices of k, and in how many.
#include "tests/unit/rewriter/TileChoice.h"
#include <gtest/gtest.h>

namespace warpsmith::test {
namespace {

TEST(SlicedTime, SlicesAreThoseThatRunAtOnce) {
  EXPECT_EQ(slicesOfK(1, 100, ClustersOfH200), 8);
  EXPECT_EQ(slicesOfK(15, 100, ClustersOfH200), 8);
  EXPECT_EQ(slicesOfK(16, 100, ClustersOfH200), 6);
  EXPECT_EQ(slicesOfK(17, 5, ClustersOfH200), 5); // k-tiles
  EXPECT_EQ(slicesOfK(40, 100, ClustersOfH200), 2);
  EXPECT_EQ(slicesOfK(67, 100, ClustersOfH200), 1);
  EXPECT_EQ(slicesOfK(1, 1, ClustersOfH200), 1);
  EXPECT_EQ(slicesOfK(1, 100, {}), 1); // no clusters
}

TEST(SlicedTime, CountsStepsOfASliceAndJoining) {
  const TileTime tile = {128, 128, 1, 500, 4000};
  const auto time = [&](long long tiles, int slices, Rows rows) {
    return timeInSlices(tile, tiles, slices, 100, (10 + slices - 1) / slices, rows, rows);
  };
  const double joining = 810 + 0.25 * 128 * 128;
  EXPECT_DOUBLE_EQ(time(1, 5, Rows::OfSectors), 2 * 500 * (0.76 + 0.24 * 0.05) + joining);
  EXPECT_DOUBLE_EQ(time(1, 4, Rows::AcrossSectors), 3 * 256 * 3 * (0.7 + 0.04 / 3) + joining);
  EXPECT_DOUBLE_EQ(time(50, 2, Rows::AcrossSectors), 5 * 256 * 3 + joining);
}

} // namespace
} // namespace warpsmith::test
