// Whether a product on Hopper's tensor cores is summed in slices of k, and in how many.
#include "runtime/include/warpsmith/device/slice_choice.h"
#include "tests/unit/rewriter/Fixtures.h"
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

TEST(SlicedTime, CountsStepsOfASlice) {
  const TileTime tile = {128, 128, 1, 1, 500, 4000};
  const auto time = [&](long long tiles, int slices, Rows rows) {
    return timeInSlices(tile, tiles, slices, 100, (10 + slices - 1) / slices, rows, rows);
  };
  EXPECT_DOUBLE_EQ(time(1, 5, Rows::OfSectors), 2 * 500 * slowdown(0.05));
  EXPECT_DOUBLE_EQ(time(10, 4, Rows::AcrossSectors), 3 * 256 * 2.776 * (0.735 + 0.4 * 0.4));
  EXPECT_DOUBLE_EQ(time(50, 2, Rows::AcrossSectors), 5 * 256 * 2.776);
}

TEST(SlicedTime, SlicesInMemoryFillTheDeviceOnce) {
  EXPECT_EQ(mostSlicesInMemory(4, 1024, 132), 33);
  EXPECT_EQ(mostSlicesInMemory(1, 1024, 132), 132);
  EXPECT_EQ(mostSlicesInMemory(1, 39, 132), 9); // of four k-tiles or more
  EXPECT_EQ(mostSlicesInMemory(67, 1024, 132), 1);
  EXPECT_EQ(mostSlicesInMemory(200, 1024, 132), 0);
}

TEST(SlicedTime, MemoryGivesFewerSlicesAsMuch) {
  const double elements = 65536, joining = 1000;
  const auto choose = [&](int ofCluster, double bytes) {
    return choiceOfSlices(ofCluster, 32, elements, bytes, joining,
                          [&](int slices) { return 400000.0 / slices; });
  };
  // Memory bounds the slices of a cluster, too.
  EXPECT_DOUBLE_EQ(choose(30, 4100 * 25000.0).nanoseconds, 25000 + joining);
  EXPECT_EQ(choose(8, 0).slices, 32);
  EXPECT_DOUBLE_EQ(choose(8, 0).nanoseconds, 400000.0 / 32 + timeOfAddingSlices(elements, 32));
  EXPECT_EQ(choose(8, 4100 * 25000.0).slices, 16); // which then wait for nothing else
  EXPECT_FALSE(choose(30, 4100 * 25000.0).inMemory);
  EXPECT_FALSE(choose(32, 0).inMemory);
}

/// Of C := A B in FP16.
Launched launchedInFp16(const Problem &problem) {
  const Schedule schedule = accepted(gemm(), "tensorize<wgmma>", Numerics::Fp16, "sm_90a");
  return familyOf(schedule).launched(gemm(), schedule, problem);
}

TEST(SlicedTime, DeepProductsLeaveSumsInMemory) {
  EXPECT_TRUE(launchedInFp16({256, 256, 65536}).inMemory);
  EXPECT_GT(launchedInFp16({256, 256, 65536}).slices, 8);
  EXPECT_TRUE(launchedInFp16({512, 512, 16384}).inMemory);
  // Where a cluster has as many slices, or sums are many, it joins them.
  for (const Problem &problem : {Problem{256, 256, 4096}, {512, 512, 4096}, {16, 4096, 14336}}) {
    EXPECT_GT(launchedInFp16(problem).slices, 1);
    EXPECT_FALSE(launchedInFp16(problem).inMemory) << problem.n;
  }
}

} // namespace
} // namespace warpsmith::test
