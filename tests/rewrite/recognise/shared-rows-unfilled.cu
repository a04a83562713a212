// RUN: warpsmith %s --emit=contraction -- | FileCheck %s
// Beyond the last row and column, shared memory holds nothing. Only threads read it that store
// nothing. Beyond the end of the sum, the loop ends.
__global__ void gemm(const float *a, const float *b, float *c, int m, int n, int k) {
  __shared__ float As[8][8], Bs[8][8];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * 8 + ty, column = blockIdx.x * 8 + tx;
  float sum = 0.0f;
  for (int t = 0; t < k; t += 8) {
    if (row < m && t + tx < k)
      As[ty][tx] = a[row * k + t + tx];
    if (t + ty < k && column < n)
      Bs[ty][tx] = b[(t + ty) * n + column];
    __syncthreads();
    for (int l = 0; l < min(8, k - t); ++l)
      sum += As[ty][l] * Bs[l][tx];
    __syncthreads();
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}
void run(dim3 g, dim3 t, const float *a, float *c, int n) { gemm<<<g, t>>>(a, a, c, n, n, n); }

// CHECK: contraction gemm
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
