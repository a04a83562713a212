// RUN: warpsmith %s --emit=contraction -- | FileCheck %s
// nvcc takes tiles that are both __device__ and __shared__ for shared ones.
__global__ void gemm(const float *a, const float *b, float *c, int n) {
  __device__ __shared__ float x[8][8];
  __device__ __shared__ float y[8][8];
  int row = blockIdx.y * 8 + threadIdx.y, column = blockIdx.x * 8 + threadIdx.x;
  float sum = 0.0f;
  for (int t = 0; t < n; t += 8) {
    x[threadIdx.y][threadIdx.x] = a[row * n + t + threadIdx.x];
    y[threadIdx.y][threadIdx.x] = b[(t + threadIdx.y) * n + column];
    __syncthreads();
    for (int l = 0; l < 8; ++l)
      sum += x[threadIdx.y][l] * y[l][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}
void run(dim3 g, dim3 t, const float *a, float *c, int n) { gemm<<<g, t>>>(a, a, c, n); }

// CHECK: contraction gemm
