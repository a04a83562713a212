#include "tests/emulator/headers/NarrowReference.h"
#include <climits>
#include <limits>
#include <type_traits>

using namespace warpsmith::emulator::test;

namespace {

static_assert(sizeof(__half) == 2 && sizeof(__half2) == 4 && alignof(__half2) == 4);
static_assert(sizeof(__nv_bfloat16) == 2 && sizeof(__nv_bfloat162) == 4);
static_assert(std::is_trivially_copyable_v<__half> && std::is_trivial_v<__half> &&
              std::is_trivial_v<__half2> && std::is_trivial_v<__nv_bfloat16>);
static_assert(std::is_convertible_v<__half, float> && std::is_convertible_v<float, __half> &&
              std::is_convertible_v<int, __half> && std::is_convertible_v<double, __half>);
static_assert(!std::is_convertible_v<__half, __nv_bfloat16> &&
              std::is_constructible_v<__nv_bfloat16, __half> &&
              std::is_constructible_v<__half, __nv_bfloat16>);

template <typename Number>
class NarrowConversions : public ::testing::Test {};
TYPED_TEST_SUITE(NarrowConversions, NarrowTypes);

float bitsAsFloat(uint32_t bits) {
  return std::bit_cast<float>(bits);
}

TYPED_TEST(NarrowConversions, EveryValueWidensExactlyAndComesBack) {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const TypeParam value = fromBits<TypeParam>(bits);
    const float wide = value;
    if (isNan(value)) {
      EXPECT_TRUE(std::isnan(wide)) << bits;
      EXPECT_EQ(bitsOf(TypeParam(wide)), 0x7fffu) << bits;
      continue;
    }
    if (isInfinite(value))
      EXPECT_TRUE(std::isinf(wide)) << bits;
    else
      EXPECT_TRUE(Quad(wide) == valueOf(value)) << bits;
    EXPECT_EQ(std::signbit(wide), (bits & 0x8000) != 0) << bits;
    EXPECT_EQ(bitsOf(TypeParam(wide)), bits);
    EXPECT_EQ(bitsOf(TypeParam(static_cast<double>(wide))), bits);
  }
}

/// Between each number and the next: the middle and its neighbours, as float and as double.
TYPED_TEST(NarrowConversions, NarrowsToNearestEvenAroundEveryMiddle) {
  constexpr unsigned Infinity = 0x7fff & ~((1u << Format<TypeParam>::FractionBits) - 1);
  for (unsigned low = 0; low < Infinity; ++low) {
    const Quad middle =
        (valueOf(fromBits<TypeParam>(low)) + valueOf(fromBits<TypeParam>(low + 1))) / 2;
    const unsigned even = low % 2 == 0 ? low : low + 1;
    const float single = static_cast<float>(middle);
    const double wide = static_cast<double>(middle);
    ASSERT_TRUE(Quad(wide) == middle);
    EXPECT_EQ(bitsOf(TypeParam(wide)), even);
    EXPECT_EQ(bitsOf(TypeParam(-wide)), even | 0x8000);
    // Next to the middle: where rounding to float first would land on it.
    EXPECT_EQ(bitsOf(TypeParam(std::nextafter(wide, 0.0))), low);
    EXPECT_EQ(bitsOf(TypeParam(std::nextafter(wide, INFINITY))), low + 1);
    if (Quad(single) != middle)
      continue; // bfloat16's smallest middle is below float's
    EXPECT_EQ(bitsOf(TypeParam(single)), even);
    EXPECT_EQ(bitsOf(TypeParam(std::nextafter(single, 0.0f))), low);
    EXPECT_EQ(bitsOf(TypeParam(std::nextafter(single, INFINITY))), low + 1);
  }
}

TYPED_TEST(NarrowConversions, NarrowsRandomFloatsLikeTheReference) {
  std::mt19937 generator(7);
  for (int i = 0; i < 300000; ++i) {
    const float value = bitsAsFloat(static_cast<uint32_t>(generator()));
    const TypeParam narrow(value);
    if (std::isnan(value))
      EXPECT_EQ(bitsOf(narrow), 0x7fffu);
    else if (std::isinf(value))
      EXPECT_TRUE(isInfinite(narrow));
    else
      EXPECT_EQ(bitsOf(narrow), bitsOf(nearest<TypeParam>(value, std::signbit(value)))) << value;
  }
}

