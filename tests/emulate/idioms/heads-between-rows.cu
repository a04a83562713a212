// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: env WARPSMITH_TRACE=1 %t.rewritten 2>&1 >/dev/null | FileCheck %s
// RUN: warpsmith %s --passes='auto<tiles=2>' --numerics=tf32 --arch=sm_90a --verify -o %t.auto.cu -- %flags
// Heads of [rows, heads * width]: products of a batch that lie between each other's rows, with
// widths that are numbers, that are parameters, and of which a launch alone says how they lie.
// CHECK: warpsmith: numbers, tile<32;32;16;4;4>, 48 x 32 x 40: ran
// CHECK-NEXT: warpsmith: parameters, tile<32;32;16;4;4>, 45 x 20 x 45: ran
// CHECK-NEXT: warpsmith: strided, tile<32;32;16;4;4>, 45 x 37 x 29: ran
// CHECK-NOT: original
#include "program.h"

__global__ void numbers(const float *p, const float *v, float *c) {
  int h = blockIdx.z, i = blockIdx.y * 16 + threadIdx.y, j = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
  for (int l = 0; l < 40; ++l)
    sum += p[(h * 48 + i) * 40 + l] * v[l * 160 + h * 32 + j];
  c[i * 160 + h * 32 + j] = sum;
}

__global__ void parameters(int m, int heads, int width, const float *p, const float *v, float *c) {
  int h = blockIdx.z, i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= width || h >= heads)
    return;
  float sum = 0;
  for (int l = 0; l < m; ++l)
    sum += p[(h * m + i) * m + l] * v[(l * heads + h) * width + j];
  c[(i * heads + h) * width + j] = sum;
}

__global__ void strided(int m, int n, int k, const float *a, const float *b, float *c, int ldc,
                        int strideC) {
  int h = blockIdx.z, i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  float sum = 0;
  for (int l = 0; l < k; ++l)
    sum += a[(h * m + i) * k + l] * b[l * n + j];
  c[h * strideC + i * ldc + j] = sum;
}

int main() {
  float *p = randomArray<float>(17), *v = randomArray<float>(5), *c = randomArray<float>(11);
  const dim3 block(16, 16);
  numbers<<<dim3(2, 3, 5), block>>>(p, v, c);
  printArray(c);
  parameters<<<dim3(2, 3, 4), block>>>(Rows, 4, 20, p, v, c);
  printArray(c);
  // Between each other's rows, and behind each other.
  strided<<<dim3(3, 3, 3), block>>>(Rows, Columns, Steps, p, v, c, 3 * Columns + 2, Columns);
  printArray(c);
  strided<<<dim3(3, 3, 3), block>>>(Rows, Columns, Steps, p, v, c, Columns, Rows * Columns + 7);
  printArray(c);
}
