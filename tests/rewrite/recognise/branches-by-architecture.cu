// RUN: warpsmith %s --emit=contraction --arch=sm_90a -- | FileCheck %s
// RUN: warpsmith %s --passes=tile --arch=sm_75 -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=OLDER
// RUN: FileCheck %s --check-prefix=TEXT --input-file=%t.cu
// RUN: warpsmith %s --passes=tile --arch=sm_75 -o %t.cu -- -DBY_VALUE 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: FileCheck %s --check-prefix=EQUAL --input-file=%t.cu
// RUN: warpsmith %s --passes=tile --arch=sm_80,sm_90a -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: warpsmith %s --passes=tile --arch=sm_75,sm_90a -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=DIFFERS
// Which branches of conditional directives are read hangs on --arch.
#include <cuda_fp16.h>
#define NEWER (__CUDA_ARCH__ >= 800)
#ifdef __CUDA_ARCH__
#define ON_DEVICE 1
#define MUL(x, y) ((x) * (y) * 2.0f)
#else
#define MUL(x, y) ((x) * (y))
#endif
#define BEGIN                                                                                      \
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;        \
  if (i >= n || j >= n)                                                                            \
    return;                                                                                        \
  float sum = 0;
#define SUM(FACTOR)                                                                                \
  for (int l = 0; l < n; ++l)                                                                      \
    sum += a[i * n + l] * b[l * n + j];                                                            \
  c[i * n + j] = FACTOR * sum;

// CHECK: contraction gpu
// CHECK: result   2.0f * sum
// OLDER: remark: rewrote 'gpu': {{.*}}; read as code with __CUDA_ARCH__ == 750 is compiled: where another branch of an #if would be, the output is an error
// TEXT: #if !((!defined(__CUDA_ARCH__) || (!(__CUDA_ARCH__ >= 800))))
// TWO: remark: rewrote 'gpu': {{.*}}; read as code with __CUDA_ARCH__ == 900
// DIFFERS: remark: left 'gpu' alone: it is not the same kernel for all architectures of --arch
__global__ void gpu(int n, const float *a, const float *b, float *c) {
  BEGIN
#if NEWER
                                                                         SUM(2)
#else
                                                                         SUM(3)
#endif
} // CHECK: contraction ofDevice
// CHECK: result   2.0f * sum
// OLDER: rewrote 'ofDevice'
// DIFFERS: rewrote 'ofDevice'
__global__ void ofDevice(int n, const float *a, const float *b, float *c) {
  BEGIN
#ifdef ON_DEVICE
                                                                              SUM(2)
#else
                                                                              SUM(3)
#endif
} // CHECK: contraction byMacro
// CHECK: step     sum + A * B * 2.0f
__global__ void byMacro(int n, const float *a, const float *b, float *c) {
  BEGIN
  for (int l = 0; l < n; ++l)
    sum += MUL(a[i * n + l], b[l * n + j]);
  c[i * n + j] = sum;
}
// What an argument is that a call leaves out.
__device__ int byDefault(int offset =
#ifdef __CUDA_ARCH__
                             3
#else
                             5
#endif
);
__device__ int byDefault(int offset) {
  return offset;
}
// CHECK: contraction byArgument
// CHECK: A        a[%m * n + %k + 3]
__global__ void byArgument(int n, const float *a, const float *b, float *c) {
  BEGIN
  for (int l = 0; l < n; ++l)
    sum += a[i * n + l + byDefault()] * b[l * n + j];
  c[i * n + j] = sum;
}
// Where its value stands in code, it must be this one.
#ifdef BY_VALUE
__device__ float chosen(float x) {
#ifdef __CUDA_ARCH__
  return __CUDA_ARCH__ > 700 ? 2 * x : x;
#else
  return x;
#endif
}
// VALUE: rewrote 'byValue'
// EQUAL: #if !(({{.*}}!defined(__CUDA_ARCH__) || __CUDA_ARCH__ == 750))
// EQUAL-NEXT: #error "Rewritten for another configuration
__global__ void byValue(int n, const float *a, const float *b, float *c) {
  BEGIN
  SUM(chosen(3))
}
void goByValue(dim3 g, dim3 t, int n, const float *a, const float *b, float *c) {
  byValue<<<g, t>>>(n, a, b, c);
}
#endif
void go(dim3 g, dim3 t, int n, const float *a, const float *b, float *c) {
  gpu<<<g, t>>>(n, a, b, c);
  ofDevice<<<g, t>>>(n, a, b, c);
  byMacro<<<g, t>>>(n, a, b, c);
  byArgument<<<g, t>>>(n, a, b, c);
}