TEST(HalfConversions, Overflow) {
  EXPECT_EQ(bitsOf(__half(65504.0f)), 0x7bffu);
  EXPECT_EQ(bitsOf(__half(65519.996f)), 0x7bffu);
  EXPECT_EQ(bitsOf(__half(65520.0f)), 0x7c00u);
  EXPECT_EQ(bitsOf(__half(-1e30)), 0xfc00u);
  EXPECT_EQ(bitsOf(__half(std::numeric_limits<double>::max())), 0x7c00u);
  EXPECT_EQ(bitsOf(__half(std::numeric_limits<double>::denorm_min())), 0u);
  EXPECT_EQ(bitsOf(__half(-0.0)), 0x8000u);
  EXPECT_EQ(bitsOf(__half(-INFINITY)), 0xfc00u);
  EXPECT_EQ(bitsOf(__float2half_rz(70000.0f)), 0x7bffu);
  EXPECT_EQ(bitsOf(__float2half_ru(70000.0f)), 0x7c00u);
  EXPECT_EQ(bitsOf(__float2half_rd(-70000.0f)), 0xfc00u);
  EXPECT_EQ(bitsOf(__float2half_ru(1e-30f)), 1u);
  EXPECT_EQ(bitsOf(__float2half_rd(1e-30f)), 0u);
  EXPECT_EQ(bitsOf(__float2half_rd(-1e-30f)), 0x8001u);
}

/// The neighbour in the given direction, by stepping from the nearest.
template <typename Number>
Number directed(float value, float direction) {
  Number result = nearest<Number>(value, std::signbit(value));
  if (Quad(value) == valueOf(result))
    return result;
  const bool isAbove = valueOf(result) > Quad(value) || (isInfinite(result) && value > 0);
  const bool shouldBeAbove = direction > value;
  if (isAbove == shouldBeAbove)
    return result;
  const int step = shouldBeAbove == (value > 0) ? 1 : -1;
  return fromBits<Number>(static_cast<unsigned>(static_cast<int>(bitsOf(result)) + step));
}

TEST(HalfConversions, DirectedRounding) {
  RandomNumbers<__half> random(3);
  for (int i = 0; i < 100000; ++i) {
    const float value =
        static_cast<float>(random()) * (1 + static_cast<float>(random.generator() % 1000) * 1e-6f);
    if (!std::isfinite(value) || value == 0)
      continue;
    EXPECT_EQ(bitsOf(__float2half_rz(value)), bitsOf(directed<__half>(value, 0))) << value;
    EXPECT_EQ(bitsOf(__float2half_ru(value)), bitsOf(directed<__half>(value, INFINITY))) << value;
    EXPECT_EQ(bitsOf(__float2half_rd(value)), bitsOf(directed<__half>(value, -INFINITY))) << value;
    EXPECT_EQ(bitsOf(__float2bfloat16_rz(value)), bitsOf(directed<__nv_bfloat16>(value, 0)));
    EXPECT_EQ(bitsOf(__float2bfloat16_ru(value)), bitsOf(directed<__nv_bfloat16>(value, INFINITY)));
  }
}

TYPED_TEST(NarrowConversions, FromIntegersRoundsOnce) {
  for (int i = SHRT_MIN; i <= SHRT_MAX; ++i) {
    EXPECT_EQ(bitsOf(TypeParam(i)), bitsOf(nearest<TypeParam>(i)));
    EXPECT_EQ(bitsOf(TypeParam(static_cast<short>(i))), bitsOf(nearest<TypeParam>(i)));
  }
  std::mt19937_64 generator(5);
  for (int i = 0; i < 100000; ++i) {
    const auto value = static_cast<long long>(generator() >> (generator() % 64));
    EXPECT_EQ(bitsOf(TypeParam(value)), bitsOf(nearest<TypeParam>(value))) << value;
    EXPECT_EQ(bitsOf(TypeParam(-value)), bitsOf(nearest<TypeParam>(-value))) << value;
    const auto magnitude = static_cast<unsigned long long>(value);
    EXPECT_EQ(bitsOf(TypeParam(magnitude)), bitsOf(nearest<TypeParam>(magnitude)));
  }
}

