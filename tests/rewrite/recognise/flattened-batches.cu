// One number for batch, row and column. A batch whose rows follow each other is more rows; one of
// which the guard leaves one product is none.
// RUN: warpsmith %s --emit=contraction -- | FileCheck %s

// CHECK-LABEL: contraction linear
// CHECK: domain %m < B * T, %n < OC, %k < C
// CHECK: C y[%m * OC + %n]: f32
__global__ void linear(const float *x, const float *w, float *y, int B, int T, int C, int OC) {
  int idx = blockIdx.x * blockDim.x + threadIdx.x;
  if (idx >= B * T * OC)
    return;
  int b = idx / (T * OC), t = (idx / OC) % T, o = idx % OC;
  float s = 0;
  for (int i = 0; i < C; ++i)
    s += x[b * T * C + t * C + i] * w[o * C + i];
  y[b * T * OC + t * OC + o] = s;
}

// CHECK-LABEL: contraction bmm
// CHECK: domain %m < M, %n < N, %k < K
// CHECK: A A[%m * K + %k]: f32
// CHECK: B B[%k * N + %n]: f32
// CHECK: C C[%m * N + %n]: f32
__global__ void bmm(const float *A, const float *B, float *C, int batch, int M, int N, int K) {
  int idx = blockIdx.x * blockDim.x + threadIdx.x;
  if (idx >= M * N)
    return;
  int b = idx / (M * N), i = idx / N % M, j = idx % N;
  float s = 0;
  for (int k = 0; k < K; ++k)
    s += A[(b * M + i) * K + k] * B[(b * K + k) * N + j];
  C[(b * M + i) * N + j] = s;
}

void go(const float *x, const float *w, float *y, int B, int T, int C, int OC) {
  linear<<<(B * T * OC + 255) / 256, 256>>>(x, w, y, B, T, C, OC);
  bmm<<<(T * OC + 255) / 256, 256>>>(x, w, y, B, T, OC, C);
}
