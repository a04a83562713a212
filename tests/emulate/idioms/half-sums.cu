// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %same rewritten 'tile<32;32;16;4;4>,pipeline<stages=3>'
// RUN: warpsmith %s --emit=contraction -- %flags | FileCheck %s
// RUN: warpsmith %s --passes=auto --arch=sm_90a --numerics=fp16 -o %t.auto.cu -- %flags 2>&1 | FileCheck %s --check-prefix=AUTO
// Sums in half and bfloat16, whose every step rounds: the rewritten kernel's steps are the same.
#include "program.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

// CHECK: contraction operators
// CHECK: {{step|update}} {{.*}}__hadd(sum, __hmul(A, B))
// AUTO: rewrote 'operators': tile<{{[0-9;]+}}>,pipeline<stages=3>
__global__ void operators(int m, int n, int k, const half *a, const half *b, half *c) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    half sum = 0.0f;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

__global__ void fused(int m, int n, int k, const half *a, const half *b, half alpha, half *c) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    half sum = __float2half(0.0f);
    for (int l = 0; l < k; ++l)
      sum = __hfma(a[i * k + l], b[j * k + l], sum);
    c[i * n + j] = alpha * sum - c[i * n + j];
  }
}

__global__ void rounded(int m, int n, int k, const __nv_bfloat16 *a, const __nv_bfloat16 *b,
                        __nv_bfloat16 *c) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    __nv_bfloat16 sum = c[i * n + j];
    for (int l = 0; l < k; ++l)
      sum = __hsub_rn(sum, __hmul_rn(a[l * m + i], b[l * n + j]));
    c[i * n + j] = sum;
  }
}

__global__ void tiled(int m, int n, int k, const half *a, const half *b, half *c) {
  __shared__ half rows[8][8], columns[8][16];
  half sums[2] = {__float2half(0.0f)};
  const int x = threadIdx.x, y = threadIdx.y;
  for (int first = 0; first < k; first += 8) {
    rows[y][x] = a[(blockIdx.y * 8 + y) * k + first + x];
    columns[y][x] = b[(first + y) * n + blockIdx.x * 16 + x];
    columns[y][x + 8] = b[(first + y) * n + blockIdx.x * 16 + x + 8];
    __syncthreads();
    for (int l = 0; l < 8; ++l)
      for (int j = 0; j < 2; ++j)
        sums[j] += rows[y][l] * columns[l][x + 8 * j];
    __syncthreads();
  }
  for (int j = 0; j < 2; ++j)
    c[(blockIdx.y * 8 + y) * n + blockIdx.x * 16 + x + 8 * j] = sums[j];
}

int main() {
  half *a = randomArray<half>(17), *b = randomArray<half>(5), *c = randomArray<half>(11);
  auto *d = randomArray<__nv_bfloat16>(17), *e = randomArray<__nv_bfloat16>(5),
       *f = randomArray<__nv_bfloat16>(11);
  const dim3 grid((Columns + 15) / 16, (Rows + 15) / 16), block(16, 16);
  operators<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  fused<<<grid, block>>>(Rows, Columns, Steps, b, a, __float2half(1.37f), c);
  printArray(c);
  rounded<<<grid, block>>>(Rows, Columns, Steps, d, e, f);
  printArray(f);
  tiled<<<dim3(48 / 16, 40 / 8), dim3(8, 8)>>>(40, 48, 32, a, b, c);
  printArray(c);
}
