// The tensor cores' arithmetic against the model written out term by term in big integers.
#include "runtime/emulator/lib/MatrixArithmetic.h"
#include "cuda_fp8.h"
#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <memory>
#include <random>
#include <vector>

using namespace warpsmith::emulator;

namespace {

constexpr int Rows = 16, Columns = 24;
constexpr TensorCoreModel Hopper{25, 0}, HopperFp8{13, 0, 13};

/// value = significand * 2^exponent, where the exponent is that of the bit before the point.
struct Term {
  long long significand;
  int exponent, fraction;
};

Term split(double value, int fraction, int smallest) {
  int exponent = 0;
  std::frexp(value, &exponent);
  exponent = value == 0 ? smallest : std::max(exponent - 1, smallest);
  return {static_cast<long long>(std::ldexp(value, fraction - exponent)), exponent, fraction};
}

/// Toward zero to a multiple of 2^unit, in such units.
__int128 cut(const Term &term, int unit) {
  const int shift = term.exponent - term.fraction - unit;
  const __int128 magnitude = term.significand < 0 ? -static_cast<__int128>(term.significand)
                                                  : static_cast<__int128>(term.significand);
  const __int128 kept = shift >= 0 ? magnitude << shift : shift <= -100 ? 0 : magnitude >> -shift;
  return term.significand < 0 ? -kept : kept;
}

/// Fraction bits of a type and the exponent of its smallest normal number.
struct NumberFormat {
  int fraction, smallest;
};

NumberFormat formatOf(MatrixType type) {
  switch (type) {
  case MatrixType::f16:
    return {10, -14};
  case MatrixType::bf16:
    return {7, -126};
  case MatrixType::e4m3:
    return {3, -6};
  case MatrixType::e5m2:
    return {2, -14};
  default:
    return {10, -126};
  }
}

float modelled(const std::vector<double> &a, const std::vector<double> &b, float c,
               NumberFormat left, NumberFormat right, TensorCoreModel model) {
  std::vector<Term> terms = {split(c, 23, -126)};
  for (std::size_t k = 0; k < a.size(); ++k) {
    if (a[k] == 0 || b[k] == 0)
      continue;
    const Term one = split(a[k], left.fraction, left.smallest);
    const Term other = split(b[k], right.fraction, right.smallest);
    terms.push_back({one.significand * other.significand, one.exponent + other.exponent,
                     left.fraction + right.fraction});
  }
  int largest = -126;
  for (const Term &term : terms)
    largest = std::max(largest, term.exponent);
  __int128 sum = 0;
  for (const Term &term : terms)
    sum += cut(term, largest - model.fractionBits);
  // Toward zero to the bits that are kept, or to the smallest step.
  const bool negative = sum < 0;
  __int128 magnitude = negative ? -sum : sum;
  int unit = largest - model.fractionBits;
  const int bits = model.resultBits + 1, smallestUnit = -126 - model.resultBits;
  while (magnitude >> bits != 0 || (unit < smallestUnit && magnitude != 0)) {
    magnitude >>= 1;
    ++unit;
  }
  const auto result =
      static_cast<float>(std::ldexp(static_cast<double>(static_cast<long long>(magnitude)), unit));
  return negative ? -result : result;
}

double widened(MatrixType type, uint32_t bits) {
  if (type == MatrixType::f16)
    return static_cast<double>(std::bit_cast<_Float16>(static_cast<uint16_t>(bits)));
  if (type == MatrixType::bf16)
    return std::bit_cast<float>(bits << 16);
  if (type == MatrixType::e4m3)
    return E4m3Format::widen(static_cast<unsigned char>(bits));
  if (type == MatrixType::e5m2)
    return E5m2Format::widen(static_cast<unsigned char>(bits));
  return std::bit_cast<float>(bits & ~0x1fffu);
}

class Products : public testing::Test {
protected:
  std::unique_ptr<MatrixOperand> a = std::make_unique<MatrixOperand>(),
                                 b = std::make_unique<MatrixOperand>();
  std::mt19937 random{12345};

