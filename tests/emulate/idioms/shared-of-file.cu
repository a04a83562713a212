// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Dynamic shared memory that is declared outside of the kernel.
#include "program.h"

extern __shared__ float cache[];

__device__ void wait() {
  __syncthreads();
}

__global__ void gemm(int m, int n, int k, const float *a, const float *b, float *c) {
  float *x = &cache[0];
  float *y = &cache[blockDim.x * blockDim.y];
  const int row = threadIdx.y, column = threadIdx.x;
  float sum = 0.0f;
  for (int t = 0; t != k / blockDim.x; ++t) {
    x[row * blockDim.x + column] = a[(blockIdx.y * blockDim.y + row) * k + t * blockDim.x + column];
    y[row * blockDim.x + column] = b[(t * blockDim.x + row) * n + blockIdx.x * blockDim.x + column];
    wait();
    for (int l = 0; l != blockDim.x; ++l)
      sum += x[row * blockDim.x + l] * y[l * blockDim.x + column];
    wait();
  }
  c[(blockIdx.y * blockDim.y + row) * n + blockIdx.x * blockDim.x + column] = sum;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<dim3(Columns / 8, Rows / 8), dim3(8, 8), 512>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
}

// CHECK: contraction gemm
// CHECK: A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK: requires blockDim.y >= blockDim.x
