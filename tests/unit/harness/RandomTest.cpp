#include "runtime/harness/core/Random.h"
#include <cmath>
#include <gtest/gtest.h>
#include <set>

using namespace warpsmith::harness;

using Block = std::array<std::uint32_t, 4>;

TEST(Random, PhiloxMatchesItsAuthorsKnownAnswers) {
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), (Block{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}),
            (Block{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (Block{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Random, ValuesDependOnSeedStreamAndIndex) {
  const RandomSequence sequence(1, 0);
  EXPECT_EQ(sequence.bits(1000), RandomSequence(1, 0).bits(1000));
  std::set<std::uint32_t> seen = {sequence.bits(5), sequence.bits(6), RandomSequence(2, 0).bits(5),
                                  RandomSequence(1, 1).bits(5),
                                  RandomSequence(std::uint64_t{1} << 32, 0).bits(5)};
  EXPECT_EQ(seen.size(), 5U);
}

TEST(Random, UniformIsInsideItsIntervalExactInFloatAndCentred) {
  const RandomSequence sequence(7, 3);
  double sum = 0;
  double squares = 0;
  constexpr int Count = 100000;
  for (int index = 0; index < Count; ++index) {
    const double value = sequence.uniform(index);
    ASSERT_GT(value, -1);
    ASSERT_LT(value, 1);
    ASSERT_NE(value, 0);
    ASSERT_EQ(static_cast<double>(static_cast<float>(value)), value);
    sum += value;
    squares += value * value;
  }
  EXPECT_NEAR(sum / Count, 0, 0.01);
  EXPECT_NEAR(squares / Count, 1.0 / 3, 0.01);
}

TEST(Random, NormalHasMeanZeroAndVarianceOne) {
  const RandomSequence sequence(7, 3);
  double sum = 0;
  double squares = 0;
  double products = 0;
  constexpr int Count = 100000;
  for (int index = 0; index < Count; ++index) {
    const double value = sequence.normal(index);
    ASSERT_TRUE(std::isfinite(value));
    sum += value;
    squares += value * value;
    products += value * sequence.normal(index + 1);
  }
  EXPECT_NEAR(sum / Count, 0, 0.02);
  EXPECT_NEAR(squares / Count, 1, 0.02);
  EXPECT_NEAR(products / Count, 0, 0.02);
}

TEST(Random, IntegersCoverTheirRangeWithoutZero) {
  const RandomSequence sequence(11, 0);
  std::set<int> seen;
  for (int index = 0; index < 1000; ++index)
    seen.insert(sequence.integer(index, 3));
  EXPECT_EQ(seen, (std::set<int>{-3, -2, -1, 1, 2, 3}));
}
