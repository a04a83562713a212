// RUN: not warpsmith %s --passes=tile -o %t.cu -- 2>&1 | FileCheck %s --implicit-check-not='left '
// RUN: warpsmith %s --passes=tile --numerics=fp32 -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=FP32
// RUN: not warpsmith %s --passes=split\<bf16x6\> --numerics=fp32 -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=SPLIT
// Complex numbers of which a part stands alone, or where it is open what nvcc contracts.
#include <cuComplex.h>
#define INDICES \
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x; \
  if (i >= m || j >= n) \
    return

// CHECK: pass 'tile' does not apply to 'readInParts': 'a.x * b.y + a.y * b.x' adds products of parts of complex numbers, and which one nvcc contracts into an FMA cannot be told; read both parts of an element at once, keep the sum in one variable that is assigned as a whole, or allow it with --numerics=fp32
// FP32: rewrote 'readInParts'
// SPLIT: pass 'split<bf16x6>' does not apply to 'readInParts': {{.*}}more than a product of elements and factors
__global__ void readInParts(int m, int n, int k, const float2 *a, const float2 *b, float2 *c) {
  INDICES;
  float real = 0, imaginary = 0;
  for (int l = 0; l < k; ++l) {
    real += a[i * k + l].x * b[l * n + j].x - a[i * k + l].y * b[l * n + j].y;
    imaginary += a[i * k + l].x * b[l * n + j].y + a[i * k + l].y * b[l * n + j].x;
  }
  c[i * n + j] = make_float2(real, imaginary);
}

// CHECK: pass 'tile' does not apply to 'summedInParts': 'sum.x * alpha_y_member + sum.y * alpha_x_member' adds products of parts
// FP32: rewrote 'summedInParts'
__global__ void summedInParts(int m, int n, int k, cuComplex alpha, const cuComplex *a,
                              const cuComplex *b, cuComplex *c) {
  INDICES;
  float real = 0, imaginary = 0;
  for (int l = 0; l < k; ++l) {
    const cuComplex x = a[i * k + l], y = b[l * n + j];
    real += x.x * y.x - x.y * y.y;
    imaginary += x.x * y.y + x.y * y.x;
  }
  c[i * n + j] = cuCmulf(make_cuComplex(real, imaginary), alpha);
}

// CHECK: pass 'tile' does not apply to 'byReference': {{.*}}adds products of parts
// FP32: rewrote 'byReference'
__device__ float2 product(const float2 &x, const float2 &y) {
  return make_float2(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);
}
__global__ void byReference(int m, int n, int k, const float2 *a, const float2 *b, float2 *c) {
  INDICES;
  float2 sum = make_float2(0, 0);
  for (int l = 0; l < k; ++l)
    sum = cuCaddf(sum, product(a[i * k + l], b[l * n + j]));
  c[i * n + j] = sum;
}

// What is subtracted may be contracted where the other product is part of another sum, too.
// CHECK: pass 'tile' does not apply to 'threeProducts': 'A.x * B.x - A.y * B.y' adds products, and which one nvcc contracts into an FMA cannot be told
// FP32: rewrote 'threeProducts'
__global__ void threeProducts(int m, int n, int k, const float2 *a, const float2 *b, float2 *c) {
  INDICES;
  float2 sum = make_float2(0, 0);
  for (int l = 0; l < k; ++l) {
    const float2 x = a[i * k + l], y = b[l * n + j];
    const float first = x.x * y.x, second = x.y * y.y;
    sum = cuCaddf(sum, make_float2(first - second, (x.x + x.y) * (y.x + y.y) - first - second));
  }
  c[i * n + j] = sum;
}

// CHECK: left 'realPart' alone: pairs of numbers are read as complex ones, and 'c' holds none: store both parts of the sum, or read
__global__ void realPart(int m, int n, int k, const cuComplex *a, const cuComplex *b, float *c) {
  INDICES;
  cuComplex sum = make_cuComplex(0, 0);
  for (int l = 0; l < k; ++l)
    sum = cuCfmaf(a[i * k + l], b[l * n + j], sum);
  c[i * n + j] = sum.x;
}

