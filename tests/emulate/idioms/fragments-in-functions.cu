// RUN: %same rewritten 'tensorize<mma>' --numerics=fp16
// RUN: %contraction
// Fragments that functions of the kernel's are given: as a pointer to an array's rows, as a
// reference to one of them or to an array. What is done to their elements depends on a factor in
// half. All numbers are whole and small.
#include "program.h"
#include "whole-numbers.h"
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>
using namespace nvcuda;

template <int ROWS, int COLUMNS, int PITCH, int THREADS>
__device__ void copyTile(const half *from, half *to, int pitch, unsigned number) {
  for (int i = 0; i < ROWS * COLUMNS / 8 / THREADS; ++i) {
    unsigned index = number + i * THREADS;
    unsigned row = index / (COLUMNS / 8), chunk = index % (COLUMNS / 8);
    __pipeline_memcpy_async(&to[row * PITCH + chunk * 8], &from[row * pitch + chunk * 8],
                            sizeof(float4));
  }
}

using Sums = wmma::fragment<wmma::accumulator, 16, 16, 16, half>;

template <int M, int N>
__device__ void finish(Sums sums[M][N], half *c, int n, half alpha, half beta) {
  for (int i = 0; i < M; ++i)
    for (int j = 0; j < N; ++j) {
      half *to = c + i * 16 * n + j * 16;
      for (int e = 0; e < sums[i][j].num_elements; ++e)
        sums[i][j].x[e] = __hmul(sums[i][j].x[e], alpha);
      if (__heq(beta, __float2half(0.0f)) == false) {
        Sums old;
        wmma::load_matrix_sync(old, to, n, wmma::mem_row_major);
        for (int e = 0; e < sums[i][j].num_elements; ++e)
          sums[i][j].x[e] = __hadd(sums[i][j].x[e], __hmul(beta, old.x[e]));
      }
      wmma::store_matrix_sync(to, sums[i][j], n, wmma::mem_row_major);
    }
}

// Both tiles in one array, which copies fill that end before the barrier.
template <int BM, int BN, int BK, int WM, int WN>
__global__ void copied(int n, int k, half alpha, const half *a, const half *b, half beta, half *c) {
  constexpr int Warps = BN / WN, Threads = BM / WM * Warps * 32, PitchA = BK + 8, PitchB = BN + 8;
  extern __shared__ half tiles[];
  half *as = tiles, *bs = tiles + BM * PitchA;
  const unsigned number = threadIdx.x, warpRow = number / 32 / Warps,
                 warpColumn = number / 32 % Warps;
  a += blockIdx.y * BM * k;
  b += blockIdx.x * BN;
  c += (blockIdx.y * BM + warpRow * WM) * n + blockIdx.x * BN + warpColumn * WN;
  Sums sums[WM / 16][WN / 16];
  for (int i = 0; i < WM / 16; ++i)
    for (int j = 0; j < WN / 16; ++j)
      wmma::fill_fragment(sums[i][j], __float2half(0.0f));
  for (int begin = 0; begin < k; begin += BK) {
    copyTile<BM, BK, PitchA, Threads>(a, as, k, number);
    copyTile<BK, BN, PitchB, Threads>(b, bs, n, number);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int l = 0; l < BK; l += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left[WM / 16];
      wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right[WN / 16];
      for (int i = 0; i < WM / 16; ++i)
        wmma::load_matrix_sync(left[i], &as[(warpRow * WM + i * 16) * PitchA + l], PitchA);
      for (int j = 0; j < WN / 16; ++j)
        wmma::load_matrix_sync(right[j], &bs[l * PitchB + warpColumn * WN + j * 16], PitchB);
      for (int i = 0; i < WM / 16; ++i)
        for (int j = 0; j < WN / 16; ++j)
          wmma::mma_sync(sums[i][j], left[i], right[j], sums[i][j]);
    }
    __syncthreads();
    a += BK;
    b += BK * n;
  }
  finish<WM / 16, WN / 16>(sums, c, n, alpha, beta);
}

