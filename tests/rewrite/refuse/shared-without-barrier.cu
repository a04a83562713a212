// RUN: %unchanged
// A tile is stored again while other threads may still read it.
#define TILE 16
__global__ void kernel(int n, int m, int p, float *a, float *b, float *c) {
  __shared__ float as[TILE][TILE], bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  for (int t = 0; t < p / TILE; ++t) {
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'kernel' alone: 'as' in shared memory is stored while other threads may still read it: no __syncthreads() before
    as[ty][tx] = a[row * p + t * TILE + tx];
    bs[ty][tx] = b[(t * TILE + ty) * m + col];
    __syncthreads();
    for (int k = 0; k < TILE; ++k)
      sum += as[ty][k] * bs[k][tx];
  }
  c[row * m + col] = sum;
}
void run(dim3 g, dim3 t, int n, int m, int p, float *a, float *b, float *c) {
  kernel<<<g, t>>>(n, m, p, a, b, c);
}
