// RUN: warpsmith %s -o %t.cu -- 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=TEXT --input-file=%t.cu
// A function that is another one in another build, called by a kernel that keeps its launches.
__device__ inline float scaled(float x) {
#ifdef TWICE
  return 2 * x;
#else
  return x;
#endif
}
// CHECK: remark: rewrote 'gemm': resident;
// TEXT: warpsmith: begin gemm
// TEXT-NEXT: #if !((!(defined(TWICE))))
// TEXT-NEXT: #error "Rewritten for another configuration: run warpsmith again."
// TEXT: __global__ void gemm(
__global__ void gemm(const float *a, const float *b, float *c, int m, int n, int k) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  float sum = 0;
  for (int l = 0; l < k; ++l)
    sum += scaled(a[i * k + l]) * b[l * n + j];
  c[i * n + j] = sum;
}
