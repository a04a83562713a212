// RUN: %unchanged
// Beyond the end of the sum one operand is zero and the other is whatever lies there.
#define TILE 16
// CHECK: remark: left 'kernel' alone: only some operands are zero beyond the end of the sum
__global__ void kernel(int n, int m, int p, float *a, float *b, float *c) {
  __shared__ float as[TILE][TILE], bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  for (int t = 0; t < (p + TILE - 1) / TILE; ++t) {
    as[ty][tx] = row < n && t * TILE + tx < p ? a[row * p + t * TILE + tx] : 0.0f;
    bs[ty][tx] = col < m ? b[(t * TILE + ty) * m + col] : 0.0f;
    __syncthreads();
    for (int k = 0; k < TILE; ++k)
      sum += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  if (row < n && col < m)
    c[row * m + col] = sum;
}
void run(dim3 g, dim3 t, int n, int m, int p, float *a, float *b, float *c) {
  kernel<<<g, t>>>(n, m, p, a, b, c);
}
