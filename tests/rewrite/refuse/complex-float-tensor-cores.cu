// RUN: not warpsmith %s --passes=tensorize\<mma\> --numerics=fp32 --arch=sm_90a -o %t.cu -- 2>&1 | FileCheck %s
// RUN: not warpsmith %s --passes=tensorize\<mma\> --numerics=tf32 --arch=sm_80 -o %t.cu -- 2>&1 | FileCheck %s
// RUN: not warpsmith %s --passes=tensorize\<mma\> --numerics=fp16 --arch=sm_75 -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: warpsmith %s --passes=auto --numerics=tf32 --arch=sm_90a -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=AUTO
// RUN: warpsmith %s --passes=auto --numerics=fp32 --arch=sm_90a -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=AUTO32
// Steps of complex sums of floats that tensor cores do not take.
#include <cuComplex.h>
#define INDICES \
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x; \
  if (i >= m || j >= n) \
    return

// CHECK: rewrote 'product': tensorize<mma>
// OLD: does not apply to 'product': tensorize<mma> copies with cp.async, which needs sm_80; the architecture is sm_75
// AUTO: rewrote 'product': tensorize<mma>
// AUTO32: rewrote 'product': tile
__global__ void product(int m, int n, int k, const float2 *a, const float2 *b, float2 *c) {
  INDICES;
  float2 sum = make_float2(0, 0);
  for (int l = 0; l < k; ++l)
    sum = cuCaddf(sum, cuCmulf(a[i * k + l], cuConjf(b[l * n + j])));
  c[i * n + j] = sum;
}

// A part of A twice.
// CHECK: does not apply to 'onePartTwice': {{.*}}no sum of two products of parts for either part
// AUTO: rewrote 'onePartTwice': tile
__global__ void onePartTwice(int m, int n, int k, const float2 *a, const float2 *b, float2 *c) {
  INDICES;
  float2 sum = make_float2(0, 0);
  for (int l = 0; l < k; ++l) {
    const float2 x = a[i * k + l], y = b[l * n + j];
    sum = make_float2(fmaf(x.x, y.y, fmaf(x.x, y.x, sum.x)), fmaf(x.y, y.y, fmaf(x.y, y.x, sum.y)));
  }
  c[i * n + j] = sum;
}

// The sum's parts change places.
// CHECK: left 'mixedSums' alone: what is used here is a value that the last step of a loop has left
__global__ void mixedSums(int m, int n, int k, const float2 *a, const float2 *b, float2 *c) {
  INDICES;
  float2 sum = make_float2(0, 0);
  for (int l = 0; l < k; ++l) {
    const float2 next = cuCfmaf(a[i * k + l], b[l * n + j], sum);
    sum = make_float2(-next.y, next.x);
  }
  c[i * n + j] = sum;
}

// CHECK: does not apply to 'realRows': 'a' is float, and tensor cores take products of complex numbers of one type
__global__ void realRows(int m, int n, int k, const float *a, const float2 *b, float2 *c) {
  INDICES;
  float2 sum = make_float2(0, 0);
  for (int l = 0; l < k; ++l)
    sum = make_float2(fmaf(a[i * k + l], b[l * n + j].x, sum.x),
                      fmaf(a[i * k + l], b[l * n + j].y, sum.y));
  c[i * n + j] = sum;
}

// CHECK: does not apply to 'triangular': sums of complex numbers have ranges of steps, for which tile has kernels
__global__ void triangular(int m, int n, int k, const float2 *a, const float2 *b, float2 *c) {
  INDICES;
  float2 sum = make_float2(0, 0);
  for (int l = 0; l <= i; ++l)
    sum = cuCfmaf(a[i * m + l], b[l * n + j], sum);
  c[i * n + j] = sum;
}

void run(dim3 g, dim3 t, int m, int n, int k, float2 *a, float2 *b, float2 *c, float *r) {
  product<<<g, t>>>(m, n, k, a, b, c);
  onePartTwice<<<g, t>>>(m, n, k, a, b, c);
  mixedSums<<<g, t>>>(m, n, k, a, b, c);
  realRows<<<g, t>>>(m, n, k, r, b, c);
  triangular<<<g, t>>>(m, n, k, a, b, c);
}
