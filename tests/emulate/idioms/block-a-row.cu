// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// One block a row, whose threads go over the columns; requantised to 8 bits.
#include "program.h"

__global__ void gemm(int m, int n, int k, float scale, const signed char *a, const signed char *b,
                     signed char *c) {
  const int row = blockIdx.x;
  for (int j = threadIdx.x; j < n; j += blockDim.x) {
    int sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[row * k + l] * b[l * n + j];
    const int rounded = __float2int_rn(sum * scale);
    c[row * n + j] = (signed char)min(127, max(-128, rounded));
  }
}

int main() {
  auto *a = (signed char *)randomArray<float>(17), *b = (signed char *)randomArray<float>(5);
  signed char *c = (signed char *)randomArray<int>(11);
  gemm<<<Rows, 16>>>(Rows, Columns, Steps, 0.001f, a, b, c);
  printArray(c);
}

// CHECK: contraction gemm
// CHECK-NEXT:   domain   %m < gridDim.x, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: i8
// CHECK-NEXT:   B        b[%k * n + %n]: i8
// CHECK-NEXT:   C        c[%m * n + %n]: i8
// CHECK-NEXT:   start    0
// CHECK-NEXT:   step     sum + (int)A * (int)B
// CHECK-NEXT:   result   (signed char)min(127, max(-128, __float2int_rn((float)sum * scale)))
// CHECK-NEXT:   sum      i32, local
// CHECK-NEXT:   threads  %m = blockIdx.x, %n = i * blockDim.x + threadIdx.x
// CHECK-NEXT:   launch   line 21
// CHECK-NEXT:   requires 2147483648 >= (((long long)blockDim.x + n - 1) / ((blockDim.x) > 0 ? (blockDim.x) : 1)) * blockDim.x + blockDim.x
// CHECK-NEXT:   requires blockDim.y * gridDim.y == 1
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires (((long long)blockDim.x + n - 1) / ((blockDim.x) > 0 ? (blockDim.x) : 1)) * blockDim.x >= n
