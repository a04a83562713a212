// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// A step that is one instruction of PTX, also in a function.
#include "program.h"

// CHECK: contraction single
// CHECK: step     fmaf(A, B, sum)
__global__ void single(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  float sum = 0.0f;
  for (int l = 0; l < k; ++l)
    asm("fma.rn.f32 %0, %1, %2, %0;" : "+f"(sum) : "f"(a[i * k + l]), "f"(b[l * n + j]));
  c[i * n + j] = sum;
}

__device__ double multiplyAdd(double x, double y, double z) {
  double result;
  asm volatile("fma.rn.f64 %0, %1, %2, %3;\n" : "=d"(result) : "d"(x), "d"(y), "d"(z));
  return result;
}

// CHECK: contraction called
// CHECK: step     fma(A, B, sum)
__global__ void called(int m, int n, int k, const double *a, const double *b, double *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  double sum = 0.0;
  for (int l = 0; l < k; ++l)
    sum = multiplyAdd(a[i * k + l], b[l * n + j], sum);
  c[i * n + j] = sum;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  double *x = randomArray<double>(3), *y = randomArray<double>(7), *z = randomArray<double>(9);
  const dim3 grid((Columns + 7) / 8, (Rows + 7) / 8), block(8, 8);
  single<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  called<<<grid, block>>>(Rows, Columns, Steps, x, y, z);
  printArray(z);
}
