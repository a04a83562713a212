// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %same rewritten 'tile<32;32;16;4;4>,pipeline<stages=3>'
// RUN: %same rewritten 'auto' --arch=sm_90a
// RUN: %contraction
// RUN: warpsmith %s --emit=contraction -- %flags | FileCheck %s
// Complex numbers of Thrust. Elements that are copied before they are multiplied are read as a
// whole: so it is known which product is contracted.
#include "program.h"
#include <thrust/complex.h>
#define INDICES                                                                                    \
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;        \
  if (i >= m || j >= n)                                                                            \
  return
using Single = thrust::complex<float>;
using Double = thrust::complex<double>;

// CHECK: contraction added
// CHECK: A        a[%m * lda + %k]: c64
// CHECK: step     make_float2(sum.x + (A.x * B.x - A.y * B.y), sum.y + (A.x * B.y + A.y * B.x))
// CHECK: result   make_float2(sum.x + (beta_x_member * C.x - beta_y_member * C.y),
__global__ void added(int m, int n, int k, const Single *a, int lda, const Single *b, int ldb,
                      Single beta, Single *c, int ldc) {
  INDICES;
  Single sum(0.0f, 0.0f);
  for (int l = 0; l < k; ++l) {
    const Single x = a[i * lda + l], y = b[l * ldb + j];
    sum += x * y;
  }
  const Single old = c[i * ldc + j];
  c[i * ldc + j] = sum + beta * old;
}

// CHECK: contraction conjugated
// CHECK: B        b[%n * k + %k]: c128
// CHECK: step     make_double2(sum.x - (A.x * B.x + A.y * B.y), sum.y - (A.x * B.y - A.y * B.x))
// CHECK: result   make_double2(sum.x * factor, sum.y * factor)
__global__ void conjugated(int m, int n, int k, double factor, const Double *a, const Double *b,
                           Double *c) {
  INDICES;
  Double sum = c[i * n + j];
  for (int l = 0; l < k; ++l) {
    Double x = a[l * m + i], y = b[j * k + l];
    sum = sum - conj(x) * y;
  }
  c[i * n + j] = sum * factor;
}

// B's elements have the sign.
// CHECK: contraction conjugatedRight
// CHECK: step     make_float2(sum.x + (A.x * B.x + A.y * B.y), sum.y + (A.y * B.x - A.x * B.y))
// CHECK: result   make_float2(C.x + sum.x, C.y + sum.y)
__global__ void conjugatedRight(int m, int n, int k, const Single *__restrict__ a,
                                const Single *__restrict__ b, Single *__restrict__ c) {
  INDICES;
  Single sum{};
  for (int l = 0; l < k; ++l) {
    const Single x = a[i * k + l], y = b[j * k + l];
    sum += x * thrust::conj(y);
  }
  c[i * n + j] += sum;
}

// By FMAs in so many words, as FP64's tensor cores do.
// CHECK: contraction byParts
// CHECK: result   make_double2(alpha_x_member + sum.x, alpha_y_member + sum.y)
__global__ void byParts(int m, int n, int k, Double alpha, const Double *a, const Double *b,
                        Double *c) {
  INDICES;
  Double sum = 0.0;
  for (int l = 0; l < k; ++l) {
    const Double x = a[i * k + l], y = b[l * n + j];
    sum = Double(fma(-x.imag(), y.imag(), fma(x.real(), y.real(), sum.real())),
                 fma(x.imag(), y.real(), fma(x.real(), y.imag(), sum.imag())));
  }
  c[i * n + j] = alpha + sum;
}

// A real matrix times a complex one.
// CHECK: contraction realTimesComplex
// CHECK: A        a[%m * k + %k]: f32
// CHECK: step     make_float2(sum.x + A * B.x, sum.y + A * B.y)
// CHECK: result   make_float2(sum.x / divisor - 1.0f, sum.y / divisor)
__global__ void realTimesComplex(int m, int n, int k, float divisor, const float *a,
                                 const Single *b, Single *c) {
  INDICES;
  Single sum;
  sum = 0;
  for (int l = 0; l < k; ++l)
    sum += a[i * k + l] * b[l * n + j];
  sum /= divisor;
  sum -= 1.0f;
  c[i * n + j] = sum;
}

// CHECK: contraction tiled
// CHECK: step     make_float2(sum.x + (A.x * B.x - A.y * B.y), sum.y + (A.x * B.y + A.y * B.x))
__global__ void tiled(int m, int n, int k, const Single *a, const Single *b, Single *c) {
  __shared__ Single rows[8][8], columns[8][8];
  const int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * 8 + y, j = blockIdx.x * 8 + x;
  Single sum = 0;
  for (int first = 0; first < k; first += 8) {
    rows[y][x] = i < m && first + x < k ? a[i * k + first + x] : Single(0);
    columns[y][x] = first + y < k && j < n ? b[(first + y) * n + j] : Single(0, 0);
    __syncthreads();
    for (int l = 0; l < 8; ++l) {
      const Single left = rows[y][l], right = columns[l][x];
      sum += left * right;
    }
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

int main() {
  float *const singles[] = {randomArray<float>(17), randomArray<float>(5), randomArray<float>(11)};
  double *const doubles[] = {randomArray<double>(17), randomArray<double>(5),
                             randomArray<double>(11)};
  auto *a = reinterpret_cast<Single *>(singles[0]), *b = reinterpret_cast<Single *>(singles[1]),
       *c = reinterpret_cast<Single *>(singles[2]);
  auto *d = reinterpret_cast<Double *>(doubles[0]), *e = reinterpret_cast<Double *>(doubles[1]),
       *f = reinterpret_cast<Double *>(doubles[2]);
  const dim3 grid((Columns + 15) / 16, (Rows + 15) / 16), block(16, 16);
  added<<<grid, block>>>(Rows, Columns, Steps, a, Steps + 2, b, Columns + 3, Single(0.29f, 0.83f),
                         c, Columns + 1);
  printArray(singles[2]);
  conjugated<<<grid, block>>>(Rows, Columns, Steps, 0.71, d, e, f);
  printArray(doubles[2]);
  conjugatedRight<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(singles[2]);
  byParts<<<grid, block>>>(Rows, Columns, Steps, Double(1.37, -0.61), d, e, f);
  printArray(doubles[2]);
  realTimesComplex<<<grid, block>>>(Rows, Columns, Steps, 1.7f, singles[0], b, c);
  printArray(singles[2]);
  tiled<<<dim3((Columns + 7) / 8, (Rows + 7) / 8), dim3(8, 8)>>>(Rows, Columns, Steps, a, b, c);
  printArray(singles[2]);
}
