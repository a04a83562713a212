// RUN: %unchanged
// The rows that other threads have stored are those of their own steps of the loop.
#define TILE 16
__global__ void kernel(int n, int m, int p, float *a, float *b, float *c) {
  __shared__ float as[TILE][TILE], bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y, col = blockIdx.x * TILE + tx;
  for (int row = blockIdx.y * blockDim.y + threadIdx.y; row < n; row += gridDim.y * blockDim.y) {
    float sum = 0.0f;
    for (int t = 0; t < p / TILE; ++t) {
      as[tx][ty] = a[row * p + t * TILE + tx];
      bs[ty][tx] = b[(t * TILE + ty) * m + col];
      __syncthreads();
      for (int k = 0; k < TILE; ++k)
// CHECK: {{.*}}.cu:[[@LINE-4]]:{{[0-9]+}}: remark: left 'kernel' alone: 'as' in shared memory is stored while other threads may still read it: no __syncthreads() after the read in line [[@LINE+1]]
        sum += as[ty][k] * bs[k][tx];
      __syncthreads();
    }
    c[row * m + col] = sum;
  }
}
void run(dim3 g, dim3 t, int n, int m, int p, float *a, float *b, float *c) {
  kernel<<<g, t>>>(n, m, p, a, b, c);
}
