#include "mma.h"
#include "tests/emulator/headers/RunKernel.h"
#include <climits>
#include <cmath>
#include <gmock/gmock.h>
#include <random>

using namespace nvcuda;
using namespace warpsmith::emulator::test;
using ::testing::HasSubstr;

namespace {

constexpr unsigned Pitch = 48;

template <typename Type>
using Memory = typename warpsmith::emulator::WmmaStorage<Type>::type;

template <typename Order>
constexpr bool IsRowMajor = std::is_same_v<Order, wmma::row_major>;
template <typename Order>
std::size_t offset(int row, int column) {
  return IsRowMajor<Order> ? row * Pitch + column : column * Pitch + row;
}

template <int M, int N, int K, typename Type, typename Sum, typename Result, typename OrderA,
          typename OrderB>
void product(const Memory<Type> *a, const Memory<Type> *b, const Sum *c, Result *d) {
  wmma::fragment<wmma::matrix_a, M, N, K, Type, OrderA> fragmentA;
  wmma::fragment<wmma::matrix_b, M, N, K, Type, OrderB> fragmentB;
  wmma::fragment<wmma::accumulator, M, N, K, Sum> sum;
  wmma::fragment<wmma::accumulator, M, N, K, Result> result;
  wmma::load_matrix_sync(fragmentA, a, Pitch);
  wmma::load_matrix_sync(fragmentB, b, Pitch);
  wmma::load_matrix_sync(sum, c, Pitch, wmma::mem_row_major);
  wmma::mma_sync(result, fragmentA, fragmentB, sum);
  wmma::store_matrix_sync(d, result, Pitch, wmma::mem_col_major);
}

template <typename Type>
Type random(std::mt19937 &generator) {
  if constexpr (std::is_integral_v<Type>)
    return static_cast<Type>(generator());
  else
    return static_cast<Type>(static_cast<float>(static_cast<int>(generator() % 4001) - 2000) / 937);
}

/// What a tensor core sees of an operand.
template <typename Type>
auto operand(Memory<Type> value) {
  if constexpr (std::is_same_v<Type, wmma::precision::tf32>)
    return std::bit_cast<float>(std::bit_cast<uint32_t>(value) & ~0x1fffu);
  else if constexpr (std::is_integral_v<Type>)
    return static_cast<int>(value);
  else if constexpr (std::is_same_v<Type, double>)
    return value;
  else
    return static_cast<float>(value);
}

/// One thread's plain loop gives every bit of it.
template <int M, int N, int K, typename Type, typename Sum, typename Result, typename OrderA,
          typename OrderB>
void expectProduct() {
  ManagedArray<Memory<Type>> a(32 * Pitch), b(32 * Pitch);
  ManagedArray<Sum> c(32 * Pitch);
  ManagedArray<Result> d(32 * Pitch);
  std::mt19937 generator(M * 7 + N);
  for (unsigned i = 0; i < 32 * Pitch; ++i) {
    a[i] = random<Memory<Type>>(generator);
    b[i] = random<Memory<Type>>(generator);
    c[i] = random<Sum>(generator);
    d[i] = Result(99);
  }
  run(product<M, N, K, Type, Sum, Result, OrderA, OrderB>, 1, 32,
      static_cast<const Memory<Type> *>(a), static_cast<const Memory<Type> *>(b),
      static_cast<const Sum *>(c), static_cast<Result *>(d));
  for (int row = 0; row < M; ++row)
    for (int column = 0; column < N; ++column) {
      auto sum = operand<Sum>(c[row * Pitch + column]);
      for (int k = 0; k < K; ++k) {
        const auto x = operand<Type>(a[offset<OrderA>(row, k)]);
        const auto y = operand<Type>(b[offset<OrderB>(k, column)]);
        if constexpr (std::is_integral_v<Type>)
          sum = static_cast<int>(static_cast<unsigned>(sum) + static_cast<unsigned>(x * y));
        else
          sum = std::fma(x, y, sum);
      }
      ASSERT_EQ(static_cast<Result>(sum), d[column * Pitch + row]) << row << " " << column;
    }
  // Nothing else is written.
  for (int column = 0; column < N; ++column)
    for (unsigned row = M; row < Pitch; ++row)
      ASSERT_EQ(d[column * Pitch + row], Result(99));
}

template <int M, int N, int K, typename Type, typename Sum, typename Result>
void expectProducts() {
  expectProduct<M, N, K, Type, Sum, Result, wmma::row_major, wmma::row_major>();
  expectProduct<M, N, K, Type, Sum, Result, wmma::row_major, wmma::col_major>();
  expectProduct<M, N, K, Type, Sum, Result, wmma::col_major, wmma::row_major>();
  expectProduct<M, N, K, Type, Sum, Result, wmma::col_major, wmma::col_major>();
}
template <typename Type, typename Sum, typename Result>
void expectShapes() {
  expectProducts<16, 16, 16, Type, Sum, Result>();
  expectProducts<32, 8, 16, Type, Sum, Result>();
  expectProducts<8, 32, 16, Type, Sum, Result>();
}

TEST(Wmma, HalfWithFloatSums) {
  expectShapes<__half, float, float>();
}
TEST(Wmma, HalfWithHalfSums) {
  expectShapes<__half, __half, __half>();
}
TEST(Wmma, HalfWithMixedSums) {
  expectShapes<__half, float, __half>();
  expectShapes<__half, __half, float>();
}
TEST(Wmma, Bfloat16) {
  expectShapes<__nv_bfloat16, float, float>();
}
TEST(Wmma, SignedBytes) {
  expectShapes<signed char, int, int>();
}
TEST(Wmma, UnsignedBytes) {
  expectShapes<unsigned char, int, int>();
}
TEST(Wmma, Tf32) {
  expectProducts<16, 16, 8, wmma::precision::tf32, float, float>();
}
TEST(Wmma, Double) {
  expectProducts<8, 8, 4, double, double, double>();
}

template <typename Type>
void copy(const Type *from, Type *to, wmma::layout_t layout) {
  wmma::fragment<wmma::accumulator, 16, 16, 16, Type> fragment;
  wmma::load_matrix_sync(fragment, from, Pitch, layout);
  wmma::store_matrix_sync(to, fragment, Pitch, layout);
}
template <typename Type>
void expectCopy(wmma::layout_t layout) {
  ManagedArray<Type> from(16 * Pitch), to(16 * Pitch);
  for (unsigned i = 0; i < 16 * Pitch; ++i) {
    from[i] = Type(static_cast<float>(i));
    to[i] = Type(-1.0f);
  }
  run(copy<Type>, 1, 32, static_cast<const Type *>(from), static_cast<Type *>(to), layout);
  for (unsigned i = 0; i < 16 * Pitch; ++i)
    EXPECT_EQ(to[i], i % Pitch < 16 ? from[i] : Type(-1.0f)) << i;
}
TEST(Wmma, StoringWhatWasLoaded) {
  for (const auto layout : {wmma::mem_row_major, wmma::mem_col_major}) {
    expectCopy<float>(layout);
    expectCopy<__half>(layout);
    expectCopy<int>(layout);
  }
}

void neighbouring(const signed char *tiles, int *sums) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::row_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> sum;
  wmma::fill_fragment(sum, 0);
  wmma::load_matrix_sync(a, tiles, 32);
  wmma::load_matrix_sync(b, tiles + 16, 32);
  wmma::mma_sync(sum, a, b, sum);
  wmma::store_matrix_sync(sums, sum, 16, wmma::mem_row_major);
}
TEST(Wmma, TilesOfBytesLieSixteenBytesApart) {
  ManagedArray<signed char> tiles(16 * 32);
  ManagedArray<int> sums(16 * 16);
  for (int i = 0; i < 16 * 32; ++i)
    tiles[i] = i % 32 < 16 ? 2 : 3;
  run(neighbouring, 1, 32, static_cast<const signed char *>(tiles), static_cast<int *>(sums));
  EXPECT_EQ(sums[0], 2 * 3 * 16);
  EXPECT_EQ(sums[255], 2 * 3 * 16);
}

