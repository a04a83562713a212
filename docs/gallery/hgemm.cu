// A product of FP16 matrices, summed in FP32.
#include <cuda_fp16.h>

__global__ void hgemm(const __half *A, const __half *B, __half *C, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    float sum = 0.0f;
    for (int i = 0; i < k; i++)
      sum += __half2float(A[row * k + i]) * __half2float(B[i * n + col]);
    C[row * n + col] = __float2half(sum);
  }
}

void run_hgemm(const __half *A, const __half *B, __half *C, int m, int n, int k) {
  dim3 block(16, 16);
  dim3 grid((n + 15) / 16, (m + 15) / 16);
  hgemm<<<grid, block>>>(A, B, C, m, n, k);
}
