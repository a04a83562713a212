// RUN: warpsmith %s -o %t.cu 2> %t.remarks -- && cmp %s %t.cu && FileCheck %s --input-file=%t.remarks --implicit-check-not=remark:
// Close to the implicit product of tests/emulate/verify-convolutions.cu: the steps of its tiles are
// not the digits of a window's place.
#define T 16
#define BEGIN                                                                                      \
  int rows = H - K + 1, columns = W - K + 1, steps = C * K * K;                                    \
  __shared__ float a[T][T], b[T][T];                                                               \
  int tx = threadIdx.x, ty = threadIdx.y, i = blockIdx.y * T + ty, j = blockIdx.x * T + tx;        \
  int row = j / columns, column = j % columns;
#define WINDOW(s)                                                                                  \
  x[((blockIdx.z * C + (s) / (K * K)) * H + row + (s) % (K * K) / K) * W + column + (s) % K]
#define SUM                                                                                        \
  __syncthreads();                                                                                 \
  for (int l = 0; l < T; ++l)                                                                      \
    sum += a[ty][l] * b[l][tx];                                                                    \
  __syncthreads();
#define END                                                                                        \
  if (i < M && j < rows * columns)                                                                 \
    y[((blockIdx.z * M + i) * rows + row) * columns + column] = sum;

// What pads the windows is no zero: so steps beyond the last one change what began with -0.
// CHECK: remark: left 'paddedByNegativeZero' alone:
__global__ void paddedByNegativeZero(float *y, const float *x, const float *w, int M, int C, int H,
                                     int W, int K) {
  BEGIN
  float sum = -0.0f;
  for (int t = 0; t < (steps + T - 1) / T; ++t) {
    a[ty][tx] = i < M && t * T + tx < steps ? w[i * steps + t * T + tx] : 0.0f;
    b[ty][tx] = j < rows * columns && t * T + ty < steps ? WINDOW(t * T + ty) : 0.0f;
    SUM
  }
  END
}
// CHECK: remark: left 'paddedByOnes' alone:
__global__ void paddedByOnes(float *y, const float *x, const float *w, int M, int C, int H, int W,
                             int K) {
  BEGIN
  float sum = 0;
  for (int t = 0; t < (steps + T - 1) / T; ++t) {
    a[ty][tx] = i < M && t * T + tx < steps ? w[i * steps + t * T + tx] : 1.0f;
    b[ty][tx] = j < rows * columns && t * T + ty < steps ? WINDOW(t * T + ty) : 1.0f;
    SUM
  }
  END
}
// Steps beyond the last one multiply weights of the next filter by zeros, which may be infinite.
// CHECK: remark: left 'paddedOnOneSide' alone:
__global__ void paddedOnOneSide(float *y, const float *x, const float *w, int M, int C, int H,
                                int W, int K) {
  BEGIN
  float sum = 0;
  for (int t = 0; t < (steps + T - 1) / T; ++t) {
    a[ty][tx] = i < M ? w[i * steps + t * T + tx] : 0.0f;
    b[ty][tx] = j < rows * columns && t * T + ty < steps ? WINDOW(t * T + ty) : 0.0f;
    SUM
  }
  END
}
// The tiles overlap.
// CHECK: remark: left 'overlapping' alone:
__global__ void overlapping(float *y, const float *x, const float *w, int M, int C, int H, int W,
                            int K) {
  BEGIN
  float sum = 0;
  for (int t = 0; t < (steps + T - 1) / T; ++t) {
    a[ty][tx] = i < M && t * 8 + tx < steps ? w[i * steps + t * 8 + tx] : 0.0f;
    b[ty][tx] = j < rows * columns && t * 8 + ty < steps ? WINDOW(t * 8 + ty) : 0.0f;
    SUM
  }
  END
}
// The window's place is of the tile alone.
// CHECK: remark: left 'placeOfTile' alone:
__global__ void placeOfTile(float *y, const float *x, const float *w, int M, int C, int H, int W,
                            int K) {
  BEGIN
  float sum = 0;
  for (int t = 0; t < (steps + T - 1) / T; ++t) {
    a[ty][tx] = i < M && t * T + tx < steps ? w[i * steps + t * T + tx] : 0.0f;
    b[ty][tx] = j < rows * columns && t * T + ty < steps ? WINDOW(t + ty) : 0.0f;
    SUM
  }
  END
}
// The two steps that are written one by one are no neighbours.
// CHECK: remark: left 'stepsInAnotherOrder' alone: {{.*}}
__global__ void stepsInAnotherOrder(float *y, const float *x, const float *w, int M, int C, int H,
                                    int W, int K) {
  BEGIN
  float sum = 0;
  for (int t = 0; t < (steps + T - 1) / T; ++t) {
    a[ty][tx] = i < M && t * T + tx < steps ? w[i * steps + t * T + tx] : 0.0f;
    b[ty][tx] = j < rows * columns && t * T + ty < steps ? WINDOW(t * T + ty) : 0.0f;
    __syncthreads();
    for (int l = 0; l < T; l += 2) {
      sum += a[ty][l + 1] * b[l + 1][tx];
      sum += a[ty][l] * b[l][tx];
    }
    __syncthreads();
  }
  END
}
// The second of them reads the window of the first one.
// CHECK: remark: left 'oneWindowTwice' alone:
__global__ void oneWindowTwice(float *y, const float *x, const float *w, int M, int C, int H, int W,
                               int K) {
  BEGIN
  float sum = 0;
  for (int t = 0; t < (steps + T - 1) / T; ++t) {
    a[ty][tx] = i < M && t * T + tx < steps ? w[i * steps + t * T + tx] : 0.0f;
    b[ty][tx] = j < rows * columns && t * T + ty < steps ? WINDOW(t * T + ty) : 0.0f;
    __syncthreads();
    for (int l = 0; l < T; l += 2) {
      sum += a[ty][l] * b[l][tx];
      sum += a[ty][l + 1] * b[l][tx];
    }
    __syncthreads();
  }
  END
}
