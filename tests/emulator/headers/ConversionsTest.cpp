#include "cuda_runtime.h"
#include <climits>
#include <cmath>
#include <gtest/gtest.h>

namespace {

TEST(Conversions, FloatToInteger) {
  EXPECT_EQ(__float2int_rn(2.5f), 2);
  EXPECT_EQ(__float2int_rn(3.5f), 4);
  EXPECT_EQ(__float2int_rz(-2.7f), -2);
  EXPECT_EQ(__float2int_ru(-2.7f), -2);
  EXPECT_EQ(__float2int_rd(-2.2f), -3);
  EXPECT_EQ(__float2int_rn(3e9f), INT_MAX);
  EXPECT_EQ(__float2int_rn(-3e9f), INT_MIN);
  EXPECT_EQ(__float2int_rn(NAN), 0);
  EXPECT_EQ(__float2uint_rn(-1.0f), 0u);
  EXPECT_EQ(__float2uint_rz(4e9f), 4000000000u);
  EXPECT_EQ(__float2uint_rz(5e9f), UINT_MAX);
  EXPECT_EQ(__float2ll_rn(INFINITY), LLONG_MAX);
  EXPECT_EQ(__float2ll_rn(0x1p62f), 1LL << 62);
  EXPECT_EQ(__float2ull_rn(0x1p63f), 1ull << 63);
  EXPECT_EQ(__double2int_rn(0.5), 0);
  EXPECT_EQ(__double2ll_rn(1.5), 2);
  EXPECT_EQ(__double2ull_rz(NAN), 1ull << 63);
}

TEST(Conversions, IntegerToFloat) {
  EXPECT_EQ(__int2float_rn(16777217), 16777216.0f);
  EXPECT_EQ(__int2float_ru(16777217), 16777218.0f);
  EXPECT_EQ(__int2float_rz(-16777217), -16777216.0f);
  EXPECT_EQ(__int2float_rd(-16777217), -16777218.0f);
  EXPECT_EQ(__uint2float_rn(UINT_MAX), 4294967296.0f);
  EXPECT_EQ(__uint2float_rz(UINT_MAX), 4294967040.0f);
  EXPECT_EQ(__ull2double_rn((1ull << 53) + 1), 0x1p53);
  EXPECT_EQ(__ull2double_ru((1ull << 53) + 1), 0x1p53 + 2);
  EXPECT_EQ(__ll2float_rd(-(1LL << 40) - 1), std::nextafter(-0x1p40f, -INFINITY));
  EXPECT_EQ(__double2float_rn(1 + 0x1p-24), 1.0f);
  EXPECT_EQ(__double2float_ru(1 + 0x1p-24), 1 + 0x1p-23f);
  EXPECT_EQ(__double2float_rz(1e300), 3.4028234663852886e38f);
}

TEST(Conversions, SameBits) {
  EXPECT_EQ(__float_as_int(-0.0f), INT_MIN);
  EXPECT_EQ(__uint_as_float(0x3f800000u), 1.0f);
  EXPECT_EQ(__double2hiint(1.0), 0x3ff00000);
  EXPECT_EQ(__hiloint2double(0x3ff00000, -1), 1 + 0xffffffffp-52);
  EXPECT_EQ(__longlong_as_double(__double_as_longlong(-3.25)), -3.25);
}

} // namespace
