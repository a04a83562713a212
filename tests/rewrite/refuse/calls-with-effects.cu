// RUN: warpsmith %s --emit=contraction -- 2>&1 | FileCheck %s
// Calls whose effects are not known, or that would depend on the order in which an expression is
// evaluated.
__device__ int next(int &number) {
  number += 1;
  return number - 1;
}

// CHECK: remark: left 'unordered' alone: call of 'next', which has effects, in an expression
__global__ void unordered(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0.0f;
    for (int l = 0; l < k;) {
      const int at = next(l) + l;
      sum += a[i * k + at] * b[l * n + j];
    }
    c[i * n + j] = sum;
  }
}

__device__ float &either(float &one, float &other, bool first) {
  return first ? one : other;
}

// CHECK: remark: left 'chosen' alone: {{.*}}
__global__ void chosen(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0.0f, rest = 0.0f;
    for (int l = 0; l < k; ++l)
      either(sum, rest, l > 2) += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

// CHECK: remark: left 'kept' alone: a lambda that changes what it has copied
__global__ void kept(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  int at = 0;
  auto step = [=]() mutable { at += 1; return at; };
  if (i < m && j < n) {
    float sum = 0.0f;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + step()] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

__device__ void again(float &sum, int left) {
  sum += 1.0f;
  if (left > 0)
    again(sum, left - 1);
}

// CHECK: remark: left 'recursive' alone: call of 'again', whose effect is not known
__global__ void recursive(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0.0f;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    again(sum, 3);
    c[i * n + j] = sum;
  }
}
