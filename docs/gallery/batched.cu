// Many products of doubles in one launch: one slice of the grid per product.
#include <cuda_runtime.h>

__global__ void batched_dgemm(const double *A, const double *B, double *C, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int batch = blockIdx.z;
  A += batch * n * n;
  B += batch * n * n;
  C += batch * n * n;
  if (row < n && col < n) {
    double sum = 0.0;
    for (int i = 0; i < n; i++)
      sum += A[row * n + i] * B[i * n + col];
    C[row * n + col] = sum;
  }
}

void run_batched(const double *A, const double *B, double *C, int n, int count) {
  dim3 block(16, 16);
  dim3 grid((n + 15) / 16, (n + 15) / 16, count);
  batched_dgemm<<<grid, block>>>(A, B, C, n);
}
