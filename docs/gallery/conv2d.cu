// A layer of a convolutional network, NCHW, with a stride and padding.
#include <cuda_runtime.h>

__global__ void conv2d(int N, int C, int H, int W, int K, int R, int S, int P, int Q, int stride,
                       int pad, const float *x, const float *w, const float *bias, float *y) {
  int pq = blockIdx.x * blockDim.x + threadIdx.x;
  int k = blockIdx.y * blockDim.y + threadIdx.y;
  int n = blockIdx.z;
  if (pq >= P * Q || k >= K)
    return;
  int p = pq / Q, q = pq % Q;
  float sum = bias[k];
  for (int c = 0; c < C; c++)
    for (int r = 0; r < R; r++)
      for (int s = 0; s < S; s++) {
        int iy = p * stride + r - pad, ix = q * stride + s - pad;
        if (iy >= 0 && iy < H && ix >= 0 && ix < W)
          sum += x[((n * C + c) * H + iy) * W + ix] * w[((k * C + c) * R + r) * S + s];
      }
  y[(n * K + k) * P * Q + pq] = sum;
}

void run_conv2d(int N, int C, int H, int W, int K, int R, int S, int stride, int pad,
                const float *x, const float *w, const float *bias, float *y) {
  int P = (H + 2 * pad - R) / stride + 1, Q = (W + 2 * pad - S) / stride + 1;
  dim3 block(32, 8);
  dim3 grid((P * Q + block.x - 1) / block.x, (K + block.y - 1) / block.y, N);
  conv2d<<<grid, block>>>(N, C, H, W, K, R, S, P, Q, stride, pad, x, w, bias, y);
}
