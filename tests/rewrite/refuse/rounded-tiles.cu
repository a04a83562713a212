// RUN: %unchanged
// Numbers of tiles whose rounding is not the same everywhere, or that are not what they look like.
#define TILES_AND_SUM                                                                              \
  As[ty][tx] = row < m && t * TILE + tx < k ? a[row * k + t * TILE + tx] : 0.0f;                   \
  Bs[ty][tx] = column < n && t * TILE + ty < k ? b[(t * TILE + ty) * n + column] : 0.0f;           \
  __syncthreads();                                                                                 \
  for (int l = 0; l < TILE; ++l)                                                                   \
    sum += As[ty][l] * Bs[l][tx];                                                                  \
  __syncthreads();
#define BEGIN                                                                                      \
  __shared__ float As[TILE][TILE], Bs[TILE][TILE];                                                 \
  int tx = threadIdx.x, ty = threadIdx.y;                                                          \
  int row = blockIdx.y * TILE + ty, column = blockIdx.x * TILE + tx;                               \
  float sum = 0.0f;
#define END                                                                                        \
  if (row < m && column < n)                                                                       \
    c[row * n + column] = sum;
#define TILE 12

__global__ void notPowerOfTwo(int m, int n, int k, const float *a, const float *b, float *c) {
  BEGIN
  // CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'notPowerOfTwo' alone: a loop whose condition 't < ceil(k / (float)TILE)' is no conjunction of bounds on integers
  for (int t = 0; t < ceil(k / (float)TILE); ++t) {
    TILES_AND_SUM
  }
  END
}
__global__ void variable(int m, int n, int k, const float *a, const float *b, float *c) {
  BEGIN
  // CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'variable' alone: a loop whose condition 't < ceil(k / (float)m)' is no conjunction of bounds on integers
  for (int t = 0; t < ceil(k / (float)m); ++t) {
    TILES_AND_SUM
  }
  END
}
__global__ void onData(int m, int n, int k, const float *a, const float *b, float *c) {
  BEGIN
  // CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'onData' alone: a loop whose condition 'a[t] > 0' is no conjunction of bounds on integers
  for (int t = 0; a[t] > 0; ++t) {
    TILES_AND_SUM
  }
  END
}
__global__ void whileEqual(int m, int n, int k, const float *a, const float *b, float *c) {
  BEGIN
  // CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'whileEqual' alone: a loop whose variable does not move to its end
  for (int t = 0; t == k; ++t) {
    TILES_AND_SUM
  }
  END
}
__global__ void fraction(int m, int n, int k, const float *a, const float *b, float *c) {
  BEGIN
  // CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'fraction' alone: a loop whose condition 't < ceil((k + 0.5f) / 16.0f)' is no conjunction of bounds on integers
  for (int t = 0; t < ceil((k + 0.5f) / 16.0f); ++t) {
    TILES_AND_SUM
  }
  END
}
void run(dim3 g, dim3 t, int n, const float *a, const float *b, float *c) {
  notPowerOfTwo<<<g, t>>>(n, n, n, a, b, c);
  variable<<<g, t>>>(n, n, n, a, b, c);
  onData<<<g, t>>>(n, n, n, a, b, c);
  whileEqual<<<g, t>>>(n, n, n, a, b, c);
  fraction<<<g, t>>>(n, n, n, a, b, c);
}
