#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "tests/emulator/headers/RunKernel.h"
#include <bit>
#include <gmock/gmock.h>

using namespace warpsmith::emulator::test;
using ::testing::HasSubstr;

namespace {

constexpr unsigned All = 0xffffffff;

template <typename Type>
Type valueOfLane(int lane) {
  return static_cast<Type>(3.0f * static_cast<float>(lane) + 1.0f);
}

template <typename Type>
void shuffles(Type *results, int width) {
  const int lane = static_cast<int>(threadIdx.x);
  const Type own = valueOfLane<Type>(lane);
  results[lane] = __shfl_sync(All, own, lane * 7, width);
  results[32 + lane] = __shfl_up_sync(All, own, 3, width);
  results[64 + lane] = __shfl_down_sync(All, own, 5, width);
  results[96 + lane] = __shfl_xor_sync(All, own, 6, width);
}

template <typename Type>
class Shuffles : public ::testing::Test {};
using ShuffledTypes = ::testing::Types<int, unsigned, long, unsigned long, long long,
                                       unsigned long long, float, double, __half, __nv_bfloat16>;
TYPED_TEST_SUITE(Shuffles, ShuffledTypes);

/// CUDA C++ Programming Guide, "Warp Shuffle Functions".
TYPED_TEST(Shuffles, EveryWidth) {
  ManagedArray<TypeParam> results(128);
  const auto value = [](int lane) { return static_cast<double>(valueOfLane<TypeParam>(lane)); };
  for (int width = 1; width <= 32; width *= 2) {
    run(shuffles<TypeParam>, 1, 32, static_cast<TypeParam *>(results), width);
    for (int lane = 0; lane < 32; ++lane) {
      const int first = lane / width * width, within = lane % width;
      const auto got = [&](int index) { return static_cast<double>(results[index + lane]); };
      EXPECT_EQ(got(0), value(first + lane * 7 % width));
      EXPECT_EQ(got(32), value(within >= 3 ? lane - 3 : lane));
      EXPECT_EQ(got(64), value(within + 5 < width ? lane + 5 : lane));
      EXPECT_EQ(got(96), value((lane ^ 6) < first + width ? lane ^ 6 : lane));
    }
  }
}

void halfPairs(__half2 *results) {
  const __half2 own(valueOfLane<__half>(static_cast<int>(threadIdx.x)), __half(2.0f));
  results[threadIdx.x] = __shfl_sync(All, own, 9);
}
TEST(ShufflesOfPairs, BothElements) {
  ManagedArray<__half2> results(32);
  run(halfPairs, 1, 32, static_cast<__half2 *>(results));
  for (int lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(__low2float(results[lane]), 28.0f);
    EXPECT_EQ(__high2float(results[lane]), 2.0f);
  }
}

/// Reading a lane that does not take part gives no plausible number.
void absentLane(float *results) {
  if (threadIdx.x < 16)
    results[threadIdx.x] = __shfl_sync(0xffff, 1.0f, 20);
}
TEST(Shuffle, AbsentLaneIsPoison) {
  ManagedArray<float> results(32);
  run(absentLane, 1, 32, static_cast<float *>(results));
  EXPECT_TRUE(std::isnan(results[3]));
}

void wrongWidth(float *results) {
  results[threadIdx.x] = __shfl_sync(All, 1.0f, 0, 12);
}
TEST(Shuffle, WidthMustBeAPowerOfTwo) {
  ManagedArray<float> results(32);
  const std::string said = mistakeOf(wrongWidth, 1, 32, static_cast<float *>(results));
  EXPECT_THAT(said, HasSubstr("the width of a shuffle must be 1, 2, 4, 8, 16 or 32"));
  EXPECT_THAT(said, HasSubstr("WarpTest.cpp"));
}

void votes(unsigned *results, unsigned mask) {
  const unsigned lane = threadIdx.x;
  if (((mask >> lane) & 1) == 0)
    return;
  unsigned *own = results + 8 * lane;
  int predicate = -1;
  own[0] = __ballot_sync(mask, lane % 3 == 0);
  own[1] = static_cast<unsigned>(__any_sync(mask, lane == 5));
  own[2] = static_cast<unsigned>(__all_sync(mask, lane != 5));
  own[3] = __match_any_sync(mask, lane % 4);
  own[4] = __match_all_sync(mask, 17u, &predicate);
  own[5] = static_cast<unsigned>(predicate);
  own[6] = __match_all_sync(mask, static_cast<float>(lane), &predicate);
  own[7] = static_cast<unsigned>(predicate);
}
TEST(Votes, WholeAndPartialWarps) {
  ManagedArray<unsigned> results(32 * 8);
  for (const unsigned mask : {All, 0x0000ffffu, 0x80f0ff0fu}) {
    run(votes, 1, 32, static_cast<unsigned *>(results), mask);
    unsigned everyThird = 0;
    for (unsigned lane = 0; lane < 32; lane += 3)
      everyThird |= 1u << lane;
    for (unsigned lane = 0; lane < 32; ++lane) {
      if (((mask >> lane) & 1) == 0)
        continue;
      const unsigned *own = &results[8 * lane];
      const bool hasFive = (mask & 32) != 0;
      EXPECT_EQ(own[0], everyThird & mask);
      EXPECT_EQ(own[1], hasFive);
      EXPECT_EQ(own[2], !hasFive);
      EXPECT_EQ(own[3], (0x11111111u << (lane % 4)) & mask);
      EXPECT_EQ(own[4], mask);
      EXPECT_EQ(own[5], 1u);
      EXPECT_EQ(own[6], 0u);
      EXPECT_EQ(own[7], 0u);
    }
  }
}

void reductions(int *results) {
  const int lane = static_cast<int>(threadIdx.x);
  const unsigned bit = 1u << lane;
  results[0] = __reduce_add_sync(All, lane - 40);
  results[1] = __reduce_min_sync(All, lane - 40);
  results[2] = __reduce_max_sync(All, lane - 40);
  results[3] = static_cast<int>(__reduce_or_sync(All, bit));
  results[4] = static_cast<int>(__reduce_and_sync(All, ~bit));
  results[5] = static_cast<int>(__reduce_xor_sync(All, bit | 1u));
  results[6] = static_cast<int>(__reduce_max_sync(All, static_cast<unsigned>(lane - 1)));
}
TEST(Reductions, OfTheWarp) {
  ManagedArray<int> results(8);
  run(reductions, 1, 32, static_cast<int *>(results));
  EXPECT_EQ(results[0], 31 * 16 - 32 * 40);
  EXPECT_EQ(results[1], -40);
  EXPECT_EQ(results[2], -9);
  EXPECT_EQ(results[3], -1);
  EXPECT_EQ(results[4], 0);
  // Lane 0 gives 1, the others their bit and 1, so that bit 0 comes 32 times.
  EXPECT_EQ(results[5], ~1);
  EXPECT_EQ(results[6], -1);
}

void blockVotes(int *results) {
  const int i = static_cast<int>(threadIdx.x);
  results[4 * i] = __syncthreads_count(i < 40);
  results[4 * i + 1] = __syncthreads_and(i < 40);
  results[4 * i + 2] = __syncthreads_or(i == 70);
  results[4 * i + 3] = __syncthreads_or(i == 700);
}
TEST(Block, VotesOfAllThreads) {
  ManagedArray<int> results(4 * 96);
  run(blockVotes, 1, 96, static_cast<int *>(results));
  for (int i = 0; i < 96; ++i) {
    EXPECT_EQ(results[4 * i], 40);
    EXPECT_EQ(results[4 * i + 1], 0);
    EXPECT_EQ(results[4 * i + 2], 1);
    EXPECT_EQ(results[4 * i + 3], 0);
  }
}

} // namespace
