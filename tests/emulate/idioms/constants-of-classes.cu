// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: FileCheck %s --input-file=%t.rewritten.cu --check-prefix=FACTS
// RUN: %contraction
// Tiles whose sizes are static members, enumerators of a class and of a scoped enumeration.
#include "program.h"

struct Shape {
  static constexpr int Side = 16;
  enum { Depth = Side };
};
enum class Sides : int { Tile = 16 };

__global__ void gemm(int n, const float *a, const float *b, float *c) {
  constexpr int Side = Shape::Side;
  __shared__ float tileA[Side][Shape::Depth], tileB[Shape::Depth][Side];
  int i = blockIdx.y * Side + threadIdx.y;
  int j = blockIdx.x * static_cast<int>(Sides::Tile) + threadIdx.x;
  float sum = 0.0f;
  for (int l = 0; l < n; l += Shape::Depth) {
    tileA[threadIdx.y][threadIdx.x] = a[i * n + l + threadIdx.x];
    tileB[threadIdx.y][threadIdx.x] = b[(l + threadIdx.y) * n + j];
    __syncthreads();
    for (int step = 0; step < Shape::Depth; ++step)
      sum += tileA[threadIdx.y][step] * tileB[step][threadIdx.x];
    __syncthreads();
  }
  c[i * n + j] = sum;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<dim3(3, 3), dim3(16, 16)>>>(48, a, b, c);
  printArray(c);
}

// FACTS: static_assert(::Shape::Side == 16 && ::Shape::Depth == 16 &&
// FACTS-NEXT: static_cast<long long>(::Sides::Tile) == 16,
// CHECK: contraction gemm
// CHECK: A        a[%m * n + %k]: f32
// CHECK: requires blockDim.x == 16
