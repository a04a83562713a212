// RUN: %unchanged
// Padding that is tested for in other places than are read, or on one side alone.
#define BEGIN                                                                                      \
  int q = blockIdx.x * blockDim.x + threadIdx.x, k = blockIdx.y;                                   \
  if (q >= Q)                                                                                      \
    return;                                                                                        \
  float sum = 0.0f;                                                                                \
  for (int c = 0; c < C; ++c)                                                                      \
    for (int s = 0; s < S; ++s)
#define PRODUCT sum += x[c * W + q + s - 1] * w[(k * C + c) * S + s];
#define END y[k * Q + q] = sum;

// CHECK-DAG: remark: left 'oneSide' alone: the condition {{.*}} in the loop is not implied by the guard
__global__ void oneSide(int C, int S, int W, int Q, const float *x, const float *w, float *y) {
  BEGIN if (q + s - 1 >= 0) PRODUCT END
}
// CHECK-DAG: remark: left 'otherStride' alone: the condition {{.*}} in the loop is not on a place in an array that the sum reads
__global__ void otherStride(int C, int S, int W, int Q, const float *x, const float *w, float *y) {
  BEGIN if (2 * q + s - 1 >= 0 && 2 * q + s - 1 < W) PRODUCT END
}
// CHECK-DAG: remark: left 'ofProducts' alone: condition inside the loop
__global__ void ofProducts(int C, int S, int W, int Q, const float *x, const float *w, float *y) {
  BEGIN {
    int i = q + s - 1;
    sum += i >= 0 && i < W ? x[c * W + i] * w[(k * C + c) * S + s] : 0.0f;
  }
  END
}
void run(dim3 g, dim3 t, int n, const float *x, const float *w, float *y) {
  oneSide<<<g, t>>>(n, n, n, n, x, w, y);
  otherStride<<<g, t>>>(n, n, n, n, x, w, y);
  ofProducts<<<g, t>>>(n, n, n, n, x, w, y);
}
