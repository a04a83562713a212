#include "cuda_runtime.h"
#include <climits>
#include <gtest/gtest.h>
#include <random>

namespace {

TEST(Integers, Bits) {
  EXPECT_EQ(__popc(0xf0f0u), 8);
  EXPECT_EQ(__popcll(~0ull), 64);
  EXPECT_EQ(__clz(0), 32);
  EXPECT_EQ(__clz(-1), 0);
  EXPECT_EQ(__clz(1), 31);
  EXPECT_EQ(__clzll(0), 64);
  EXPECT_EQ(__ffs(0), 0);
  EXPECT_EQ(__ffs(8), 4);
  EXPECT_EQ(__ffsll(LLONG_MIN), 64);
  EXPECT_EQ(__brev(1u), 0x80000000u);
  EXPECT_EQ(__brev(0x12345678u), 0x1e6a2c48u);
  EXPECT_EQ(__brevll(2ull), 1ull << 62);
}

TEST(Integers, BytePermutation) {
  const unsigned x = 0x33221100, y = 0x77665584;
  EXPECT_EQ(__byte_perm(x, y, 0x3210), x);
  EXPECT_EQ(__byte_perm(x, y, 0x7654), y);
  EXPECT_EQ(__byte_perm(x, y, 0x0123), 0x00112233u);
  EXPECT_EQ(__byte_perm(x, y, 0x5410), 0x55841100u);
  // Bit 3 of a nibble replicates the sign of the byte.
  EXPECT_EQ(__byte_perm(x, y, 0xc888), 0xff000000u);
}

TEST(Integers, FunnelShifts) {
  EXPECT_EQ(__funnelshift_l(0x80000001u, 0x2u, 1), 0x5u);
  EXPECT_EQ(__funnelshift_l(1u, 2u, 33), 4u); // the distance counts modulo 32
  EXPECT_EQ(__funnelshift_lc(7u, 2u, 40), 7u);
  EXPECT_EQ(__funnelshift_r(0x2u, 0x1u, 1), 0x80000001u);
  EXPECT_EQ(__funnelshift_rc(2u, 9u, 32), 9u);
}

TEST(Integers, Products) {
  EXPECT_EQ(__mulhi(INT_MIN, INT_MIN), 1 << 30);
  EXPECT_EQ(__umulhi(UINT_MAX, UINT_MAX), UINT_MAX - 1);
  EXPECT_EQ(__mul64hi(LLONG_MIN, 2), -1);
  EXPECT_EQ(__umul64hi(ULLONG_MAX, 16), 15ull);
  EXPECT_EQ(__mul24(0xffffff, 3), -3); // the 24-bit -1
  EXPECT_EQ(__umul24(0xff000002u, 3u), 6u);
  EXPECT_EQ(__mul24(0x7fffff, 0x7fffff), static_cast<int>(0x7fffffLL * 0x7fffff));
}

TEST(Integers, DotProducts) {
  std::mt19937 generator(1);
  for (int i = 0; i < 1000; ++i) {
    const unsigned a = generator(), b = generator(), c = generator();
    unsigned isSigned = c, isUnsigned = c;
    for (int byte = 0; byte < 4; ++byte) {
      const auto x = static_cast<unsigned char>(a >> (8 * byte)),
                 y = static_cast<unsigned char>(b >> (8 * byte));
      isUnsigned += x * y;
      isSigned += static_cast<unsigned>(static_cast<signed char>(x) * static_cast<signed char>(y));
    }
    EXPECT_EQ(__dp4a(a, b, c), isUnsigned);
    EXPECT_EQ(__dp4a(static_cast<int>(a), static_cast<int>(b), static_cast<int>(c)),
              static_cast<int>(isSigned));
  }
  EXPECT_EQ(__dp2a_lo(0x00020003, 0x07060504, 1), 3 * 4 + 2 * 5 + 1);
  EXPECT_EQ(__dp2a_hi(0x00020003, 0x07060504, 1), 3 * 6 + 2 * 7 + 1);
}

TEST(Integers, AveragesAndDifferences) {
  EXPECT_EQ(__hadd(INT_MAX, INT_MAX), INT_MAX);
  EXPECT_EQ(__hadd(-3, 0), -2);
  EXPECT_EQ(__rhadd(-3, 0), -1);
  EXPECT_EQ(__uhadd(UINT_MAX, 1u), 0x80000000u);
  EXPECT_EQ(__sad(INT_MIN, INT_MAX, 1u), 0u); // 2^32 - 1 + 1
  EXPECT_EQ(__usad(3u, 10u, 5u), 12u);
}

TEST(Integers, Extrema) {
  EXPECT_EQ(min(-1, 2), -1);
  EXPECT_EQ(max(-1, 2u), UINT_MAX); // mixed signedness compares unsigned, as in CUDA
  EXPECT_EQ(min(1u, 2u), 1u);
  EXPECT_EQ(max(LLONG_MIN, -1LL), -1LL);
  EXPECT_EQ(min(1.0f, NAN), 1.0f);
  EXPECT_EQ(max(NAN, 1.0), 1.0);
  EXPECT_EQ(max(1.0f, 2.0), 2.0);
}

} // namespace
