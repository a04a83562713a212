// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %same rewritten 'tile<32;32;16;4;4>,pipeline<stages=3>'
// RUN: %contraction
// RUN: warpsmith %s --emit=contraction -- %flags | FileCheck %s
// Complex numbers. What a step does to their parts stays as it is, whether that is a product of
// complex numbers or not.
#include "program.h"
#include <cuComplex.h>

// CHECK: contraction added
// CHECK: A        a[%m * lda + %k]: c64
// CHECK: step     make_float2(sum.x + (A.x * B.x - A.y * B.y), sum.y + (A.x * B.y + A.y * B.x))
__global__ void added(int m, int n, int k, cuComplex alpha, const cuComplex *a, int lda,
                      const cuComplex *b, int ldb, cuComplex beta, cuComplex *c, int ldc) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    cuComplex sum = make_cuComplex(0.0f, 0.0f);
    for (int l = 0; l < k; ++l)
      sum = cuCaddf(sum, cuCmulf(a[i * lda + l], b[l * ldb + j]));
    c[i * ldc + j] = cuCaddf(cuCmulf(alpha, sum), cuCmulf(beta, c[i * ldc + j]));
  }
}

// CHECK: contraction fused
// CHECK: B        b[%n * k + %k]: c128
// CHECK: step     make_double2(A.x * B.x + sum.x - A.y * B.y, A.y * B.x + (A.x * B.y + sum.y))
__global__ void fused(int m, int n, int k, const cuDoubleComplex *a, const cuDoubleComplex *b,
                      cuDoubleComplex *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    cuDoubleComplex sum = c[i * n + j];
    for (int l = 0; l < k; ++l)
      sum = cuCfma(a[i * k + l], b[j * k + l], sum);
    c[i * n + j] = sum;
  }
}

// CHECK: contraction conjugated
// CHECK: A        a[%k * m + %m]: c64
// CHECK: step     make_float2(sum.x + (A.x * B.x + A.y * B.y), sum.y + (A.x * B.y - A.y * B.x))
__global__ void conjugated(int m, int n, int k, const cuComplex *a, const cuComplex *b,
                           cuComplex *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    cuComplex sum = make_cuComplex(0.0f, 0.0f);
    for (int l = 0; l < k; ++l)
      sum = cuCaddf(sum, cuCmulf(cuConjf(a[l * m + i]), b[l * n + j]));
    c[i * n + j] = cuCsubf(sum, cuConjf(c[i * n + j]));
  }
}

// CHECK: contraction byHand
// CHECK: step     make_double2(sum.x + (A.x * B.x - A.y * B.y), sum.y + (A.x * B.y + A.y * B.x))
__global__ void byHand(int m, int n, int k, double alpha, const double2 *a, const double2 *b,
                       double2 *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    double real = 0, imaginary = 0;
    for (int l = 0; l < k; ++l) {
      const double2 x = a[i * k + l], y = b[l * n + j];
      real += x.x * y.x - x.y * y.y;
      imaginary += x.x * y.y + x.y * y.x;
    }
    c[i * n + j].x = alpha * real;
    c[i * n + j].y = alpha * imaginary;
  }
}

// One product at a time, and no complex one: a sign is wrong, and parts are swapped.
// CHECK: contraction otherSigns
// CHECK: step     make_float2(sum.x - A.y * B.x + A.x * B.x, sum.y + A.x * B.y + A.y * B.y)
__global__ void otherSigns(int m, int n, int k, const float2 *a, const float2 *b, float2 *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float2 sum = c[i * n + j];
    for (int l = 0; l < k; ++l) {
      sum.x += a[i * k + l].x * b[l * n + j].y;
      sum.y -= a[i * k + l].y * b[l * n + j].x;
      sum.x += a[i * k + l].y * b[l * n + j].y;
      sum.y += a[i * k + l].x * b[l * n + j].x;
    }
    c[i * n + j] = make_float2(sum.y, sum.x);
  }
}

