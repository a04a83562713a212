#include "mma.h"
#include <gtest/gtest.h>
#include <map>
#include <utility>

using namespace nvcuda;
using namespace warpsmith::emulator;

namespace {

/// All lanes together hold each element of the matrix exactly once.
template <typename Use, int M, int N, int K, typename Type>
void expectPartition() {
  using Layout = WmmaLayout<Use, M, N, K, Type>;
  std::map<std::pair<int, int>, int> owners;
  for (int lane = 0; lane < 32; ++lane)
    for (int i = 0; i < Layout::Elements; ++i) {
      const Position at = Layout::position(lane, i);
      ASSERT_GE(at.row, 0);
      ASSERT_LT(at.row, Layout::Rows);
      ASSERT_GE(at.column, 0);
      ASSERT_LT(at.column, Layout::Columns);
      ++owners[{at.row, at.column}];
    }
  EXPECT_EQ(owners.size(), static_cast<std::size_t>(Layout::Rows * Layout::Columns));
  for (const auto &[position, count] : owners)
    EXPECT_EQ(count, 1) << position.first << " " << position.second;
}

template <int M, int N, int K, typename Type, typename Sum>
void expectPartitions() {
  expectPartition<wmma::matrix_a, M, N, K, Type>();
  expectPartition<wmma::matrix_b, M, N, K, Type>();
  expectPartition<wmma::accumulator, M, N, K, Sum>();
}

TEST(WmmaLayout, EveryElementHasOneOwner) {
  expectPartitions<16, 16, 16, __half, float>();
  expectPartitions<32, 8, 16, __half, __half>();
  expectPartitions<8, 32, 16, __nv_bfloat16, float>();
  expectPartitions<16, 16, 16, signed char, int>();
  expectPartitions<32, 8, 16, unsigned char, int>();
  expectPartitions<8, 32, 16, signed char, int>();
  expectPartitions<16, 16, 8, wmma::precision::tf32, float>();
  expectPartitions<8, 8, 4, double, double>();
}

template <typename Use, int M, int N, int K, typename Type>
std::pair<int, int> at(int lane, int i) {
  const Position position = WmmaLayout<Use, M, N, K, Type>::position(lane, i);
  return {position.row, position.column};
}

/// Spot checks against the figures of the PTX ISA.
TEST(WmmaLayout, AgreesWithThePtxIsa) {
  using Pair = std::pair<int, int>;
  // mma.m16n8k16, 16-bit A: lane 5 has (1, 2..3), (9, 2..3), (1, 10..11), (9, 10..11).
  constexpr auto HalfA = at<wmma::matrix_a, 16, 16, 16, __half>;
  EXPECT_EQ(HalfA(5, 1), Pair(1, 3));
  EXPECT_EQ(HalfA(5, 2), Pair(9, 2));
  EXPECT_EQ(HalfA(5, 4), Pair(1, 10));
  EXPECT_EQ(HalfA(5, 7), Pair(9, 11));
  // B: lane 5 has rows 2..3 and 10..11 of column 1; then of column 9.
  constexpr auto HalfB = at<wmma::matrix_b, 16, 16, 16, __half>;
  EXPECT_EQ(HalfB(5, 0), Pair(2, 1));
  EXPECT_EQ(HalfB(5, 3), Pair(11, 1));
  EXPECT_EQ(HalfB(5, 6), Pair(10, 9));
  // C: lane 31 has (7, 6..7), (15, 6..7), then columns 14..15.
  constexpr auto Sum = at<wmma::accumulator, 16, 16, 16, float>;
  EXPECT_EQ(Sum(31, 0), Pair(7, 6));
  EXPECT_EQ(Sum(31, 3), Pair(15, 7));
  EXPECT_EQ(Sum(31, 5), Pair(7, 15));
  // mma.m16n8k8, TF32: lane 6 has (1, 2), (9, 2), (1, 6), (9, 6).
  constexpr auto Tf32A = at<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32>;
  EXPECT_EQ(Tf32A(6, 1), Pair(9, 2));
  EXPECT_EQ(Tf32A(6, 2), Pair(1, 6));
  // mma.m16n8k16, 8-bit A: lane 6 has (1, 8..11) and (9, 8..11).
  constexpr auto ByteA = at<wmma::matrix_a, 16, 16, 16, signed char>;
  EXPECT_EQ(ByteA(6, 3), Pair(1, 11));
  EXPECT_EQ(ByteA(6, 4), Pair(9, 8));
  // mma.m8n8k4, double.
  constexpr auto DoubleSum = at<wmma::accumulator, 8, 8, 4, double>;
  EXPECT_EQ(DoubleSum(6, 1), Pair(1, 5));
}

TEST(WmmaLayout, LengthsAreCudas) {
  EXPECT_EQ((FragmentLength<wmma::matrix_a, 16, 16, 16, __half>::value), 16);
  EXPECT_EQ((FragmentLength<wmma::matrix_b, 32, 8, 16, __half>::value), 16);
  EXPECT_EQ((FragmentLength<wmma::matrix_a, 16, 16, 16, __nv_bfloat16>::value), 8);
  EXPECT_EQ((FragmentLength<wmma::matrix_b, 32, 8, 16, __nv_bfloat16>::value), 4);
  EXPECT_EQ((FragmentLength<wmma::matrix_a, 32, 8, 16, signed char>::value), 16);
  EXPECT_EQ((FragmentLength<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32>::value), 4);
  EXPECT_EQ((FragmentLength<wmma::accumulator, 16, 16, 16, float>::value), 8);
  EXPECT_EQ((FragmentLength<wmma::accumulator, 8, 8, 4, double>::value), 2);
}

} // namespace