void saturating(const signed char *ones, int *sums, bool saturate) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::row_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> sum;
  wmma::load_matrix_sync(a, ones, 16);
  wmma::load_matrix_sync(b, ones, 16);
  wmma::fill_fragment(sum, INT_MAX - 3);
  wmma::mma_sync(sum, a, b, sum, saturate);
  wmma::store_matrix_sync(sums, sum, 16, wmma::mem_row_major);
}
TEST(Wmma, IntegerSumsWrapOrSaturate) {
  ManagedArray<signed char> ones(256);
  ManagedArray<int> sums(256);
  for (int i = 0; i < 256; ++i)
    ones[i] = 1;
  run(saturating, 1, 32, static_cast<const signed char *>(ones), static_cast<int *>(sums), true);
  EXPECT_EQ(sums[100], INT_MAX);
  run(saturating, 1, 32, static_cast<const signed char *>(ones), static_cast<int *>(sums), false);
  EXPECT_EQ(sums[100], INT_MIN + 12);
}

/// Elementwise work reaches every element once, whatever the lanes hold.
void scaled(float *sums) {
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::load_matrix_sync(sum, sums, 16, wmma::mem_row_major);
  for (int i = 0; i < sum.num_elements; ++i)
    sum.x[i] *= 2;
  wmma::store_matrix_sync(sums, sum, 16, wmma::mem_row_major);
}
TEST(Wmma, ElementwiseWork) {
  ManagedArray<float> sums(256);
  for (int i = 0; i < 256; ++i)
    sums[i] = static_cast<float>(i);
  run(scaled, 1, 32, static_cast<float *>(sums));
  for (int i = 0; i < 256; ++i)
    EXPECT_EQ(sums[i], 2 * static_cast<float>(i));
}

