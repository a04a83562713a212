// Every pass: what it makes of a schedule, and what it refuses.
#include "rewriter/families/FmaTile.h"
#include "rewriter/families/MmaTile.h"
#include "rewriter/families/ResidentTile.h"
#include "rewriter/families/TileLayout.h"
#include "rewriter/families/WgmmaTile.h"
#include "tests/unit/rewriter/Fixtures.h"
#include <algorithm>

namespace warpsmith::test {
namespace {

using ::testing::Test;

/// The names that a line of Tuned.def has are known, and it is a pipeline.
void checkTuned(const char *architecture, const char *numerics, const char *signature,
                const char *passes) {
  EXPECT_TRUE(findArchitecture(architecture)) << architecture;
  EXPECT_TRUE(findNumerics(numerics)) << numerics;
  auto parsed = PassPipeline::parse(passes);
  const auto *wrong = std::get_if<std::string>(&parsed);
  EXPECT_FALSE(wrong) << signature << ": " << (wrong ? *wrong : "");
}

TEST(PipelineText, OfTheTunedOnesIsRead) {
#define TUNED(...) checkTuned(__VA_ARGS__);
#include "rewriter/passes/Tuned.def"
#undef TUNED
}

TEST(PipelineText, ReportsWhatIsWrong) {
  const auto error = [](const char *text) {
    auto parsed = PassPipeline::parse(text);
    const auto *wrong = std::get_if<std::string>(&parsed);
    return wrong ? *wrong : std::string();
  };
  EXPECT_EQ(error("tile<128;128;16;8;8>,pipeline<stages=4>"), "");
  EXPECT_EQ(error(" tile , pipeline "), "");
  EXPECT_NE(error("tle").find("unknown pass 'tle' in 'tle'; known are tile"), std::string::npos);
  EXPECT_NE(error("tile<1").find("unbalanced"), std::string::npos);
  EXPECT_NE(error("tile>").find("unbalanced"), std::string::npos);
  EXPECT_NE(error("tile<8>x").find("after '>'"), std::string::npos);
  EXPECT_NE(error("tile,,pipeline").find("empty pass name"), std::string::npos);
  EXPECT_NE(error("").find("empty pass name"), std::string::npos);
  EXPECT_NE(error("tensorize").find("unknown pass"), std::string::npos);
}

TEST(PassArguments, WrongOnesAreRefused) {
  EXPECT_EQ(refusal(gemm(), "tile,pipeline<stages=1>"), "a pipeline has at least 2 stages");
  EXPECT_EQ(refusal(gemm(), "interleave-fp64<5/4>", Numerics::Fp32),
            "'5/4' is not a ratio d/n with 0 < d <= n");
  EXPECT_EQ(refusal(gemm(), "interleave-fp64", Numerics::Fp32),
            "interleave-fp64 takes d/n: d FP64 steps of every n");
}

TEST(Tile, SetsTilesAndDefaults) {
  const Schedule given = accepted(gemm(), "tile<64;32;8;4;4>");
  EXPECT_EQ(given.computeThreads(), 128);
  EXPECT_EQ(given.str(), "tile<64;32;8;4;4>");
  EXPECT_EQ(accepted(gemm(), "tile").str(), "tile<128;128;16;8;8>");
  EXPECT_EQ(accepted(gemm(ElementType::F64), "tile").str(), "tile<128;64;16;8;4>");
}

TEST(Tile, RefusesWhatCannotRun) {
  EXPECT_EQ(refusal(gemm(), "tile<100;128;16;8;8>"),
            "block tile 100x128 is not a whole number of thread tiles 8x8");
  EXPECT_NE(refusal(gemm(), "tile<8;8;16;8;8>").find("would have 1 threads"), std::string::npos);
  EXPECT_NE(refusal(gemm(), "tile<256;256;16;4;4>").find("would have 4096 threads"),
            std::string::npos);
  EXPECT_NE(refusal(gemm(), "tile<128;128;6;8;8>").find("not whole 16-byte vectors"),
            std::string::npos);
  EXPECT_NE(refusal(gemm(), "tile<256;256;16;16;16>").find("registers a thread"),
            std::string::npos);
  EXPECT_NE(refusal(gemm(), "tile<128;128;512;8;8>").find("bytes of shared memory"),
            std::string::npos);
  EXPECT_EQ(refusal(gemm(), "tile,tile"), "the schedule is tiled already");
  Contraction strided = gemm();
  strided.b.strides = {symbol("nj"), Polynomial(2)};
  EXPECT_EQ(refusal(strided, "tile"), "no index of 'b' has stride 1");
  EXPECT_EQ(refusal(strided, "interleave-fp64<1/4>", Numerics::Fp32),
            "no index of 'b' has stride 1");
}

TEST(Tile, RefusesAStartThatMayBeContracted) {
  Contraction small = gemm();
  small.k = symbol("NK");
  small.constants["NK"] = 16;
  EXPECT_NE(refusal(small, "tile").find("may then contract the start 'C * beta'"),
            std::string::npos);
  small.constants["NK"] = 512;
  EXPECT_EQ(accepted(small, "tile").str(), "tile<128;128;16;8;8>");
  small.constants["NK"] = 16;
  accepted(small, "tile", Numerics::Fp32);
}

/// Passes that change a tile take the default one where there is none, and those after it, too.
TEST(DefaultTile, IsAddedWhereAPassNeedsIt) {
  for (const std::string passes :
       {"pipeline", "warp-specialize<dma=4>", "pipeline<stages=3>,warp-specialize<dma=4>",
        "warp-specialize<fp64=1/4>", "warp-specialize<fp64=1/8>"}) {
    const Schedule alone = accepted(gemm(), passes.c_str(), Numerics::Fp32);
    const Schedule written = accepted(gemm(), ("tile," + passes).c_str(), Numerics::Fp32);
    EXPECT_EQ(alone.str(), written.str());
    EXPECT_EQ(alone.addedTileText(), alone.str().substr(0, alone.str().find(','))) << passes;
    EXPECT_EQ(written.addedTileText(), "") << passes;
  }
  EXPECT_EQ(accepted(gemm(), "tensorize<wmma>", Numerics::Fp16).addedTileText(),
            "tile<128;128;32>");
  EXPECT_EQ(
      accepted(gemm(), "tile<64;64;8;4;4>,at-least<products=1000000>|pipeline").addedTileText(),
      "tile<128;128;16;8;8>");
  // What has a form without tiles keeps it, and what has tiles of its own takes no other.
  EXPECT_EQ(accepted(gemm(), "interleave-fp64<8/32>", Numerics::Fp32).addedTileText(), "");
  EXPECT_EQ(refusal(gemm(), "interleave-fp64<8/32>,pipeline", Numerics::Fp32),
            "it needs a tile: tile comes before interleave-fp64 in a pipeline");
  EXPECT_EQ(refusal(gemm(), "tensorize<wgmma>,pipeline", Numerics::Fp16, "sm_90a"),
            "it needs a tile: tensorize<wgmma> has tiles and copies of its own: no pass but "
            "symmetric follows it");
}

TEST(Pipeline, NeedsCpAsync) {
  EXPECT_EQ(refusal(gemm(), "tile,pipeline", Numerics::BitExact, "sm_75"),
            "cp.async needs sm_80; the architecture is sm_75");
  EXPECT_EQ(refusal(gemm(), "tile,pipeline,pipeline"), "the schedule is pipelined already");
  const Schedule schedule = accepted(gemm(), "tile,pipeline<stages=4>");
  EXPECT_EQ(schedule.staging()->stages, 4);
  EXPECT_EQ(schedule.staging()->route, CopyRoute::Asynchronous);
}

TEST(Resident, HasTilesForItsThreads) {
  const Schedule any = accepted(gemm(), "resident");
  EXPECT_EQ(any.str(), "resident");
  ASSERT_TRUE(any.is<Resident>());
  EXPECT_EQ(any.as<Resident>().threads, 1024);
  // 64 registers hold these sums, and the others more.
  EXPECT_EQ(any.as<Resident>().warp.m * any.as<Resident>().warp.n / 32, 32);
  const Schedule fewer = accepted(gemm(), "resident<threads=256>");
  EXPECT_EQ(fewer.str(), "resident<threads=256>");
  EXPECT_EQ(fewer.as<Resident>().warp.m * fewer.as<Resident>().warp.n / 32, 64);
  EXPECT_EQ(accepted(gemm(ElementType::F64), "resident").as<Resident>().warp.m, 4 * 4);
  Contraction bounded = gemm();
  bounded.mostThreads = 128;
  bounded.hasLaunchBounds = true;
  EXPECT_EQ(accepted(bounded, "resident").as<Resident>().threads, 128);
}

TEST(Resident, MultipliesOnTensorCoresWhereTheContractLetsIt) {
  const auto partOf = [](ElementType type, Numerics numerics, const char *architecture = "sm_80") {
    return accepted(gemm(type), "resident<threads=256>", numerics, architecture)
        .as<Resident>()
        .part;
  };
  EXPECT_EQ(partOf(ElementType::F32, Numerics::BitExact), std::nullopt);
  EXPECT_EQ(partOf(ElementType::F32, Numerics::Fp16), ElementType::F16);
  EXPECT_EQ(partOf(ElementType::F32, Numerics::Bf16), ElementType::BF16);
  EXPECT_EQ(partOf(ElementType::F32, Numerics::Tf32), ElementType::F32);
  EXPECT_EQ(partOf(ElementType::F32, Numerics::Fp16, "sm_75"), std::nullopt);
  EXPECT_EQ(partOf(ElementType::F64, Numerics::Fp16), std::nullopt);
  // 48 KiB hold three stages, and fewer beside what the original has.
  Contraction contraction = gemm();
  const auto stages = [&] {
    return accepted(contraction, "resident<threads=256>", Numerics::Fp16).as<Resident>().stages;
  };
  EXPECT_EQ(stages(), 3);
  contraction.sharedBytes = 1024;
  EXPECT_EQ(stages(), 2);
}

TEST(Resident, LeavesTheOriginalItsSharedMemory) {
  Contraction contraction = gemm();
  const int whole = accepted(contraction, "resident").as<Resident>().sharedBytes;
  contraction.sharedBytes = StaticSharedBytes - whole;
  EXPECT_EQ(accepted(contraction, "resident").as<Resident>().warp.k, 8);
  ++contraction.sharedBytes;
  const Resident smaller = accepted(contraction, "resident").as<Resident>();
  EXPECT_EQ(smaller.warp.k, 4);
  EXPECT_EQ(2 * smaller.sharedBytes, whole);
  contraction.sharedBytes = StaticSharedBytes;
  EXPECT_EQ(
      refusal(contraction, "resident"),
      "beside the 49152 bytes of shared memory that the kernel has there is no room for tiles");
}

TEST(Resident, RefusesWhatItCannotKeep) {
  Contraction contraction = gemm();
  contraction.dynamicSharedMemory = true;
  EXPECT_EQ(refusal(contraction, "resident"),
            "its shared memory is sized by the launch (extern __shared__), and what that leaves is "
            "not known here");
  contraction = gemm();
  contraction.instance = {Predicate::equal("Tile", 16)};
  EXPECT_EQ(refusal(contraction, "resident"), "accepted: resident"); // an instance has its own
  contraction = gemm();
  contraction.hasLaunchBounds = true;
  EXPECT_EQ(refusal(contraction, "resident<threads=256>"),
            "its __launch_bounds__ say how many threads a block has");
  contraction.mostThreads = 512;
  contraction.leastBlocks = 2;
  EXPECT_EQ(accepted(contraction, "resident").as<Resident>().threads, 512);
  contraction.leastBlocks = 3;
  EXPECT_EQ(refusal(contraction, "resident"), "its __launch_bounds__ leave a thread 40 registers");
  EXPECT_EQ(refusal(gemm(), "resident<threads=32>"), "blocks have at least 64 threads");
  EXPECT_EQ(refusal(gemm(), "tile,resident"), "it has tiles of its own: no pass comes before it");
  EXPECT_EQ(refusal(gemm(), "resident,pipeline"),
            "resident has tiles of its own: no pass follows it");
  EXPECT_EQ(refusal(gemm(), "resident|tile"),
            "a kernel that keeps its launches has one form: resident has no alternatives");
}

TEST(InterleaveFp64, NeedsFreedom) {
  EXPECT_EQ(refusal(gemm(), "interleave-fp64<8/32>"),
            "accumulating in FP64 changes the sum's rounding; allow it with --numerics=fp32");
  EXPECT_EQ(refusal(gemm(ElementType::F64), "interleave-fp64<8/32>", Numerics::Fp32),
            "the sum is FP64 already");
  EXPECT_EQ(refusal(gemm(), "interleave-fp64<1/2>,interleave-fp64<1/2>", Numerics::Fp32),
            "the schedule mixes FP64 already");
  EXPECT_EQ(refusal(gemm(), "interleave-fp64<1/2>,tile", Numerics::Fp32),
            "tile comes before interleave-fp64 in a pipeline");
}

TEST(InterleaveFp64, PatternDividesTheTile) {
  EXPECT_EQ(
      accepted(gemm(), "interleave-fp64<8/32>", Numerics::Fp32).as<Direct>().interleave->period,
      32);
  const Schedule reduced = accepted(gemm(), "tile,interleave-fp64<8/32>", Numerics::Fp32);
  EXPECT_EQ(reduced.as<Fma>().interleave->fp64, 1);
  EXPECT_EQ(reduced.as<Fma>().interleave->period, 4);
  EXPECT_EQ(reduced.as<Fma>().block.k, 16);
  for (const char *ratio : {"1/3", "2/7", "5/12", "3/5", "9/31", "1/1", "7/64"}) {
    const std::string passes = std::string("tile,interleave-fp64<") + ratio + ">";
    const Schedule odd = accepted(gemm(), passes.c_str(), Numerics::Fp32, "sm_90");
    ASSERT_TRUE(odd.as<Fma>().interleave) << ratio;
    EXPECT_EQ(odd.as<Fma>().block.k % odd.as<Fma>().interleave->period, 0) << ratio;
    EXPECT_EQ(odd.as<Fma>().block.k % 4, 0) << ratio;
  }
}

TEST(InterleaveFp64, ColumnsAreForHopperAndComeLast) {
  const std::string before = "tile,pipeline<stages=3>,warp-specialize<dma=4>";
  const std::string passes = before + ",interleave-fp64<columns>";
  const Schedule schedule = accepted(gemm(), passes.c_str(), Numerics::Fp32, "sm_90a");
  EXPECT_EQ(schedule.str(), passes);
  ASSERT_FALSE(schedule.menu().empty());
  for (const FmaTile &tile : schedule.menu()) {
    // Of a warp: what it sums in FP32 and in FP64; all warps' are the tile.
    const int warps = computeThreads(tile) / 32;
    EXPECT_EQ(warps * (32 * tile.thread.m * tile.thread.n + tile.wide.m * tile.wide.n),
              tile.block.m * tile.block.n);
    EXPECT_EQ(narrowColumns(tile) * tile.block.m, warps * 32 * tile.thread.m * tile.thread.n);
    EXPECT_EQ(widePitch(tile) % 32, 8);
    EXPECT_LE(sharedMemoryBytes(tile, gemm(), schedule),
              schedule.architecture->sharedMemoryPerBlock);
  }
  const auto refused = [&](const std::string &text, const char *architecture = "sm_90a") {
    return refusal(gemm(), text.c_str(), Numerics::Fp32, architecture);
  };
  EXPECT_EQ(refusal(gemm(), passes.c_str(), Numerics::BitExact, "sm_90a"),
            "accumulating in FP64 changes the sum's rounding; allow it with --numerics=fp32");
  EXPECT_NE(refused(passes, "sm_90").find("the architecture is sm_90"), std::string::npos);
  EXPECT_NE(refused(passes, "sm_80").find("the architecture is sm_80"), std::string::npos);
  for (const char *wrong :
       {"interleave-fp64<columns>", "tile,pipeline<stages=3>,interleave-fp64<columns>",
        "tile,warp-specialize<dma=4>,interleave-fp64<columns>",
        "tile,pipeline<stages=3>,warp-specialize<dma=2>,interleave-fp64<columns>",
        "tile<128;128;16;8;8>,pipeline<stages=3>,warp-specialize<dma=4>,interleave-fp64<columns>"})
    EXPECT_EQ(refused(wrong), "columns in FP64 come after 'tile,pipeline<stages=n>,"
                              "warp-specialize<dma=4>', with a tile of their own");
  EXPECT_EQ(refused(before + ",interleave-fp64<columns;1/2>"), "unknown argument '1/2'");
  EXPECT_EQ(refused("tile,pipeline<stages=20>,warp-specialize<dma=4>,interleave-fp64<columns>"),
            "a ring of 20 stages does not fit shared memory");
  EXPECT_EQ(refusal(gemm(ElementType::F16), passes.c_str(), Numerics::Fp32, "sm_90a"),
            "columns in FP64 are of products of floats, summed in float");
}

TEST(InterleaveFp64, AddsFloatProductsWhereThereAreAny) {
  const Schedule schedule =
      accepted(gemm(), "tile,interleave-fp64<8/32;float-products>", Numerics::Fp32);
  EXPECT_TRUE(schedule.as<Fma>().interleave->floatProducts);
  EXPECT_NE(schedule.str().find("interleave-fp64<1/4;float-products>"), std::string::npos);
  EXPECT_EQ(refusal(gemm(), "interleave-fp64<8/32;float>", Numerics::Fp32),
            "'interleave-fp64<8/32;float>': unknown argument 'float'");
  Contraction fused = gemm();
  const ElementType sum = ElementType::F32;
  fused.update = Expression::call("fmaf", sum,
                                  {Expression::operandElement(0, sum),
                                   Expression::operandElement(1, sum), Expression::sum(sum)});
  EXPECT_EQ(refusal(fused, "interleave-fp64<8/32;float-products>", Numerics::Fp32),
            "float-products: a step does not add a product of its own to the sum");
}

TEST(WarpSpecializeFp64, BalancesSubPartitions) {
  const Schedule schedule =
      accepted(gemm(), "tile<128;64;16;4;4>,warp-specialize<fp64=1/2>", Numerics::Fp32);
  EXPECT_EQ(schedule.computeThreads() / 32, 16);
  EXPECT_NE(refusal(gemm(), "tile<128;128;16;8;8>,warp-specialize<fp64=1/4>", Numerics::Fp32)
                .find("not the same number on each of the four sub-partitions"),
            std::string::npos);
  EXPECT_EQ(refusal(gemm(), "tile,warp-specialize<fp64=1/4>").substr(0, 20),
            "accumulating in FP64");
}

TEST(WarpSpecializeCopy, AddsWarpsAndKeepsStages) {
  const Schedule schedule = accepted(gemm(), "tile,pipeline<stages=3>,warp-specialize<dma=4>");
  EXPECT_EQ(schedule.as<FmaMenu>().single.computeThreads(), 256);
  EXPECT_EQ(schedule.staging()->copyWarps, 4);
  EXPECT_EQ(schedule.staging()->stages, 3);
  EXPECT_EQ(schedule.staging()->route, CopyRoute::CopyWarps);
  // The passes commute.
  EXPECT_EQ(accepted(gemm(), "tile,warp-specialize<dma=4>,pipeline<stages=3>").str(),
            schedule.str());
  EXPECT_EQ(accepted(gemm(), "tile,warp-specialize<dma=1>").staging()->stages, 1);
  EXPECT_EQ(refusal(gemm(), "tile,warp-specialize<dma=1>,warp-specialize<dma=1>"),
            "the schedule has copy warps already");
  EXPECT_NE(refusal(gemm(), "tile<128;128;16;4;4>,warp-specialize<dma=1>").find("threads"),
            std::string::npos);
}

TEST(WarpSpecializeCopy, HasAMenuOfTilesForFp32) {
  const std::string passes = "tile,pipeline<stages=3>,warp-specialize<dma=4>";
  const Schedule hopper = accepted(gemm(), passes.c_str(), Numerics::BitExact, "sm_90a");
  ASSERT_EQ(hopper.menu().size(), 9u);
  EXPECT_EQ(hopper.str(), passes);
  EXPECT_EQ(computeThreads(hopper.menu()[0]), 256);
  // What registers are moved between must be what the launch gives, to each thread a multiple of
  // eight: a warpgroup waits for more forever.
  const Schedule regrouped = accepted(gemm(), passes.c_str(), Numerics::Fp32, "sm_90a");
  std::vector<FmaTile> tiles = hopper.menu();
  tiles.insert(tiles.end(), regrouped.menu().begin(), regrouped.menu().end());
  // Where both operands are transposed on their way to shared memory, others are fastest.
  const Contraction across = gemm(ElementType::F32, false, true);
  const Schedule both = accepted(across, passes.c_str(), Numerics::BitExact, "sm_90a");
  ASSERT_EQ(both.menu().size(), 9u);
  tiles.insert(tiles.end(), both.menu().begin(), both.menu().end());
  for (const Schedule *schedule : {&hopper, &regrouped}) {
    const std::vector<FmaTile> ragged = raggedTiles(gemm(), *schedule);
    ASSERT_EQ(ragged.size(), 5u);
    EXPECT_EQ(warpsmith::copyWarps(ragged[0], *schedule), 8);
    tiles.insert(tiles.end(), ragged.begin(), ragged.end());
  }
  for (const FmaTile &tile : tiles)
    if (tile.computeRegisters) {
      const int compute = computeThreads(tile), copy = 32 * warpsmith::copyWarps(tile, hopper);
      const int threads = compute + copy;
      // ptxas launches no thread with more than any of them gets later.
      const int launched = std::min(RegistersPerSm / threads / 8 * 8, tile.computeRegisters);
      EXPECT_EQ(compute % 128, 0) << tile.name;
      EXPECT_GE(tile.computeRegisters, launched) << tile.name;
      EXPECT_LE(tile.copyRegisters, launched) << tile.name;
      EXPECT_LE(compute * tile.computeRegisters + copy * tile.copyRegisters, threads * launched)
          << tile.name;
    }
  // Slices need another order of sums, and rings in which nobody overtakes.
  EXPECT_FALSE(sumsInSlices(hopper));
  EXPECT_TRUE(sumsInSlices(regrouped));
  for (const char *stages : {"2", "3", "4", "5", "8"}) {
    const std::string some =
        "tile,pipeline<stages=" + std::string(stages) + ">,warp-specialize<dma=4>";
    const Schedule schedule = accepted(gemm(), some.c_str(), Numerics::Fp32, "sm_90a");
    std::vector<FmaTile> sliced = raggedTiles(gemm(), schedule);
    sliced.insert(sliced.end(), schedule.menu().begin(), schedule.menu().end());
    for (const FmaTile &tile : sliced)
      if (tile.slices > 1) {
        EXPECT_GT(warpsmith::stages(tile, schedule), tile.slices) << some << tile.name;
        EXPECT_EQ(warpsmith::stages(tile, schedule) % tile.slices, 0) << some << tile.name;
      }
  }
  EXPECT_FALSE(sumsInSlices(accepted(gemm(), passes.c_str(), Numerics::Fp32, "sm_90")));
  // Where the sums of slices have no room, a tile without them has; 32 x 64 is there for them
  // alone.
  for (const char *stages : {"8", "12", "16"}) {
    const std::string many =
        "tile,pipeline<stages=" + std::string(stages) + ">,warp-specialize<dma=4>";
    const auto namesUnder = [&](Numerics numerics) {
      std::vector<std::string> names;
      for (const FmaTile &tile :
           everyTile(gemm(), accepted(gemm(), many.c_str(), numerics, "sm_90a")))
        names.emplace_back(tile.name);
      return names;
    };
    const std::vector<std::string> sliced = namesUnder(Numerics::Fp32);
    for (const std::string &name : namesUnder(Numerics::BitExact))
      EXPECT_EQ(std::count(sliced.begin(), sliced.end(), name), 1) << many << name;
  }
  // Warps that have no registers to give stay as many, and so do those beside columns in FP64.
  EXPECT_TRUE(
      raggedTiles(gemm(), accepted(gemm(), passes.c_str(), Numerics::Fp32, "sm_90")).empty());
  const std::string columns = passes + ",interleave-fp64<columns>";
  EXPECT_TRUE(
      raggedTiles(gemm(), accepted(gemm(), columns.c_str(), Numerics::Fp32, "sm_90a")).empty());
  // sm_90 has no setmaxnreg, and sm_120 no room for twice the stages of its largest tile.
  EXPECT_EQ(accepted(gemm(), passes.c_str(), Numerics::BitExact, "sm_90").menu().size(), 4u);
  EXPECT_EQ(accepted(gemm(), passes.c_str(), Numerics::BitExact, "sm_120").menu()[0].rings, 1);
  // More copy warps leave too few registers for the largest.
  const char *crowded = "tile,pipeline<stages=3>,warp-specialize<dma=8>";
  EXPECT_EQ(accepted(gemm(), crowded, Numerics::BitExact, "sm_90").menu()[0].name, "Medium");
  for (const char *single : {"tile,warp-specialize<dma=4>", "tile,pipeline<stages=3>",
                             "tile<64;64;16>,pipeline<stages=3>,warp-specialize<dma=4>"})
    EXPECT_TRUE(accepted(gemm(), single).menu().empty()) << single;
}

TEST(Group, IsOfLaunchesBesideOthers) {
  const char *passes = "tile,pipeline<stages=3>,warp-specialize<dma=4>,group";
  Contraction alone = gemm(), beside = gemm(), batched;
  alone.launches = {Launch{}};
  beside.launches = {Launch{}, Launch{}};
  beside.launches[1].besideAnother = true;
  batched = beside;
  batched.batch = Polynomial::symbol("count");
  for (Matrix *matrix : {&batched.a, &batched.b, &batched.c})
    matrix->batchStrides = Polynomial::symbol("stride");
  EXPECT_FALSE(accepted(alone, passes).group());
  EXPECT_FALSE(accepted(batched, passes).group());
  const Schedule schedule = accepted(beside, passes, Numerics::BitExact, "sm_90a");
  EXPECT_EQ(schedule.str(), passes);
  // The tiles that leave multiprocessors idle first.
  ASSERT_EQ(schedule.group()->tiles.size(), 7u);
  EXPECT_EQ(schedule.group()->tiles[0].name, "Medium");
  // Of several alternatives the one with the menu has it, as under auto on sm_90.
  EXPECT_TRUE(accepted(beside, "auto", Numerics::Fp32, "sm_90a").otherwise->otherwise->group());
  EXPECT_FALSE(accepted(beside, "auto", Numerics::Fp32, "sm_80").group());
  EXPECT_EQ(refusal(beside, "group"),
            "it is for the menu of tiles that 'tile,pipeline<stages=n>,warp-specialize<dma=p>' has "
            "for sums in FP32");
  EXPECT_EQ(refusal(beside, (std::string(passes) + ",group").c_str()), "it stands there already");
}

TEST(TensorizeMma, KeepsFmasOfDoubles) {
  const Contraction product = gemm(ElementType::F64);
  const Schedule schedule = accepted(product, "tensorize<mma>", Numerics::BitExact, "sm_90a");
  EXPECT_EQ(schedule.str(), "tensorize<mma>");
  EXPECT_TRUE(schedule.as<Mma>().bulk);
  for (const char *name : {"sm_80", "sm_90", "sm_90a"})
    for (const MmaTile &tile :
         accepted(product, "tensorize<mma>", Numerics::BitExact, name).as<Mma>().tiles) {
      const Mma mma = mmaFor(*findArchitecture(name), ElementType::F64);
      EXPECT_LE(sharedMemoryBytes(tile, mma), findArchitecture(name)->sharedMemoryPerBlock);
      EXPECT_EQ(tile.block.m % tile.warpM, 0) << tile.name;
      EXPECT_EQ(tile.block.n % tile.warpN, 0) << tile.name;
      EXPECT_EQ(tile.block.k % 16, 0) << tile.name; // whole boxes
      // Sums and the fragments of a step, of two registers an element, leave some for addresses.
      const int sums = tile.warpM * tile.warpN / 32, fragments = (tile.warpM + tile.warpN) / 8;
      const int threads = computeThreads(tile) + copyThreads(mma);
      EXPECT_LE(2 * (sums + fragments) + 24, RegistersPerSm / threads + (mma.bulk ? 72 : 0))
          << tile.name;
    }
  EXPECT_EQ(accepted(product, "tensorize<mma;64;64>").str(), "tensorize<mma;64;64>");
  EXPECT_FALSE(accepted(product, "tensorize<mma>").as<Mma>().bulk);

  Contraction minus = product, swapped = product, fused = product, unfused = product;
  const ExpressionRef sum = product.update->children[0], term = product.update->children[1];
  minus.update = Expression::binary('-', sum, term);
  EXPECT_EQ(
      refusal(minus, "tensorize<mma>"),
      "a step is 'sum - alpha * A * B', which is more than a product of elements and factors");
  swapped.update = Expression::binary('+', term, sum);
  accepted(swapped, "tensorize<mma>");
  fused.update =
      Expression::call("fma", ElementType::F64, {term->children[1], term->children[0], sum});
  accepted(fused, "tensorize<mma>");
  unfused.update = Expression::call("__dadd_rn", ElementType::F64, {sum, term});
  EXPECT_EQ(
      refusal(unfused, "tensorize<mma>"),
      "a step is '__dadd_rn(sum, alpha * A * B)', which is more than a product of elements and "
      "factors");
}

TEST(FloatingPointFlags, ArePartOfTheContract) {
  struct Case {
    const char *passes;
    ElementType type;
    Numerics numerics;
    bool fuses; ///< a product and a sum that the source has apart
  };
  const char *const copyWarps = "tile,pipeline<stages=3>,warp-specialize<dma=4>";
  const Case cases[] = {
      {"tile", ElementType::F32, Numerics::BitExact, false},
      {"tile", ElementType::F16, Numerics::BitExact, false},
      {copyWarps, ElementType::F32, Numerics::BitExact, false},
      {copyWarps, ElementType::F64, Numerics::BitExact, false},
      {"tensorize<mma>", ElementType::F64, Numerics::BitExact, true},
      {"tensorize<mma>", ElementType::F64, Numerics::Fp32, false},
      {"tensorize<mma>", ElementType::F16, Numerics::Fp16, false},
      {"tile,tensorize<wmma>", ElementType::F32, Numerics::Tf32, false},
      {"tensorize<wgmma>", ElementType::F16, Numerics::Fp16, false},
      {"split<bf16x6>,tensorize<wgmma>", ElementType::F32, Numerics::Fp32, false},
      {"split<by-data>,tensorize<wgmma>", ElementType::F32, Numerics::Fp32, false},
      {"split<int8xn>,tensorize<wgmma>", ElementType::F64, Numerics::Fp64, false}};
  const FloatingPointFlags separate = {.fusesProducts = false},
                           flushed = {.flushesSubnormals = true},
                           quotients = {.dividesExactly = false},
                           roots = {.takesRootsExactly = false},
                           fast = {.flushesSubnormals = true,
                                   .dividesExactly = false,
                                   .takesRootsExactly = false,
                                   .fastFunctions = true},
                           loose = {.loose = "-ffast-math"};
  for (const Case &one : cases) {
    Contraction product = gemm(one.type);
    for (const FloatingPointFlags &flags : {flushed, quotients, roots, fast}) {
      product.flags = flags;
      accepted(product, one.passes, one.numerics, "sm_90a");
    }
    product.flags = separate;
    const std::string separated = refusal(product, one.passes, one.numerics, "sm_90a");
    EXPECT_EQ(
        separated.find("the original is compiled with -fmad=false, which rounds each product") !=
            std::string::npos,
        one.fuses)
        << one.passes << ": " << separated;
    EXPECT_EQ(separated.find("accepted: ") != std::string::npos, !one.fuses) << separated;
    product.flags = loose;
    EXPECT_EQ(refusal(product, one.passes, one.numerics, "sm_90a").find("-ffast-math") !=
                  std::string::npos,
              one.numerics == Numerics::BitExact)
        << one.passes;
  }
  // What the source fuses itself no flag keeps apart.
  Contraction fused = gemm(ElementType::F64);
  fused.update =
      Expression::call("fma", ElementType::F64,
                       {fused.update->children[1]->children[0],
                        fused.update->children[1]->children[1], fused.update->children[0]});
  fused.flags = separate;
  accepted(fused, "tensorize<mma>");
  // Integers have no flags.
  Contraction integers = gemm(ElementType::I8);
  integers.flags = separate;
  accepted(integers, "tensorize<wgmma>", Numerics::BitExact, "sm_90a");
  Contraction doubles = gemm(ElementType::F64);
  EXPECT_EQ(accepted(doubles, "auto", Numerics::BitExact, "sm_90a").str(), "tensorize<mma>");
  doubles.flags = separate;
  EXPECT_FALSE(accepted(doubles, "auto", Numerics::BitExact, "sm_90a").is<Mma>());
}

TEST(Split, TakesFp16PartsOnTheUsersWordAlone) {
  EXPECT_EQ(
      refusal(gemm(), "split<fp16x3>,tensorize<wgmma>", Numerics::Fp32, "sm_90a"),
      "two FP16 parts do not have FP32's range: an element below 2^-17 of the largest in its "
      "row of A or column of B loses bits, and far below that all of them; split<by-data> takes "
      "them where the data allow it; if you know that your elements are of similar size, write "
      "split<fp16x3;narrow>");
  EXPECT_EQ(
      accepted(gemm(), "split<fp16x3;narrow>,tensorize<wgmma;128>", Numerics::Fp32, "sm_90a").str(),
      "split<fp16x3;narrow>,tensorize<wgmma;128>");
  accepted(gemm(), "split<bf16x6>,tensorize<wgmma>", Numerics::Fp32, "sm_90a");
  for (Schedule chosen = accepted(gemm(), "auto", Numerics::Fp32, "sm_90a");;
       chosen = *chosen.otherwise) {
    EXPECT_NE(chosen.split(), Split::Fp16x3);
    if (!chosen.otherwise)
      break;
  }
}

TEST(Split, TakesDoublesByResiduesUnderFp64) {
  const Contraction doubles = gemm(ElementType::F64);
  const Schedule residues =
      accepted(doubles, "split<int8xn>,tensorize<wgmma>", Numerics::Fp64, "sm_90a");
  EXPECT_EQ(residues.str(), "split<int8xn>,tensorize<wgmma>");
  const Wgmma &wgmma = residues.as<Wgmma>();
  EXPECT_EQ(wgmma.part, ElementType::I8);
  EXPECT_EQ(wgmma.workspace, ResidueWorkspace);
  EXPECT_EQ(
      accepted(doubles, "split<int8xn;workspace=3>,tensorize<wgmma>", Numerics::Fp64, "sm_90a")
          .str(),
      "split<int8xn;workspace=3>,tensorize<wgmma>");
  // What residues do not keep is the original's.
  ASSERT_TRUE(wgmma.left);
  EXPECT_EQ(wgmma.left->str(), "tensorize<mma;128;128>");
  EXPECT_EQ(wgmma.left->numerics, Numerics::BitExact);
  // Its tiles are those of integers whose results have 8 bits.
  for (const WgmmaTile &tile : wgmma.tiles) {
    EXPECT_EQ(storedType(doubles, wgmma), ElementType::I8);
    EXPECT_TRUE(storesTiles(tile, doubles, residues));
    EXPECT_FALSE(mayBeSliced(tile, residues));
    EXPECT_LE(sharedMemoryBytes(tile, doubles, residues), 227 * 1024);
  }
  const Schedule chosen = accepted(doubles, "auto", Numerics::Fp64, "sm_90a");
  EXPECT_EQ(chosen.split(), Split::Int8xn);
  ASSERT_TRUE(chosen.leastProducts);
  ASSERT_TRUE(chosen.otherwise);
  EXPECT_TRUE(chosen.otherwise->is<Mma>());
  EXPECT_EQ(refusal(gemm(), "tile", Numerics::Fp64, "sm_90a"),
            "--numerics=fp64 is for sums in double, and this one is float");
}

TEST(Split, LeavesTheChoiceToTheData) {
  const Schedule byData =
      accepted(gemm(), "split<by-data>,tensorize<wgmma>", Numerics::Fp32, "sm_90a");
  EXPECT_EQ(byData.str(), "split<by-data>,tensorize<wgmma>");
  const Schedule two =
      accepted(gemm(), "split<fp16x3;narrow>,tensorize<wgmma>", Numerics::Fp32, "sm_90a");
  ASSERT_EQ(byData.as<Wgmma>().tiles.size(), two.as<Wgmma>().tiles.size());
  // A block can run either form.
  for (const WgmmaTile &tile : byData.as<Wgmma>().tiles) {
    const WgmmaTile wider = widerTile(tile);
    EXPECT_EQ(wider.threads(), tile.threads());
    EXPECT_EQ(wider.cluster(), tile.cluster());
    EXPECT_LE(wider.columns, tile.columns);
    const Contraction product = gemm();
    Schedule three = accepted(product, "split<bf16x6>,tensorize<wgmma>", Numerics::Fp32, "sm_90a");
    EXPECT_EQ(
        sharedMemoryBytes(tile, product, byData),
        std::max(sharedMemoryBytes(tile, product, two), sharedMemoryBytes(wider, product, three)));
    EXPECT_LE(sharedMemoryBytes(tile, product, byData), 227 * 1024);
  }
  EXPECT_NE(refusal(gemm(), "split<by-data>,tensorize<wgmma>", Numerics::BitExact, "sm_90a")
                .find("--numerics=fp32"),
            std::string::npos);
  // Before it C of few rows is left to a form that splits B in registers.
  const Schedule chosen = accepted(gemm(), "auto", Numerics::Fp32, "sm_90a");
  EXPECT_EQ(chosen.split(), Split::InRegisters);
  EXPECT_EQ(chosen.otherwise->split(), Split::ByData);
  Contraction tall = gemm();
  tall.m = Polynomial(4096);
  EXPECT_EQ(accepted(tall, "auto", Numerics::Fp32, "sm_90a").split(), Split::ByData);
}

TEST(TensorizeMma, HasTilesOf16Bits) {
  for (const char *name : {"sm_80", "sm_86", "sm_89", "sm_90a", "sm_120"})
    for (const Numerics numerics : {Numerics::Fp16, Numerics::Bf16}) {
      const Architecture &architecture = *findArchitecture(name);
      const Schedule schedule = accepted(gemm(ElementType::F16), "tensorize<mma>", numerics, name);
      EXPECT_EQ(schedule.str(), "tensorize<mma>");
      EXPECT_EQ(schedule.as<Mma>().part,
                numerics == Numerics::Fp16 ? ElementType::F16 : ElementType::BF16);
      EXPECT_FALSE(schedule.as<Mma>().bulk);
      int larger = 1 << 30;
      for (const MmaTile &tile : schedule.as<Mma>().tiles) {
        EXPECT_LE(sharedMemoryBytes(tile, schedule.as<Mma>()), architecture.sharedMemoryPerBlock);
        EXPECT_LE(computeThreads(tile), 256);                // so that all have registers enough
        EXPECT_EQ(tile.block.k % 64, 0);                     // whole boxes
        EXPECT_EQ(64 % tile.warpM + 64 % tile.warpN, 0);     // within a box's columns
        EXPECT_EQ(tile.block.m % 64 + tile.block.n % 64, 0); // of which there are whole ones
        EXPECT_LT(tile.time, larger);
        larger = tile.time;
      }
    }
  // 2 * 128 * 128 * 64 operations at 512 a clock.
  EXPECT_EQ(mmaFor(*findArchitecture("sm_86"), ElementType::F16).tiles[0].time, 4096);
  accepted(gemm(), "tensorize<mma;64;64>", Numerics::Bf16, "sm_120");
}

TEST(TensorizeMma, RefusesWhatHasNoTensorCores) {
  EXPECT_EQ(refusal(gemm(), "tensorize<mma>"),
            "'a' is float, and only products of doubles are for FP64's tensor cores; others need "
            "--numerics=fp16 or --numerics=bf16");
  const Contraction product = gemm(ElementType::F64);
  EXPECT_EQ(refusal(product, "tensorize<mma>", Numerics::BitExact, "sm_89"),
            "sm_89 has no tensor cores for FP64, which sm_80 and sm_90 have; FP16's and BF16's "
            "need --numerics=fp16 or --numerics=bf16");
  EXPECT_EQ(refusal(product, "tile,tensorize<mma>"),
            "tensorize<mma> has tiles and copies of its own: no pass stands before it");
  Contraction reordered = product;
  reordered.reordered = "the original sums from the last step to the first";
  EXPECT_EQ(refusal(reordered, "tensorize<mma>"),
            "the original sums from the last step to the first, which rounds otherwise; allow that "
            "with --numerics=fp32");
  accepted(reordered, "tensorize<mma>", Numerics::Fp32);

  EXPECT_EQ(refusal(gemm(), "tensorize<mma>", Numerics::Fp16, "sm_75"),
            "tensorize<mma> copies with cp.async, which needs sm_80; the architecture is sm_75");
  Contraction wide = gemm(ElementType::F16), mixed = gemm();
  wide.sum = ElementType::F64;
  EXPECT_EQ(refusal(wide, "tensorize<mma>", Numerics::Fp16),
            "the sum is double, and that of products of 16 bits is FP32");
  mixed.b.type = ElementType::F64;
  EXPECT_EQ(refusal(mixed, "tensorize<mma>", Numerics::Fp16),
            "'b' is double, and operands of 16 bits are made of half, bfloat16 or float");
}

TEST(TensorizeWmma, AsksForTheContract) {
  for (const Numerics numerics : {Numerics::BitExact, Numerics::Fp32})
    EXPECT_EQ(refusal(gemm(), "tile,tensorize<wmma>", numerics),
              "tensor cores round the operands; say to which format with --numerics=fp16, "
              "--numerics=bf16 or --numerics=tf32");
  EXPECT_EQ(refusal(gemm(), "tile,tensorize<wmma>", Numerics::Bf16, "sm_75"),
            "BF16 needs sm_80; the architecture is sm_75");
  EXPECT_EQ(refusal(gemm(ElementType::F16), "tile,tensorize<wmma>", Numerics::Tf32),
            "TF32 is a format for float operands; these are __half");
  EXPECT_EQ(refusal(gemm(ElementType::F64), "tile,tensorize<wmma>", Numerics::Fp16),
            "the sum is FP64, and WMMA's sums here are FP32");
}

TEST(TensorizeWmma, ChoosesFragments) {
  const Schedule half = accepted(gemm(), "tile,tensorize<wmma>", Numerics::Fp16);
  EXPECT_EQ(half.as<Wmma>().k, 16);
  EXPECT_EQ(half.as<Wmma>().block.k, 32);
  EXPECT_EQ(accepted(gemm(), "tile,tensorize<wmma>", Numerics::Tf32).as<Wmma>().k, 8);
  const Schedule wide =
      accepted(gemm(ElementType::F16), "tile<128;256;32>,pipeline<stages=4>,tensorize<wmma;64;64>",
               Numerics::Fp16);
  EXPECT_EQ(wide.computeThreads(), 256);
  EXPECT_EQ(wide.str(), "tile<128;256;32>,pipeline<stages=4>,tensorize<wmma;64;64>");
  EXPECT_NE(refusal(gemm(), "tile<128;128;32>,tensorize<wmma;48;64>", Numerics::Fp16)
                .find("not a whole number of warp tiles"),
            std::string::npos);
}

} // namespace
} // namespace warpsmith::test
