// RUN: env MULTIPROCESSORS=2 %same rewritten 'tensorize<wgmma>' --numerics=fp16 --arch=sm_90a
// RUN: %same rewritten 'tensorize<wgmma;256>' --numerics=fp16 --arch=sm_90a
// RUN: env MULTIPROCESSORS=132 %same rewritten 'tensorize<wgmma>' --numerics=fp16 --arch=sm_90a
// Batches of products on warpgroup products, in blocks that take tiles of several of them, and in
// slices of k where multiprocessors are left over: operands that TMA copies from where they lie,
// that are packed, that all products share; results that depend on the product. Operands are small
// whole numbers, which FP16 holds and FP32 sums exactly, so that every bit is the original's.
#include "whole-numbers.h"
#include <cuda_fp16.h>

constexpr int Products = 3, Most = 400 * 400;

__global__ void half_products(int m, int n, int k, const __half *a, long strideA, int lda,
                              const __half *b, long strideB, int ldb, __half *c, long strideC,
                              int ldc) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  int p = blockIdx.z;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum +=
          __half2float(a[p * strideA + i * lda + l]) * __half2float(b[p * strideB + l * ldb + j]);
    c[p * strideC + i * ldc + j] = __float2half(sum);
  }
}

/// The old elements are read; B's products lie between each other's rows, as heads of attention.
__global__ void added(int m, int n, int k, int products, const __half *a, const __half *b,
                      float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  int p = blockIdx.z;
  if (i < m && j < n && p < products) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += __half2float(a[(p * m + i) * k + l]) * __half2float(b[(j * products + p) * k + l]);
    c[(p * m + i) * n + j] += 2 * sum;
  }
}

/// Operands that are converted, a bias for each product and column, A across k.
__global__ void layers(int m, int n, int k, const float *a, const float *b, const float *bias,
                       float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  int p = blockIdx.z;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[p * m * k + l * m + i] * b[p * k * n + l * n + j];
    c[p * m * n + i * n + j] = fmaxf(sum + bias[p * n + j], 0.0f);
  }
}

int main() {
  // What lies between the products, and beyond them, must stay.
  for (const int odd : {0, 1}) {
    __half *const a = wholeNumbers<__half>(Products * Most, 3), *const b = wholeNumbers<__half>(
                                                                    Products * Most, 5);
    __half *const c = wholeNumbers<__half>(Products * Most, 7);
    const int m = 136 + odd, n = 136 - odd, k = 72 + odd, lda = k + 8, ldb = n + 16, ldc = n + 24;
    half_products<<<dim3((n + 15) / 16, (m + 7) / 8, Products), dim3(16, 8)>>>(
        m, n, k, a, m * lda + 16, lda, b, k * ldb + 8, ldb, c, m * ldc + 40, ldc);
    print("of their own", c, Products * Most);
    half_products<<<dim3((n + 15) / 16, (m + 7) / 8, Products), dim3(16, 8)>>>(
        m, n, k, a, 0, lda, b, k * ldb + 8, ldb, c, m * ldc + 40, ldc);
    print("A shared", c, Products * Most);
    half_products<<<dim3((n + 15) / 16, (m + 7) / 8, Products), dim3(16, 8)>>>(
        m, n, k, a, m * lda + 16, lda, b, 0, ldb, c, m * ldc + 40, ldc);
    print("B shared", c, Products * Most);
    // Products that begin at odd places.
    half_products<<<dim3((n + 15) / 16, (m + 7) / 8, Products), dim3(16, 8)>>>(
        m, n, k, a, m * lda + 1, lda, b, k * ldb + 3, ldb, c, m * ldc + 5, ldc);
    print("at odd places", c, Products * Most);
    // Few tiles, many steps.
    half_products<<<dim3(4, 8, 2), dim3(16, 8)>>>(64, 64, 1024 + odd, a, 64 * 1040, 1032, b,
                                                  1025 * 64, 64, c, 64 * 72, 72);
    print("deep", c, Products * Most);
    float *const sums = wholeNumbers<float>(Products * Most, 9);
    added<<<dim3((n + 15) / 16, (m + 7) / 8, Products), dim3(16, 8)>>>(m, n, k, Products, a, b,
                                                                       sums);
    print("added", sums, Products * Most);
    float *const x = wholeNumbers<float>(Products * Most, 11), *const y = wholeNumbers<float>(
                                                                   Products * Most, 13);
    float *const z = wholeNumbers<float>(Products * Most, 15);
    layers<<<dim3((n + 15) / 16, (m + 7) / 8, Products), dim3(16, 8)>>>(m, n, k, x, y, y + 77, z);
    print("layers", z, Products * Most);
    for (void *array :
         {(void *)a, (void *)b, (void *)c, (void *)sums, (void *)x, (void *)y, (void *)z})
      cudaFree(array);
  }
}
