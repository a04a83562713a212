// RUN: warpsmith %s --passes=auto --arch=sm_80 -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=EXACT
// RUN: warpsmith %s --passes=auto --arch=sm_80 --numerics=fp16 -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=HALF
// Products by mma.sync in inline PTX: under the contracts of WMMA's, and on tensor cores or not at all.
// EXACT: left 'oneWarp' alone: auto finds nothing for it: the original adds up on tensor cores, which rounds otherwise; allow that with --numerics=fp16
// HALF-DAG: rewrote 'oneWarp': {{.*}}tensorize
// HALF-DAG: left 'scaled' alone: auto finds nothing for it: {{.*}}which is more than a product of elements and factors
// HALF-DAG: rewrote 'noLaunch': resident; no launch of it is known in this file
#include <cstdint>
#include <cuda_fp16.h>
__device__ __forceinline__ void multiply(float *sums, const uint32_t *a, const uint32_t *b) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
               "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"
               : "=f"(sums[0]), "=f"(sums[1]), "=f"(sums[2]), "=f"(sums[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "f"(sums[0]),
                 "f"(sums[1]), "f"(sums[2]), "f"(sums[3]));
}
__global__ void oneWarp(const half *a, const half *b, float *c, int n, int k) {
  const int row = blockIdx.y * 16, column = blockIdx.x * 8;
  const int group = threadIdx.x >> 2, member = threadIdx.x % 4;
  float sums[4] = {0.0f, 0.0f, 0.0f, 0.0f};
  for (int l = 0; l < k; l += 16) {
    uint32_t left[4], right[2];
    left[0] = *reinterpret_cast<const uint32_t *>(&a[(row + group) * k + l + member * 2]);
    left[1] = *reinterpret_cast<const uint32_t *>(&a[(row + group + 8) * k + l + member * 2]);
    left[2] = *reinterpret_cast<const uint32_t *>(&a[(row + group) * k + l + member * 2 + 8]);
    left[3] = *reinterpret_cast<const uint32_t *>(&a[(row + group + 8) * k + l + member * 2 + 8]);
    right[0] = *reinterpret_cast<const uint32_t *>(&b[(column + group) * k + l + member * 2]);
    right[1] = *reinterpret_cast<const uint32_t *>(&b[(column + group) * k + l + member * 2 + 8]);
    multiply(sums, left, right);
  }
  c[(row + group) * n + column + member * 2] = sums[0];
  c[(row + group) * n + column + member * 2 + 1] = sums[1];
  c[(row + group + 8) * n + column + member * 2] = sums[2];
  c[(row + group + 8) * n + column + member * 2 + 1] = sums[3];
}
__global__ void scaled(half alpha, const half *a, const half *b, float *c, int n, int k) {
  __shared__ half as[32][16], bs[16][32];
  const int x = threadIdx.x, y = threadIdx.y, number = threadIdx.y * blockDim.x + threadIdx.x;
  const int warp = number / 32, lane = number % 32;
  const int warpColumn = 8 * (warp % 4), warpRow = 16 * (warp / 4);
  const int group = lane / 4, member = lane % 4;
  half left[8], right[4];
  float sums[4] = {0.0f};
  for (int l = 0; l < k; l += 16) {
    as[y][x] = a[(32 * blockIdx.y + y) * k + l + x];
    as[y + 16][x] = a[(32 * blockIdx.y + y + 16) * k + l + x];
    bs[y][x] = alpha * b[(l + y) * n + 32 * blockIdx.x + x];
    bs[y][x + 16] = alpha * b[(l + y) * n + 32 * blockIdx.x + 16 + x];
    __syncthreads();
    left[0] = as[warpRow + group][member * 2];
    left[1] = as[warpRow + group][member * 2 + 1];
    left[2] = as[warpRow + group + 8][member * 2];
    left[3] = as[warpRow + group + 8][member * 2 + 1];
    left[4] = as[warpRow + group][member * 2 + 8];
    left[5] = as[warpRow + group][member * 2 + 9];
    left[6] = as[warpRow + group + 8][member * 2 + 8];
    left[7] = as[warpRow + group + 8][member * 2 + 9];
    right[0] = bs[member * 2][warpColumn + group];
    right[1] = bs[member * 2 + 1][warpColumn + group];
    right[2] = bs[member * 2 + 8][warpColumn + group];
    right[3] = bs[member * 2 + 9][warpColumn + group];
    const unsigned *words = reinterpret_cast<const unsigned *>(&left);
    multiply(sums, words, reinterpret_cast<const unsigned *>(right));
    __syncthreads();
  }
  c[(32 * blockIdx.y + warpRow + group) * n + 32 * blockIdx.x + warpColumn + 2 * member] = sums[0];
  c[(32 * blockIdx.y + warpRow + group) * n + 32 * blockIdx.x + warpColumn + 2 * member + 1] =
      sums[1];
  c[(32 * blockIdx.y + warpRow + group + 8) * n + 32 * blockIdx.x + warpColumn + 2 * member] =
      sums[2];
  c[(32 * blockIdx.y + warpRow + group + 8) * n + 32 * blockIdx.x + warpColumn + 2 * member + 1] =
      sums[3];
}
__global__ void noLaunch(const half *a, const half *b, float *c, int n, int k) {
  const int row = blockIdx.y * 16, column = blockIdx.x * 8;
  const int group = threadIdx.x >> 2, member = threadIdx.x % 4;
  float sums[4] = {0.0f, 0.0f, 0.0f, 0.0f};
  for (int l = 0; l < k; l += 16) {
    uint32_t left[4], right[2];
    left[0] = *reinterpret_cast<const uint32_t *>(&a[(row + group) * k + l + member * 2]);
    left[1] = *reinterpret_cast<const uint32_t *>(&a[(row + group + 8) * k + l + member * 2]);
    left[2] = *reinterpret_cast<const uint32_t *>(&a[(row + group) * k + l + member * 2 + 8]);
    left[3] = *reinterpret_cast<const uint32_t *>(&a[(row + group + 8) * k + l + member * 2 + 8]);
    right[0] = *reinterpret_cast<const uint32_t *>(&b[(column + group) * k + l + member * 2]);
    right[1] = *reinterpret_cast<const uint32_t *>(&b[(column + group) * k + l + member * 2 + 8]);
    multiply(sums, left, right);
  }
  c[(row + group) * n + column + member * 2] = sums[0];
  c[(row + group) * n + column + member * 2 + 1] = sums[1];
  c[(row + group + 8) * n + column + member * 2] = sums[2];
  c[(row + group + 8) * n + column + member * 2 + 1] = sums[3];
}
void run(dim3 grid, const half *a, const half *b, float *c, int n, int k, half alpha) {
  oneWarp<<<grid, 32>>>(a, b, c, n, k);
  scaled<<<grid, dim3(16, 16)>>>(alpha, a, b, c, n, k);
}
