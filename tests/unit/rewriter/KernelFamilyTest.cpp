// What each family answers for its plans.
#include "rewriter/families/KernelFamily.h"
#include "rewriter/families/FmaTile.h"
#include "rewriter/families/TileLayout.h"
#include "tests/unit/rewriter/Fixtures.h"

namespace warpsmith::test {
namespace {

struct Row {
  const char *passes;
  Numerics numerics;
  bool hasMenu;
};
constexpr Row Rows[] = {
    {"interleave-fp64<8/32>", Numerics::Fp32, false},
    {"tile", Numerics::BitExact, false},
    {"tile,pipeline<stages=3>", Numerics::BitExact, false},
    {"tile,interleave-fp64<8/32>,pipeline<stages=2>", Numerics::Fp32, false},
    {"tile,pipeline<stages=3>,warp-specialize<dma=4>", Numerics::Fp32, true},
    {"tile,pipeline<stages=3>,warp-specialize<dma=4>,interleave-fp64<columns>", Numerics::Fp32,
     true},
    {"tile<64;128;16;8;8>,pipeline<stages=3>,warp-specialize<dma=4>", Numerics::Fp32, true},
    {"tile,tensorize<wmma>,pipeline<stages=3>", Numerics::Fp16, false},
    {"tensorize<mma>", Numerics::Fp16, true},
    {"tensorize<wgmma>", Numerics::Fp16, true},
    {"split<by-data>,tensorize<wgmma>", Numerics::Fp32, true},
    {"split<in-registers>,tensorize<wgmma>", Numerics::Fp32, true},
};

Schedule scheduleOf(const Row &row) {
  return accepted(gemm(), row.passes, row.numerics, "sm_90a");
}

TEST(KernelFamily, PassesLeadToThePlanAgain) {
  for (const Row &row : Rows) {
    const Schedule schedule = scheduleOf(row);
    const std::string passes = familyOf(schedule).passes(schedule);
    EXPECT_EQ(passes, schedule.str()) << row.passes;
    const Schedule again = accepted(gemm(), passes.c_str(), row.numerics, "sm_90a");
    EXPECT_EQ(again.plan.index(), schedule.plan.index()) << passes;
    EXPECT_EQ(again.str(), passes);
  }
}

TEST(KernelFamily, AMenuHasATileForEveryKernel) {
  for (const Row &row : Rows) {
    const Schedule schedule = scheduleOf(row);
    const KernelFamily &family = familyOf(schedule);
    EXPECT_EQ(family.hasMenu(), row.hasMenu) << row.passes;
    EXPECT_EQ(family.doesNotFit(gemm(), schedule), "") << row.passes;
    const bool given = std::string_view(row.passes).starts_with("tile<");
    EXPECT_EQ(row.hasMenu && !given, family.tileCount(schedule) > 1) << row.passes;
    EXPECT_GE(family.resources(gemm(), schedule).size(),
              schedule.is<Direct>() ? 0 : family.tileCount(schedule))
        << row.passes;
    for (size_t tile = 0; row.hasMenu && tile < family.tileCount(schedule); ++tile) {
      Schedule one = schedule;
      family.keepTile(one, tile);
      ASSERT_EQ(family.tileCount(one), 1u) << row.passes;
      EXPECT_EQ(family.block(one, 0).m, family.block(schedule, tile).m);
      EXPECT_EQ(family.block(one, 0).n, family.block(schedule, tile).n);
      EXPECT_GT(family.work(gemm(), one, 1).cycles.count, 0) << row.passes;
    }
  }
}

TEST(KernelFamily, ALaunchTakesTheTileThatFitsIt) {
  const Schedule schedule =
      accepted(gemm(ElementType::F16), "tensorize<wgmma>", Numerics::Fp16, "sm_90a");
  const KernelFamily &family = familyOf(schedule);
  const auto sizeFor = [&](double side) {
    const Launched launched = family.launched(gemm(ElementType::F16), schedule, {side, side, side});
    const BlockTile block = family.block(schedule, launched.tile);
    return block.m * block.n;
  };
  EXPECT_LT(sizeFor(256), sizeFor(8192));
}

TEST(KernelFamily, PartsAloneAreNoKernel) {
  EXPECT_EQ(refusal(gemm(), "split<by-data>", Numerics::Fp32, "sm_90a"),
            "parts of operands are multiplied by tensorize<wgmma>, which comes after split");
  EXPECT_EQ(refusal(gemm(), "split<by-data>,tile", Numerics::Fp32, "sm_90a"),
            "parts of operands are multiplied by tensorize<wgmma>, which comes after split");
  EXPECT_EQ(refusal(gemm(), "split<by-data>,interleave-fp64<1/2>", Numerics::Fp32, "sm_90a"),
            "parts of operands are multiplied by tensorize<wgmma>, which comes after split");
}

TEST(KernelFamily, GivenSizesAreThoseOfTheMenusTile) {
  const char *passes = "tile,pipeline<stages=3>,warp-specialize<dma=4>";
  const Schedule menu = accepted(gemm(), passes, Numerics::BitExact, "sm_90a");
  for (const FmaTile &tile : menu.menu()) {
    const std::string sized = "tile<" + std::to_string(tile.block.m) + ";" +
                              std::to_string(tile.block.n) + ";" + std::to_string(tile.block.k) +
                              ";" + std::to_string(tile.thread.m) + ";" +
                              std::to_string(tile.thread.n) + ">" + std::string(passes).substr(4);
    const Schedule one = accepted(gemm(), sized.c_str(), Numerics::BitExact, "sm_90a");
    EXPECT_EQ(one.str(), sized);
    ASSERT_EQ(one.menu().size(), 1u) << sized;
    EXPECT_EQ(one.menu()[0].name, tile.name);
    EXPECT_EQ(everyTile(gemm(), one).size(), 1u) << sized;
    EXPECT_EQ(familyOf(one).resources(gemm(), one)[0].block.sharedBytes,
              sharedMemoryBytes(tile, gemm(), menu));
  }
  // Other sizes have a kernel of their own, and so have the menu's without its ring.
  for (const char *other : {"tile<64;64;16;8;4>,pipeline<stages=3>,warp-specialize<dma=4>",
                            "tile<64;64;16;4;4>,pipeline<stages=3>"})
    EXPECT_TRUE(accepted(gemm(), other, Numerics::BitExact, "sm_90a").is<Fma>()) << other;
}

TEST(KernelFamily, AnotherFamilyLeavesTheMenu) {
  const char *menu = "tile,pipeline<stages=2>,warp-specialize<dma=4>";
  EXPECT_FALSE(accepted(gemm(), menu, Numerics::Fp16, "sm_90a").menu().empty());
  const std::string passes = std::string(menu) + ",tensorize<wmma>";
  const Schedule schedule = accepted(gemm(), passes.c_str(), Numerics::Fp16, "sm_90a");
  EXPECT_TRUE(schedule.is<Wmma>());
  EXPECT_EQ(schedule.staging()->copyWarps, 4);
}

} // namespace
} // namespace warpsmith::test
