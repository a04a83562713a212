// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Constants of a file, of a function and of an enumeration in one, and the sizes of arrays.
#include "program.h"

constexpr float Scale = 0.75f;
namespace layers {
constexpr float Shift = -0.25f;
}

__global__ void gemm(int m, int n, int k, const float *a, const float *b, float *c) {
  static constexpr int Side = 16;
  enum { First = 2, Step = First + 1 };
  __shared__ float as[Side][Side], bs[Side][Side];
  const int row = blockIdx.y * Side + threadIdx.y, column = blockIdx.x * Side + threadIdx.x;
  float sum = 0.0f;
  for (int t = 0; t < k; t += Side * (Step - First)) {
    as[threadIdx.y][threadIdx.x] =
        row < m && t + threadIdx.x < k ? a[row * k + t + threadIdx.x] : 0.0f;
    bs[threadIdx.y][threadIdx.x] =
        t + threadIdx.y < k && column < n ? b[(t + threadIdx.y) * n + column] : 0.0f;
    __syncthreads();
    for (int l = 0; l < static_cast<int>(sizeof(as[0]) / sizeof(as[0][0])); ++l)
      sum += as[threadIdx.y][l] * bs[l][threadIdx.x];
    __syncthreads();
  }
  if (row < m && column < n)
    c[row * n + column] = Scale * sum + layers::Shift;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<dim3((Columns + 15) / 16, (Rows + 15) / 16), dim3(16, 16)>>>(Rows, Columns, Steps, a, b,
                                                                      c);
  printArray(c);
}

// CHECK: contraction gemm
// CHECK: A        a[%m * k + %k]: f32
// CHECK: result   ::Scale * (sum + padding_of_last_tile) + ::layers::Shift
