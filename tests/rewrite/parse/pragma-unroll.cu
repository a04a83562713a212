// RUN: warpsmith %s --emit=contraction -- | FileCheck %s
// nvcc takes two #pragma unroll before a loop, and warns of one before something else.
__global__ void gemm(const float *a, const float *b, float *c, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
#pragma unroll
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n || column >= n)
    return;
  float sum = 0.0f;
#pragma unroll

#pragma unroll 4
  for (int l = 0; l < n; ++l)
    sum += a[row * n + l] * b[l * n + column];
#pragma unroll
  c[row * n + column] = sum;
}
void go(dim3 g, dim3 t, const float *a, float *c, int n) { gemm<<<g, t>>>(a, a, c, n); }

// CHECK: contraction gemm
