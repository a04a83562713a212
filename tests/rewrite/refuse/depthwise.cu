// RUN: %unchanged
// Depthwise convolutions: a filter for each channel.
#define CONVOLUTION(condition)                                                                     \
  int q = blockIdx.x * blockDim.x + threadIdx.x, p = blockIdx.y * blockDim.y + threadIdx.y;        \
  int n = blockIdx.z / C, c = blockIdx.z % C;                                                      \
  if (q < Q && p < P && n < N) {                                                                   \
    float sum = 0.0f;                                                                              \
    for (int r = 0; r < R; ++r)                                                                    \
      for (int s = 0; s < R; ++s) {                                                                \
        int iy = p + r - pad, ix = q + s - pad;                                                    \
        if (condition)                                                                             \
          sum += x[((n * C + c) * H + iy) * W + ix] * w[(c * R + r) * R + s];                      \
      }                                                                                            \
    y[((n * C + c) * P + p) * Q + q] = sum;                                                        \
  }

// CHECK-DAG: remark: left 'whole' alone: no index of {{.*}} moves the second operand alone, as in a depthwise convolution: it is no product of matrices
__global__ void whole(int N, int C, int H, int W, int R, int P, int Q, int pad, const float *x,
                      const float *w, float *y){CONVOLUTION(true)}
// CHECK-DAG: remark: left 'padded' alone: no index of {{.*}} moves the second operand alone
__global__ void padded(int N, int C, int H, int W, int R, int P, int Q, int pad, const float *x,
                       const float *w, float *y) {
  CONVOLUTION(iy >= 0 && iy < H && ix >= 0 && ix < W)
}
void run(dim3 g, dim3 t, int n, const float *x, const float *w, float *y) {
  whole<<<g, t>>>(n, n, n, n, n, n, n, n, x, w, y);
  padded<<<g, t>>>(n, n, n, n, n, n, n, n, x, w, y);
}
