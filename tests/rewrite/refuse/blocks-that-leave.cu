// RUN: %unchanged
// Blocks right of the diagonal leave at once: which blocks store is no bound on one index.
// CHECK: remark: left 'product' alone: the guard
__global__ void product(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float u[16][16], v[16][16];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  if (blockIdx.x > blockIdx.y)
    return;
  float sum = 0;
  for (int t = 0; t < (k + 15) / 16; ++t) {
    u[ty][tx] = row < m && t * 16 + tx < k ? a[row * k + t * 16 + tx] : 0.f;
    v[ty][tx] = col < n && t * 16 + ty < k ? b[(t * 16 + ty) * n + col] : 0.f;
    __syncthreads();
    for (int e = 0; e < 16; ++e)
      sum += u[ty][e] * v[e][tx];
    __syncthreads();
  }
  if (row < m && col < n)
    c[row * n + col] = sum;
}

void go(int m, int n, int k, const float *a, const float *b, float *c) {
  product<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(m, n, k, a, b, c);
}
