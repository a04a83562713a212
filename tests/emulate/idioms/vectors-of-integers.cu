// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Floats that are copied by a vector of integers, which is declared before it is set.
#include "program.h"

__global__ void gemm(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[16][16], bs[16][16];
  const int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
  const int thread = threadIdx.y * 16 + threadIdx.x;
  float sum = 0.0f;
  for (int t = 0; t < k; t += 16) {
    if (thread < 64) {
      const int y = thread / 4, x = thread % 4 * 4;
      int4 loaded = int4{};
      loaded = *reinterpret_cast<const int4 *>(&a[(blockIdx.y * 16 + y) * k + t + x]);
      *reinterpret_cast<int4 *>(&as[y][x]) = loaded;
      int4 other;
      other = *reinterpret_cast<const int4 *>(&b[(t + y) * n + blockIdx.x * 16 + x]);
      const float *const numbers = reinterpret_cast<const float *>(&other);
      for (int i = 0; i < 4; ++i)
        bs[y][x + i] = numbers[i];
    }
    __syncthreads();
    for (int l = 0; l < 16; ++l)
      sum += as[threadIdx.y][l] * bs[l][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<dim3(3, 2), dim3(16, 16)>>>(32, 48, 80, a, b, c);
  printArray(c);
}

// CHECK: contraction gemm
// CHECK: A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
