// Tensor cores compute tiles of 16 x 16, which go through shared memory to get bias and ReLU.
// RUN: %status 4 warpsmith same %s --kernel=reference,candidate > %t; FileCheck %s --input-file=%t
// CHECK: no difference found, tested and not proved
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;

__global__ void reference(int m, int n, int k, const half *A, const half *B, const float *bias,
                          float *C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    float sum = 0.0f;
    for (int p = 0; p < k; ++p)
      sum += __half2float(A[row * k + p]) * __half2float(B[p * n + col]);
    float x = sum + bias[col];
    C[row * n + col] = x > 0.0f ? x : 0.0f;
  }
}

__global__ void candidate(int m, int n, int k, const half *A, const half *B, const float *bias,
                          float *C) {
  __shared__ __align__(32) half a[16][16];
  __shared__ __align__(32) half b[16][16];
  __shared__ __align__(32) float c[16][16];
  int row0 = blockIdx.y * 16, col0 = blockIdx.x * 16;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment(fc, 0.0f);
  for (int t = 0; t < k; t += 16) {
    for (int e = threadIdx.x; e < 256; e += 32) {
      int i = e / 16, j = e % 16;
      a[i][j] = row0 + i < m && t + j < k ? A[(row0 + i) * k + t + j] : __float2half(0.0f);
      b[i][j] = t + i < k && col0 + j < n ? B[(t + i) * n + col0 + j] : __float2half(0.0f);
    }
    __syncwarp();
    wmma::load_matrix_sync(fa, &a[0][0], 16);
    wmma::load_matrix_sync(fb, &b[0][0], 16);
    wmma::mma_sync(fc, fa, fb, fc);
    __syncwarp();
  }
  wmma::store_matrix_sync(&c[0][0], fc, 16, wmma::mem_row_major);
  __syncwarp();
  for (int e = threadIdx.x; e < 256; e += 32) {
    int row = row0 + e / 16, col = col0 + e % 16;
    if (row < m && col < n) {
      float x = c[e / 16][e % 16] + bias[col];
      C[row * n + col] = x > 0.0f ? x : 0.0f;
    }
  }
}

void launchCandidate(int m, int n, int k, const half *A, const half *B, const float *bias,
                     float *C) {
  candidate<<<dim3((n + 15) / 16, (m + 15) / 16), 32>>>(m, n, k, A, B, bias, C);
}
