// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// A bias by column, and a ReLU by if.
#include "program.h"

__global__ void layer(const float *x, const float *w, const float *bias, float *y, int batch,
                      int in, int out) {
  int o = blockIdx.x * blockDim.x + threadIdx.x;
  int s = blockIdx.y * blockDim.y + threadIdx.y;
  if (s < batch && o < out) {
    float z = bias[o];
    for (int l = 0; l < in; ++l)
      z += x[s * in + l] * w[o * in + l];
    if (z < 0)
      z = 0;
    y[s * out + o] = z;
  }
}

int main() {
  float *x = randomArray<float>(17), *w = randomArray<float>(5), *y = randomArray<float>(11);
  layer<<<dim3(3, 6), dim3(16, 8)>>>(x, w, randomArray<float>(3), y, Rows, Steps, Columns);
  printArray(y);
}

// CHECK: contraction layer
// CHECK-NEXT:   domain   %m < batch, %n < out, %k < in
// CHECK-NEXT:   A        x[%m * in + %k]: f32
// CHECK-NEXT:   B        w[%n * in + %k]: f32
// CHECK-NEXT:   C        y[%m * out + %n]: f32
// CHECK-NEXT:   E0       bias[%n]: f32
// CHECK-NEXT:   start    E0
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum < 0.0f ? 0.0f : sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * blockDim.y + threadIdx.y, %n = blockIdx.x * blockDim.x + threadIdx.x
// CHECK-NEXT:   launch   line 22
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires blockDim.y * gridDim.y >= batch
// CHECK-NEXT:   requires blockDim.x * gridDim.x >= out
