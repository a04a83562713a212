// C = L B for a lower triangular L: the element in row i sums i + 1 products.
#include <cuda_runtime.h>

__global__ void trmm(const float *L, const float *B, float *C, int m, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    float sum = 0.0f;
    for (int i = 0; i <= row; i++)
      sum += L[row * m + i] * B[i * n + col];
    C[row * n + col] = sum;
  }
}

void run_trmm(const float *L, const float *B, float *C, int m, int n) {
  dim3 block(16, 16);
  dim3 grid((n + 15) / 16, (m + 15) / 16);
  trmm<<<grid, block>>>(L, B, C, m, n);
}
