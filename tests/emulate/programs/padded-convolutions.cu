// RUN: env FLAGS=-I%suite/../runtime/include %same rewritten tile --device-headers
// RUN: %same rewritten 'tile<32;32;8;4;4>' --verify
// Convolutions of arrays that end with their last element, in many sizes. Steps that all elements
// skip are not read, since the filters may not have them.
#include "program.h"

__global__ void convolution(int N, int C, int H, int W, int K, int R, int S, int P, int Q,
                            int rowsOfFilter, int stride, int pad, int dilation, const float *x,
                            const float *w, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= N * K * P * Q)
    return;
  int q = i % Q, p = i / Q % P, k = i / (P * Q) % K, n = i / (K * P * Q);
  float sum = 0;
  for (int c = 0; c < C; ++c)
    for (int r = 0; r < R; ++r)
      for (int s = 0; s < S; ++s) {
        int iy = p * stride + r * dilation - pad, ix = q * stride + s * dilation - pad;
        if ((unsigned)iy < (unsigned)H && ix >= 0 && ix < W)
          sum += x[((n * C + c) * H + iy) * W + ix] * w[((k * C + c) * rowsOfFilter + r) * S + s];
      }
  y[i] = sum;
}

float *firstOf(const float *from, size_t elements) {
  float *array = nullptr;
  cudaMalloc(&array, elements * sizeof(float));
  cudaMemcpy(array, from, elements * sizeof(float), cudaMemcpyDeviceToDevice);
  return array;
}

int main() {
  float *x = randomArray<float>(17), *w = randomArray<float>(5), *y = randomArray<float>(11);
  const auto run = [&](int N, int C, int H, int W, int K, int R, int S, int rowsOfFilter, int P,
                       int Q, int stride, int pad, int dilation) {
    convolution<<<dim3((N * K * P * Q + 127) / 128), dim3(128)>>>(
        N, C, H, W, K, R, S, P, Q, rowsOfFilter, stride, pad, dilation, firstOf(x, N * C * H * W),
        firstOf(w, K * C * rowsOfFilter * S), y);
    printArray(y);
  };
  // Images, channels, rows, columns; filters, their rows and columns, and those that exist; rows
  // and columns of the result; stride, padding and dilation.
  run(2, 3, 7, 9, 5, 3, 3, 3, 7, 9, 1, 1, 1);
  run(2, 3, 7, 9, 5, 3, 2, 3, 4, 5, 2, 1, 1);
  run(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1);
  run(1, 2, 1, 1, 3, 3, 3, 3, 1, 1, 1, 1, 1);
  run(1, 2, 5, 6, 3, 1, 1, 1, 3, 3, 2, 0, 1);
  run(1, 2, 9, 9, 3, 3, 3, 3, 9, 9, 1, 2, 2);
  run(1, 2, 9, 9, 3, 3, 3, 3, 1, 1, 3, 0, 3);
  run(1, 2, 5, 5, 3, 2, 2, 2, 2, 2, 4, 3, 1);
  run(2, 3, 4, 13, 6, 7, 2, 5, 2, 7, 1, 0, 1);
}
