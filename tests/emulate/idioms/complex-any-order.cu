// RUN: %same rewritten 'tensorize<mma>' --numerics=fp64 --arch=sm_90a
// RUN: %same rewritten 'tensorize<mma;32;32>' --numerics=fp64 --arch=sm_80
// Products of complex numbers that are rounded before they come to the sum: in any order on FP64's
// tensor cores. Of whole numbers sums have the same bits in every order.
#include "program.h"
#include <cuComplex.h>
#define INDICES                                                                                    \
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;        \
  if (i >= m || j >= n)                                                                            \
  return

__global__ void added(int m, int n, int k, double2 alpha, const double2 *a, const double2 *b,
                      double2 *c) {
  INDICES;
  double2 sum = make_double2(0, 0);
  for (int l = 0; l < k; ++l)
    sum = cuCadd(sum, cuCmul(a[i * k + l], b[l * n + j]));
  c[i * n + j] = cuCadd(c[i * n + j], cuCmul(alpha, sum));
}

__global__ void inParts(int m, int n, int k, const double2 *a, const double2 *b, double2 *c) {
  INDICES;
  double real = 0, imaginary = 0;
  for (int l = 0; l < k; ++l) {
    real -= b[j * k + l].x * a[l * m + i].x - a[l * m + i].y * b[j * k + l].y;
    imaginary += -(a[l * m + i].y * b[j * k + l].x) - b[j * k + l].y * a[l * m + i].x;
  }
  c[i * n + j] = make_double2(real, imaginary);
}

// The imaginary part of A comes first.
__global__ void conjugated(int m, int n, int k, const double2 *a, const double2 *b, double2 *c) {
  INDICES;
  double2 sum = c[i * n + j];
  for (int l = 0; l < k; ++l) {
    const double2 x = a[l * m + i], y = b[l * n + j];
    sum.x += x.y * y.y + x.x * y.x;
    sum.y += x.x * y.y - x.y * y.x;
  }
  c[i * n + j] = sum;
}

int main() {
  double *numbers[] = {randomArray<double>(17), randomArray<double>(5), randomArray<double>(11)};
  for (double *array : numbers)
    for (size_t element = 0; element < Elements; ++element)
      array[element] = static_cast<int>(array[element] * 100);
  auto *a = reinterpret_cast<double2 *>(numbers[0]), *b = reinterpret_cast<double2 *>(numbers[1]),
       *c = reinterpret_cast<double2 *>(numbers[2]);
  const dim3 grid((Columns + 15) / 16, (Rows + 15) / 16), block(16, 16);
  added<<<grid, block>>>(Rows, Columns, Steps, make_double2(3, -5), a, b, c);
  printArray(numbers[2]);
  inParts<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(numbers[2]);
  conjugated<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(numbers[2]);
}
