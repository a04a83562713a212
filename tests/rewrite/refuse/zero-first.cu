// RUN: %unchanged
// Zeros that come first, but not where the sum ends, or of one operand alone.
#define TILE 16
#define SUM                                                                                        \
  __syncthreads();                                                                                 \
  for (int l = 0; l < TILE; ++l)                                                                   \
    sum += As[ty][l] * Bs[l][tx];                                                                  \
  __syncthreads();
#define BEGIN                                                                                      \
  __shared__ float As[TILE][TILE], Bs[TILE][TILE];                                                 \
  int tx = threadIdx.x, ty = threadIdx.y;                                                          \
  int row = blockIdx.y * TILE + ty, column = blockIdx.x * TILE + tx;                               \
  float sum = 0.0f;

__global__ void oneTooMany(int m, int n, int k, const float *a, const float *b, float *c) {
  BEGIN
  // CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'oneTooMany' alone: the condition {{.*}} in the loop is not implied by the guard
  for (int t = 0; t < k; t += TILE) {
    As[ty][tx] = t + tx > k ? 0.0f : a[row * k + t + tx];
    Bs[ty][tx] = t + ty >= k ? 0.0f : b[(t + ty) * n + column];
    SUM
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}
__global__ void oneOperand(int m, int n, int k, const float *a, const float *b, float *c) {
  BEGIN
  // CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'oneOperand' alone: only some operands are zero beyond the end of the sum
  for (int t = 0; t < k; t += TILE) {
    As[ty][tx] = t + tx >= k ? 0.0f : a[row * k + t + tx];
    Bs[ty][tx] = b[(t + ty) * n + column];
    SUM
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}
__global__ void zeroInside(int m, int n, int k, const float *a, const float *b, float *c) {
  BEGIN
  // CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'zeroInside' alone: the condition {{.*}} in the loop is not implied by the guard
  for (int t = 0; t < k; t += TILE) {
    As[ty][tx] = t + tx < k ? 0.0f : a[row * k + t + tx];
    Bs[ty][tx] = t + ty < k ? 0.0f : b[(t + ty) * n + column];
    SUM
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}
__global__ void both(int m, int n, int k, const float *a, const float *b, float *c) {
  BEGIN
  // CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'both' alone: condition inside the loop
  for (int t = 0; t < k; t += TILE) {
    As[ty][tx] = row >= m && t + tx >= k ? 0.0f : a[row * k + t + tx];
    Bs[ty][tx] = t + ty >= k ? 0.0f : b[(t + ty) * n + column];
    SUM
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}
void run(dim3 g, dim3 t, int n, const float *a, const float *b, float *c) {
  oneTooMany<<<g, t>>>(n, n, n, a, b, c);
  oneOperand<<<g, t>>>(n, n, n, a, b, c);
  zeroInside<<<g, t>>>(n, n, n, a, b, c);
  both<<<g, t>>>(n, n, n, a, b, c);
}
