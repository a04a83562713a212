#include "cuda_runtime.h"
#include "mma.h"
#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <random>

namespace {

uint32_t bits(float value) {
  return std::bit_cast<uint32_t>(value);
}

// Functions of their own: where a product is used twice, no compiler contracts it.
[[gnu::noinline]] float sumOfProduct(float a, float b, float c) {
  return __fadd_rn(__fmul_rn(a, b), c);
}
[[gnu::noinline]] float differenceOfProduct(float a, float b, float c) {
  return __fsub_rn(__fmul_rn(a, b), c);
}
[[gnu::noinline]] float plainSumOfProduct(float a, float b, float c) {
  return __fmul_rn(a, b) + c;
}
[[gnu::noinline]] float sumOfPlainProduct(float a, float b, float c) {
  return __fadd_rn(a * b, c);
}
[[gnu::noinline]] double sumOfProduct(double a, double b, double c) {
  return __dadd_rn(__dmul_rn(a, b), c);
}

/// This file is compiled with -ffp-contract=fast: the named operations must stay apart all the
/// same.
TEST(Arithmetic, NamedOperationsAreNotContracted) {
  std::mt19937 generator(2);
  int wouldDiffer = 0;
  for (int i = 0; i < 10000; ++i) {
    const float a = 1 + static_cast<float>(generator() % 1000003) * 1e-6f;
    const float b = 1 + static_cast<float>(generator() % 1000003) * 1e-6f;
    const float c = -static_cast<float>(static_cast<double>(a) * b);
    volatile float product = a * b;
    EXPECT_EQ(sumOfProduct(a, b, c), product + c);
    EXPECT_EQ(differenceOfProduct(a, b, -c), product + c);
    EXPECT_EQ(plainSumOfProduct(a, b, c), product + c);
    EXPECT_EQ(sumOfPlainProduct(a, b, c), product + c);
    EXPECT_EQ(__fmaf_rn(a, b, c), std::fmaf(a, b, c));
    wouldDiffer += std::fmaf(a, b, c) != product + c;
  }
  EXPECT_GT(wouldDiffer, 1000);
  const double a = 1 + 0x1p-30, c = -1;
  volatile double product = a * a;
  EXPECT_EQ(sumOfProduct(a, a, c), product + c);
  EXPECT_NE(__fma_rn(a, a, c), product + c);
}

/// Directed results enclose the exact one, found in double, as closely as floats can.
TEST(Arithmetic, DirectedRounding) {
  std::mt19937 generator(3);
  for (int i = 0; i < 10000; ++i) {
    const float a = std::ldexp(static_cast<float>(generator() % 16777216), -12) - 2000;
    const float b = std::ldexp(static_cast<float>(generator() % 16777216), -14) + 1;
    const double product = static_cast<double>(a) * b, sum = static_cast<double>(a) + b;
    EXPECT_LE(__fmul_rd(a, b), product);
    EXPECT_GE(__fmul_ru(a, b), product);
    EXPECT_LE(std::fabs(__fmul_rz(a, b)), std::fabs(product));
    EXPECT_LE(__fadd_rd(a, b), sum);
    EXPECT_GE(__fadd_ru(a, b), sum);
    EXPECT_LE(__fmul_ru(a, b), std::nextafter(__fmul_rd(a, b), INFINITY));
    EXPECT_LE(__fadd_ru(a, b), std::nextafter(__fadd_rd(a, b), INFINITY));
    EXPECT_EQ(__fmul_rd(a, b) == __fmul_ru(a, b), static_cast<float>(product) == product);
  }
  EXPECT_EQ(__fdiv_rd(1, 3), std::nextafter(__fdiv_ru(1, 3), 0.0f));
  EXPECT_EQ(__fsqrt_rz(2.0f), std::nextafter(__fsqrt_ru(2.0f), 0.0f));
  EXPECT_LT(__dadd_rd(1.0, 1e-300), __dadd_ru(1.0, 1e-300));
  EXPECT_EQ(__fmaf_rz(0.1f, 0.1f, 0.0f),
            std::fmin(__fmaf_ru(0.1f, 0.1f, 0.0f), __fmaf_rd(0.1f, 0.1f, 0.0f)));
  EXPECT_EQ(__frcp_rn(3.0f), 1.0f / 3.0f);
}

TEST(Arithmetic, TheRoundingModeIsRestored) {
  (void)__fadd_ru(1.0f, 1e-10f);
  volatile float one = 1.0f, tiny = 1e-10f;
  EXPECT_EQ(one + tiny, 1.0f);
}

TEST(Arithmetic, Saturation) {
  EXPECT_EQ(__saturatef(-1.0f), 0.0f);
  EXPECT_EQ(__saturatef(2.0f), 1.0f);
  EXPECT_EQ(__saturatef(0.25f), 0.25f);
  EXPECT_EQ(__saturatef(NAN), 0.0f);
}

TEST(Arithmetic, Functions) {
  EXPECT_EQ(rsqrtf(4.0f), 0.5f);
  EXPECT_NEAR(__expf(1.0f), 2.7182817f, 1e-6f);
  EXPECT_NEAR(__logf(10.0f), 2.3025851f, 1e-6f);
  EXPECT_NEAR(__powf(3.0f, 2.5f), 15.588457f, 1e-4f);
  EXPECT_EQ(sinpi(1.0), 0.0);
  EXPECT_EQ(sinpi(0.5), 1.0);
  EXPECT_EQ(cospi(0.5), 0.0);
  EXPECT_EQ(cospi(3.0), -1.0);
  EXPECT_NEAR(sinpi(-1.25), std::sqrt(0.5), 1e-15);
  EXPECT_EQ(norm3df(2.0f, 3.0f, 6.0f), 7.0f);
  EXPECT_EQ(rnorm3d(2.0, 3.0, 6.0), 1.0 / 7.0);
  EXPECT_EQ(rcbrtf(8.0f), 0.5f);
  EXPECT_EQ(normcdf(0.0), 0.5);
  EXPECT_NEAR(normcdf(1.96), 0.9750021, 1e-7);
}

TEST(Arithmetic, Constants) {
  EXPECT_EQ(CUDART_PI, std::acos(-1.0));
  EXPECT_EQ(CUDART_PI_F, static_cast<float>(std::acos(-1.0)));
  EXPECT_EQ(CUDART_PIO2, CUDART_PI / 2);
  EXPECT_EQ(CUDART_PIO4_F, CUDART_PI_F / 4);
  EXPECT_EQ(CUDART_2_OVER_PI, 2 / CUDART_PI);
  EXPECT_EQ(CUDART_SQRT_TWO, std::sqrt(2.0));
  EXPECT_EQ(CUDART_SQRT_HALF_F, static_cast<float>(std::sqrt(0.5)));
  EXPECT_EQ(CUDART_LN2, std::log(2.0));
  EXPECT_EQ(CUDART_LN2_F, static_cast<float>(std::log(2.0)));
  EXPECT_EQ(CUDART_LNT, std::log(10.0));
  EXPECT_EQ(CUDART_L2E, std::log2(std::exp(1.0)));
  EXPECT_EQ(CUDART_L2E_F, static_cast<float>(1 / std::log(2.0)));
  EXPECT_EQ(CUDART_L2T, std::log2(10.0));
  EXPECT_EQ(CUDART_LG2, std::log10(2.0));
  EXPECT_EQ(CUDART_LGE_F, static_cast<float>(1 / std::log(10.0)));
  EXPECT_EQ(CUDART_THIRD_F, 1.0f / 3.0f);
  EXPECT_TRUE(std::isnan(CUDART_NAN_F) && std::isinf(CUDART_INF));
}

TEST(Tf32, RoundsToTenBitsTiesAway) {
  using nvcuda::wmma::__float_to_tf32;
  EXPECT_EQ(bits(__float_to_tf32(1.0f)), 0x3f800000u);
  // The middle goes away from zero, whichever neighbour is even.
  EXPECT_EQ(bits(__float_to_tf32(std::bit_cast<float>(0x3f801000u))), 0x3f802000u);
  EXPECT_EQ(bits(__float_to_tf32(std::bit_cast<float>(0x3f803000u))), 0x3f804000u);
  EXPECT_EQ(bits(__float_to_tf32(std::bit_cast<float>(0xbf801000u))), 0xbf802000u);
  EXPECT_EQ(bits(__float_to_tf32(std::bit_cast<float>(0x3f800fffu))), 0x3f800000u);
  EXPECT_EQ(bits(__float_to_tf32(std::bit_cast<float>(0x3ffff000u))), 0x40000000u);
  EXPECT_EQ(bits(__float_to_tf32(std::bit_cast<float>(0x7f7fffffu))), 0x7f800000u);
  EXPECT_EQ(bits(__float_to_tf32(INFINITY)), 0x7f800000u);
  EXPECT_EQ(bits(__float_to_tf32(std::bit_cast<float>(0x7fc00001u))), 0x7fc00001u);
  std::mt19937 generator(4);
  for (int i = 0; i < 100000; ++i) {
    const float value = std::bit_cast<float>(static_cast<uint32_t>(generator()));
    if (!std::isfinite(value))
      continue;
    const float rounded = __float_to_tf32(value);
    EXPECT_EQ(bits(rounded) & 0x1fffu, 0u);
    // Half a unit of the last place at most, from the truncated value on.
    const double unit = std::bit_cast<float>(bits(value) & 0x7f800000u) * 0x1p-10;
    if (std::isfinite(rounded) && unit > 0)
      EXPECT_LE(std::fabs(static_cast<double>(rounded) - value), unit / 2);
  }
}

} // namespace
