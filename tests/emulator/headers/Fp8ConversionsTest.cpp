// FP8's conversions against their formats as NVIDIA's "FP8 formats for deep learning" defines them
// (arXiv 2209.05433), and against CUDA 13's own on the host, by a hash of what it gave.
#include "cuda_fp8.h"
#include <bit>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <type_traits>

namespace {

static_assert(sizeof(__nv_fp8_e4m3) == 1 && sizeof(__nv_fp8x2_e4m3) == 2 &&
              sizeof(__nv_fp8x4_e5m2) == 4 && alignof(__nv_fp8x4_e4m3) == 4);
static_assert(std::is_trivially_copyable_v<__nv_fp8_e4m3> && std::is_trivial_v<__nv_fp8_e5m2>);
static_assert(!std::is_convertible_v<float, __nv_fp8_e4m3> &&
              !std::is_convertible_v<__nv_fp8_e4m3, float> &&
              std::is_constructible_v<float, __nv_fp8_e4m3>);

template <typename Number>
Number fromBits(unsigned bits) {
  Number number;
  number.__x = static_cast<__nv_fp8_storage_t>(bits);
  return number;
}

template <typename Number>
class Fp8Conversions : public testing::Test {
protected:
  static constexpr int Fraction = std::is_same_v<Number, __nv_fp8_e4m3> ? 3 : 2;
  static constexpr int Bias = Fraction == 3 ? 7 : 15;
  static constexpr unsigned Largest = Fraction == 3 ? 0x7e : 0x7b;

  static double valueOf(unsigned bits) {
    const int biased = static_cast<int>(bits & 0x7f) >> Fraction;
    const int significand =
        static_cast<int>(bits & ((1u << Fraction) - 1)) | (biased ? 1 << Fraction : 0);
    const double magnitude = std::ldexp(significand, std::max(biased, 1) - Bias - Fraction);
    return bits & 0x80 ? -magnitude : magnitude;
  }
};
using Types = testing::Types<__nv_fp8_e4m3, __nv_fp8_e5m2>;
TYPED_TEST_SUITE(Fp8Conversions, Types);

TYPED_TEST(Fp8Conversions, EveryNumberWidensExactlyAndComesBack) {
  for (unsigned bits = 0; bits < 0x100; ++bits) {
    const float wide = static_cast<float>(fromBits<TypeParam>(bits));
    if ((bits & 0x7f) > TestFixture::Largest) {
      const bool isInfinity = TestFixture::Fraction == 2 && (bits & 0x7f) == 0x7c;
      EXPECT_EQ(std::isinf(wide), isInfinity) << bits;
      EXPECT_EQ(std::isnan(wide), !isInfinity) << bits;
      continue;
    }
    EXPECT_EQ(wide, TestFixture::valueOf(bits)) << bits;
    EXPECT_EQ(std::signbit(wide), (bits & 0x80) != 0) << bits;
    EXPECT_EQ(TypeParam(wide).__x, bits);
    EXPECT_EQ(TypeParam(static_cast<double>(wide)).__x, bits);
    EXPECT_EQ(static_cast<float>(static_cast<__half>(fromBits<TypeParam>(bits))), wide);
  }
}

TYPED_TEST(Fp8Conversions, NarrowsToNearestEvenAroundEveryMiddle) {
  for (unsigned low = 0; low < TestFixture::Largest; ++low) {
    const double middle = (TestFixture::valueOf(low) + TestFixture::valueOf(low + 1)) / 2;
    const unsigned even = low % 2 == 0 ? low : low + 1;
    EXPECT_EQ(TypeParam(middle).__x, even);
    EXPECT_EQ(TypeParam(-middle).__x, even | 0x80);
    EXPECT_EQ(TypeParam(static_cast<float>(middle)).__x, even);
    EXPECT_EQ(TypeParam(std::nextafter(middle, 0.0)).__x, low);
    EXPECT_EQ(TypeParam(std::nextafter(middle, 1e9)).__x, low + 1);
    EXPECT_EQ(TypeParam(std::nextafterf(static_cast<float>(middle), 0.0f)).__x, low);
  }
}

TYPED_TEST(Fp8Conversions, SaturatesUnlessAskedNotTo) {
  const auto kind = TestFixture::Fraction == 3 ? __NV_E4M3 : __NV_E5M2;
  for (const float huge : {1e5f, 3e38f, INFINITY}) {
    EXPECT_EQ(TypeParam(huge).__x, TestFixture::Largest);
    EXPECT_EQ(TypeParam(-huge).__x, TestFixture::Largest | 0x80);
    EXPECT_EQ(__nv_cvt_float_to_fp8(huge, __NV_NOSAT, kind),
              TestFixture::Fraction == 3 ? 0x7f : 0x7c);
  }
  EXPECT_EQ(TypeParam(NAN).__x, 0x7f);
}

// The same numbers, hashed, that a program compiled by nvcc 13.0 gave on the host.
TEST(Fp8, RandomNumbersBecomeWhatCudaMakesOfThem) {
  uint64_t hash = 1469598103934665603u;
  const auto add = [&](unsigned value) { hash = (hash ^ value) * 1099511628211u; };
  for (unsigned bits = 0; bits < 0x100; ++bits) {
    const auto left = static_cast<float>(fromBits<__nv_fp8_e4m3>(bits));
    const auto right = static_cast<float>(fromBits<__nv_fp8_e5m2>(bits));
    add(std::isnan(left) ? 1 : std::bit_cast<uint32_t>(left));
    add(std::isnan(right) ? 1 : std::bit_cast<uint32_t>(right));
  }
  EXPECT_EQ(hash, 0x349345f49537c927u);
  uint32_t state = 12345;
  for (int i = 0; i < 4000000; ++i) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    uint32_t bits = state;
    if (i & 1) // near FP8's range, every other of few bits
      bits = ((state & 0x807fffff) | (100 + (state >> 8) % 50) << 23) & (i & 2 ? 0xfff80000 : ~0u);
    const auto single = std::bit_cast<float>(bits);
    if (std::isnan(single))
      continue;
    const double wide = single * (1.0 + 1e-12 * (static_cast<int>(state % 3 - 1)));
    add(__nv_fp8_e4m3(single).__x);
    add(__nv_fp8_e5m2(single).__x);
    add(__nv_fp8_e4m3(wide).__x);
    add(__nv_cvt_float_to_fp8(single, __NV_NOSAT, __NV_E5M2));
    add(__nv_cvt_float_to_fp8(single, __NV_NOSAT, __NV_E4M3));
  }
  EXPECT_EQ(hash, 0x4943cb42ef8cf63du);
}

} // namespace