__device__ void add(Sums &sum, const half *a, const half *b, int k) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> right;
  for (int l = 0; l < k; l += 16) {
    wmma::load_matrix_sync(left, a + l, k);
    wmma::load_matrix_sync(right, b + l, k);
    wmma::mma_sync(sum, left, right, sum);
  }
}

__device__ void clear(Sums (&sums)[2]) {
  for (int i = 0; i < 2; ++i)
    wmma::fill_fragment(sums[i], __float2half(0.0f));
}

__global__ void referred(int n, int k, const half *a, const half *b, half *c) {
  Sums sums[2];
  clear(sums);
  const half *left = a + blockIdx.y * 32 * k, *right = b + blockIdx.x * 16 * k;
  add(sums[0], left, right, k);
  add(sums[1], left + 16 * k, right, k);
  for (int i = 0; i < 2; ++i)
    wmma::store_matrix_sync(c + (blockIdx.y * 32 + i * 16) * n + blockIdx.x * 16, sums[i], n,
                            wmma::mem_row_major);
}

int main() {
  half *a = wholeNumbers<half>(Elements, 3), *b = wholeNumbers<half>(Elements, 11),
       *c = wholeNumbers<half>(Elements, 5);
  constexpr int bytes = (64 * 40 + 32 * 40) * sizeof(half);
  copied<64, 32, 32, 32, 16><<<dim3(3, 1), 128, bytes>>>(96, 64, half(2.0f), a, b, half(0.5f), c);
  printArray(c);
  copied<64, 32, 32, 32, 16><<<dim3(2, 2), 128, bytes>>>(64, 32, half(2.0f), a, b, half(0.0f), c);
  printArray(c);
  referred<<<dim3(5, 2), 32>>>(80, 48, a, b, c);
  printArray(c);
}

// CHECK: contraction copied<64, 32, 32, 32, 16>
// CHECK:   domain   %m < 64 * gridDim.y, %n < 32 * gridDim.x, %k < 32 * (((long long)k + 31) / 32)
// CHECK:   A        a[%m * k + %k]: f16
// CHECK:   B        b[%k * n + %n]: f16
// CHECK:   C        c[%m * n + %n]: f16
// CHECK:   step     sum + (float)A * (float)B
// CHECK:   result   (__half)((float)beta == (float)(__half)0.0f ? (float)__hmul((__half)sum, alpha) : (f
// CHECK:   requires blockDim.x == 128
// CHECK:   requires blockDim.y == 1
// CHECK:   requires 64 * k + 4294967295 >= 64 * gridDim.y * k
// CHECK:   requires 32 * n + 4294967311 >= 64 * gridDim.y * n + 32 * gridDim.x
// CHECK:   requires 4294967271 >= 63 * k
// CHECK:   requires blockDim.z * gridDim.z == 1
// CHECK:   requires n >= 32 * gridDim.x
// CHECK: contraction referred
// CHECK:   domain   %m < 32 * gridDim.y, %n < 16 * gridDim.x, %k < 16 * (((long long)k + 15) / 16)
// CHECK:   A        a[%m * k + %k]: f16
// CHECK:   B        b[%n * k + %k]: f16
// CHECK:   C        c[%m * n + %n]: f16
// CHECK:   step     sum + (float)A * (float)B
// CHECK:   result   (__half)sum
// CHECK:   requires blockDim.x == 32
// CHECK:   requires blockDim.y == 1
// CHECK:   requires 32 * k + 4294967295 >= 32 * gridDim.y * k
// CHECK:   requires 16 * k + 4294967295 >= 16 * gridDim.x * k
// CHECK:   requires 16 * n + 4294967295 >= 32 * gridDim.y * n
// CHECK:   requires blockDim.z * gridDim.z == 1
// CHECK:   requires n >= 16 * gridDim.x
