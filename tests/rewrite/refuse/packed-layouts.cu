// RUN: %unchanged
// An index that packed layouts divide, and a guard that does not say how many whole runs it counts.
#define PRODUCT                                                                                    \
  for (int r = 0; r < k; ++r)                                                                      \
    for (int s = 0; s < 16; ++s)                                                                   \
      sum += a[(r * m + i) * 16 + s] * b[((j / 16 * k + r) * 16 + s) * 16 + j % 16];

// CHECK: remark: left 'ofBlocks' alone: the guard '16 * blockIdx.x + threadIdx.x < n' is not an upper bound on one index
__global__ void ofBlocks(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * 16 + threadIdx.x, i = blockIdx.y * 16 + threadIdx.y;
  if (i >= m || j >= n)
    return;
  float sum = 0;
  PRODUCT
  c[(j / 16 * m + i) * 16 + j % 16] = sum;
}

void launch(int m, int n, int k, const float *a, const float *b, float *c) {
  const dim3 grid((n + 15) / 16, (m + 15) / 16), block(16, 16);
  ofBlocks<<<grid, block>>>(m, n, k, a, b, c);
}
