// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Tiles of 8-bit integers, filled by way of `int`; constants and counters of few bits.
#include "program.h"

__global__ void gemm(int m, int n, int k, const signed char *a, const signed char *b, int *c) {
  const short tile = 16;
  const unsigned char first = 0;
  __shared__ signed char x[16][16], y[16][16];
  const int i = blockIdx.y * tile + threadIdx.y, j = blockIdx.x * tile + threadIdx.x;
  int sum = first;
  for (int t = first; t < k; t += tile) {
    x[threadIdx.y][threadIdx.x] = i < m && t + threadIdx.x < k ? a[i * k + t + threadIdx.x] : 0;
    y[threadIdx.y][threadIdx.x] = j < n && t + threadIdx.y < k ? b[(t + threadIdx.y) * n + j] : 0;
    __syncthreads();
    for (short l = 0; l < tile; ++l)
      sum += x[threadIdx.y][l] * y[l][threadIdx.x];
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

// The launch checks that the size is one of a short.
__global__ void counted(int m, int n, int k, const int *a, const int *b, int *c) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  const short steps = k;
  if (i < m && j < n) {
    int sum = 0;
    for (int l = 0; l < steps; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

int main() {
  auto *a = (signed char *)randomArray<float>(17), *b = (signed char *)randomArray<float>(5);
  int *c = randomArray<int>(11);
  gemm<<<dim3((Columns + 15) / 16, (Rows + 15) / 16), dim3(16, 16)>>>(Rows, Columns, Steps, a, b,
                                                                      c);
  printArray(c);
  int *d = randomArray<int>(3), *e = randomArray<int>(7);
  counted<<<dim3((Columns + 15) / 16, (Rows + 15) / 16), dim3(16, 16)>>>(Rows, Columns, Steps, d, e,
                                                                         c);
  printArray(c);
}

// CHECK: contraction gemm
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: i8
// CHECK-NEXT:   B        b[%k * n + %n]: i8
// CHECK-NEXT:   C        c[%m * n + %n]: i32
// CHECK-NEXT:   start    0
// CHECK-NEXT:   step     sum + (int)(signed char)(int)A * (int)(signed char)(int)B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      i32, local
