#include "rewriter/arch/Architecture.h"
#include <gtest/gtest.h>
#include <set>

namespace warpsmith {
namespace {

TEST(Architecture, TableIsConsistent) {
  std::set<std::string_view> names;
  for (const Architecture &row : architectures()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_EQ(std::stoi(std::string(row.name.substr(3))), row.computeCapability);
    // A sub-partition of 16 FP32 lanes issues an FFMA every second cycle, one of 32 every cycle.
    EXPECT_EQ(row.fp32 * row.fp32IssueInterval, 256) << row.name;
    EXPECT_LE(row.sharedMemoryPerBlock, row.sharedMemoryPerSm);
    EXPECT_GE(row.fp16, row.tf32);
  }
}

TEST(Architecture, FoundByEitherName) {
  ASSERT_TRUE(findArchitecture("sm_90"));
  EXPECT_EQ(findArchitecture("sm_90a")->computeCapability, 90);
  EXPECT_TRUE(findArchitecture("sm_90a")->movesRegisters());
  EXPECT_FALSE(findArchitecture("sm_90")->movesRegisters());
  EXPECT_EQ(findArchitecture("sm_120a")->name, "sm_120");
  EXPECT_EQ(findArchitecture("sm_80")->sharedMemoryPerBlock, 163 * 1024);
  EXPECT_EQ(findArchitecture("sm_61"), nullptr);
  EXPECT_FALSE(findArchitecture("sm_75")->hasCpAsync());
  EXPECT_TRUE(findArchitecture("sm_120")->hasTryWait());
}

// Which side of 1 the published and measured readings lie: DFMA interleaved with FFMA gains nothing
// on an H200 (FFMA fills the issue slots) and loses badly on consumer parts (1/64 rate).
TEST(Architecture, PredictsWhereFp64Pays) {
  EXPECT_GT(predictFp64Mix(*findArchitecture("sm_80"), 8, 32).speedup, 1.1);
  EXPECT_LE(predictFp64Mix(*findArchitecture("sm_80"), 8, 32).speedup, 1.34);
  EXPECT_LE(predictFp64Mix(*findArchitecture("sm_90"), 8, 32).speedup, 1.0);
  EXPECT_GT(predictFp64Mix(*findArchitecture("sm_90"), 8, 32).speedup, 0.8);
  EXPECT_EQ(predictFp64Mix(*findArchitecture("sm_90"), 1, 8).limiter, "issue slots");
  EXPECT_LT(predictFp64Mix(*findArchitecture("sm_86"), 8, 32).speedup, 0.1);
  EXPECT_LT(predictFp64Mix(*findArchitecture("sm_90"), 32, 32).speedup, 0.51);
}

} // namespace
} // namespace warpsmith
