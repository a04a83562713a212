// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// RUN: warpsmith %s --emit=contraction -- %flags | FileCheck %s --check-prefix=OTHERS
// RUN: FileCheck %s --check-prefix=ASSERT < %t.rewritten.cu
// Powers of two as shifts and masks.
#include "program.h"

#define LOG_TILE 4
#define TILE 16

__global__ void gemm(int m, int n, int k, const float *a, const float *b, float *c) {
  const int tid = threadIdx.x;
  const int i = (blockIdx.y << LOG_TILE) + (tid >> LOG_TILE);
  const int j = blockIdx.x * TILE + (tid & (TILE - 1));
  if (i < m && j < n) {
    float sum = 0.0f;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

// CHECK: contraction gemm
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32

// The size is a power of two, and so is each thread's share.
// The powers are those of this parse.
// ASSERT: {{^}}  static_assert(LOG_TILE == 4 && TILE == 16

// OTHERS: contraction flat
// OTHERS: domain   %m < m, %n < 64, %k < {{.*}}k
__global__ void flat(int m, int k, const float *a, const float *b, float *c) {
  const int index = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = index >> 6, j = 63 & index;
  if (i < m) {
    float sum = 0.0f;
    for (int l = 0; l < (k >> 1 << 1); ++l)
      sum += a[i * k + l] * b[(l << 6) + j];
    c[(i << 6) + j] = sum;
  }
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<dim3((Columns + 15) / 16, (Rows + 15) / 16), TILE * TILE>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  flat<<<(Rows * 64 + 127) / 128, 128>>>(Rows, Steps, b, a, c);
  printArray(c);
}
