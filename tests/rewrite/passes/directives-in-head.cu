// RUN: warpsmith %s --verbose -o %t.cu -- 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=OUT --input-file=%t.cu
// RUN: warpsmith --revert %t.cu -o %t.back.cu && cmp %s %t.back.cu
// Directives between `extern "C"` and the kernel: what is added before it has the macros, too.

// CHECK: remark: rewrote 'gemm': resident
// OUT: // warpsmith: begin gemm
// OUT-NEXT: #define TILE 16
// OUT: extern "C" __global__ void __launch_bounds__(1024)
extern "C"
#define TILE \
  16
__global__ void gemm(int n, const float *a, const float *b, float *c) {
  int i = blockIdx.y * TILE + threadIdx.y, j = blockIdx.x * TILE + threadIdx.x;
  if (i < n && j < n) {
    float sum = 0;
    for (int k = 0; k < n; ++k)
      sum += a[i * n + k] * b[k * n + j];
    c[i * n + j] = sum;
  }
}

// CHECK: remark: left 'chosen' alone: text cannot be added to the kernel: '#ifdef OTHER' stands in it: move it before the kernel
extern "C"
#ifdef OTHER
    __attribute__((used))
#endif
__global__ void chosen(int n, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && j < n) {
    float sum = 0;
    for (int k = 0; k < n; ++k)
      sum += a[i * n + k] * b[k * n + j];
    c[i * n + j] = sum;
  }
}