enum class Mistake { None, Unaligned, Pitch, Address, LeadingDimension, Exited, StoreAddress };
void mistaken(__half *a, float *c, Mistake mistake) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fragmentA;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> fragmentB;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  const bool odd = threadIdx.x == 13;
  if (odd && mistake == Mistake::Exited)
    return;
  const __half *from = a + (mistake == Mistake::Unaligned        ? 8
                            : odd && mistake == Mistake::Address ? 256
                                                                 : 0);
  const unsigned pitch = mistake == Mistake::Pitch                     ? 20
                         : odd && mistake == Mistake::LeadingDimension ? 24
                                                                       : 16;
  wmma::fill_fragment(sum, 0.0f);
  wmma::load_matrix_sync(fragmentA, from, pitch);
  wmma::load_matrix_sync(fragmentB, a, 16);
  wmma::mma_sync(sum, fragmentA, fragmentB, sum);
  wmma::store_matrix_sync(odd && mistake == Mistake::StoreAddress ? c + 256 : c, sum, 16,
                          wmma::mem_row_major);
}
TEST(Wmma, MistakesAreReportedAtTheirLine) {
  ManagedArray<__half> a(1024);
  ManagedArray<float> c(1024);
  for (int i = 0; i < 1024; ++i)
    a[i] = 0.0f;
  __half *const matrix = a;
  float *const sums = c;
  run(mistaken, 1, 32, matrix, sums, Mistake::None);
  const auto said = [&](Mistake mistake) {
    return mistakeOf(mistaken, 1, 32, matrix, sums, mistake);
  };
  EXPECT_THAT(said(Mistake::Unaligned),
              HasSubstr("the matrix is not aligned to the size of a thread"));
  EXPECT_THAT(said(Mistake::Pitch), HasSubstr("the leading dimension is not a multiple of 16"));
  EXPECT_THAT(said(Mistake::Address), HasSubstr("not all lanes of the warp loaded the operands"));
  EXPECT_THAT(said(Mistake::LeadingDimension),
              HasSubstr("not all lanes of the warp loaded the operands"));
  EXPECT_THAT(said(Mistake::StoreAddress), HasSubstr("store to different matrices"));
  const std::string exited = said(Mistake::Exited);
  EXPECT_THAT(exited, HasSubstr("emulator-wmma"));
  EXPECT_THAT(exited, HasSubstr("WmmaTest.cpp"));
}

} // namespace
