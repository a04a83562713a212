// RUN: warpsmith %s --passes=tile -o %t.cu --error-on-missed -- 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=SUM --input-file=%t.cu
// Sums in arrays, and an old element of C in vectors, where it is known which product is contracted
// or there is none: none is left alone.
#include <cuda_runtime.h>

#define PLACE                                                                                      \
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = 4 * (blockIdx.x * blockDim.x + threadIdx.x);  \
  float *own = c + i * n + j;
#define SUMS                                                                                       \
  float sums[4] = {};                                                                              \
  for (int l = 0; l < k; ++l)                                                                      \
    for (int t = 0; t < 4; ++t)                                                                    \
      sums[t] += a[i * k + l] * b[l * n + j + t];

// CHECK: remark: rewrote 'sumFirst'
// SUM: = alpha * sum[i][j + r] + __fmul_rn(beta, old.values[r])
__global__ void sumFirst(int n, int k, float alpha, float beta, float *a, float *b, float *c) {
  PLACE
  SUMS
  for (int t = 0; t < 4; ++t)
    own[t] = alpha * sums[t] + beta * own[t];
}

// CHECK: remark: rewrote 'variables'
// SUM: = __fmul_rn(beta, old.values[r]) + alpha * sum[i][j + r]
__global__ void variables(int n, int k, float alpha, float beta, float *a, float *b, float *c) {
  PLACE
  float4 sum = make_float4(0, 0, 0, 0);
  for (int l = 0; l < k; ++l) {
    sum.x += a[i * k + l] * b[l * n + j];
    sum.y += a[i * k + l] * b[l * n + j + 1];
    sum.z += a[i * k + l] * b[l * n + j + 2];
    sum.w += a[i * k + l] * b[l * n + j + 3];
  }
  float4 old = *(float4 *)own;
  *(float4 *)own =
      make_float4(beta * old.x + alpha * sum.x, beta * old.y + alpha * sum.y,
                  beta * old.z + alpha * sum.z, beta * old.w + alpha * sum.w);
}

// CHECK: remark: rewrote 'explicitly'
__global__ void explicitly(int n, int k, float alpha, float beta, float *a, float *b, float *c) {
  PLACE
  SUMS
  float4 old = *(float4 *)own;
  old.x = fmaf(beta, old.x, alpha * sums[0]);
  old.y = fmaf(beta, old.y, alpha * sums[1]);
  old.z = fmaf(beta, old.z, alpha * sums[2]);
  old.w = fmaf(beta, old.w, alpha * sums[3]);
  *(float4 *)own = old;
}

// CHECK: remark: rewrote 'rounded'
__global__ void rounded(int n, int k, float alpha, float beta, float *a, float *b, float *c) {
  PLACE
  SUMS
  float4 old = *(float4 *)own;
  old.x = __fmul_rn(alpha, sums[0]) + beta * old.x;
  old.y = __fmul_rn(alpha, sums[1]) + beta * old.y;
  old.z = __fmul_rn(alpha, sums[2]) + beta * old.z;
  old.w = __fmul_rn(alpha, sums[3]) + beta * old.w;
  *(float4 *)own = old;
}

// CHECK: remark: rewrote 'oneProduct'
__global__ void oneProduct(int n, int k, float beta, float *a, float *b, float *c) {
  PLACE
  SUMS
  float4 old = *(float4 *)own;
  old.x = sums[0] + beta * old.x;
  old.y = sums[1] + beta * old.y;
  old.z = sums[2] + beta * old.z;
  old.w = sums[3] + beta * old.w;
  *(float4 *)own = old;
}

// A difference keeps its order.
// CHECK: remark: rewrote 'difference'
__global__ void difference(int n, int k, float alpha, float beta, float *a, float *b, float *c) {
  PLACE
  SUMS
  float4 old = *(float4 *)own;
  old.x = alpha * sums[0] - beta * old.x;
  old.y = alpha * sums[1] - beta * old.y;
  old.z = alpha * sums[2] - beta * old.z;
  old.w = alpha * sums[3] - beta * old.w;
  *(float4 *)own = old;
}

// CHECK: remark: rewrote 'withoutOld'
__global__ void withoutOld(int n, int k, float alpha, float beta, float *a, float *b, float *c) {
  PLACE
  SUMS
  for (int t = 0; t < 4; ++t)
    own[t] = alpha * sums[t] + beta;
}

// One sum a thread is no array's, whatever else is in one.
// CHECK: remark: rewrote 'alone'
__global__ void alone(int n, int k, float alpha, float beta, float *a, float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int l = 0; l < k; ++l) {
    float both[2] = {a[i * k + l], b[l * n + j]};
    sum += both[0] * both[1];
  }
  c[i * n + j] = beta * c[i * n + j] + alpha * sum;
}

void run(dim3 g, dim3 t, int n, int k, float f, float *a, float *b, float *c) {
  sumFirst<<<g, t>>>(n, k, f, f, a, b, c);
  variables<<<g, t>>>(n, k, f, f, a, b, c);
  explicitly<<<g, t>>>(n, k, f, f, a, b, c);
  rounded<<<g, t>>>(n, k, f, f, a, b, c);
  oneProduct<<<g, t>>>(n, k, f, a, b, c);
  difference<<<g, t>>>(n, k, f, f, a, b, c);
  withoutOld<<<g, t>>>(n, k, f, f, a, b, c);
  alone<<<g, t>>>(n, k, f, f, a, b, c);
}
