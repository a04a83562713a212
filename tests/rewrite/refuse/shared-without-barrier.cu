// RUN: %unchanged
// A tile is stored again while other threads may still read it.
#define TILE 16
__global__ void kernel(int n, int m, int p, float *a, float *b, float *c) {
  __shared__ float as[TILE][TILE], bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  for (int t = 0; t < p / TILE; ++t) {
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'kernel' alone: 'as' in shared memory is stored while other threads may still read it: no __syncthreads() after the read in line [[@LINE+5]]
    as[ty][tx] = a[row * p + t * TILE + tx];
    bs[ty][tx] = b[(t * TILE + ty) * m + col];
    __syncthreads();
    for (int k = 0; k < TILE; ++k)
      sum += as[ty][k] * bs[k][tx];
  }
  c[row * m + col] = sum;
}

// The last two steps have no barrier at their end.
__global__ void butTheLastTwo(int n, int m, int p, float *a, float *b, float *c) {
  __shared__ float as[TILE][TILE], bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  for (int t = 0; t < p / TILE; ++t) {
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'butTheLastTwo' alone: 'as' in shared memory is stored while other threads may still read it: no __syncthreads() after the read in line [[@LINE+5]]: the __syncthreads() in line [[@LINE+7]] waits at some steps only; take it out of its condition
    as[ty][tx] = a[row * p + t * TILE + tx];
    bs[ty][tx] = b[(t * TILE + ty) * m + col];
    __syncthreads();
    for (int k = 0; k < TILE; ++k)
      sum += as[ty][k] * bs[k][tx];
    if (t + 2 < p / TILE)
      __syncthreads();
  }
  c[row * m + col] = sum;
}

// Threads part at a barrier, though no step needs it.
__global__ void divergent(int n, int m, int p, float *a, float *b, float *c) {
  __shared__ float as[TILE][TILE], bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  for (int t = 0; t < p / TILE; ++t) {
    as[ty][tx] = a[row * p + t * TILE + tx];
    bs[ty][tx] = b[(t * TILE + ty) * m + col];
    __syncthreads();
    if (t + tx < p / TILE)
// CHECK: {{.*}}.cu:[[@LINE+3]]:{{[0-9]+}}: remark: left 'divergent' alone: what is read of 'as' is not known to be what one thread of the block has stored there in line [[@LINE-4]]
      __syncthreads();
    for (int k = 0; k < TILE; ++k)
      sum += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  c[row * m + col] = sum;
}

// The same, of whole rows at some steps.
// CHECK: remark: left 'divergentRows' alone: a barrier under a condition that may differ between threads of the block
__global__ void divergentRows(int n, int m, int p, float *a, float *b, float *c) {
  __shared__ float as[TILE][TILE], bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  for (int t = 0; t < p / TILE; ++t) {
    as[ty][tx] = a[row * p + t * TILE + tx];
    bs[ty][tx] = b[(t * TILE + ty) * m + col];
    __syncthreads();
    if (t + 2 < p / TILE && ty < 8)
      __syncthreads();
    for (int k = 0; k < TILE; ++k)
      sum += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  c[row * m + col] = sum;
}

void run(dim3 g, dim3 t, int n, int m, int p, float *a, float *b, float *c) {
  kernel<<<g, t>>>(n, m, p, a, b, c);
  butTheLastTwo<<<g, t>>>(n, m, p, a, b, c);
  divergent<<<g, t>>>(n, m, p, a, b, c);
  divergentRows<<<g, t>>>(n, m, p, a, b, c);
}
