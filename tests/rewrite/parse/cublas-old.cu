// The first interface of cuBLAS: no handle, characters for transposition.
// RUN: warpsmith %s --passes=tile -o %t.cu -- 2>&1 | FileCheck %s --implicit-check-not=warning:
// CHECK: remark: rewrote 'simple_sgemm'

#include <stdio.h>
#include <cublas.h>

__global__ void simple_sgemm(int n, const float *A, const float *B, float *C) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  float prod = 0;
  for (int k = 0; k < n; ++k)
    prod += A[k * n + i] * B[j * n + k];
  C[j * n + i] = prod;
}

int main() {
  int n = 256;
  float *h_A = 0, *d_A = 0, *d_B = 0, *d_C = 0;
  cublasStatus status = cublasInit();
  if (status != CUBLAS_STATUS_SUCCESS)
    return 1;
  cublasAlloc(n * n, sizeof(float), (void **)&d_A);
  cublasAlloc(n * n, sizeof(float), (void **)&d_B);
  cublasAlloc(n * n, sizeof(float), (void **)&d_C);
  cublasSetVector(n * n, sizeof(float), h_A, 1, d_A, 1);
  cublasSgemm('n', 'n', n, n, n, 1.f, d_A, n, d_B, n, 0.f, d_C, n);
  simple_sgemm<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(n, d_A, d_B, d_C);
  if (cublasGetError() != CUBLAS_STATUS_SUCCESS)
    fprintf(stderr, "sgemm failed\n");
  cublasGetVector(n * n, sizeof(float), d_C, 1, h_A, 1);
  cublasFree(d_A);
  cublasShutdown();
}
