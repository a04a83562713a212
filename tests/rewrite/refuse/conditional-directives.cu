// RUN: %unchanged
// Conditional directives in a kernel that the file's own macros do not settle.
#include <cuda_fp16.h>
#define LARGE 3
#ifdef __CUDA_ARCH__
#define ON_DEVICE 1
#endif
#define NEWER (__CUDA_ARCH__ >= 800)
// CHECK-DAG: remark: left 'gpu' alone: preprocessor conditional inside the kernel, and '__CUDA_ARCH__' is not the same for every compilation: give each branch a kernel of its own
// CHECK-DAG: remark: left 'throughMacro' alone: preprocessor conditional inside the kernel, and '__CUDA_ARCH__' is not the same
// CHECK-DAG: remark: left 'compiler' alone: preprocessor conditional inside the kernel, and '__GNUC__' is not the same
// CHECK-DAG: remark: left 'ofDevice' alone: preprocessor conditional inside the kernel, and 'ON_DEVICE' depends on an #if that asks for the GPU or the compiler
// CHECK-DAG: remark: left 'changes' alone: preprocessor conditional inside the kernel, and 'LARGE' changes before the end of the kernel
// CHECK-DAG: remark: left 'inHead' alone: preprocessor conditional inside the kernel's head
// CHECK-DAG: remark: left 'called' alone: preprocessor conditional inside 'scaled', and '__CUDA_ARCH__' is not the same
#define PRODUCT(FACTOR)                                                                               \
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;        \
  if (i < n && j < n) {                                                                            \
    float sum = 0;                                                                                 \
    for (int l = 0; l < n; ++l)                                                                    \
      sum += a[i * n + l] * b[l * n + j];                                                          \
    c[i * n + j] = FACTOR * sum;                                                                   \
  }
__global__ void gpu(int n, const float *a, const float *b, float *c) {
#if __CUDA_ARCH__ >= 700
  PRODUCT(2)
#else
  PRODUCT(3)
#endif
}
__global__ void throughMacro(int n, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || j >= n)
    return;
  float sum = 0;
  for (int l = 0; l < n; ++l)
#if NEWER
    sum += a[i * n + l] * b[l * n + j];
#else
    sum -= a[i * n + l] * b[l * n + j];
#endif
  c[i * n + j] = sum;
}
__global__ void compiler(int n, const float *a, const float *b, float *c) {
#if defined(LARGE) && defined(__GNUC__)
  PRODUCT(2)
#else
  PRODUCT(3)
#endif
}
__global__ void ofDevice(int n, const float *a, const float *b, float *c) {
#ifdef ON_DEVICE
  PRODUCT(2)
#else
  PRODUCT(3)
#endif
}
__global__ void changes(int n, const float *a, const float *b, float *c) {
#if LARGE > 2
  PRODUCT(2)
#else
  PRODUCT(3)
#endif
#undef LARGE
}
__global__ void inHead(int n, const float *a, const float *b,
#ifdef TYPED
                       float *c
#else
                       float *c
#endif
) {
  PRODUCT(2)
}
__device__ float scaled(float x) {
#if __CUDA_ARCH__ >= 800
  return 2 * x;
#else
  return 3 * x;
#endif
}
__global__ void called(int n, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && j < n) {
    float sum = 0;
    for (int l = 0; l < n; ++l)
      sum += a[i * n + l] * b[l * n + j];
    c[i * n + j] = scaled(sum);
  }
}
void go(dim3 g, dim3 t, int n, const float *a, const float *b, float *c) {
  gpu<<<g, t>>>(n, a, b, c);
  throughMacro<<<g, t>>>(n, a, b, c);
  compiler<<<g, t>>>(n, a, b, c);
  ofDevice<<<g, t>>>(n, a, b, c);
  changes<<<g, t>>>(n, a, b, c);
  inHead<<<g, t>>>(n, a, b, c);
  called<<<g, t>>>(n, a, b, c);
}
