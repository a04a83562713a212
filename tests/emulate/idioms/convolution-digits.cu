// RUN: %same rewritten tile
// RUN: %contraction
// Pixels that are digits of a block's number or of a thread's, and padding that two `continue`
// skip.
#include "program.h"

__global__ void dividedBlocks(const float *x, const float *w, float *y, int C, int H, int W, int K,
                              int tiles) {
  int m = blockIdx.y, h = blockIdx.z / tiles * 8 + threadIdx.y;
  int q = blockIdx.z % tiles * 8 + threadIdx.x, P = H - K + 1, Q = W - K + 1;
  if (h < P && q < Q) {
    float sum = 0.0f;
    for (int c = 0; c < C; ++c)
      for (int r = 0; r < K; ++r)
        for (int s = 0; s < K; ++s)
          sum += x[(c * H + h + r) * W + q + s] * w[((m * C + c) * K + r) * K + s];
    y[(m * P + h) * Q + q] = sum;
  }
}

__global__ void flat(const float *x, const float *w, float *y, int C, int M, int H, int W, int K,
                     int P, int Q) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= M * P * Q)
    return;
  int q = i % Q, p = i / Q % P, m = i / (Q * P);
  float sum = 0.0f;
  for (int c = 0; c < C; ++c)
    for (int r = 0; r < K; ++r)
      for (int s = 0; s < K; ++s)
        sum += x[(c * H + p + r) * W + q + s] * w[((m * C + c) * K + r) * K + s];
  y[i] = sum;
}

__global__ void padded(const float *x, const float *w, float *y, int C, int H, int W, int K,
                       int pad) {
  int q = blockIdx.x * blockDim.x + threadIdx.x, p = blockIdx.y * blockDim.y + threadIdx.y;
  int m = blockIdx.z;
  if (q >= W || p >= H)
    return;
  float sum = 0.0f;
  for (int c = 0; c < C; ++c)
    for (int r = 0; r < K; ++r) {
      int h = p + r - pad;
      if (h < 0)
        continue;
      if (h >= H)
        continue;
      for (int s = 0; s < K; ++s) {
        int v = q + s - pad;
        if (v < 0)
          continue;
        if (v >= W)
          continue;
        sum += x[(c * H + h) * W + v] * w[((m * C + c) * K + r) * K + s];
      }
    }
  y[(m * H + p) * W + q] = sum;
}

int main() {
  float *x = randomArray<float>(17), *w = randomArray<float>(5), *y = randomArray<float>(11);
  dividedBlocks<<<dim3(1, 5, 6), dim3(8, 8)>>>(x, w, y, 3, 17, 24, 3, 3);
  printArray(y);
  dividedBlocks<<<dim3(1, 5, 6), dim3(8, 8)>>>(x, w, y, 3, 17, 24, 3, 4); // no whole row of blocks
  printArray(y);
  flat<<<(5 * 15 * 22 + 127) / 128, 128>>>(x, w, y, 3, 5, 17, 24, 3, 15, 22);
  printArray(y);
  padded<<<dim3(3, 3, 5), dim3(8, 8)>>>(x, w, y, 3, 17, 24, 3, 1);
  printArray(y);
}

// CHECK-LABEL: contraction dividedBlocks
// CHECK-NEXT:   domain   %m < gridDim.y, %n1 < H - K + 1, %n2 < -K + W + 1, %k1 < C, %k2 < K, %k3 < K
// CHECK-NEXT:   A        w[%m * C * K * K + %k1 * K * K + %k2 * K + %k3]: f32
// CHECK-NEXT:   B        x[%k1 * H * W + %k2 * W + %n1 * W + %k3 + %n2]: f32
// CHECK:        requires blockDim.y == 8
// CHECK-LABEL: contraction flat
// CHECK-NEXT:   domain   %m < M, %n1 < P, %n2 < Q, %k1 < C, %k2 < K, %k3 < K
// CHECK-LABEL: contraction padded
// CHECK:        skipped unless 0 <= %k2 + %n1 - pad < H and 0 <= %k3 + %n2 - pad < W
