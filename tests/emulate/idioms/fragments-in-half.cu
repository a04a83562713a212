// RUN: %same rewritten 'tensorize<mma>' --numerics=fp16
// RUN: %contraction
// Fragments of WMMA that sum in half, which the rewritten form sums in float. All numbers are whole
// and small: so the sums are the same in every order, and none is rounded.
#include "program.h"
#include "whole-numbers.h"
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;

// One warp a block; C by columns.
__global__ void oneWarp(const half *a, const half *b, half *c, int m, int k) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, half> sums;
  wmma::fill_fragment(sums, 0.0f);
  for (int l = 0; l < k; l += 16) {
    wmma::load_matrix_sync(left, a + blockIdx.y * 16 * k + l, k);
    wmma::load_matrix_sync(right, b + blockIdx.x * 16 * k + l, k);
    wmma::mma_sync(sums, left, right, sums);
  }
  wmma::store_matrix_sync(c + blockIdx.x * 16 * m + blockIdx.y * 16, sums, m, wmma::mem_col_major);
}

// Both tiles in one array, which loops fill one after the other; arithmetic in half on the sums.
template <int BM, int BN, int BK, int WM, int WN>
__global__ void tilesOfOneArray(const half *a, const half *b, half *c, int n, int k, half alpha,
                                half beta) {
  constexpr int Warps = BN / WN, Threads = BM / WM * Warps * 32;
  extern __shared__ half tiles[];
  half *as = tiles, *bs = tiles + BM * BK;
  const unsigned number = threadIdx.x, warp = number / 32;
  const unsigned warpRow = warp / Warps, warpColumn = warp % Warps;
  a += blockIdx.y * BM * k;
  b += blockIdx.x * BN;
  c += blockIdx.y * BM * n + blockIdx.x * BN;
  wmma::fragment<wmma::accumulator, 16, 16, 16, half> sums[WM / 16][WN / 16], old;
  for (int i = 0; i < WM / 16; ++i)
    for (int j = 0; j < WN / 16; ++j)
      wmma::fill_fragment(sums[i][j], __float2half(0.0f));
  for (int begin = 0; begin < k; begin += BK) {
    for (int i = 0; i < BM * BK / Threads; ++i) {
      const unsigned index = number + i * Threads;
      as[index / BK * BK + index % BK] = a[index / BK * k + index % BK];
    }
    for (int i = 0; i < BK * BN / Threads; ++i) {
      const unsigned index = number + i * Threads;
      bs[index / BN * BN + index % BN] = b[index / BN * n + index % BN];
    }
    __syncthreads();
    for (int l = 0; l < BK; l += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left[WM / 16];
      wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right[WN / 16];
      for (int i = 0; i < WM / 16; ++i)
        wmma::load_matrix_sync(left[i], &as[(warpRow * WM + i * 16) * BK + l], BK);
      for (int j = 0; j < WN / 16; ++j)
        wmma::load_matrix_sync(right[j], &bs[l * BN + warpColumn * WN + j * 16], BN);
      for (int i = 0; i < WM / 16; ++i)
        for (int j = 0; j < WN / 16; ++j)
          wmma::mma_sync(sums[i][j], left[i], right[j], sums[i][j]);
    }
    __syncthreads();
    a += BK;
    b += BK * n;
  }
  for (int i = 0; i < WM / 16; ++i)
    for (int j = 0; j < WN / 16; ++j) {
      half *to = c + (warpRow * WM + i * 16) * n + warpColumn * WN + j * 16;
      wmma::load_matrix_sync(old, to, n, wmma::mem_row_major);
      for (int e = 0; e < old.num_elements; ++e)
        old.x[e] = __hadd(__hmul_rn(alpha, sums[i][j].x[e]), __hmul_rn(beta, old.x[e]));
      wmma::store_matrix_sync(to, old, n, wmma::mem_row_major);
    }
}

int main() {
  half *a = wholeNumbers<half>(Elements, 3), *b = wholeNumbers<half>(Elements, 11),
       *c = wholeNumbers<half>(Elements, 5);
  oneWarp<<<dim3(2, 5), 32>>>(a, b, c, 80, 48);
  printArray(c);
  tilesOfOneArray<64, 32, 32, 32, 16>
      <<<dim3(3, 1), 128, (64 + 32) * 32 * sizeof(half)>>>(a, b, c, 96, 64, half(2.0f), half(0.5f));
  printArray(c);
}

// CHECK: contraction oneWarp
// CHECK-NEXT:   domain   %m < 16 * gridDim.x, %n < 16 * gridDim.y, %k < 16 * (((long long)k + 15) / 16)
// CHECK-NEXT:   A        b[%m * k + %k]: f16
// CHECK-NEXT:   B        a[%n * k + %k]: f16
// CHECK-NEXT:   C        c[%m * m + %n]: f16
// CHECK:   step     sum + (float)B * (float)A
// CHECK:   result   (__half)sum
// CHECK: contraction tilesOfOneArray
// CHECK:   A        a[%m * k + %k]: f16
// CHECK-NEXT:   B        b[%k * n + %n]: f16
// CHECK-NEXT:   C        c[%m * n + %n]: f16
// CHECK:   step     sum + (float)A * (float)B
