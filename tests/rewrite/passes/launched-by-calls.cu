// RUN: warpsmith %s --verbose -o %t.cu -- 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=OUT --input-file=%t.cu
// Kernels that are launched by calls which cannot be edited keep their launches, also instances of
// templates and those that no other file knows.

// CHECK: remark: rewrote 'gemm': resident; the file launches it by a call that is not understood
// OUT: if (gemm_rewritten::case1::resident(c, a, b, m, n, k))
template <class T>
__global__ void gemm(T *c, T *a, T *b, int m, int n, int k) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  T sum = 0;
  for (int l = 0; l < k; ++l)
    sum += a[i * k + l] * b[l * n + j];
  c[i * n + j] = sum;
}

// CHECK: remark: rewrote 'own': resident; the file launches it by a call that is not understood
__global__ static void own(float *c, float *a, float *b, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || j >= n)
    return;
  float sum = 0;
  for (int l = 0; l < n; ++l)
    sum += a[i * n + l] * b[l * n + j];
  c[i * n + j] = sum;
}

// CHECK: remark: left 'unused' alone: no launch of the kernel in this file
__global__ static void unused(float *c, float *a, float *b, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || j >= n)
    return;
  float sum = 0;
  for (int l = 0; l < n; ++l)
    sum += a[i * n + l] * b[l * n + j];
  c[i * n + j] = sum;
}

// OUT: cudaLaunchKernelEx(&config, gemm<float>, a, a, a, 1, 1, 1);
void run(cudaLaunchConfig_t config, float *a) {
  cudaLaunchKernelEx(&config, gemm<float>, a, a, a, 1, 1, 1);
  cudaLaunchKernelEx(&config, own, a, a, a, 1);
}
