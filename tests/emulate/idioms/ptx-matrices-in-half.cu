// RUN: %same rewritten 'tensorize<mma>' --numerics=fp16
// RUN: %contraction
// Products by mma.sync that sum in half, two sums a register, which the rewritten form sums in
// float. All numbers are whole and small: so the sums are the same in every order, and none is
// rounded.
#include "program.h"
#include "whole-numbers.h"
#include <cstdint>
#include <cuda_fp16.h>

#define WORD(x) (*((uint32_t *)(x)))

// One warp a block, words from global memory.
__global__ void oneWarp(half *a, half *b, half *c, int n, int k) {
  half *left = a + blockIdx.y * 16 * k, *right = b + blockIdx.x * 8 * k;
  const int group = threadIdx.x / 4, member = threadIdx.x % 4 * 2;
  uint32_t sums[2] = {0, 0};
  for (int l = 0; l < k; l += 8)
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3}, {%4}, "
                 "{%5, %6};"
                 : "=r"(sums[0]), "=r"(sums[1])
                 : "r"(WORD(left + group * k + l + member)),
                   "r"(WORD(left + (group + 8) * k + l + member)),
                   "r"(WORD(right + group * k + l + member)), "r"(sums[0]), "r"(sums[1]));
  WORD(c + (blockIdx.y * 16 + group) * n + blockIdx.x * 8 + member) = sums[0];
  WORD(c + (blockIdx.y * 16 + group + 8) * n + blockIdx.x * 8 + member) = sums[1];
}

// Tiles that loops over all vectors fill, whose pitch in global memory is told in vectors; ldmatrix
// is given pointers. Each warp has several registers of sums.
#define BM 32
#define BN 32
#define BK 16
__global__ void tiles(half *a, half *b, half *c, int n, int k) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int warpRow = warp / 2 * 16, warpColumn = warp % 2 * 16;
  const int vectors = k / 8;
  __shared__ half as[BM * BK], bs[BN * BK];
  uint32_t sums[2][2], left[4], right[2][2];
  for (int j = 0; j < 2; ++j) {
    sums[j][0] = 0;
    sums[j][1] = 0;
  }
  half *fromA = a + blockIdx.y * BM * k, *fromB = b + blockIdx.x * BN * k;
  for (int l = 0; l < k; l += BK) {
    for (int i = threadIdx.x; i < BM * BK / 8; i += blockDim.x) {
      const float4 held = reinterpret_cast<float4 *>(fromA)[i / 2 * vectors + i % 2 + l / 8];
      reinterpret_cast<float4 *>(as)[i / 2 * 2 + i % 2] = held;
    }
    for (int i = threadIdx.x; i < BN * BK / 8; i += blockDim.x) {
      const float4 held = reinterpret_cast<float4 *>(fromB)[i / 2 * vectors + i % 2 + l / 8];
      reinterpret_cast<float4 *>(bs)[i / 2 * 2 + i % 2] = held;
    }
    __syncthreads();
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(left[0]), "=r"(left[1]), "=r"(left[2]), "=r"(left[3])
                 : "l"(as + (warpRow + lane % 16) * BK + lane / 16 * 8));
    for (int j = 0; j < 2; ++j)
      asm volatile("ldmatrix.sync.aligned.m8n8.x2.b16 {%0, %1}, [%2];"
                   : "=r"(right[j][0]), "=r"(right[j][1])
                   : "l"(bs + (warpColumn + j * 8 + lane % 8) * BK + lane / 8 % 2 * 8));
    for (int j = 0; j < 2; ++j)
      asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, "
                   "{%6, %7}, {%8, %9};"
                   : "=r"(sums[j][0]), "=r"(sums[j][1])
                   : "r"(left[0]), "r"(left[1]), "r"(left[2]), "r"(left[3]), "r"(right[j][0]),
                     "r"(right[j][1]), "r"(sums[j][0]), "r"(sums[j][1]));
    __syncthreads();
  }
  for (int j = 0; j < 2; ++j) {
    half *to = c + (blockIdx.y * BM + warpRow + lane / 4) * n + blockIdx.x * BN + warpColumn +
               j * 8 + lane % 4 * 2;
    WORD(to) = sums[j][0];
    WORD(to + 8 * n) = sums[j][1];
  }
}

int main() {
  half *a = wholeNumbers<half>(Elements, 3), *b = wholeNumbers<half>(Elements, 11),
       *c = wholeNumbers<half>(Elements, 5);
  oneWarp<<<dim3(3, 5), 32>>>(a, b, c, 24, 48);
  printArray(c);
  tiles<<<dim3(3, 2), 128>>>(a, b, c, 96, 64);
  printArray(c);
}

// CHECK: contraction oneWarp
// CHECK-NEXT:   domain   %m < 16 * gridDim.y, %n < 8 * gridDim.x, %k < 8 * (((long long)k + 7) / 8)
// CHECK-NEXT:   A        a[%m * k + %k]: f16
// CHECK-NEXT:   B        b[%n * k + %k]: f16
// CHECK-NEXT:   C        c[%m * n + %n]: f16
// CHECK:   step     sum + (float)A * (float)B
// CHECK:   result   (__half)sum
// CHECK: contraction tiles
// CHECK:   A        a[%m * k + %k]: f16
// CHECK-NEXT:   B        b[%n * k + %k]: f16
// CHECK-NEXT:   C        c[%m * n + %n]: f16
// CHECK:   requires k == 8 * ((k) / 8)
