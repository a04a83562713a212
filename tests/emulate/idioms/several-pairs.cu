// RUN: env WARPSMITH_EMULATOR_RACECHECK=0 %same rewritten 'tile<32;32;16;4;4>'
// RUN: env WARPSMITH_EMULATOR_RACECHECK=0 %same rewritten 'tile<32;32;16;4;4>,pipeline<stages=3>'
// RUN: %contraction
// Two elements a thread, side by side, each in a variable of its own. What is read past a row is
// not used; it is another row's, whose thread may be writing it: a race, which is not looked for.
#include "program.h"

__global__ void gemm(int m, int n, int k, float alpha, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = (blockIdx.x * blockDim.x + threadIdx.x) * 2;
  if (i >= m)
    return;
  float first = c[i * n + j], second = c[i * n + j + 1];
  for (int l = 0; l < k; ++l) {
    float shared = alpha * a[i * k + l];
    if (j < n)
      first += shared * b[l * n + j];
    if (j + 1 < n)
      second += shared * b[l * n + j + 1];
  }
  if (j < n)
    c[i * n + j] = first;
  if (j + 1 < n)
    c[i * n + j + 1] = second;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<dim3(3, 6), dim3(8, 8)>>>(Rows, Columns, Steps, 1.3f, a, b, c);
  printArray(c);
}

// CHECK: contraction gemm
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK-NEXT:   start    C
// CHECK-NEXT:   step     sum + alpha * A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * blockDim.y + threadIdx.y, %n = blockIdx.x * 2 * blockDim.x + threadIdx.x * 2 + i
// CHECK-NEXT:   launch   line 29
// CHECK-NEXT:   requires 2147483649 >= 2 * blockDim.x * gridDim.x
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires blockDim.y * gridDim.y >= m
// CHECK-NEXT:   requires 2 * blockDim.x * gridDim.x >= n
