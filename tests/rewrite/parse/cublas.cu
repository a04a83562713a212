// A product checked with cuBLAS, version 2.
// RUN: %parsed
// RUN: %parsed-toolkit
// CHECK: remark: rewrote 'naive_gemm'

#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define CHECK_CUBLAS(call)                                                                         \
  do {                                                                                             \
    cublasStatus_t status = (call);                                                                \
    if (status != CUBLAS_STATUS_SUCCESS) {                                                         \
      fprintf(stderr, "cuBLAS %d at %s:%d\n", status, __FILE__, __LINE__);                         \
      return 1;                                                                                    \
    }                                                                                              \
  } while (0)

__global__ void naive_gemm(int M, int N, int K, float alpha, const float *A, const float *B,
                           float beta, float *C) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < M && y < N) {
    float tmp = 0.0;
    for (int i = 0; i < K; ++i)
      tmp += A[x * K + i] * B[i * N + y];
    C[x * N + y] = alpha * tmp + beta * C[x * N + y];
  }
}

int main() {
  int n = 512;
  float alpha = 1, beta = 0, *A, *B, *C, *D;
  cudaMalloc(&A, n * n * 4);
  cudaMalloc(&B, n * n * 4);
  cudaMalloc(&C, n * n * 4);
  cudaMalloc(&D, n * n * 4);
  cublasHandle_t handle;
  CHECK_CUBLAS(cublasCreate(&handle));
  CHECK_CUBLAS(cublasSetMathMode(handle, CUBLAS_PEDANTIC_MATH));
  CHECK_CUBLAS(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &alpha, B, n, A, n, &beta, D, n));
  CHECK_CUBLAS(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, &alpha, B, CUDA_R_32F, n, A,
                            CUDA_R_32F, n, &beta, D, CUDA_R_32F, n, CUBLAS_COMPUTE_32F,
                            CUBLAS_GEMM_DEFAULT));
  naive_gemm<<<dim3(16, 16), dim3(32, 32)>>>(n, n, n, alpha, A, B, beta, C);
  CHECK_CUBLAS(cublasDestroy(handle));
}
