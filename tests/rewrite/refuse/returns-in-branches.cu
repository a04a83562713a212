// RUN: %unchanged
// Returns under a condition inside of a branch, behind which something follows.
#define ROW                                                                                        \
  const int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;           \
  if (row >= m || column >= n)                                                                     \
    return;                                                                                        \
  float sum = 0.0f;                                                                                \
  for (int l = 0; l < k; ++l)                                                                      \
    sum += a[row * k + l] * b[l * n + column];

// CHECK-DAG: :[[@LINE+7]]:{{[0-9]+}}: remark: left 'before' alone: a store behind a branch that returns or goes on with the next step, under conditions that are no upper bounds on indices
__global__ void before(int m, int n, int k, int some, const float *a, const float *b, float *c) {
  ROW
  if (row < some) {
    if (column < some)
      return;
  }
  c[row * n + column] = sum;
}

// CHECK-DAG: remark: left 'inElse' alone: a store behind a branch that returns or goes on with the next step, under conditions that are no upper bounds on indices
__global__ void inElse(int m, int n, int k, int some, const float *a, const float *b, float *c) {
  ROW
  float factor = 1.0f;
  if (row >= some)
    factor = 2.0f;
  else if (column < some)
    return;
  c[row * n + column] = sum * factor;
}

// The mask returns inside of a guard, behind which the kernel goes on.
// CHECK-DAG: remark: left 'behindMask' alone: a store behind a branch that returns or goes on with the next step, under conditions that are no upper bounds on indices
__global__ void behindMask(int m, int n, int k, int some, const float *a, const float *b,
                           float *c) {
  const int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
  if (row < m && column < n) {
    if (column > row) {
      c[row * n + column] = 0.0f;
      return;
    }
    float sum = 0.0f;
    for (int l = 0; l < k; ++l)
      sum += a[row * k + l] * b[l * n + column];
    c[row * n + column] = sum;
  }
  if (row < m && column < n)
    c[row * n + column] *= 2.0f;
}

__device__ void find(float &value, int row, int some) {
  for (int i = 0; i < 2; ++i) {
    if (row + i >= some)
      return;
    value = value + 1.0f;
  }
}
// CHECK-DAG: remark: left 'inLoop' alone: return inside the loop
__global__ void inLoop(int m, int n, int k, int some, const float *a, const float *b, float *c) {
  ROW
  float factor = 1.0f;
  find(factor, row, some);
  c[row * n + column] = sum * factor;
}

void launch(int m, int n, int k, int some, const float *a, const float *b, float *c) {
  const dim3 grid((n + 15) / 16, (m + 15) / 16), block(16, 16);
  before<<<grid, block>>>(m, n, k, some, a, b, c);
  behindMask<<<grid, block>>>(m, n, k, some, a, b, c);
  inElse<<<grid, block>>>(m, n, k, some, a, b, c);
  inLoop<<<grid, block>>>(m, n, k, some, a, b, c);
}
