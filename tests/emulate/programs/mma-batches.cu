// RUN: %same rewritten 'tensorize<mma>' --kernel=double_products --arch=sm_90a
// RUN: %same rewritten 'tensorize<mma;32;64>' --kernel=double_products --arch=sm_80
// RUN: %same rewritten 'tensorize<mma>' --kernel=double_layers --arch=sm_90a
// RUN: %same rewritten 'tensorize<mma>' --kernel=half_products --numerics=fp16 --arch=sm_90a
// Batches of products on mma.sync: operands that lie apart or that all products share, results that
// depend on the product, C's old elements. Products that begin at odd places are left to the
// original. Operands are small whole numbers, so that every bit is the original's.
#include "whole-numbers.h"
#include <cuda_fp16.h>

constexpr int Products = 3, Most = 160 * 160;

__global__ void double_products(int m, int n, int k, const double *a, long strideA, int lda,
                                const double *b, long strideB, int ldb, double *c, long strideC,
                                int ldc) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  int p = blockIdx.z;
  if (i < m && j < n) {
    double sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[p * strideA + i * lda + l] * b[p * strideB + l * ldb + j];
    c[p * strideC + i * ldc + j] = sum;
  }
}

/// A across k, B along k, the old elements, and a bias for each product and column.
__global__ void double_layers(int m, int n, int k, const double *a, const double *b,
                              const double *bias, double *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  int p = blockIdx.z;
  if (i < m && j < n) {
    double sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[p * m * k + l * m + i] * b[p * k * n + j * k + l];
    c[p * m * n + i * n + j] = sum + bias[p * n + j] - 2 * c[p * m * n + i * n + j];
  }
}

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

/// Products of their own operands, and of an operand that all share.
template <typename Element, typename Kernel>
void runProducts(const char *name, Kernel launched, int m, int n, int k) {
  Element *const a = wholeNumbers<Element>(Products * Most, 3);
  Element *const b = wholeNumbers<Element>(Products * Most, 5);
  Element *const c = wholeNumbers<Element>(Products * Most, 7);
  const int lda = k + 8, ldb = n + 16, ldc = n + 24;
  launched(m, n, k, a, m * lda + 16, lda, b, k * ldb + 8, ldb, c, m * ldc + 40, ldc);
  print(name, c, Products * Most); // what lies between the products must stay
  launched(m, n, k, a, 0, lda, b, k * ldb + 8, ldb, c, m * ldc + 39, ldc);
  print("  A shared", c, Products * Most);
  launched(m, n, k, a, m * lda + 16, lda, b, 0, ldb, c, m * ldc + 40, ldc);
  print("  B shared", c, Products * Most);
  launched(m, n, k, a, m * lda + 1, lda, b, k * ldb + 3, ldb, c, m * ldc + 5, ldc);
  print("  at odd places", c, Products * Most);
  for (Element *array : {a, b, c})
    cudaFree(array);
}

int main() {
  for (const int odd : {0, 1}) {
    const int m = 136 + odd, n = 88 - odd, k = 40 + odd;
    runProducts<double>(
        "doubles",
        [](int m, int n, int k, const double *a, long strideA, int lda, const double *b,
           long strideB, int ldb, double *c, long strideC, int ldc) {
          double_products<<<dim3((n + 15) / 16, (m + 7) / 8, Products), dim3(16, 8)>>>(
              m, n, k, a, strideA, lda, b, strideB, ldb, c, strideC, ldc);
        },
        m, n, k);
    runProducts<__half>(
        "halves",
        [](int m, int n, int k, const __half *a, long strideA, int lda, const __half *b,
           long strideB, int ldb, __half *c, long strideC, int ldc) {
          half_products<<<dim3((n + 15) / 16, (m + 7) / 8, Products), dim3(16, 8)>>>(
              m, n, k, a, strideA, lda, b, strideB, ldb, c, strideC, ldc);
        },
        m, n, k);
    double *const x = wholeNumbers<double>(Products * Most, 11);
    double *const y = wholeNumbers<double>(Products * Most, 13);
    double *const z = wholeNumbers<double>(Products * Most, 15);
    double_layers<<<dim3((n + 15) / 16, (m + 7) / 8, Products), dim3(16, 8)>>>(m, n, k, x, y,
                                                                               y + 77, z);
    print("layers", z, Products * Most);
    for (double *array : {x, y, z})
      cudaFree(array);
  }
}
