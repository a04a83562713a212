// What Nsight Compute prints, and what is made of it.
#include "runtime/harness/run/PipeProfile.h"
#include <gmock/gmock.h>

using namespace warpsmith::harness;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

namespace {

const std::vector<UnitMetric> Metrics = {{"issue", "sm__inst_issued.avg.pct"},
                                         {"dram", "dram__throughput.avg.pct"}};

std::string whyNot(const std::string &log) {
  try {
    readProfile(log, Metrics);
  } catch (const std::runtime_error &error) {
    return error.what();
  }
  return "";
}

} // namespace

TEST(PipeProfile, TakesTheFirstMetricThatIsKnown) {
  const auto chosen = chooseMetrics("Device GH100\n"
                                    "sm__pipe_fma_cycles_active   Counter  cycle\n"
                                    "sm__inst_executed_pipe_fma   Counter  inst\n"
                                    "  sm__inst_issued is not at the line's start\n"
                                    "sm__pipe_fp64_cycles_active\r\n"
                                    "lts__t_sectors_srcunit_tex   Counter  sector\n");
  ASSERT_EQ(chosen.size(), 2U);
  EXPECT_EQ(chosen[0].unit, "fma");
  EXPECT_EQ(chosen[0].metric, "sm__inst_executed_pipe_fma.avg.pct_of_peak_sustained_active");
  EXPECT_EQ(chosen[1].metric, "sm__pipe_fp64_cycles_active.avg.pct_of_peak_sustained_active");
}

TEST(PipeProfile, ReadsTheKernelsOfALog) {
  const auto kernels =
      readProfile("==PROF== Connected to process 1\r\n"
                  "\"ID\",\"Kernel Name\",\"dram__throughput.avg.pct\",\"gpu__time_duration.sum\","
                  "\"sm__inst_issued.avg.pct\"\r\n"
                  "\"\",\"\",\"%\",\"ns\",\"%\"\r\n"
                  "\"0\",\"k<float, 4>(char, \"\"x\"\")\",\"12.34\",\"1,234,567\",\"99.96\"\r\n"
                  "\"1\",\"memset\",\"n/a\",\"800\",\"0\"\r\n"
                  "==PROF== Disconnected from process 1\r\n",
                  Metrics);
  ASSERT_EQ(kernels.size(), 2U);
  EXPECT_EQ(kernels[0].name, "k<float, 4>(char, \"x\")");
  EXPECT_EQ(kernels[0].nanoseconds, 1234567);
  EXPECT_THAT(kernels[0].utilisation, ElementsAre(Pair("issue", 100.0), Pair("dram", 12.3)));
  EXPECT_THAT(kernels[1].utilisation, ElementsAre(Pair("issue", 0.0)));
}

TEST(PipeProfile, SaysWhyThereIsNothing) {
  EXPECT_EQ(whyNot("==PROF== Connected\n"), "ncu saw no kernel");
  EXPECT_EQ(whyNot("==PROF== x\n==ERROR==  The application returned an error code (11).\nmore\n"),
            "ncu: The application returned an error code (11).");
  EXPECT_EQ(whyNot("\"ID\",\"Kernel Name\"\n"),
            "ncu's table has no column 'gpu__time_duration.sum'");
  EXPECT_EQ(whyNot("\"ID\",\"Kernel Name\",\"gpu__time_duration.sum\"\n"),
            "ncu's table has no kernel");
  EXPECT_EQ(whyNot("\"ID\",\"Kernel Name\",\"gpu__time_duration.sum\"\n\"0\",\"k\",\"n/a\"\n"),
            "ncu read no duration of 'k'");
}
