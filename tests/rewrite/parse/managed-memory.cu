// Managed memory with the signatures of before CUDA 13.
// RUN: %parsed
// RUN: %parsed-toolkit
// CHECK: remark: rewrote 'gemm'

#include <cuda_profiler_api.h>

__global__ void gemm(float *a, float *b, float *c, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  if (col < k && row < m) {
    for (int i = 0; i < n; i++) {
      sum += a[row * n + i] * b[i * k + col];
    }
    c[row * k + col] = sum;
  }
}

int main() {
  int device = -1, n = 1000;
  float *a, *b, *c;
  cudaGetDevice(&device);
  cudaMallocManaged(&a, n * n * sizeof(float));
  cudaMallocManaged(&b, n * n * sizeof(float));
  cudaMallocManaged(&c, n * n * sizeof(float));
  cudaMemAdvise(a, n * n * sizeof(float), cudaMemAdviseSetReadMostly, device);
  cudaMemPrefetchAsync(a, n * n * sizeof(float), device, NULL);
  cudaMemPrefetchAsync(b, n * n * sizeof(float), device);
  cudaPointerAttributes attributes;
  cudaPointerGetAttributes(&attributes, a);
  cudaFuncSetSharedMemConfig(gemm, cudaSharedMemBankSizeFourByte);
  cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte);
  cudaProfilerStart();
  gemm<<<dim3(63, 63), dim3(16, 16)>>>(a, b, c, n, n, n);
  cudaProfilerStop();
  cudaMemPrefetchAsync(c, n * n * sizeof(float), cudaCpuDeviceId, 0);
  cudaDeviceSynchronize();
  return attributes.isManaged;
}
