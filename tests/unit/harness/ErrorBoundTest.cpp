#include "runtime/harness/core/ErrorBound.h"
#include "runtime/harness/core/Random.h"
#include <bit>
#include <cmath>
#include <gtest/gtest.h>

using namespace warpsmith;
using namespace warpsmith::harness;

namespace {

float toTf32(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  return std::bit_cast<float>((bits + 0xfffU + ((bits >> 13) & 1U)) & ~0x1fffU);
}

float roundOperand(Numerics contract, float value) {
  switch (contract) {
  case Numerics::Tf32:
    return toTf32(value);
  case Numerics::Fp16:
    return fromHalf(toHalf(value));
  case Numerics::Bf16:
    return fromBFloat16(toBFloat16(value));
  default:
    return value;
  }
}

} // namespace

TEST(ErrorBound, GammaIsHighamsAndGivesUpWhenTheSumIsTooLong) {
  EXPECT_DOUBLE_EQ(gamma(100, 0x1p-24), 100 * 0x1p-24 / (1 - 100 * 0x1p-24));
  EXPECT_TRUE(std::isinf(gamma(0x1p24, 0x1p-24)));
}

TEST(ErrorBound, GrowsWithLengthAndMagnitude) {
  const Magnitudes one = {1, 0, 0};
  const Magnitudes two = {2, 0, 0};
  const ErrorBound shorter(Numerics::Fp32, ElementType::F32, 100);
  const ErrorBound longer(Numerics::Fp32, ElementType::F32, 1000);
  EXPECT_LT(shorter(one), longer(one));
  EXPECT_NEAR(shorter(two), 2 * shorter(one), 1e-20);
  EXPECT_NEAR(shorter(one), 103 * 0x1p-24, 1e-10);
}

TEST(ErrorBound, KnowsTheFormatsOfOperands) {
  EXPECT_EQ(exactOperands(Numerics::Fp16, ElementType::F32), 2048);
  EXPECT_EQ(exactOperands(Numerics::Tf32, ElementType::F32), 2048);
  EXPECT_EQ(exactOperands(Numerics::Bf16, ElementType::F32), 256);
  EXPECT_TRUE(std::isinf(exactOperands(Numerics::Fp32, ElementType::F32)));
  EXPECT_EQ(operandRange(Numerics::Fp16, ElementType::F32), 65504);
  EXPECT_TRUE(std::isinf(operandRange(Numerics::Bf16, ElementType::F32)));
}

TEST(ErrorBound, CoarserOperandsAllowMore) {
  const Magnitudes magnitudes = {1, 1, 1};
  const auto allowed = [&](Numerics contract, ElementType type) {
    return ErrorBound(contract, type, 64)(magnitudes);
  };
  EXPECT_LT(allowed(Numerics::BitExact, ElementType::F64),
            allowed(Numerics::BitExact, ElementType::F32));
  EXPECT_LT(allowed(Numerics::Fp32, ElementType::F32), allowed(Numerics::Tf32, ElementType::F32));
  EXPECT_LE(allowed(Numerics::Tf32, ElementType::F32), allowed(Numerics::Fp16, ElementType::F32));
  EXPECT_LT(allowed(Numerics::Fp16, ElementType::F32), allowed(Numerics::Bf16, ElementType::F32));
  // Data that already has the format is not rounded again.
  EXPECT_LT(allowed(Numerics::Fp16, ElementType::F16),
            0.1 * allowed(Numerics::Fp16, ElementType::F32));
}

TEST(ErrorBound, TruncatedOperandsAllowTwiceTheOperandError) {
  const Magnitudes magnitudes = {1, 0, 0};
  const double rounded = ErrorBound(Numerics::Tf32, ElementType::F32, 1)(magnitudes);
  const double truncated = ErrorBound(Numerics::Tf32, ElementType::F32, 1, true)(magnitudes);
  EXPECT_NEAR(truncated / rounded, 2, 0.02);
}

TEST(ErrorBound, HoldsForRealSumsAndIsNotVacuous) {
  constexpr float Alpha = 1.37F;
  for (const Numerics contract : {Numerics::Fp32, Numerics::Tf32, Numerics::Fp16, Numerics::Bf16}) {
    double worst = 0;
    for (std::uint32_t trial = 0; trial < 400; ++trial) {
      const int length = 1 + static_cast<int>(trial % 40);
      const RandomSequence a(trial, 0);
      const RandomSequence b(trial, 1);
      float sum = 0;
      double exact = 0;
      Magnitudes magnitudes;
      for (int k = 0; k < length; ++k) {
        // Some elements are far below half precision's smallest normal number.
        const auto left = static_cast<float>(a.uniform(k) * (k % 5 == 0 ? 1e-6 : 1));
        const auto right = static_cast<float>(b.uniform(k));
        sum += roundOperand(contract, left) * roundOperand(contract, right);
        exact += static_cast<double>(Alpha) * left * right;
        magnitudes.products += std::fabs(static_cast<double>(Alpha) * left * right);
        magnitudes.operands += Alpha * (std::fabs(left) + std::fabs(right));
      }
      const double error = std::fabs(static_cast<double>(Alpha * sum) - exact);
      const double bound =
          ErrorBound(contract, ElementType::F32, static_cast<std::size_t>(length))(magnitudes);
      ASSERT_LE(error, bound) << name(contract) << " length " << length;
      worst = std::max(worst, error / bound);
    }
    EXPECT_GT(worst, 0.1) << name(contract);
  }
}

TEST(ErrorBound, UnderflowOfHalfOperandsIsAllowedFor) {
  // 1e-6 is a subnormal half with two significant bits: its relative error is far above 2^-11.
  const float small = 1.25e-6F;
  const double error = std::fabs(static_cast<double>(fromHalf(toHalf(small))) - small);
  const Magnitudes magnitudes = {small, 0, 1 + static_cast<double>(small)};
  EXPECT_GT(error, 2 * 0x1p-11 * small);
  EXPECT_LE(error, ErrorBound(Numerics::Fp16, ElementType::F32, 1)(magnitudes));
}
