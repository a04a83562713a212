// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Each thread has two elements side by side, or four, in each quarter of the block's tile.
#include "program.h"

__global__ void quarters(int n, int k, const float *a, const float *b, float *c) {
  const int row = blockIdx.y * 32 + threadIdx.y * 2, column = blockIdx.x * 32 + threadIdx.x * 2;
  float sums[4][4] = {};
  for (int l = 0; l < k; ++l)
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j)
        sums[i][j] +=
            a[(row + i % 2 + i / 2 * 16) * k + l] * b[l * n + column + j % 2 + j / 2 * 16];
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      c[(row + i % 2 + i / 2 * 16) * n + column + j % 2 + j / 2 * 16] = sums[i][j];
}

// By vectors through shared memory, and the far half of each row at once.
__global__ void vectors(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[8][32], bs[8][64];
  const int x = threadIdx.x, y = threadIdx.y, number = y * blockDim.x + x; // 8 x 16 threads
  float sums[2][8] = {}, right[8];
  for (int t = 0; t < (k + 7) / 8; ++t) {
    const float2 v =
        *(const float2 *)&a[(blockIdx.y * 32 + number / 4) * k + t * 8 + number % 4 * 2];
    as[number % 4 * 2][number / 4] = v.x;
    as[number % 4 * 2 + 1][number / 4] = v.y;
    *(float4 *)&bs[number / 16][number % 16 * 4] =
        *(const float4 *)&b[(t * 8 + number / 16) * n + blockIdx.x * 64 + number % 16 * 4];
    __syncthreads();
    for (int l = 0; l < 8; ++l) {
      *(float4 *)&right[0] = *(float4 *)&bs[l][x * 4];
      *(float4 *)&right[4] = *(float4 *)&bs[l][x * 4 + 32];
      for (int j = 0; j < 8; ++j) {
        sums[0][j] += as[l][y] * right[j];
        sums[1][j] += as[l][y + 16] * right[j];
      }
    }
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i) {
    float *row = c + (blockIdx.y * 32 + y + 16 * i) * n + blockIdx.x * 64 + x * 4;
    *(float4 *)row = *(float4 *)&sums[i][0];
    *(float4 *)(row + 32) = *(float4 *)&sums[i][4];
  }
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  quarters<<<dim3(3, 2), dim3(8, 8)>>>(96, 21, a, b, c);
  printArray(c);
  quarters<<<dim3(3, 2), dim3(8, 4)>>>(96, 21, a, b, c); // fewer threads: the original runs
  printArray(c);
  vectors<<<dim3(2, 3), dim3(8, 16)>>>(128, 24, a, b, c);
  printArray(c);
}

// CHECK: contraction quarters
// CHECK-NEXT:   domain   %m < 32 * gridDim.y, %n < 32 * gridDim.x, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = (blockIdx.y * 2 + i) * 16 + threadIdx.y * 2 + i, %n = (blockIdx.x * 2 + i) * 16 + threadIdx.x * 2 + i
// CHECK-NEXT:   launch   line 51
// CHECK-NEXT:   launch   line 53
// CHECK-NEXT:   requires 2147483681 >= 2 * blockDim.x + 32 * gridDim.x
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires 2 * blockDim.y == 16
// CHECK-NEXT:   requires 2 * blockDim.x == 16
// CHECK-NEXT:   requires n >= 32 * gridDim.x
// CHECK-NEXT: contraction vectors
// CHECK-NEXT:   domain   %m < 32 * gridDim.y, %n < 64 * gridDim.x, %k < 8 * (((long long)k + 7) / 8)
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = (blockIdx.y * 2 + i) * 16 + threadIdx.y, %n = (blockIdx.x * 2 + i) * 32 + threadIdx.x * 4 + i
// CHECK-NEXT:   launch   line 55
// CHECK-NEXT:   requires blockDim.y == 16
// CHECK-NEXT:   requires 33 * k + 4294967297 >= 4 * blockDim.x * k + 32 * gridDim.y * k + 8 * (((long long)k + 7) / 8)
// CHECK-NEXT:   requires 9 * n + 4294967299 >= 8 * (((long long)k + 7) / 8) * n + blockDim.x * n + 64 * gridDim.x
// CHECK-NEXT:   requires n + 4294967295 >= 32 * gridDim.y * n
// CHECK-NEXT:   requires 512 >= 64 * blockDim.x
// CHECK-NEXT:   requires blockDim.x >= 8
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires n >= 64 * gridDim.x
