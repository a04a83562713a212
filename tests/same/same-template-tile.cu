// The width of the tile is a template parameter, and the accumulated C stays the start of the sum.
// RUN: %status 0 warpsmith same %s --kernel=reference,candidate > %t; FileCheck %s --input-file=%t
// CHECK: same bits
__global__ void reference(int m, int n, int k, const double *A, const double *B, double *C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n)
    for (int p = 0; p < k; ++p)
      C[row * n + col] += A[row * k + p] * B[p * n + col];
}

template <int W>
__global__ void candidate(int m, int n, int k, const double *A, const double *B, double *C) {
  __shared__ double As[W][W];
  __shared__ double Bs[W][W];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * W + ty, col = blockIdx.x * W + tx;
  const bool inside = row < m && col < n;
  double sum = inside ? C[row * n + col] : 0.0;
  for (int t = 0; t < k; t += W) {
    As[ty][tx] = row < m && t + tx < k ? A[row * k + t + tx] : 0.0;
    Bs[ty][tx] = col < n && t + ty < k ? B[(t + ty) * n + col] : 0.0;
    __syncthreads();
#pragma unroll
    for (int p = 0; p < W; ++p)
      if (t + p < k)
        sum += As[ty][p] * Bs[p][tx];
    __syncthreads();
  }
  if (inside)
    C[row * n + col] = sum;
}

template __global__ void candidate<8>(int, int, int, const double *, const double *, double *);
