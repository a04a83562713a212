// RUN: not warpsmith %s --passes=tensorize\<mma\> --arch=sm_90a -o %t.cu -- 2>&1 | FileCheck %s
// RUN: not warpsmith %s --passes=tensorize\<mma\> --numerics=fp64 --arch=sm_90a -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=FP64
// RUN: not warpsmith %s --passes=tensorize\<mma\> --arch=sm_90a -o %t.cu -- -fmad=false 2>&1 | FileCheck %s --check-prefix=ROUNDED
// RUN: warpsmith %s --passes=auto --arch=sm_90a -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=AUTO
// RUN: warpsmith %s --passes=auto --numerics=fp64 --arch=sm_90a -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=AUTO64
// Steps of complex sums that FP64's tensor cores do not take.
#include <cuComplex.h>
#define INDICES \
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x; \
  if (i >= m || j >= n) \
    return

// CHECK: rewrote 'fused': tensorize<mma>
// FP64: rewrote 'fused': tensorize<mma>
// ROUNDED: does not apply to 'fused': the original is compiled with -fmad=false, which rounds each product
// AUTO: rewrote 'fused': tensorize<mma>
// AUTO64: rewrote 'fused': tensorize<mma>
__global__ void fused(int m, int n, int k, const double2 *a, const double2 *b, double2 *c) {
  INDICES;
  double2 sum = make_double2(0, 0);
  for (int l = 0; l < k; ++l)
    sum = cuCfma(a[i * k + l], b[l * n + j], sum);
  c[i * n + j] = sum;
}

// CHECK: does not apply to 'added': {{.*}}does not add products of parts to the sum one by one, as FP64's tensor cores do; allow that with --numerics=fp64, or add by cuCfma
// FP64: rewrote 'added': tensorize<mma>
// AUTO: rewrote 'added': tile
// AUTO64: rewrote 'added': tensorize<mma>
__global__ void added(int m, int n, int k, const double2 *a, const double2 *b, double2 *c) {
  INDICES;
  double2 sum = make_double2(0, 0);
  for (int l = 0; l < k; ++l)
    sum = cuCadd(sum, cuCmul(a[i * k + l], b[l * n + j]));
  c[i * n + j] = sum;
}

// A part of A twice: no product of matrices of parts.
// CHECK: does not apply to 'onePartTwice': {{.*}}no sum of two products of parts for either part
// FP64: does not apply to 'onePartTwice': {{.*}}no sum of two products of parts for either part
// AUTO: rewrote 'onePartTwice': tile
__global__ void onePartTwice(int m, int n, int k, const double2 *a, const double2 *b, double2 *c) {
  INDICES;
  double2 sum = make_double2(0, 0);
  for (int l = 0; l < k; ++l) {
    const double2 x = a[i * k + l], y = b[l * n + j];
    sum = make_double2(fma(x.x, y.y, fma(x.x, y.x, sum.x)), fma(x.y, y.y, fma(x.y, y.x, sum.y)));
  }
  c[i * n + j] = sum;
}

// CHECK: does not apply to 'threeProducts': {{.*}}no sum of two products of parts
// FP64: does not apply to 'threeProducts': {{.*}}no sum of two products of parts
__global__ void threeProducts(int m, int n, int k, const double2 *a, const double2 *b, double2 *c) {
  INDICES;
  double2 sum = make_double2(0, 0);
  for (int l = 0; l < k; ++l) {
    const double2 x = a[i * k + l], y = b[l * n + j];
    sum = cuCfma(x, y, sum);
    sum.x = fma(x.x, y.x, sum.x);
  }
  c[i * n + j] = sum;
}

// CHECK: left 'mixedSums' alone: what is used here is a value that the last step of a loop has left
// FP64: left 'mixedSums' alone: what is used here is a value that the last step of a loop has left
__global__ void mixedSums(int m, int n, int k, const double2 *a, const double2 *b, double2 *c) {
  INDICES;
  double2 sum = make_double2(0, 0);
  for (int l = 0; l < k; ++l) {
    const double2 next = cuCfma(a[i * k + l], b[l * n + j], sum);
    sum = make_double2(-next.y, next.x);
  }
  c[i * n + j] = sum;
}

