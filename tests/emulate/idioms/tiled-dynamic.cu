// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Tiles in dynamic shared memory, as large as the block.
#include "program.h"

__global__ void gemm(int m, int n, int k, const float *a, const float *b, float *c) {
  extern __shared__ float shared[];
  float *As = shared;
  float *Bs = shared + blockDim.x * blockDim.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int t = 0; t < k; t += blockDim.x) {
    As[threadIdx.y * blockDim.x + threadIdx.x] =
        row < m && t + threadIdx.x < k ? a[row * k + t + threadIdx.x] : 0.0f;
    Bs[threadIdx.y * blockDim.x + threadIdx.x] =
        t + threadIdx.y < k && column < n ? b[(t + threadIdx.y) * n + column] : 0.0f;
    __syncthreads();
    for (int l = 0; l < blockDim.x; ++l)
      sum += As[threadIdx.y * blockDim.x + l] * Bs[l * blockDim.x + threadIdx.x];
    __syncthreads();
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<dim3((Columns + 7) / 8, (Rows + 7) / 8), dim3(8, 8), 512>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
}

// CHECK: contraction gemm
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum + padding_of_last_tile
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * blockDim.y + threadIdx.y, %n = blockIdx.x * blockDim.x + threadIdx.x
// CHECK-NEXT:   derived  padding_of_last_tile = (long long)(((long long)blockDim.x + k - 1) / ((blockDim.x) > 0 ? (blockDim.x) : 1)) * blockDim.x > k ? 0.0f : -0.0f
// CHECK-NEXT:   launch   line 29
// CHECK-NEXT:   requires 4294967295 >= blockDim.x * blockDim.x
// CHECK-NEXT:   requires k + 4294967296 >= blockDim.y * gridDim.y * k + (((long long)blockDim.x + k - 1) / ((blockDim.x) > 0 ? (blockDim.x) : 1)) * blockDim.x
// CHECK-NEXT:   requires blockDim.x * n + n + 4294967296 >= (((long long)blockDim.x + k - 1) / ((blockDim.x) > 0 ? (blockDim.x) : 1)) * blockDim.x * n + blockDim.x * gridDim.x + blockDim.y * n
// CHECK-NEXT:   requires 2147483647 >= (((long long)blockDim.x + k - 1) / ((blockDim.x) > 0 ? (blockDim.x) : 1)) * blockDim.x
// CHECK-NEXT:   requires blockDim.x * blockDim.x >= blockDim.x * blockDim.y
// CHECK-NEXT:   requires blockDim.y >= blockDim.x
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires blockDim.y * gridDim.y >= m
// CHECK-NEXT:   requires blockDim.x * gridDim.x >= n
// CHECK-NEXT:   requires (((long long)blockDim.x + k - 1) / ((blockDim.x) > 0 ? (blockDim.x) : 1)) * blockDim.x >= k
