// RUN: %same rewritten 'tensorize<mma>' --arch=sm_90a
// RUN: %same rewritten 'tensorize<mma;64;64>' --arch=sm_80
// RUN: env FLAGS=-I%suite/../runtime/include %same rewritten 'tensorize<mma;80;32>' --arch=sm_90a --device-headers
// Products of complex numbers of doubles on FP64's tensor cores, bit for bit: each product of parts
// is added to the sum by itself.
#include "program.h"
#include <cmath>
#include <cuComplex.h>
#define INDICES                                                                                    \
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;        \
  if (i >= m || j >= n)                                                                            \
  return

// cuCmul, with the product that is contracted in so many words.
__device__ double2 scaled(double2 x, double2 y) {
  return make_double2(fma(x.x, y.x, -__dmul_rn(x.y, y.y)), fma(x.x, y.y, __dmul_rn(x.y, y.x)));
}
__global__ void plain(int m, int n, int k, cuDoubleComplex alpha, const cuDoubleComplex *a, int lda,
                      const cuDoubleComplex *b, int ldb, cuDoubleComplex beta, cuDoubleComplex *c,
                      int ldc) {
  INDICES;
  cuDoubleComplex sum = make_cuDoubleComplex(0, 0);
  for (int l = 0; l < k; ++l)
    sum = cuCfma(a[i * lda + l], b[l * ldb + j], sum);
  c[i * ldc + j] = cuCadd(scaled(alpha, sum), scaled(beta, c[i * ldc + j]));
}

// B's elements come first: it is B's parts whose order is the same for both parts of a sum.
__global__ void turned(int m, int n, int k, const cuDoubleComplex *a, const cuDoubleComplex *b,
                       cuDoubleComplex *c) {
  INDICES;
  cuDoubleComplex sum = c[i * n + j];
  for (int l = 0; l < k; ++l)
    sum = cuCfma(b[j * k + l], a[l * m + i], sum);
  c[i * n + j] = sum;
}

__global__ void conjugated(int m, int n, int k, const cuDoubleComplex *a, const cuDoubleComplex *b,
                           cuDoubleComplex *c) {
  INDICES;
  cuDoubleComplex sum = make_cuDoubleComplex(-0.0, -0.0);
  for (int l = 0; l < k; ++l)
    sum = cuCfma(cuConj(a[l * m + i]), b[l * n + j], sum);
  c[i * n + j] = sum;
}

__global__ void bothConjugated(int m, int n, int k, const cuDoubleComplex *a,
                               const cuDoubleComplex *b, cuDoubleComplex *c) {
  INDICES;
  cuDoubleComplex sum = c[i * n + j];
  for (int l = 0; l < k; ++l)
    sum = cuCfma(cuConj(a[i * k + l]), cuConj(b[j * k + l]), sum);
  c[i * n + j] = cuCsub(sum, cuConj(c[i * n + j]));
}

// No product of complex numbers: other signs, and other parts.
__global__ void byHand(int m, int n, int k, const double2 *a, const double2 *b, double2 *c) {
  INDICES;
  double2 sum = c[i * n + j];
  for (int l = 0; l < k; ++l) {
    const double2 x = a[l * m + i], y = b[l * n + j];
    sum.x -= x.y * y.x;
    sum.x = fma(-x.x, y.y, sum.x);
    sum.y += x.x * y.x;
    sum.y = fma(x.y, -y.y, sum.y);
  }
  c[i * n + j] = make_double2(sum.y, sum.x);
}

__global__ void lower(int m, int n, int k, const double2 *a, const double2 *b, double2 *c) {
  INDICES;
  if (j > i)
    return;
  double2 sum = make_double2(0, 0);
  for (int l = 0; l < k; ++l)
    sum = cuCfma(a[i * k + l], b[l * n + j], sum);
  c[i * n + j] = cuCadd(c[i * n + j], sum);
}

__global__ void batch(int m, int n, int k, const double2 *a, const double2 *b, double2 *c) {
  INDICES;
  a += blockIdx.z * m * k;
  b += blockIdx.z * k * n;
  c += blockIdx.z * m * n;
  double2 sum = make_double2(0, 0);
  for (int l = 0; l < k; ++l)
    sum = cuCfma(a[i * k + l], b[l * n + j], sum);
  c[i * n + j] = sum;
}

int main() {
  double *const numbers[] = {randomArray<double>(17), randomArray<double>(5),
                             randomArray<double>(11)};
  auto *a = reinterpret_cast<double2 *>(numbers[0]), *b = reinterpret_cast<double2 *>(numbers[1]),
       *c = reinterpret_cast<double2 *>(numbers[2]);
  const dim3 grid((Columns + 15) / 16, (Rows + 15) / 16), block(16, 16);
  const double2 alpha = make_double2(1.37, -0.61), beta = make_double2(0.29, 0.83);
  const auto reset = [&] {
    for (int element = 0; element < Columns * Rows; ++element)
      c[element] = make_double2(0.01 * (element % 97), -0.02 * (element % 89));
  };
  plain<<<grid, block>>>(Rows, Columns, Steps, alpha, a, Steps + 2, b, Columns + 3, beta, c,
                         Columns + 1);
  printArray(numbers[2]);
  turned<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(numbers[2]);
  conjugated<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(numbers[2]);
  reset();
  bothConjugated<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(numbers[2]);
  reset();
  byHand<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(numbers[2]);
  lower<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(numbers[2]);
  batch<<<dim3(1, 2, 2), block>>>(19, 13, 7, a, b, c);
  printArray(numbers[2]);
  // Sums of -0, of infinities, and of one step more than a whole number of k-tiles.
  for (int element = 0; element < 40 * 40; ++element) {
    a[element] = make_double2(element % 3 ? 0.0 : -0.0, element % 5 ? -0.0 : 0.0);
    b[element] = make_double2(element % 2 ? 0.0 : -0.0, 0.0);
    c[element] = make_double2(-0.0, -0.0);
  }
  turned<<<dim3(2, 2), block>>>(20, 17, 33, a, b, c);
  conjugated<<<dim3(2, 2), block>>>(17, 20, 3, b, a, c + 400);
  printArray(numbers[2]);
  a[5] = make_double2(INFINITY, 1);
  b[7] = make_double2(2, INFINITY);
  b[33] = make_double2(NAN, 3);
  plain<<<dim3(2, 2), block>>>(20, 20, 33, alpha, a, 33, b, 20, beta, c, 20);
  printArray(numbers[2]);
}