__device__ float2 operator+(float2 x, float2 y) {
  return make_float2(x.x + y.x, x.y + y.y);
}
__device__ float2 operator*(float2 x, float2 y) {
  float2 product;
  product.x = x.x * y.x - x.y * y.y;
  product.y = x.x * y.y + x.y * y.x;
  return product;
}
// CHECK: contraction operators
// CHECK: A        x[%m * k + %k]: c64
// CHECK: step     make_float2(sum.x + (A.x * B.x - A.y * B.y), sum.y + (A.x * B.y + A.y * B.x))
// CHECK: result   make_float2(sum.x * alpha_x_member - sum.y * alpha_y_member,
__global__ void operators(int m, int n, int k, float2 alpha, const float2 *x, const float2 *y,
                          float2 *z) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float2 sum = {0, 0};
    for (int l = 0; l < k; ++l)
      sum = sum + x[i * k + l] * y[l * n + j];
    z[i * n + j] = sum * alpha;
  }
}

// A real matrix times a complex one.
// CHECK: contraction realTimesComplex
// CHECK: A        a[%m * k + %k]: f32
// CHECK: step     make_float2(sum.x + A * B.x, sum.y + A * B.y)
__global__ void realTimesComplex(int m, int n, int k, const float *a, const float2 *b, float2 *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float real = 0, imaginary = 0;
    for (int l = 0; l < k; ++l) {
      real += a[i * k + l] * b[l * n + j].x;
      imaginary += a[i * k + l] * b[l * n + j].y;
    }
    c[i * n + j] = make_float2(real, imaginary);
  }
}

// The zeros beyond the last step make +0 of -0.
// CHECK: contraction tiled
// CHECK: step     make_float2(A.x * B.x + sum.x - A.y * B.y, A.y * B.x + (A.x * B.y + sum.y))
// CHECK: result   make_float2(sum.x + padding_of_last_tile, sum.y + padding_of_last_tile)
__global__ void tiled(int m, int n, int k, const cuComplex *a, const cuComplex *b, cuComplex *c) {
  __shared__ cuComplex rows[8][8], columns[8][8];
  const int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * 8 + y, j = blockIdx.x * 8 + x;
  cuComplex sum = make_cuComplex(0, 0);
  for (int first = 0; first < k; first += 8) {
    rows[y][x] = make_cuComplex(0, 0);
    if (i < m && first + x < k)
      rows[y][x] = a[i * k + first + x];
    columns[y][x] = first + y < k && j < n ? b[(first + y) * n + j] : make_cuComplex(0, 0);
    __syncthreads();
    for (int l = 0; l < 8; ++l)
      sum = cuCfmaf(rows[y][l], columns[l][x], sum);
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

int main() {
  float *const singles[] = {randomArray<float>(17), randomArray<float>(5), randomArray<float>(11)};
  double *const doubles[] = {randomArray<double>(17), randomArray<double>(5),
                             randomArray<double>(11)};
  auto *a = reinterpret_cast<float2 *>(singles[0]), *b = reinterpret_cast<float2 *>(singles[1]),
       *c = reinterpret_cast<float2 *>(singles[2]);
  auto *d = reinterpret_cast<double2 *>(doubles[0]), *e = reinterpret_cast<double2 *>(doubles[1]),
       *f = reinterpret_cast<double2 *>(doubles[2]);
  const dim3 grid((Columns + 15) / 16, (Rows + 15) / 16), block(16, 16);
  const float2 alpha = make_float2(1.37f, -0.61f), beta = make_float2(0.29f, 0.83f);
  added<<<grid, block>>>(Rows, Columns, Steps, alpha, a, Steps + 2, b, Columns + 3, beta, c,
                         Columns + 1);
  printArray(singles[2]);
  fused<<<grid, block>>>(Rows, Columns, Steps, d, e, f);
  printArray(doubles[2]);
  conjugated<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(singles[2]);
  byHand<<<grid, block>>>(Rows, Columns, Steps, 0.71, e, d, f);
  printArray(doubles[2]);
  otherSigns<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(singles[2]);
  operators<<<grid, block>>>(Rows, Columns, Steps, alpha, b, a, c);
  printArray(singles[2]);
  realTimesComplex<<<grid, block>>>(Rows, Columns, Steps, singles[0], b, c);
  printArray(singles[2]);
  tiled<<<dim3((Columns + 7) / 8, (Rows + 7) / 8), dim3(8, 8)>>>(Rows, Columns, Steps, a, b, c);
  printArray(singles[2]);
}