// FP32: rewrote 'besidePairs'
__global__ void besidePairs(int m, int n, int k, const float *a, const float *b, float *c,
                            const float2 *pairs) {
  INDICES;
  float sum = 0;
  for (int l = 0; l < k; ++l)
    sum += a[i * k + l] * b[l * n + j];
  c[i * n + j] = sum;
}

// CHECK: left 'onePart' alone: 'c[2 * {{.*}}]' is stored without the other part of a complex number
__global__ void onePart(int m, int n, int k, const cuComplex *a, const cuComplex *b, cuComplex *c) {
  INDICES;
  cuComplex sum = make_cuComplex(0, 0);
  for (int l = 0; l < k; ++l)
    sum = cuCfmaf(a[i * k + l], b[l * n + j], sum);
  c[i * n + j].y = sum.y;
}

// CHECK: left 'mixedPlaces' alone: {{.*}}is stored without the other part of a complex number
__global__ void mixedPlaces(int m, int n, int k, const double2 *a, const double2 *b, double2 *c) {
  INDICES;
  cuDoubleComplex sum = make_cuDoubleComplex(0, 0);
  for (int l = 0; l < k; ++l)
    sum = cuCfma(a[i * k + l], b[l * n + j], sum);
  c[i * n + j].x = sum.x;
  c[i * n + j + n].y = sum.y;
}

// CHECK: left 'otherLoops' alone: the parts of a complex sum are summed in different loops
__global__ void otherLoops(int m, int n, int k, const double2 *a, const double2 *b, double2 *c) {
  INDICES;
  double real = 0, imaginary = 0;
  for (int l = 0; l < k; ++l)
    real += a[i * k + l].x * b[l * n + j].x;
  for (int l = 0; l < k; ++l)
    imaginary += a[i * k + l].x * b[l * n + j].y;
  c[i * n + j] = make_double2(real, imaginary);
}

// CHECK: left 'otherRows' alone: the step of a complex sum has more than two operands
__global__ void otherRows(int m, int n, int k, const double2 *a, const double2 *b, double2 *c) {
  INDICES;
  double real = 0, imaginary = 0;
  for (int l = 0; l < k; ++l) {
    real += a[i * k + l].x * b[l * n + j].x;
    imaginary += a[(i + 1) * k + l].x * b[l * n + j].y;
  }
  c[i * n + j] = make_double2(real, imaginary);
}

// CHECK: left 'quaternions' alone: the value of 'a' is not known here
__global__ void quaternions(int m, int n, int k, const float4 *a, const float4 *b, float4 *c) {
  INDICES;
  float4 sum = make_float4(0, 0, 0, 0);
  for (int l = 0; l < k; ++l)
    sum.x += a[i * k + l].x * b[l * n + j].x;
  c[i * n + j] = sum;
}

void run(dim3 g, dim3 t, int m, int n, int k, float2 alpha, float2 *a, float2 *b, float2 *c,
         double2 *d, double2 *e, double2 *f, float4 *h, float *r) {
  readInParts<<<g, t>>>(m, n, k, a, b, c);
  summedInParts<<<g, t>>>(m, n, k, alpha, a, b, c);
  byReference<<<g, t>>>(m, n, k, a, b, c);
  threeProducts<<<g, t>>>(m, n, k, a, b, c);
  realPart<<<g, t>>>(m, n, k, a, b, r);
  besidePairs<<<g, t>>>(m, n, k, r, r, r, a);
  onePart<<<g, t>>>(m, n, k, a, b, c);
  mixedPlaces<<<g, t>>>(m, n, k, d, e, f);
  otherLoops<<<g, t>>>(m, n, k, d, e, f);
  otherRows<<<g, t>>>(m, n, k, d, e, f);
  quaternions<<<g, t>>>(m, n, k, h, h, h);
}
