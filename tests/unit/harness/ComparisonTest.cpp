#include "runtime/harness/report/Comparison.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/core/Statistics.h"
#include <cmath>
#include <gmock/gmock.h>
#include <random>

using namespace warpsmith::harness;
using testing::HasSubstr;

namespace {

Measurement measured(const std::string &variant, std::vector<double> samples) {
  Measurement row;
  row.benchmark = "gemm";
  row.variant = variant;
  row.type = "float";
  row.size = "64";
  row.verdict = "ok";
  if (!samples.empty()) {
    row.time = Estimate{median(samples), 0, 0};
    row.tflops = 1;
  }
  row.samples = std::move(samples);
  return row;
}

ResultSet setOf(std::vector<Measurement> rows) {
  ResultSet set;
  set.file = "set.json";
  set.context = nlohmann::ordered_json::object();
  set.rows = std::move(rows);
  return set;
}

const std::vector<double> Nine = {100, 101, 102, 103, 104, 105, 106, 107, 108};

std::vector<double> times(double factor) {
  std::vector<double> samples = Nine;
  for (double &sample : samples)
    sample *= factor;
  return samples;
}

Change changeOf(double factor, double threshold) {
  const ResultSet before = setOf({measured("tile", Nine)});
  const ResultSet after = setOf({measured("tile", times(factor))});
  return compare(before, after, threshold).rows.at(0).change;
}

} // namespace

TEST(Comparison, TheIntervalIsThatOfBothMedians) {
  const ResultSet before = setOf({measured("tile", Nine)});
  const ResultSet after = setOf({measured("tile", times(2))});
  const FileComparison comparison = compare(before, after, 0.05);
  const ComparedRow &row = comparison.rows.at(0);
  // sqrt(0.95) of coverage takes all of nine samples: 1 - 2/512 each.
  EXPECT_DOUBLE_EQ(row.ratio->value, 2);
  EXPECT_DOUBLE_EQ(row.ratio->low, 200.0 / 108);
  EXPECT_DOUBLE_EQ(row.ratio->high, 216.0 / 100);
  EXPECT_NEAR(row.coverage, std::pow(1 - 2.0 / 512, 2), 1e-12);
  EXPECT_EQ(row.change, Change::Slower);
  EXPECT_EQ(comparison.regressions(), 1U);
}

TEST(Comparison, TheWholeIntervalMustBeBeyondTheThreshold) {
  EXPECT_EQ(changeOf(1, 0.05), Change::Same);
  EXPECT_EQ(changeOf(1.13, 0.05), Change::Same); // from 1.046 on
  EXPECT_EQ(changeOf(1.14, 0.05), Change::Slower);
  EXPECT_EQ(changeOf(1.14, 0.2), Change::Same);
  EXPECT_EQ(changeOf(1 / 1.13, 0.05), Change::Same);
  EXPECT_EQ(changeOf(1 / 1.14, 0.05), Change::Faster);
}

TEST(Comparison, TheIntervalHoldsTheRatioAsOftenAsItSays) {
  std::mt19937 engine(7);
  std::exponential_distribution<double> skewed;
  const double ratio = 1.5;
  int held = 0;
  constexpr int Trials = 2000;
  for (int trial = 0; trial < Trials; ++trial) {
    std::vector<double> old(15);
    std::vector<double> now(15);
    for (double &sample : old)
      sample = 1 + skewed(engine);
    for (double &sample : now)
      sample = ratio * (1 + skewed(engine));
    const ResultSet before = setOf({measured("tile", old)});
    const ResultSet after = setOf({measured("tile", now)});
    const Estimate interval = *compare(before, after, 0).rows.at(0).ratio;
    held += interval.low <= ratio && ratio <= interval.high ? 1 : 0;
  }
  EXPECT_GE(held, 0.95 * Trials);
}

TEST(Comparison, FewSamplesProveNothing) {
  const ResultSet before = setOf({measured("tile", {1, 1, 1, 1, 1})});
  const ResultSet after = setOf({measured("tile", {9, 9, 9, 9, 9})});
  const FileComparison comparison = compare(before, after, 0.05);
  EXPECT_EQ(comparison.rows.at(0).change, Change::Unsure);
  EXPECT_EQ(comparison.regressions(), 0U);
}

TEST(Comparison, VerdictsCountWhereNothingIsTimed) {
  const ResultSet before = setOf({measured("tile", {}), measured("wmma", {})});
  ResultSet after = before;
  after.rows[1].verdict = "failed";
  after.rows[1].reason = "C[0][0] is wrong";
  const FileComparison comparison = compare(before, after, 0.05);
  EXPECT_EQ(comparison.rows.at(0).change, Change::Untimed);
  EXPECT_EQ(comparison.rows.at(1).change, Change::Broken);
  EXPECT_EQ(comparison.regressions(), 1U);
  EXPECT_THAT(comparisonText(comparison, false), HasSubstr("fails: C[0][0] is wrong"));
}

TEST(Comparison, NothingThatMatchesIsAnError) {
  const ResultSet before = setOf({measured("tile", Nine)});
  const ResultSet after = setOf({measured("other", Nine)});
  EXPECT_THROW(compare(before, after, 0.05), InputError);
  EXPECT_THROW(compare(before, setOf({}), 0.05), InputError);
}
