// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// A sum in float of products in double: each step rounds twice.
#include "program.h"

// CHECK: contraction mixed
// CHECK: step     (float)((double)sum + A * B)
__global__ void mixed(int m, int n, int k, const double *a, const double *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

// CHECK: contraction stored
// CHECK: step     (float)((double)sum + (double)A * (double)B)
// CHECK: sum      f32, in C at every step
__global__ void stored(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n)
    for (int l = 0; l < k; ++l)
      c[i * n + j] += (double)a[i * k + l] * b[l * n + j];
}

int main() {
  float *x = randomArray<float>(3), *y = randomArray<float>(7), *z = randomArray<float>(9);
  double *a = randomArray<double>(17), *b = randomArray<double>(5);
  float *c = randomArray<float>(11);
  mixed<<<dim3((Columns + 7) / 8, (Rows + 7) / 8), dim3(8, 8)>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  stored<<<dim3((Columns + 7) / 8, (Rows + 7) / 8), dim3(8, 8)>>>(Rows, Columns, Steps, x, y, z);
  printArray(z);
}
