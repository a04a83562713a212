// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: warpsmith %s --emit=contraction -- %flags | FileCheck %s
// One number for each element of a batch, split into three parts in each of the usual orders. The
// last one stores C transposed.
#include "program.h"

#define SUM                                                                                        \
  float sum = 0.0f;                                                                                \
  for (int l = 0; l < k; l++)                                                                      \
    sum += a[(p * m + i) * k + l] * b[(p * k + l) * n + j];

__global__ void outerFirst(int batch, int m, int n, int k, const float *a, const float *b,
                           float *c) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < batch * m * n) {
    int p = index / (m * n), i = index / n % m, j = index % n;
    SUM c[index] = sum;
  }
}
__global__ void byRest(int batch, int m, int n, int k, const float *a, const float *b, float *c) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < batch * m * n) {
    int p = index / (m * n), rest = index % (m * n), i = rest / n, j = rest % n;
    SUM c[(p * m + i) * n + j] = sum;
  }
}
__global__ void innerFirst(int batch, int m, int n, int k, const float *a, const float *b,
                           float *c) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < batch * m * n) {
    int j = index % n, i = (index / n) % m, p = index / (n * m);
    SUM c[p * m * n + i * n + j] = sum;
  }
}
__global__ void oneByOne(int batch, int m, int n, int k, const float *a, const float *b, float *c) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < batch * m * n) {
    int j = index % n, i = index / n % m, p = index / n / m;
    SUM c[index] = sum;
  }
}
__global__ void transposed(int batch, int m, int n, int k, const float *a, const float *b,
                           float *c) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < batch * m * n) {
    int p = index / (m * n), i = index % m, j = index / m % n;
    SUM c[index] = sum;
  }
}

int main() {
  const int Batch = 3, Blocks = (Batch * Rows * Columns + 127) / 128;
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  outerFirst<<<Blocks, 128>>>(Batch, Rows, Columns, Steps, a, b, c);
  printArray(c);
  byRest<<<Blocks, 128>>>(Batch, Rows, Columns, Steps, a, b, c);
  printArray(c);
  innerFirst<<<Blocks, 128>>>(Batch, Rows, Columns, Steps, a, b, c);
  printArray(c);
  oneByOne<<<Blocks, 128>>>(Batch, Rows, Columns, Steps, a, b, c);
  printArray(c);
  transposed<<<Blocks, 128>>>(Batch, Rows, Columns, Steps, a, b, c);
  printArray(c);
}

// CHECK: contraction outerFirst
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k, %b < batch
// CHECK: requires blockDim.x * gridDim.x >= batch * m * n
// CHECK: contraction byRest
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k, %b < batch
// CHECK: requires blockDim.x * gridDim.x >= batch * m * n
// CHECK: contraction innerFirst
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k, %b < batch
// CHECK: requires blockDim.x * gridDim.x >= batch * m * n
// CHECK: contraction oneByOne
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k, %b < batch
// CHECK: requires blockDim.x * gridDim.x >= batch * m * n
// CHECK: contraction transposed
// CHECK-NEXT:   domain   %m < n, %n < m, %k < k, %b < batch
// CHECK: requires blockDim.x * gridDim.x >= batch * m * n
