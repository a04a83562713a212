// RUN: %unchanged
// Functions that fill tiles, and too few barriers.
#define TILE 16
__device__ void fill(float tile[TILE][TILE], const float *from, int stride, int row, int column) {
  tile[threadIdx.y][threadIdx.x] = from[row * stride + column];
}
__global__ void withoutBarrier(const float *a, const float *b, float *c, int n) {
  __shared__ float As[TILE][TILE], Bs[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
  float sum = 0.0f;
  for (int step = 0; step < n; step += TILE) {
    fill(As, a, n, row, step + threadIdx.x);
    fill(Bs, b, n, step + threadIdx.y, column);
    for (int l = 0; l < TILE; ++l)
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'withoutBarrier' alone: {{.*}} in shared memory is read without a __syncthreads() after it was stored
      sum += As[threadIdx.y][l] * Bs[l][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}
__device__ void wait() { __syncthreads(); }
__global__ void underData(const float *a, const float *b, float *c, int n) {
  __shared__ float As[TILE][TILE], Bs[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
  float sum = 0.0f;
  for (int step = 0; step < n; step += TILE) {
    fill(As, a, n, row, step + threadIdx.x);
    fill(Bs, b, n, step + threadIdx.y, column);
    if (a[column] > 0.0f)
// CHECK: {{.*}}.cu:{{[0-9]+}}:{{[0-9]+}}: remark: left 'underData' alone: a barrier under a condition that may differ between threads of the block
      wait();
    for (int l = 0; l < TILE; ++l)
      sum += As[threadIdx.y][l] * Bs[l][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}
void run(dim3 g, dim3 t, const float *a, float *c, int n) {
  withoutBarrier<<<g, t>>>(a, a, c, n);
  underData<<<g, t>>>(a, a, c, n);
}