TEST(BfloatConversions, LongIntegersNextToAMiddle) {
  // 2^62 + 2^54 is the middle of two bfloat16 numbers; a conversion through double loses the 1.
  const long long middle = (1LL << 62) + (1LL << 54);
  const unsigned even = bitsOf(nearest<__nv_bfloat16>(middle));
  EXPECT_EQ(bitsOf(__ll2bfloat16_rn(middle)), even);
  EXPECT_EQ(bitsOf(__ll2bfloat16_rn(middle + 1)), even + 1);
  EXPECT_EQ(bitsOf(__ll2bfloat16_rn(middle - 1)), even);
  EXPECT_EQ(bitsOf(__ull2bfloat16_rn(ULLONG_MAX)), bitsOf(__nv_bfloat16(0x1p64f)));
}

TEST(HalfConversions, ToIntegersTruncatesAndSaturates) {
  EXPECT_EQ(static_cast<int>(__half(-2.75f)), -2);
  EXPECT_EQ(static_cast<int>(__half(INFINITY)), INT_MAX);
  EXPECT_EQ(static_cast<int>(__half(NAN)), 0);
  EXPECT_EQ(static_cast<unsigned>(__half(-3.0f)), 0u);
  EXPECT_EQ(static_cast<signed char>(__half(300.0f)), SCHAR_MAX);
  EXPECT_EQ(static_cast<unsigned short>(__half(65504.0f)), 65504);
  EXPECT_EQ(static_cast<short>(__half(-60000.0f)), SHRT_MIN);
  EXPECT_EQ(static_cast<long long>(__half(-INFINITY)), LLONG_MIN);
  EXPECT_TRUE(static_cast<bool>(__half(6e-8f)));
  EXPECT_FALSE(static_cast<bool>(__half(-0.0f)));
  EXPECT_EQ(__half2int_rn(__half(2.5f)), 2);
  EXPECT_EQ(__half2int_rn(__half(3.5f)), 4);
  EXPECT_EQ(__half2int_ru(__half(2.25f)), 3);
  EXPECT_EQ(__half2int_rd(__half(-2.25f)), -3);
  EXPECT_EQ(__half2short_rz(__half(-2.75f)), -2);
  EXPECT_EQ(__bfloat162uint_rn(__nv_bfloat16(1e20f)), UINT_MAX);
  EXPECT_EQ(__half2char_rz(__half(-200.0f)), SCHAR_MIN);
  EXPECT_EQ(__half2uchar_rz(__half(-1.0f)), 0);
}

TEST(NarrowConversionsBetween, HalfAndBfloat16) {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const __half half = fromBits<__half>(bits);
    const __nv_bfloat16 bfloat(half);
    EXPECT_EQ(bitsOf(bfloat), bitsOf(__nv_bfloat16(static_cast<float>(half))));
    const __nv_bfloat16 other = fromBits<__nv_bfloat16>(bits);
    EXPECT_EQ(bitsOf(__half(other)), bitsOf(__half(static_cast<float>(other))));
  }
}

TEST(NarrowPairs, ElementsKeepTheirPlaces) {
  const __half2 pair = __floats2half2_rn(1.0f, 2.0f);
  EXPECT_EQ(std::bit_cast<uint32_t>(pair), 0x40003c00u);
  EXPECT_EQ(__low2float(pair), 1.0f);
  EXPECT_EQ(__high2float(pair), 2.0f);
  EXPECT_EQ(std::bit_cast<uint32_t>(__lowhigh2highlow(pair)), 0x3c004000u);
  EXPECT_EQ(std::bit_cast<uint32_t>(__half2half2(__half(2.0f))), 0x40004000u);
  EXPECT_EQ(std::bit_cast<uint32_t>(__lows2half2(pair, pair)), 0x3c003c00u);
  EXPECT_EQ(std::bit_cast<uint32_t>(__highs2half2(pair, pair)), 0x40004000u);
  EXPECT_EQ(__half22float2(pair).y, 2.0f);
  const __nv_bfloat162 other = __floats2bfloat162_rn(1.0f, -2.0f);
  EXPECT_EQ(std::bit_cast<uint32_t>(other), 0xc0003f80u);
  EXPECT_EQ(__bfloat1622float2(other).y, -2.0f);
}

} // namespace
