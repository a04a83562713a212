// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Two outputs of one sum: each is computed by itself.
#include "program.h"

// CHECK: contraction layer
// CHECK: C        z[%m * n + %n]: f32
// CHECK: contraction layer
// CHECK: C        y[%m * n + %n]: f32
__global__ void layer(int m, int n, int k, const float *a, const float *w, const float *bias,
                      float *z, float *y) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = bias[j];
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * w[j * k + l];
    z[i * n + j] = sum;
    y[i * n + j] = sum > 0 ? sum : 0;
  }
}

int main() {
  float *a = randomArray<float>(17), *w = randomArray<float>(5), *bias = randomArray<float>(23);
  float *z = randomArray<float>(11), *y = randomArray<float>(13);
  layer<<<dim3(5, 6), dim3(8, 8)>>>(Rows, Columns, Steps, a, w, bias, z, y);
  printArray(z);
  printArray(y);
}
