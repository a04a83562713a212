// The pipelines that a search chooses from: all are legal, and none is there twice.
#include "rewriter/passes/ScheduleSpace.h"
#include "rewriter/ir/Signature.h"
#include "tests/unit/rewriter/Fixtures.h"
#include <algorithm>
#include <set>

namespace warpsmith::test {
namespace {

std::vector<LegalPipeline> space(const Contraction &contraction, Numerics numerics,
                                 const char *architecture) {
  Schedule start;
  start.numerics = numerics;
  start.architecture = findArchitecture(architecture);
  return legalPipelines(contraction, start);
}

bool has(const std::vector<LegalPipeline> &pipelines, std::string_view passes) {
  return std::any_of(pipelines.begin(), pipelines.end(),
                     [&](const LegalPipeline &one) { return one.passes == passes; });
}

TEST(ScheduleSpace, HoldsEachLegalScheduleOnce) {
  for (const ElementType type : {ElementType::F32, ElementType::F64, ElementType::F16})
    for (const Numerics numerics : {Numerics::BitExact, Numerics::Fp32, Numerics::Fp16}) {
      const Contraction contraction = gemm(type);
      std::set<std::string> schedules;
      for (const LegalPipeline &one : space(contraction, numerics, "sm_90a")) {
        const auto again = run(contraction, one.passes.c_str(), numerics, "sm_90a");
        ASSERT_TRUE(std::holds_alternative<Schedule>(again)) << one.passes;
        EXPECT_EQ(std::get<Schedule>(again).str(), one.schedule.str());
        EXPECT_TRUE(schedules.insert(one.schedule.str()).second) << one.passes;
      }
      EXPECT_GT(schedules.size(), 100U);
    }
}

TEST(ScheduleSpace, HasWhatNumericsAndArchitectureAllow) {
  const auto exact = space(gemm(), Numerics::BitExact, "sm_90a");
  EXPECT_TRUE(has(exact, "tile,pipeline<stages=3>,warp-specialize<dma=4>"));
  EXPECT_FALSE(has(exact, "tile,interleave-fp64<8/32>"));
  EXPECT_FALSE(has(exact, "split<bf16x6>,tensorize<wgmma>"));
  const auto fp32 = space(gemm(), Numerics::Fp32, "sm_90a");
  EXPECT_TRUE(has(fp32, "tile,pipeline<stages=3>,interleave-fp64<8/32>"));
  EXPECT_TRUE(has(fp32, "split<bf16x6>,tensorize<wgmma;64>"));
  EXPECT_TRUE(has(fp32, "split<by-data>,tensorize<wgmma;192>"));
  EXPECT_FALSE(has(fp32, "split<bf16x6>,tensorize<wgmma>,symmetric"));
  const auto fp16 = space(gemm(), Numerics::Fp16, "sm_90a");
  EXPECT_TRUE(has(fp16, "tensorize<wgmma;256>"));
  EXPECT_TRUE(has(fp16, "tile<128;128;32>,tensorize<wmma;64;64>,pipeline<stages=4>"));
  const auto ampere = space(gemm(), Numerics::Fp16, "sm_80");
  EXPECT_FALSE(has(ampere, "tensorize<wgmma>"));
  EXPECT_TRUE(has(ampere, "tile,tensorize<wmma>,pipeline<stages=3>"));
  EXPECT_FALSE(has(space(gemm(), Numerics::BitExact, "sm_75"), "tile,pipeline<stages=3>"));
  EXPECT_TRUE(has(space(gemm(ElementType::F64), Numerics::BitExact, "sm_90"), "tensorize<mma>"));
}

TEST(Signatures, SayTypesAndOrientations) {
  EXPECT_EQ(signature(gemm()), "c:f32 a:f32/k b:f32/n sum:f32");
  EXPECT_EQ(signature(gemm(ElementType::F16, true, true)), "c:f32 a:f16/m b:f16/k sum:f32");
  Contraction part = gemm();
  part.region = Region::Lower;
  part.batch = symbol("layers");
  part.b.strides = {symbol("nj"), Polynomial(2)};
  EXPECT_EQ(signature(part), "c:f32 a:f32/k b:f32/- sum:f32 m>=n batch");
}

} // namespace
} // namespace warpsmith::test
