#include "tests/emulator/headers/NarrowReference.h"

using namespace warpsmith::emulator::test;

namespace {

template <typename Number>
class NarrowArithmetic : public ::testing::Test {};
TYPED_TEST_SUITE(NarrowArithmetic, NarrowTypes);

constexpr int Samples = 200000;

/// The nearest to the exact result; numbers more than 100 binary orders apart are left out.
template <typename Number>
bool comparable(Number a, Number b) {
  if (!isFinite(a) || !isFinite(b))
    return false;
  const Quad x = valueOf(a) < 0 ? -valueOf(a) : valueOf(a),
             y = valueOf(b) < 0 ? -valueOf(b) : valueOf(b);
  return x == 0 || y == 0 || (x < y * power(90) && y < x * power(90));
}

TYPED_TEST(NarrowArithmetic, SumDifferenceProductRoundOnce) {
  RandomNumbers<TypeParam> random(11);
  for (int i = 0; i < Samples; ++i) {
    const TypeParam a = random(), b = random();
    if (!comparable(a, b) || valueOf(a) == 0 || valueOf(b) == 0)
      continue;
    const Quad x = valueOf(a), y = valueOf(b);
    EXPECT_EQ(bitsOf(a + b), bitsOf(nearest<TypeParam>(x + y)));
    EXPECT_EQ(bitsOf(a - b), bitsOf(nearest<TypeParam>(x - y)));
    EXPECT_EQ(bitsOf(a * b), bitsOf(nearest<TypeParam>(x * y, (x < 0) != (y < 0))));
    EXPECT_EQ(bitsOf(__hadd_rn(a, b)), bitsOf(a + b));
  }
}

/// A quotient of 16-bit numbers is not a middle, and 113 bits of it are enough to see on which
/// side.
TYPED_TEST(NarrowArithmetic, QuotientAndRootRoundOnce) {
  RandomNumbers<TypeParam> random(12);
  for (int i = 0; i < Samples; ++i) {
    const TypeParam a = random(), b = random();
    if (!isFinite(a) || !isFinite(b) || valueOf(a) == 0 || valueOf(b) == 0)
      continue;
    const Quad x = valueOf(a), y = valueOf(b);
    EXPECT_EQ(bitsOf(a / b), bitsOf(nearest<TypeParam>(x / y, (x < 0) != (y < 0))));
    if (x > 0) {
      // The root's neighbours, squared, enclose x.
      const Quad root = std::sqrt(static_cast<double>(x));
      EXPECT_EQ(bitsOf(hsqrt(a)), bitsOf(nearest<TypeParam>(root)));
    }
  }
}

TYPED_TEST(NarrowArithmetic, FusedMultiplyAddRoundsOnce) {
  RandomNumbers<TypeParam> random(13);
  int differs = 0;
  for (int i = 0; i < Samples; ++i) {
    const TypeParam a = random(), b = random(), c = random();
    if (!isFinite(a) || !isFinite(b) || !isFinite(c))
      continue;
    const Quad product = valueOf(a) * valueOf(b), addend = valueOf(c);
    const Quad large = product < 0 ? -product : product, other = addend < 0 ? -addend : addend;
    if (large == 0 || other == 0 || large > other * power(80) || other > large * power(80))
      continue;
    const Quad exact = product + addend;
    if (exact == 0)
      continue;
    EXPECT_EQ(bitsOf(__hfma(a, b, c)), bitsOf(nearest<TypeParam>(exact)))
        << std::hex << bitsOf(a) << " " << bitsOf(b) << " " << bitsOf(c);
    differs += bitsOf(__hfma(a, b, c)) != bitsOf(__hadd(__hmul(a, b), c));
  }
  EXPECT_GT(differs, Samples / 100); // or nothing was tested
}

/// The product is the middle of two numbers and the addend decides, however small it is: a sum in
/// double would lose it.
TEST(Bfloat16Arithmetic, FusedMultiplyAddSeesATinyAddend) {
  const __nv_bfloat16 a = fromBits<__nv_bfloat16>(0x3f81); // 1 + 2^-7
  const __nv_bfloat16 b = fromBits<__nv_bfloat16>(0x3fc0); // 1.5
  // a * b = 1.5 + 1.5 * 2^-7: the middle of 1.5 + 2^-7 and 1.5 + 2^-6.
  ASSERT_TRUE(
      valueOf(a) * valueOf(b) ==
      (valueOf(fromBits<__nv_bfloat16>(0x3fc1)) + valueOf(fromBits<__nv_bfloat16>(0x3fc2))) / 2);
  const __nv_bfloat16 tiny = fromBits<__nv_bfloat16>(0x0001);
  EXPECT_EQ(bitsOf(__hfma(a, b, __nv_bfloat16(0.0f))), 0x3fc2u);
  EXPECT_EQ(bitsOf(__hfma(a, b, tiny)), 0x3fc2u);
  EXPECT_EQ(bitsOf(__hfma(a, b, -tiny)), 0x3fc1u);
  EXPECT_EQ(bitsOf(__hfma(-a, b, tiny)), 0xbfc1u);
}

TYPED_TEST(NarrowArithmetic, SpecialValues) {
  const TypeParam infinity = INFINITY, nan = NAN, zero = 0.0f, one = 1.0f;
  EXPECT_EQ(bitsOf(infinity - infinity), 0x7fffu);
  EXPECT_EQ(bitsOf(zero * infinity), 0x7fffu);
  EXPECT_EQ(bitsOf(zero / zero), 0x7fffu);
  EXPECT_TRUE(isInfinite(one / zero));
  EXPECT_EQ(bitsOf(__hfma(infinity, one, -infinity)), 0x7fffu);
  EXPECT_TRUE(isInfinite(__hfma(infinity, one, one)));
  EXPECT_EQ(bitsOf(-zero), 0x8000u);
  EXPECT_EQ(bitsOf(__hneg(nan)), 0x7fffu);
  EXPECT_EQ(bitsOf(__habs(-one)), bitsOf(one));
  EXPECT_EQ(__hisinf(-infinity), -1);
  EXPECT_EQ(__hisinf(one), 0);
  EXPECT_TRUE(__hisnan(nan));
  EXPECT_EQ(bitsOf(__hmax(nan, one)), bitsOf(one));
  EXPECT_EQ(bitsOf(__hmin(one, nan)), bitsOf(one));
  EXPECT_EQ(bitsOf(__hmax_nan(nan, one)), 0x7fffu);
  EXPECT_EQ(bitsOf(__hmax(-zero, zero)), 0u);
  EXPECT_EQ(bitsOf(__hmin(zero, -zero)), 0x8000u);
  EXPECT_EQ(bitsOf(__hmin(-one, one)), bitsOf(-one));
  EXPECT_EQ(bitsOf(__hadd_sat(one, one)), bitsOf(one));
  EXPECT_EQ(bitsOf(__hsub_sat(zero, one)), 0u);
  EXPECT_EQ(bitsOf(__hfma_relu(one, one, TypeParam(-3.0f))), 0u);
}

TYPED_TEST(NarrowArithmetic, ComparisonsWithNan) {
  const TypeParam nan = NAN, one = 1.0f, two = 2.0f;
  EXPECT_FALSE(nan == nan);
  EXPECT_TRUE(nan != nan);
  EXPECT_FALSE(__hne(nan, one));
  EXPECT_TRUE(__hneu(nan, one));
  EXPECT_TRUE(__hltu(nan, one));
  EXPECT_FALSE(nan < one || nan > one || nan <= one || nan >= one);
  EXPECT_TRUE(one < two && two > one && one <= one && one >= one && one != two);
  EXPECT_TRUE(TypeParam(0.0f) == TypeParam(-0.0f));
}

TYPED_TEST(NarrowArithmetic, OperatorsChangeTheirOperand) {
  TypeParam x = 2.0f;
  x += TypeParam(3.0f);
  EXPECT_EQ(static_cast<float>(x), 5.0f);
  x *= x;
  EXPECT_EQ(static_cast<float>(x--), 25.0f);
  EXPECT_EQ(static_cast<float>(++x), 25.0f);
  x /= TypeParam(5.0f);
  x -= TypeParam(1);
  EXPECT_EQ(static_cast<float>(x), 4.0f);
}

TEST(NarrowPairsArithmetic, ElementByElement) {
  const __half2 a(__half(1.0f), __half(2.0f)), b(__half(3.0f), __half(NAN));
  const __half2 sum = a + b, fused = __hfma2(a, a, a);
  EXPECT_EQ(static_cast<float>(sum.x), 4.0f);
  EXPECT_TRUE(__hisnan(sum.y));
  EXPECT_EQ(static_cast<float>(fused.x), 2.0f);
  EXPECT_EQ(static_cast<float>(fused.y), 6.0f);
  EXPECT_FALSE(a == b);
  EXPECT_TRUE(a == a);
  EXPECT_EQ(__heq2_mask(a, a), 0xffffffffu);
  EXPECT_EQ(__hlt2_mask(a, b), 0xffffu);
  EXPECT_EQ(static_cast<float>(__hltu2(a, b).y), 1.0f);
  EXPECT_EQ(__low2float(__hmax2(a, b)), 3.0f);
  EXPECT_EQ(__high2float(__hmax2(a, b)), 2.0f);
  // (1 + 2i)^2 + (1 + 2i) = -2 + 6i
  const __half2 complex = __hcmadd(a, a, a);
  EXPECT_EQ(__low2float(complex), -2.0f);
  EXPECT_EQ(__high2float(complex), 6.0f);
}

TEST(HalfFunctions, AgreeWithDouble) {
  for (unsigned bits = 0; bits < 0x7c00; bits += 7) {
    const __half a = fromBits<__half>(bits);
    const double x = static_cast<float>(a);
    EXPECT_EQ(bitsOf(hexp(a)), bitsOf(__half(std::exp(x))));
    EXPECT_EQ(bitsOf(hlog2(a)), bitsOf(__half(std::log2(x))));
    EXPECT_EQ(bitsOf(hfloor(a)), bitsOf(__half(std::floor(x))));
    EXPECT_EQ(bitsOf(hrint(a)), bitsOf(__half(std::nearbyint(x))));
    EXPECT_EQ(bitsOf(hrcp(a)), bitsOf(__half(1 / x)));
  }
}

} // namespace
