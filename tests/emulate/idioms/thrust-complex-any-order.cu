// RUN: %same rewritten 'tensorize<mma>' --numerics=fp64 --arch=sm_90a
// RUN: %same rewritten 'tile' --numerics=fp64
// Complex numbers of Thrust in the common forms, in any order. Of whole numbers sums have the same
// bits in every order.
#include "program.h"
#include <thrust/complex.h>
#define INDICES                                                                                    \
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;        \
  if (i >= m || j >= n)                                                                            \
  return
using Z = thrust::complex<double>;

__global__ void scaled(int m, int n, int k, Z alpha, const Z *a, int lda, const Z *b, int ldb,
                       Z beta, Z *c, int ldc) {
  INDICES;
  Z sum = 0.0;
  for (int l = 0; l < k; ++l)
    sum += a[i * lda + l] * b[l * ldb + j];
  c[i * ldc + j] = alpha * sum + beta * c[i * ldc + j];
}

__global__ void conjugated(int m, int n, int k, const Z *a, const Z *b, Z *c) {
  INDICES;
  for (int l = 0; l < k; ++l)
    c[i * n + j] -= conj(a[l * m + i]) * b[j * k + l];
}

__global__ void bothConjugated(int m, int n, int k, const Z *a, const Z *b, Z *c) {
  INDICES;
  Z sum(0, 0);
  for (int l = 0; l < k; ++l) {
    Z product = conj(b[l * n + j]);
    product *= conj(a[i * k + l]);
    sum = sum + product;
  }
  c[i * n + j] += -sum * Z(2.0, 1.0);
}

int main() {
  double *numbers[] = {randomArray<double>(17), randomArray<double>(5), randomArray<double>(11)};
  for (double *array : numbers)
    for (size_t element = 0; element < Elements; ++element)
      array[element] = static_cast<int>(array[element] * 100);
  auto *a = reinterpret_cast<Z *>(numbers[0]), *b = reinterpret_cast<Z *>(numbers[1]),
       *c = reinterpret_cast<Z *>(numbers[2]);
  const dim3 grid((Columns + 15) / 16, (Rows + 15) / 16), block(16, 16);
  scaled<<<grid, block>>>(Rows, Columns, Steps, Z(3, -5), a, Steps + 4, b, Columns + 2, Z(-2, 1), c,
                          Columns + 1);
  printArray(numbers[2]);
  conjugated<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(numbers[2]);
  bothConjugated<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(numbers[2]);
}
