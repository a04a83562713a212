// RUN: not warpsmith %s --passes=tile --error-on-missed -o %t.cu -- 2>&1 | FileCheck %s
// RUN: warpsmith %s --passes=tile --numerics=fp32 -o %t.cu --error-on-missed --
// Sums in arrays are in memory when LLVM orders the products of a sum: what is read first comes
// first, and of a vector some elements. Without an array the sum comes first.
#include <cuda_runtime.h>

#define PLACE                                                                                      \
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = 4 * (blockIdx.x * blockDim.x + threadIdx.x);  \
  float *own = c + i * n + j;
#define SUMS                                                                                       \
  float sums[4] = {};                                                                              \
  for (int l = 0; l < k; ++l)                                                                      \
    for (int t = 0; t < 4; ++t)                                                                    \
      sums[t] += a[i * k + l] * b[l * n + j + t];

// CHECK-DAG: error: pass 'tile' does not apply to 'vector': {{.*}}'alpha * sum + beta * c' adds products, and which one nvcc contracts into an FMA depends on what is read first
__global__ void vector(int n, int k, float alpha, float beta, float *a, float *b, float *c) {
  PLACE
  SUMS
  float4 old = *(float4 *)own;
  old.x = alpha * sums[0] + beta * old.x;
  old.y = alpha * sums[1] + beta * old.y;
  old.z = alpha * sums[2] + beta * old.z;
  old.w = alpha * sums[3] + beta * old.w;
  *(float4 *)own = old;
}

// CHECK-DAG: error: pass 'tile' does not apply to 'oldFirst': {{.*}}'beta * c + alpha * sum' adds products, and which one nvcc contracts into an FMA depends on what is read first
__global__ void oldFirst(int n, int k, float alpha, float beta, float *a, float *b, float *c) {
  PLACE
  SUMS
  for (int t = 0; t < 4; ++t)
    own[t] = beta * own[t] + alpha * sums[t];
}

// CHECK-DAG: error: pass 'tile' does not apply to 'before': {{.*}}'alpha * sum + beta * c' adds products
__global__ void before(int n, int k, float alpha, float beta, float *a, float *b, float *c) {
  PLACE
  SUMS
  for (int t = 0; t < 4; ++t) {
    const float old = own[t];
    own[t] = alpha * sums[t] + beta * old;
  }
}

// CHECK-DAG: error: pass 'tile' does not apply to 'argument': {{.*}}'alpha * sum + beta * c' adds products
__device__ float together(float old, float sum, float alpha, float beta) {
  return alpha * sum + beta * old;
}
__global__ void argument(int n, int k, float alpha, float beta, float *a, float *b, float *c) {
  PLACE
  SUMS
  for (int t = 0; t < 4; ++t)
    own[t] = together(own[t], sums[t], alpha, beta);
}

// The compiler reads the element once.
// CHECK-DAG: error: pass 'tile' does not apply to 'twice': {{.*}}adds products
__global__ void twice(int n, int k, float alpha, float beta, float *a, float *b, float *c) {
  PLACE
  SUMS
  for (int t = 0; t < 4; ++t) {
    const float old = own[t];
    own[t] = fmaxf(old, alpha * sums[t] + beta * own[t]);
  }
}

// Sums of variables that an array holds in between.
// CHECK-DAG: error: pass 'tile' does not apply to 'collected': {{.*}}'beta * c + alpha * sum' adds products
__global__ void collected(int n, int k, float alpha, float beta, float *a, float *b, float *c) {
  PLACE
  float sums[4];
  for (int t = 0; t < 4; ++t) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j + t];
    sums[t] = sum;
  }
  for (int t = 0; t < 4; ++t)
    own[t] = beta * own[t] + alpha * sums[t];
}

// CHECK-DAG: error: pass 'tile' does not apply to 'added': {{.*}}'alpha * sum + beta * c' adds products
__global__ void added(int n, int k, float alpha, float beta, float *a, float *b, float *c) {
  PLACE
  SUMS
  for (int t = 0; t < 4; ++t) {
    sums[t] = alpha * sums[t];
    sums[t] += beta * own[t];
    own[t] = sums[t];
  }
}

void run(dim3 g, dim3 t, int n, int k, float f, float *a, float *b, float *c) {
  vector<<<g, t>>>(n, k, f, f, a, b, c);
  oldFirst<<<g, t>>>(n, k, f, f, a, b, c);
  before<<<g, t>>>(n, k, f, f, a, b, c);
  argument<<<g, t>>>(n, k, f, f, a, b, c);
  twice<<<g, t>>>(n, k, f, f, a, b, c);
  collected<<<g, t>>>(n, k, f, f, a, b, c);
  added<<<g, t>>>(n, k, f, f, a, b, c);
}
