// RUN: warpsmith %s --emit=contraction --  2>&1 | FileCheck %s
// Indices of images, rows and columns are one group, those of channels and of places in the filter
// another; indices that one stride describes become one.
// CHECK-LABEL: contraction nchw
// CHECK: domain{{ +}}%m < K, %n1 < N, %n2 < P, %n3 < Q, %k1 < C, %k2 < R, %k3 < S
// CHECK: A{{ +}}w[%m * C * R * S + %k1 * R * S + %k2 * S + %k3]: f32
// CHECK: B{{ +}}x[%n1 * C * H * W + %k1 * H * W + %k2 * W + %n2 * W + %k3 + %n3]: f32
// CHECK: C{{ +}}y[%n1 * K * P * Q + %m * P * Q + %n2 * Q + %n3]: f32
// CHECK: requires blockDim.z == 1
// CHECK: requires gridDim.z >= K * N
// CHECK: requires blockDim.y * gridDim.y >= P
// CHECK: requires blockDim.x * gridDim.x >= Q
__global__ void nchw(int N, int C, int H, int W, int K, int R, int S, int P, int Q, const float *x,
                     const float *w, float *y) {
  int q = blockIdx.x * blockDim.x + threadIdx.x;
  int p = blockIdx.y * blockDim.y + threadIdx.y;
  int n = blockIdx.z / K, k = blockIdx.z % K;
  if (q < Q && p < P && n < N) {
    float sum = 0.0f;
    for (int c = 0; c < C; ++c)
      for (int r = 0; r < R; ++r)
        for (int s = 0; s < S; ++s)
          sum += x[((n * C + c) * H + p + r) * W + q + s] * w[((k * C + c) * R + r) * S + s];
    y[((n * K + k) * P + p) * Q + q] = sum;
  }
}
// CHECK-LABEL: contraction flat
// CHECK: domain{{ +}}%m < K, %n1 < N, %n2 < P, %n3 < Q, %k1 < C, %k2 < R, %k3 < S
// CHECK: A{{ +}}w[%m * C * R * S + %k1 * R * S + %k2 * S + %k3]: f32
// CHECK: B{{ +}}x[%n1 * C * H * W + %k1 * H * W + %n2 * W * stride + %k2 * W + %n3 * stride - W * pad + %k3 - pad]: f32, skipped unless 0 <= %n2 * stride + %k2 - pad < H and 0 <= %n3 * stride + %k3 - pad < W
// CHECK: C{{ +}}y[%n1 * K * P * Q + %m * P * Q + %n2 * Q + %n3]: f32
// CHECK: requires blockDim.y * gridDim.y == 1
// CHECK: requires blockDim.z * gridDim.z == 1
// CHECK: requires blockDim.x * gridDim.x >= K * N * P * Q
__global__ void flat(int N, int C, int H, int W, int K, int R, int S, int P, int Q, int stride,
                     int pad, const float *x, const float *w, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= N * K * P * Q)
    return;
  int q = i % Q;
  int p = i / Q % P;
  int k = i / (P * Q) % K;
  int n = i / (K * P * Q);
  float sum = 0.0f;
  for (int c = 0; c < C; ++c)
    for (int r = 0; r < R; ++r)
      for (int s = 0; s < S; ++s) {
        int iy = p * stride + r - pad, ix = q * stride + s - pad;
        if (iy >= 0 && iy < H && ix >= 0 && ix < W)
          sum += x[((n * C + c) * H + iy) * W + ix] * w[((k * C + c) * R + r) * S + s];
      }
  y[i] = sum;
}
// CHECK-LABEL: contraction nhwc
// CHECK: domain{{ +}}%m1 < gridDim.z, %m2 < P, %m3 < Q, %n < K, %k1 < R, %k2 < S, %k3 < C
// CHECK: A{{ +}}x[%m1 * C * H * W + %k1 * C * W + %m2 * C * W + %k2 * C + %m3 * C - C * W + %k3 - C]: f32, zero unless 0 <= %k1 + %m2 - 1 < H and 0 <= %k2 + %m3 - 1 < W
// CHECK: B{{ +}}w[%k1 * C * K * S + %k2 * C * K + %k3 * K + %n]: f32
// CHECK: C{{ +}}y[%m1 * K * P * Q + %m2 * K * Q + %m3 * K + %n]: f32
// CHECK: E0{{ +}}bias[%n]: f32
// CHECK: requires blockDim.z == 1
// CHECK: requires blockDim.y * gridDim.y >= P * Q
// CHECK: requires blockDim.x * gridDim.x >= K
__global__ void nhwc(int N, int C, int H, int W, int K, int R, int S, int P, int Q, const float *x,
                     const float *w, const float *bias, float *y) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  int pq = blockIdx.y * blockDim.y + threadIdx.y;
  int n = blockIdx.z;
  if (k < K && pq < P * Q) {
    int p = pq / Q, q = pq % Q;
    float sum = bias[k];
    for (int r = 0; r < R; ++r)
      for (int s = 0; s < S; ++s)
        for (int c = 0; c < C; ++c) {
          int iy = p + r - 1, ix = q + s - 1;
          float v =
              (iy >= 0 && iy < H && ix >= 0 && ix < W) ? x[((n * H + iy) * W + ix) * C + c] : 0.0f;
          sum += v * w[((r * S + s) * C + c) * K + k];
        }
    y[((n * P + p) * Q + q) * K + k] = sum > 0 ? sum : 0;
  }
}
// CHECK-LABEL: contraction einsum
// CHECK: domain{{ +}}%m < B * I * J, %n < K, %k < L
// CHECK: A{{ +}}a[%m * L + %k]: f32
// CHECK: B{{ +}}b[%k * K + %n]: f32
// CHECK: C{{ +}}c[%m * K + %n]: f32
// CHECK: requires blockDim.z == 1
// CHECK: requires gridDim.z >= B * I
// CHECK: requires blockDim.y * gridDim.y >= J
// CHECK: requires blockDim.x * gridDim.x >= K
__global__ void einsum(int B, int I, int J, int L, int K, const float *a, const float *b,
                       float *c) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  int i = blockIdx.z % I, bb = blockIdx.z / I;
  if (k < K && j < J && bb < B) {
    float sum = 0;
    for (int l = 0; l < L; ++l)
      sum += a[((bb * I + i) * J + j) * L + l] * b[l * K + k];
    c[((bb * I + i) * J + j) * K + k] = sum;
  }
}
void run(dim3 g, dim3 t, int N, float *x, float *w, float *y) {
  nchw<<<g, t>>>(N, N, N, N, N, N, N, N, N, x, w, y);
  flat<<<g, t>>>(N, N, N, N, N, N, N, N, N, 1, 1, x, w, y);
  nhwc<<<g, t>>>(N, N, N, N, N, N, N, N, N, x, w, x, y);
  einsum<<<g, t>>>(N, N, N, N, N, x, w, y);
}
