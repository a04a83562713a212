// RUN: %same rewritten 'tensorize<wgmma;128;128>' --arch=sm_90a --numerics=fp16
// RUN: %same rewritten 'auto<tiles=2>' --arch=sm_90a --numerics=fp16
// RUN: %same rewritten 'tensorize<mma;64;64>' --arch=sm_80 --numerics=fp16
// Triangular factors whose operands have infinities in steps that some elements of C do not sum: of
// the second product of a batch, and of rows that are aligned or not, so that operands are packed.
// Elements are positive small whole numbers, whose sums are exact, so that none is no number.
#include "program.h"
#include <cmath>
#include <cuda_fp16.h>
#include <vector>

__global__ void batch(int n, int ld, const __half *a, const __half *b, float *c) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || j >= n)
    return;
  float sum = 0;
  for (int k = 0; k <= i; ++k)
    sum += (float)a[(blockIdx.z * n + i) * ld + k] * (float)b[(blockIdx.z * n + k) * ld + j];
  c[(blockIdx.z * n + i) * n + j] = sum;
}

__global__ void single(int n, int ld, const __half *a, const __half *b, float *c) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || j >= n)
    return;
  float sum = 0;
  for (int k = 0; k <= i; ++k)
    sum += (float)a[i * ld + k] * (float)b[k * ld + j];
  c[i * n + j] = sum;
}

/// Three infinities among numbers that differ from product to product.
__half *operand(int products, int n, int ld, int shift) {
  std::vector<__half> values(products * n * ld);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = __half(float(i % 3) + 1 + float(i / (n * ld)));
  for (const int row : {10, 20, 30})
    values[((products - 1) * n + row) * ld + row / 4 + shift] = __half(INFINITY);
  __half *array = nullptr;
  cudaMalloc(&array, values.size() * sizeof(__half));
  cudaMemcpy(array, values.data(), values.size() * sizeof(__half), cudaMemcpyHostToDevice);
  return array;
}

int main() {
  const int n = 100;
  float *c = nullptr;
  cudaMalloc(&c, Elements * sizeof(float));
  cudaMemset(c, 0, Elements * sizeof(float));
  const dim3 grid(4, 13), grids(4, 13, 2), block(32, 8);
  for (const int ld : {104, 101}) {
    batch<<<grids, block>>>(n, ld, operand(2, n, ld, 1), operand(2, n, ld, 40), c);
    printArray(c);
    single<<<grid, block>>>(n, ld, operand(1, n, ld, 1), operand(1, n, ld, 40), c);
    printArray(c);
  }
}
