// RUN: %same rewritten 'tile<32;32;16;4;4>' --arch=sm_90a
// RUN: FileCheck %s --input-file=%t.rewritten.cu
// Conditional directives that ask for the GPU's architecture, in functions, before them and in a
// kernel: the branches of --arch are rewritten, and the output is an error where others are
// compiled.
#include "program.h"
#include <cuda_fp16.h>

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 530
#define NATIVE 1
#else
#define NATIVE 0
#endif
#if __CUDA_ARCH__ >= 800
#define NEWER
#endif

template <typename To, typename From>
__device__ To cast(From x) {
#if __CUDA_ARCH__ >= 700
  return To(x);
#else
  return static_cast<To>(float(x));
#endif
}
__device__ float twice(float x) {
  return NATIVE ? 2 * x : x + x;
}

// CHECK: {{^}}#if !((!defined(__CUDA_ARCH__) || (__CUDA_ARCH__ >= 700)) &&
// CHECK-NEXT: {{^ *}}(!defined(__CUDA_ARCH__) || (!defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 530)) &&
// CHECK-NEXT: {{^ *}}(!defined(__CUDA_ARCH__) || (__CUDA_ARCH__ >= 800)))
// CHECK-NEXT: #error "Rewritten for another configuration: run warpsmith again."
__global__ void called(int m, int n, int k, const float *a, const half *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * cast<float>(b[l * n + j]);
    c[i * n + j] = twice(sum);
  }
}

// CHECK: {{^}}#if !((!defined(__CUDA_ARCH__) || (__CUDA_ARCH__ >= 800)) &&
// CHECK-NEXT: {{^ *}}(!defined(__CUDA_ARCH__) || (defined(NEWER))) &&
__global__ void inside(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
#ifdef NEWER
      sum += __ldg(&a[i * k + l]) * __ldg(&b[l * n + j]);
#else
      sum += a[i * k + l] * b[l * n + j];
#endif
    c[i * n + j] = sum;
  }
}

int main() {
  float *a = randomArray<float>(3), *b = randomArray<float>(7), *c = randomArray<float>(9);
  half *h = randomArray<half>(5);
  const dim3 grid((Columns + 7) / 8, (Rows + 7) / 8), block(8, 8);
  called<<<grid, block>>>(Rows, Columns, Steps, a, h, c);
  printArray(c);
  inside<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
}
