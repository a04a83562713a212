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
    EXPECT_GE(row.maxThreadsPerSm, 1024);
    EXPECT_GT(row.product.multiprocessors, 0) << row.name;
    // Conversions go with FP64's units.
    EXPECT_EQ(row.wideConversions, row.fp64 >= 64 ? 16 : 2) << row.name;
    EXPECT_EQ(row.reservedSharedPerBlock,
              row.computeCapability >= 80 ? row.sharedMemoryPerSm - row.sharedMemoryPerBlock : 0)
        << row.name;
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

TEST(Architecture, OfADevice) {
  const auto name = [](int capability) {
    const Architecture *found = architectureOfDevice(capability);
    return found ? found->name : "none";
  };
  for (const Architecture &row : architectures())
    EXPECT_EQ(architectureOfDevice(row.computeCapability)->computeCapability,
              row.computeCapability);
  EXPECT_EQ(name(90), "sm_90a");
  EXPECT_EQ(name(80), "sm_80");
  // Between two rows the older one; sm_90a has instructions that no newer GPU has.
  EXPECT_EQ(name(72), "sm_70");
  EXPECT_EQ(name(87), "sm_86");
  EXPECT_EQ(name(91), "sm_90");
  EXPECT_EQ(name(103), "sm_100");
  EXPECT_EQ(name(110), "sm_100");
  EXPECT_EQ(name(121), "sm_120");
  EXPECT_EQ(name(61), "none");
}

TEST(Architecture, NvccFlags) {
  EXPECT_EQ(nvccFlags(*findArchitecture("sm_90a")), "-gencode=arch=compute_90a,code=sm_90a");
  EXPECT_EQ(nvccFlags(*findArchitecture("sm_80")), "-gencode=arch=compute_80,code=sm_80");
}

TEST(Architecture, NewerOnesMayHaveLessSharedMemory) {
  std::string names;
  for (const Architecture *smaller :
       withLessSharedMemory(*findArchitecture("sm_80"), 99 * 1024 + 1))
    names.append(smaller->name).append(" ");
  EXPECT_EQ(names, "sm_86 sm_89 sm_120 ");
  EXPECT_TRUE(withLessSharedMemory(*findArchitecture("sm_80"), 99 * 1024).empty());
  EXPECT_TRUE(withLessSharedMemory(*findArchitecture("sm_90a"), 227 * 1024).empty());
}

} // namespace
} // namespace warpsmith
