// Into how many slices of k blocks divide tiles on the FP32 units, and when split operands leave a
// product to them.
#include "rewriter/emit/Generate.h"
#include "rewriter/families/FmaTile.h"
#include "rewriter/model/KernelModel.h"
#include "runtime/include/warpsmith/device/tile_time.h"
#include "tests/unit/rewriter/Fixtures.h"
#include <algorithm>
#include <cmath>

namespace warpsmith::test {
namespace {

constexpr const char *CopyWarps = "tile,pipeline<stages=3>,warp-specialize<dma=4>";
constexpr int Places = 132;

Schedule menu(Numerics numerics) {
  return accepted(gemm(), CopyWarps, numerics, "sm_90a");
}

/// Of the tile that a launch takes.
Division divisionOf(const Schedule &schedule, const Problem &problem) {
  const size_t tile = familyOf(schedule).launched(gemm(), schedule, problem).tile;
  return warpsmith::divisionOf(schedule.menu()[tile], schedule, problem);
}

TEST(DividedK, FillsTheMultiprocessors) {
  const Division deep = warpsmith::divisionOf(2, Places, 65536, 16, 165, 65536);
  EXPECT_EQ(deep.slices, 66);
  EXPECT_DOUBLE_EQ(deep.nanoseconds, 1008.0 * 165 + timeOfAdding(65536, 66));
  EXPECT_EQ(warpsmith::divisionOf(64, Places, 4096, 32, 14, 65536).slices, 2);
  // 88 tiles leave a third of the places empty, which two waves of their slices do not.
  EXPECT_EQ(warpsmith::divisionOf(88, Places, 65536, 16, 46, 1 << 19).slices, 3);
}

TEST(DividedK, LeavesWholeWhatItDoesNotHelp) {
  EXPECT_EQ(warpsmith::divisionOf(Places, Places, 65536, 16, 165, 1 << 22).slices, 1);
  EXPECT_EQ(warpsmith::divisionOf(4096, Places, 65536, 16, 165, 1 << 27).slices, 1);
  EXPECT_EQ(warpsmith::divisionOf(1, Places, 240, 16, 165, 32768).slices, 1); // too few steps
  EXPECT_EQ(warpsmith::divisionOf(64, Places, 256, 16, 24, 1 << 18).slices, 1);
  const Division whole = warpsmith::divisionOf(200, Places, 300, 16, 24, 1 << 20);
  EXPECT_EQ(whole.slices, 1);
  EXPECT_DOUBLE_EQ(whole.nanoseconds, 2 * 300 * 24); // as the order that sums keep has it
}

TEST(DividedK, NeverTakesLongerThanTheOrderOfTheOriginal) {
  const Schedule exact = menu(Numerics::BitExact), free = menu(Numerics::Fp32);
  for (const double m : {16.0, 33.0, 256.0, 1000.0, 4096.0})
    for (const double n : {64.0, 257.0, 4096.0})
      for (const double k : {64.0, 257.0, 4096.0, 65536.0}) {
        const Problem problem = {m, n, k};
        double least = 1e30;
        for (const FmaTile &tile : exact.menu())
          least = std::min(least, double(tile.time) * k *
                                      std::ceil(std::ceil(m / tile.block.m) *
                                                std::ceil(n / tile.block.n) / Places));
        EXPECT_LE(divisionOf(free, problem).nanoseconds, least) << m << " " << n << " " << k;
      }
}

TEST(DividedK, TheContractDecides) {
  EXPECT_TRUE(dividesK(gemm(), menu(Numerics::Fp32)));
  EXPECT_TRUE(dividesK(gemm(), menu(Numerics::Tf32)));
  EXPECT_FALSE(dividesK(gemm(), menu(Numerics::BitExact)));
  EXPECT_FALSE(dividesK(
      gemm(), accepted(gemm(), (std::string(CopyWarps) + ",interleave-fp64<columns>").c_str(),
                       Numerics::Fp32, "sm_90a")));
  Contraction batched = gemm();
  batched.batch = symbol("count");
  EXPECT_FALSE(dividesK(batched, menu(Numerics::Fp32)));
  EXPECT_NE(generate(gemm(), menu(Numerics::Fp32)).definition.find("DividesK = true"),
            std::string::npos);
  EXPECT_NE(generate(gemm(), menu(Numerics::BitExact)).definition.find("DividesK = false"),
            std::string::npos);
}

TEST(DividedK, DeepAndSkinnyProductsAreFaster) {
  const Schedule exact = menu(Numerics::BitExact), free = menu(Numerics::Fp32);
  const auto gain = [&](const Problem &problem) {
    return predict(gemm(), exact, problem)->seconds / predict(gemm(), free, problem)->seconds;
  };
  EXPECT_GT(gain({256, 256, 65536}), 2);
  EXPECT_GT(gain({64, 64, 65536}), 5);
  // Flat tiles fill the device without slices.
  EXPECT_GE(gain({16, 4096, 4096}), 1);
}

/// What the launch of split<by-data>|tile compares: of split operands the best tile, and splitting.
double timeOfSplit(const Problem &problem) {
  const Schedule split =
      accepted(gemm(), "split<by-data>,tensorize<wgmma>", Numerics::Fp32, "sm_90a");
  const double product = familyOf(split).launched(gemm(), split, problem).nanoseconds;
  return product + timeOfSplitting((problem.m + problem.n) * problem.k, problem.k);
}

bool areFaster(const Schedule &units, const Problem &problem) {
  return unitsAreFaster(static_cast<long long>(divisionOf(units, problem).nanoseconds),
                        timeOfSplit(problem));
}

TEST(DividedK, SplitOperandsAreLeftToItWhereSplittingTakesLonger) {
  const Schedule units = menu(Numerics::Fp32);
  for (const Problem &problem : {Problem{256, 256, 65536}, {32, 4096, 4096}, {16, 14336, 4096}})
    EXPECT_TRUE(areFaster(units, problem)) << problem.n;
  for (const Problem &problem : {Problem{768, 768, 768},
                                 {1024, 1024, 1024},
                                 {4096, 4096, 4096},
                                 {65536, 512, 512},
                                 {512, 4096, 4096},
                                 {256, 14336, 4096}})
    EXPECT_FALSE(areFaster(units, problem)) << problem.n;
}

} // namespace
} // namespace warpsmith::test
