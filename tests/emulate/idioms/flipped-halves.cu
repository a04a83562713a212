// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Halves of shared memory that a truth value numbers, which each step negates; sizes that a
// constexpr function computes.
#include "program.h"

constexpr int T = 16;

__host__ __device__ constexpr unsigned int log2Of(unsigned int x) {
  unsigned int result = 0;
  while (x >>= 1)
    ++result;
  return result;
}

__global__ void truthValue(int n, int k, const float *a, const float *b, float *c) {
  constexpr unsigned int Bits = log2Of(T);
  __shared__ float as[2][T][T], bs[2][T][T];
  const int ty = threadIdx.x >> Bits, tx = threadIdx.x & (T - 1);
  const int row = (blockIdx.y << Bits) + ty, column = blockIdx.x * T + tx;
  float sum = 0.0f;
  bool half = 0;
  as[half][ty][tx] = a[row * k + tx];
  bs[half][ty][tx] = b[ty * n + column];
  __syncthreads();
  for (int t = 0; t < k / T; ++t) {
    if (t + 1 < k / T) {
      as[!half][ty][tx] = a[row * k + (t + 1) * T + tx];
      bs[!half][ty][tx] = b[((t + 1) * T + ty) * n + column];
    }
    for (int l = 0; l < T; ++l)
      sum += as[half][ty][l] * bs[half][l][tx];
    __syncthreads();
    half = !half;
  }
  c[row * n + column] = sum;
}

__global__ void integer(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[2][T][T], bs[2][T][T];
  const int ty = threadIdx.y, tx = threadIdx.x;
  const int row = blockIdx.y * T + ty, column = blockIdx.x * T + tx;
  float sum = 0.0f;
  int half = 0;
  as[0][ty][tx] = a[row * k + tx];
  bs[0][ty][tx] = b[ty * n + column];
  for (int begin = 0; begin < k; begin += T) {
    __syncthreads();
    if (begin + T < k) {
      as[!half][ty][tx] = a[row * k + begin + T + tx];
      bs[!half][ty][tx] = b[(begin + T + ty) * n + column];
    }
    for (int l = 0; l < T; ++l)
      sum += as[half][ty][l] * bs[half][l][tx];
    half = !half;
  }
  c[row * n + column] = sum;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  truthValue<<<dim3(3, 2), T * T>>>(48, 80, a, b, c);
  printArray(c);
  integer<<<dim3(2, 3), dim3(T, T)>>>(32, 64, a, b, c);
  printArray(c);
}

// CHECK: contraction truthValue
// CHECK-NEXT:   domain   %m < 16 * gridDim.y, %n < 16 * gridDim.x, %k < 16 * ((k) / 16)
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK: contraction integer
// CHECK-NEXT:   domain   %m < 16 * gridDim.y, %n < 16 * gridDim.x, %k < 16 * (((long long)k + 15) / 16)
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
