#include "rewriter/arch/Occupancy.h"
#include "rewriter/model/KernelModel.h"
#include "rewriter/tool/Ptxas.h"
#include "tests/unit/rewriter/Fixtures.h"
#include <gtest/gtest.h>

namespace warpsmith {
namespace {

struct Row {
  const char *architecture;
  BlockResources block;
  int blocks;
  std::string limits;
};

// Blocks are those of cudaOccMaxActiveBlocksPerMultiprocessor in cuda_occupancy.h of CUDA 13.0, the
// carveout at 100 %; the limits follow from the rules.
TEST(Occupancy, IsWhatNvidiasCalculatorSays) {
  const Row rows[] = {
      {"sm_80", {256, 32, 0}, 8, "threads, registers"},
      // 33 registers are 40 of a warp's 256-register units: 48 warps.
      {"sm_80", {256, 33, 0}, 6, "registers"},
      {"sm_80", {256, 128, 0}, 2, "registers"},
      {"sm_80", {256, 129, 0}, 1, "registers"},
      {"sm_80", {32, 32, 0}, 32, "blocks per SM"},
      {"sm_86", {32, 32, 0}, 16, "blocks per SM"},
      {"sm_89", {32, 32, 0}, 24, "blocks per SM"},
      {"sm_75", {64, 32, 0}, 16, "blocks per SM, threads"},
      {"sm_86", {1024, 32, 0}, 1, "threads"},
      {"sm_80", {1024, 65, 0}, 0, "registers"},
      // 1 KiB of every block is the driver's: 81 KiB are 82 of 164.
      {"sm_80", {128, 32, 81 * 1024}, 2, "shared memory"},
      {"sm_80", {128, 32, 82 * 1024}, 1, "shared memory"},
      {"sm_80", {128, 32, 163 * 1024}, 1, "shared memory"},
      {"sm_80", {128, 32, 163 * 1024 + 1}, 0, "shared memory"},
      {"sm_70", {128, 32, 48 * 1024}, 2, "shared memory"},
      {"sm_70", {128, 32, 48 * 1024 + 1}, 1, "shared memory"},
      {"sm_90", {384, 168, 157280}, 1, "registers, shared memory"},
      {"sm_90", {384, 80, 157280}, 1, "shared memory"},
      {"sm_120", {256, 40, 20000}, 4, "shared memory"},
  };
  for (const Row &row : rows) {
    const Occupancy found = occupancyOf(*findArchitecture(row.architecture), row.block);
    EXPECT_EQ(found.blocksPerSm, row.blocks)
        << row.architecture << " " << row.block.threads << " " << row.block.registersPerThread
        << " " << row.block.sharedBytes;
    std::string limits;
    for (const Occupancy::Limit limit : found.limits)
      limits += (limits.empty() ? "" : ", ") + std::string(name(limit));
    EXPECT_EQ(limits, row.limits) << row.architecture << " " << row.block.threads << " "
                                  << row.block.registersPerThread << " " << row.block.sharedBytes;
    EXPECT_EQ(found.warpsPerSm, found.blocksPerSm * (row.block.threads / 32));
  }
}

// As ptxas of CUDA 13.0 gives them to kernels that would take more.
TEST(Occupancy, LaunchBoundsLimitRegisters) {
  EXPECT_EQ(registersUnderLaunchBounds(128), 255);
  EXPECT_EQ(registersUnderLaunchBounds(256), 255);
  EXPECT_EQ(registersUnderLaunchBounds(384), 168);
  EXPECT_EQ(registersUnderLaunchBounds(512), 128);
  EXPECT_EQ(registersUnderLaunchBounds(1024), 64);
  for (const int threads : {128, 256, 384, 512, 1024}) {
    const BlockResources block = {threads, registersUnderLaunchBounds(threads), 0};
    EXPECT_GE(occupancyOf(*findArchitecture("sm_80"), block).blocksPerSm, 1) << threads;
  }
}

std::vector<TileResources> resourcesOf(const Contraction &contraction, const Schedule &schedule) {
  return familyOf(schedule).resources(contraction, schedule);
}

TEST(TileResources, AreThoseOfEveryTileOfALaunch) {
  const Contraction contraction = test::gemm();
  const auto plain = resourcesOf(contraction, test::accepted(contraction, "tile"));
  ASSERT_EQ(plain.size(), 1U);
  EXPECT_EQ(plain[0].tile, "128 x 128 x 16");
  EXPECT_EQ(plain[0].block.threads, 256);
  EXPECT_EQ(plain[0].block.sharedBytes, 18432);
  EXPECT_EQ(plain[0].templateArguments, "");
  const auto menu = resourcesOf(
      contraction, test::accepted(contraction, "tile,pipeline<stages=3>,warp-specialize<dma=4>",
                                  Numerics::BitExact, "sm_90a"));
  ASSERT_EQ(menu.size(), 14U); // five of them for rows of any alignment
  EXPECT_EQ(menu[0].templateArguments, "Tile<128, 256, 16, 16, 8, 6, 4, 1, 208, 88");
  EXPECT_EQ(menu[0].block.threads, 384);
  EXPECT_EQ(menu[9].templateArguments, "Tile<128, 256, 16, 16, 8, 6, 4, 1, 208, 48");
  EXPECT_EQ(menu[9].block.threads, 512);
  const auto warpgroups = resourcesOf(
      contraction, test::accepted(contraction, "tensorize<wgmma>", Numerics::Fp16, "sm_90a"));
  ASSERT_EQ(warpgroups.size(), 13U);
  EXPECT_EQ(warpgroups[0].templateArguments, "::Large");
  EXPECT_EQ(warpgroups[2].tile, "128 x 160 x 64");
  EXPECT_EQ(warpgroups[2].block.threads, 384);
  EXPECT_EQ(warpgroups[8].tile, "64 x 128 x 64");
  EXPECT_EQ(warpgroups[8].block.threads, 256);
  EXPECT_TRUE(
      resourcesOf(contraction, test::accepted(contraction, "interleave-fp64<8/32>", Numerics::Fp32))
          .empty());
}

// The lines of ptxas 13.0.
TEST(Ptxas, OutputIsUnderstood) {
  const auto uses = tool::parsePtxas(R"(ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function '_ZN11a_rewritten12_GLOBAL__N_16kernelILb1EEEvi' for 'sm_80'
ptxas info    : Function properties for _ZN11a_rewritten12_GLOBAL__N_16kernelILb1EEEvi
    8 bytes stack frame, 4 bytes spill stores, 12 bytes spill loads
ptxas info    : Used 241 registers, used 1 barriers, 1312 bytes smem, 400 bytes cmem[0]
ptxas info    : Compile time = 3.000 ms
ptxas info    : Compiling entry function '_Z1bv' for 'sm_80'
ptxas info    : Function properties for _Z1bv
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 8 registers, used 0 barriers
)");
  ASSERT_EQ(uses.size(), 2U);
  EXPECT_EQ(uses[0].function, "void a_rewritten::kernel<true>(int)");
  EXPECT_EQ(uses[0].registers, 241);
  EXPECT_EQ(uses[0].staticShared, 1312);
  EXPECT_EQ(uses[0].spilledBytes, 16);
  EXPECT_EQ(uses[1].function, "b()");
  EXPECT_EQ(uses[1].registers, 8);
  EXPECT_EQ(uses[1].staticShared, 0);
  EXPECT_EQ(uses[1].spilledBytes, 0);
  EXPECT_TRUE(tool::parsePtxas("nvcc fatal   : Unsupported gpu architecture").empty());
}

} // namespace
} // namespace warpsmith