  /// A number whose exponent is drawn from `spread` values around that of one.
  uint32_t number(MatrixType type, unsigned spread) {
    const uint32_t sign = random() % 2;
    if (type == MatrixType::e4m3) // all but NaN
      return sign << 7 | random() % 0x7f;
    if (type == MatrixType::e5m2) // all but infinities and NaN
      return sign << 7 | random() % 0x7c;
    if (random() % 16 == 0)
      return sign << (type == MatrixType::tf32 ? 31 : 15);
    if (type == MatrixType::f16)
      return sign << 15 | (15 - spread / 2 + random() % spread) << 10 | random() % 1024;
    if (type == MatrixType::bf16)
      return sign << 15 | (127 - spread / 2 + random() % spread) << 7 | random() % 128;
    return sign << 31 | (127 - spread / 2 + random() % spread) << 23 | random() % (1 << 23);
  }

  void compare(MatrixType type, int k, unsigned spread, int sumExponent) {
    compare(type, type, k, spread, sumExponent, Hopper);
  }
  void compare(MatrixType typeA, MatrixType typeB, int k, unsigned spread, int sumExponent,
               TensorCoreModel model) {
    a->stride = k;
    b->stride = Columns;
    a->special = b->special = false;
    std::vector<std::vector<double>> left(Rows), right(Columns);
    for (int i = 0; i < Rows; ++i)
      for (int j = 0; j < k; ++j) {
        const uint32_t bits = number(typeA, spread);
        a->set(i, j, typeA, bits);
        left[i].push_back(widened(typeA, bits));
      }
    for (int i = 0; i < Columns; ++i)
      for (int j = 0; j < k; ++j) {
        const uint32_t bits = number(typeB, spread);
        b->set(j, i, typeB, bits);
        right[i].push_back(widened(typeB, bits));
      }
    std::vector<uint32_t> sums(Rows * Columns);
    for (uint32_t &sum : sums)
      sum = std::bit_cast<uint32_t>(
          std::ldexp(static_cast<float>(static_cast<int>(random())), sumExponent - 31));
    const std::vector<uint32_t> before = sums;
    multiplyAccumulate(*a, *b, sums.data(), Rows, Columns, k, typeA, typeB, model);
    for (int i = 0; i < Rows; ++i)
      for (int j = 0; j < Columns; ++j) {
        const float expected =
            modelled(left[i], right[j], std::bit_cast<float>(before[i * Columns + j]),
                     formatOf(typeA), formatOf(typeB), model);
        ASSERT_EQ(std::bit_cast<float>(sums[i * Columns + j]), expected) << i << "," << j;
      }
  }
};

TEST_F(Products, OfHalvesAreCutOffAfter25Bits) {
  for (const int exponent : {-20, 0, 3, 20})
    for (const unsigned spread : {1u, 6u, 28u})
      compare(MatrixType::f16, 16, spread, exponent);
}
TEST_F(Products, OfBfloatsAreCutOffAfter25Bits) {
  for (const int exponent : {-120, -20, 0, 60})
    for (const unsigned spread : {1u, 12u, 200u, 252u})
      compare(MatrixType::bf16, 16, spread, exponent);
}
TEST_F(Products, OfTf32IgnoreTheLow13Bits) {
  for (const int exponent : {-126, -3, 0, 10})
    for (const unsigned spread : {1u, 12u, 200u})
      compare(MatrixType::tf32, 8, spread, exponent);
}

TEST_F(Products, OfFp8AndTheirSumsAreCutOffAfter13Bits) {
  constexpr MatrixType Types[] = {MatrixType::e4m3, MatrixType::e5m2};
  for (const int exponent : {-126, -20, 0, 3, 20})
    for (const MatrixType left : Types)
      for (const MatrixType right : Types)
        compare(left, right, 32, 0, exponent, HopperFp8);
}
TEST_F(Products, OfFp8HaveNansWhereTheirFormatsHaveThem) {
  a->stride = 32;
  b->stride = 8;
  for (int k = 0; k < 32; ++k) {
    a->set(0, k, MatrixType::e4m3, k == 3 ? 0x7e : 0x38); // 448 is a number, 1
    for (int j = 0; j < 8; ++j)
      b->set(k, j, MatrixType::e5m2, j == 1 && k == 5 ? 0x7c : 0x3c); // infinity, 1
  }
  std::vector<uint32_t> sums(8, 0);
  multiplyAccumulate(*a, *b, sums.data(), 1, 8, 32, MatrixType::e4m3, MatrixType::e5m2, HopperFp8);
  EXPECT_EQ(std::bit_cast<float>(sums[0]), 448 + 31);
  EXPECT_EQ(sums[1], 0x7f800000u);
  a->set(0, 3, MatrixType::e4m3, 0xff);
  multiplyAccumulate(*a, *b, sums.data(), 1, 8, 32, MatrixType::e4m3, MatrixType::e5m2, HopperFp8);
  EXPECT_EQ(sums[0], 0x7fffffffu);
}

TEST_F(Products, AreInGroupsOnOlderArchitectures) {
  // 1 + 2^-24 eight times: one group cuts each of them off, two groups see the sum as well.
  constexpr MatrixType Type = MatrixType::bf16;
  a->stride = 16;
  b->stride = 8;
  for (int k = 0; k < 16; ++k) {
    a->set(0, k, Type, k == 0 ? 0x3f80 : 0x3980); // 1, 2^-12
    for (int j = 0; j < 8; ++j)
      b->set(k, j, Type, k == 0 ? 0x3f80 : 0x3980);
  }
  std::vector<uint32_t> sums(8, 0);
  multiplyAccumulate(*a, *b, sums.data(), 1, 8, 16, Type, Type, {25, 0});
  EXPECT_EQ(std::bit_cast<float>(sums[0]), 1 + std::ldexp(14.f, -24));
  std::fill(sums.begin(), sums.end(), 0);
  multiplyAccumulate(*a, *b, sums.data(), 1, 8, 16, Type, Type, {23, 4});
  EXPECT_EQ(std::bit_cast<float>(sums[0]), 1);
}

TEST_F(Products, OfInfinitiesAndNansAreThose) {
  constexpr MatrixType Type = MatrixType::f16;
  a->stride = 16;
  b->stride = 8;
  for (int k = 0; k < 16; ++k) {
    a->set(0, k, Type, k == 3 ? 0x7c00 : 0x3c00); // infinity, 1
    for (int j = 0; j < 8; ++j)
      b->set(k, j, Type, j == 1 && k == 3 ? 0 : j == 2 ? 0xbc00 : 0x3c00);
  }
  std::vector<uint32_t> sums(8, 0);
  sums[3] = 0xff800000;
  sums[4] = 0x7fa5a5a5;
  multiplyAccumulate(*a, *b, sums.data(), 1, 8, 16, Type, Type, Hopper);
  EXPECT_EQ(sums[0], 0x7f800000u);
  EXPECT_EQ(sums[1], 0x7fffffffu) << "infinity times zero";
  EXPECT_EQ(sums[2], 0xff800000u);
  EXPECT_EQ(sums[3], 0x7fffffffu) << "infinity minus infinity";
  EXPECT_EQ(sums[4], 0x7fffffffu);
}

TEST_F(Products, OfIntegersWrap) {
  a->stride = 32;
  b->stride = 8;
  for (int k = 0; k < 32; ++k) {
    a->set(0, k, MatrixType::s8, 0x80);
    for (int j = 0; j < 8; ++j)
      b->set(k, j, j ? MatrixType::u8 : MatrixType::s8, 0x80 + j);
  }
  std::vector<uint32_t> sums(8, 0x7fffffff);
  multiplyAccumulate(*a, *b, sums.data(), 1, 8, 32, MatrixType::s8, MatrixType::s8, Hopper);
  EXPECT_EQ(static_cast<int32_t>(sums[0]), static_cast<int32_t>(0x7fffffffu + 32 * 128 * 128));
  EXPECT_EQ(static_cast<int32_t>(sums[7]), 0x7fffffff - 32 * 128 * 135);
}

} // namespace
