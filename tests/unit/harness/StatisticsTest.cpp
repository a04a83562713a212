#include "runtime/harness/core/Statistics.h"
#include <cmath>
#include <gtest/gtest.h>
#include <numeric>

using namespace warpsmith::harness;

TEST(Statistics, QuantilesInterpolateBetweenOrderStatistics) {
  const std::vector<double> samples = {4, 1, 3, 2};
  EXPECT_DOUBLE_EQ(median(samples), 2.5);
  EXPECT_DOUBLE_EQ(quantile(samples, 0), 1);
  EXPECT_DOUBLE_EQ(quantile(samples, 1), 4);
  EXPECT_DOUBLE_EQ(quantile(samples, 0.25), 1.75);
  EXPECT_DOUBLE_EQ(median(std::vector<double>{5}), 5);
  EXPECT_TRUE(std::isnan(median({})));
}

TEST(Statistics, MedianAbsoluteDeviationIgnoresOneOutlier) {
  EXPECT_DOUBLE_EQ(medianAbsoluteDeviation(std::vector<double>{1, 2, 3, 4, 1000}), 1);
}

TEST(Statistics, MeanAndDeviation) {
  EXPECT_DOUBLE_EQ(mean(std::vector<double>{2, 4, 4, 4, 5, 5, 7, 9}), 5);
  EXPECT_NEAR(standardDeviation(std::vector<double>{2, 4, 4, 4, 5, 5, 7, 9}), std::sqrt(32.0 / 7),
              1e-12);
  EXPECT_EQ(standardDeviation(std::vector<double>{3}), 0);
}

TEST(Statistics, MedianIntervalUsesTabulatedRanks) {
  // Ranks of the 95 % interval from published binomial tables: n = 6: 1..6, 10: 2..9, 15: 4..12,
  // 20: 6..15, 50: 18..33.
  const struct {
    int count, low, high;
  } table[] = {{6, 1, 6}, {10, 2, 9}, {15, 4, 12}, {20, 6, 15}, {50, 18, 33}};
  for (const auto &row : table) {
    std::vector<double> samples(row.count);
    std::iota(samples.begin(), samples.end(), 1);
    const Interval interval = medianInterval(samples);
    EXPECT_EQ(interval.low, row.low) << row.count;
    EXPECT_EQ(interval.high, row.high) << row.count;
    EXPECT_GE(interval.coverage, 0.95) << row.count;
  }
}

TEST(Statistics, FewSamplesGiveTheRangeAndItsHonestCoverage) {
  const Interval interval = medianInterval(std::vector<double>{3, 1, 2});
  EXPECT_EQ(interval.low, 1);
  EXPECT_EQ(interval.high, 3);
  EXPECT_NEAR(interval.coverage, 0.75, 1e-12);
  EXPECT_EQ(medianInterval(std::vector<double>{3}).coverage, 0);
}

TEST(Statistics, LargeCountsDoNotOverflow) {
  std::vector<double> samples(5001);
  std::iota(samples.begin(), samples.end(), 0);
  const Interval interval = medianInterval(samples);
  EXPECT_NEAR(interval.low, 2500 - 0.98 * std::sqrt(5001.0), 3);
  EXPECT_NEAR(interval.high, 2500 + 0.98 * std::sqrt(5001.0), 3);
}

TEST(Statistics, PairedRatiosCancelDrift) {
  const std::vector<double> slow = {2, 4, 8};
  const std::vector<double> fast = {1, 2, 4, 100};
  EXPECT_EQ(pairedRatios(slow, fast), (std::vector<double>{2, 2, 2}));
}