// CHECK: does not apply to 'scaled': {{.*}}no sum of two products of parts
// FP64: does not apply to 'scaled': {{.*}}no sum of two products of parts
__global__ void scaled(int m, int n, int k, double alpha, const double2 *a, const double2 *b,
                       double2 *c) {
  INDICES;
  double2 sum = make_double2(0, 0);
  for (int l = 0; l < k; ++l) {
    const double2 x = a[i * k + l];
    sum = cuCfma(make_double2(alpha * x.x, alpha * x.y), b[l * n + j], sum);
  }
  c[i * n + j] = sum;
}

// A sum whose sign changes twice: zeros have another sign.
// CHECK: does not apply to 'negated': {{.*}}does not add products of parts to the sum one by one
// FP64: rewrote 'negated': tensorize<mma>
__global__ void negated(int m, int n, int k, const double2 *a, const double2 *b, double2 *c) {
  INDICES;
  double2 sum = make_double2(0, 0);
  for (int l = 0; l < k; ++l) {
    const double2 x = a[i * k + l], y = b[l * n + j];
    sum = make_double2(-fma(x.y, y.y, fma(-x.x, y.x, -sum.x)), fma(x.x, y.y, fma(x.y, y.x, sum.y)));
  }
  c[i * n + j] = sum;
}

// CHECK: does not apply to 'realRows': 'a' is double, and FP64's tensor cores take products of complex numbers of doubles
// FP64: does not apply to 'realRows': 'a' is double
__global__ void realRows(int m, int n, int k, const double *a, const double2 *b, double2 *c) {
  INDICES;
  double2 sum = make_double2(0, 0);
  for (int l = 0; l < k; ++l)
    sum = make_double2(fma(a[i * k + l], b[l * n + j].x, sum.x),
                       fma(a[i * k + l], b[l * n + j].y, sum.y));
  c[i * n + j] = sum;
}

// CHECK: does not apply to 'singles': tensor cores round complex numbers of float, or sum their products in another order; allow that with --numerics=fp32, tf32, fp16 or bf16
// FP64: does not apply to 'singles': --numerics=fp64 is for sums in double
// AUTO: rewrote 'singles': tile
__global__ void singles(int m, int n, int k, const float2 *a, const float2 *b, float2 *c) {
  INDICES;
  float2 sum = make_float2(0, 0);
  for (int l = 0; l < k; ++l)
    sum = cuCfmaf(a[i * k + l], b[l * n + j], sum);
  c[i * n + j] = sum;
}

// CHECK: does not apply to 'triangular': sums of complex numbers have ranges of steps, for which tile has kernels
__global__ void triangular(int m, int n, int k, const double2 *a, const double2 *b, double2 *c) {
  INDICES;
  double2 sum = make_double2(0, 0);
  for (int l = 0; l <= i; ++l)
    sum = cuCfma(a[i * m + l], b[l * n + j], sum);
  c[i * n + j] = sum;
}

void run(dim3 g, dim3 t, int m, int n, int k, double2 *a, double2 *b, double2 *c, float2 *d,
         float2 *e, float2 *f, double *r) {
  fused<<<g, t>>>(m, n, k, a, b, c);
  added<<<g, t>>>(m, n, k, a, b, c);
  onePartTwice<<<g, t>>>(m, n, k, a, b, c);
  threeProducts<<<g, t>>>(m, n, k, a, b, c);
  mixedSums<<<g, t>>>(m, n, k, a, b, c);
  scaled<<<g, t>>>(m, n, k, 2.0, a, b, c);
  negated<<<g, t>>>(m, n, k, a, b, c);
  realRows<<<g, t>>>(m, n, k, r, b, c);
  singles<<<g, t>>>(m, n, k, d, e, f);
  triangular<<<g, t>>>(m, n, k, a, b, c);
}
