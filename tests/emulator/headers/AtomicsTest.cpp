#include "cuda_fp16.h"
#include "tests/emulator/headers/RunKernel.h"
#include <climits>
#include <vector>

using namespace warpsmith::emulator::test;

namespace {

/// Every thread of several blocks adds; the old values are all different.
void count(int *counter, int *seen, float *sum, double *wide, unsigned long long *large,
           __half *half) {
  seen[atomicAdd(counter, 1)] += 1;
  atomicAdd(sum, 0.5f);
  atomicAdd_block(wide, 0.25);
  atomicAdd_system(large, 1ull << 32);
  atomicAdd(half, __half(1.0f));
}
TEST(Atomics, SumsOfManyThreads) {
  ManagedArray<int> counter(1), seen(256);
  ManagedArray<float> sum(1);
  ManagedArray<double> wide(1);
  ManagedArray<unsigned long long> large(1);
  ManagedArray<__half> half(1);
  counter[0] = 0;
  sum[0] = 0;
  wide[0] = 0;
  large[0] = 0;
  half[0] = 0.0f;
  for (int i = 0; i < 256; ++i)
    seen[i] = 0;
  run(count, 4, 64, static_cast<int *>(counter), static_cast<int *>(seen),
      static_cast<float *>(sum), static_cast<double *>(wide),
      static_cast<unsigned long long *>(large), static_cast<__half *>(half));
  EXPECT_EQ(counter[0], 256);
  for (int i = 0; i < 256; ++i)
    EXPECT_EQ(seen[i], 1) << i;
  EXPECT_EQ(sum[0], 128.0f);
  EXPECT_EQ(wide[0], 64.0);
  EXPECT_EQ(large[0], 256ull << 32);
  EXPECT_EQ(static_cast<float>(half[0]), 256.0f);
}

void each(int *i, unsigned *u, unsigned long long *l, float *f, float4 *v) {
  i[0] = INT_MAX;
  i[1] = atomicAdd(&i[0], 1);
  i[2] = 5;
  i[3] = atomicSub(&i[2], 7);
  i[4] = -3;
  i[5] = atomicMin(&i[4], -9);
  i[6] = atomicMax(&i[4], 4);
  i[7] = atomicExch(&i[4], 77);
  i[8] = atomicCAS(&i[4], 77, 78);
  i[9] = atomicCAS(&i[4], 77, 79);
  u[0] = 0xff;
  u[1] = atomicAnd(&u[0], 0x0fu);
  u[2] = atomicOr(&u[0], 0x30u);
  u[3] = atomicXor(&u[0], 0x01u);
  u[4] = 2;
  u[5] = atomicInc(&u[4], 2u);
  u[6] = atomicInc(&u[4], 2u);
  u[7] = 0;
  u[8] = atomicDec(&u[7], 9u);
  u[9] = atomicDec(&u[7], 5u);
  l[0] = 3;
  l[1] = atomicMax(&l[0], ULLONG_MAX);
  f[0] = 1.0f;
  f[1] = atomicExch(&f[0], 2.5f);
  v[0] = make_float4(1, 2, 3, 4);
  v[1] = atomicAdd(&v[0], make_float4(10, 20, 30, 40));
}
TEST(Atomics, OldAndNewValues) {
  ManagedArray<int> i(10);
  ManagedArray<unsigned> u(10);
  ManagedArray<unsigned long long> l(2);
  ManagedArray<float> f(2);
  ManagedArray<float4> v(2);
  run(each, 1, 1, static_cast<int *>(i), static_cast<unsigned *>(u),
      static_cast<unsigned long long *>(l), static_cast<float *>(f), static_cast<float4 *>(v));
  EXPECT_EQ(i[0], INT_MIN); // wraps
  EXPECT_EQ(i[1], INT_MAX);
  EXPECT_EQ(i[2], -2);
  EXPECT_EQ(i[3], 5);
  EXPECT_EQ(i[5], -3);
  EXPECT_EQ(i[6], -9);
  EXPECT_EQ(i[7], 4);
  EXPECT_EQ(i[8], 77);
  EXPECT_EQ(i[9], 78);
  EXPECT_EQ(i[4], 78);
  EXPECT_EQ(u[1], 0xffu);
  EXPECT_EQ(u[2], 0x0fu);
  EXPECT_EQ(u[3], 0x3fu);
  EXPECT_EQ(u[0], 0x3eu);
  EXPECT_EQ(u[5], 2u); // and wraps to 0
  EXPECT_EQ(u[6], 0u);
  EXPECT_EQ(u[4], 1u);
  EXPECT_EQ(u[8], 0u); // and wraps to 9
  EXPECT_EQ(u[9], 9u); // which is above 5
  EXPECT_EQ(u[7], 5u);
  EXPECT_EQ(l[0], ULLONG_MAX);
  EXPECT_EQ(l[1], 3ull);
  EXPECT_EQ(f[0], 2.5f);
  EXPECT_EQ(f[1], 1.0f);
  EXPECT_EQ(v[0].z, 33.0f);
  EXPECT_EQ(v[1].w, 4.0f);
}

} // namespace
