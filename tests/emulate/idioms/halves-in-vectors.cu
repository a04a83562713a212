// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Arrays of float4, in registers and in shared memory, that hold halves: casts of pointers say so,
// or what is stored there first.
#include "program.h"
#include <cuda_fp16.h>

constexpr int H = 8; // halves in a float4

__global__ void inRegisters(int n, int k, const half *a, const half *b, half *c) {
  const int row = (blockIdx.y * blockDim.y + threadIdx.y) * 4;
  const int column = (blockIdx.x * blockDim.x + threadIdx.x) * H;
  float4 left[1], right[1], sums[4]{0};
  for (int l = 0; l < k; ++l) {
    for (int i = 0; i < 4; ++i)
      reinterpret_cast<half *>(left)[i] = a[(row + i) * k + l];
    right[0] = reinterpret_cast<const float4 *>(b)[l * (n / H) + column / H];
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < H; ++j)
        reinterpret_cast<half *>(sums)[i * H + j] +=
            reinterpret_cast<half *>(left)[i] * reinterpret_cast<half *>(right)[j];
  }
  for (int i = 0; i < 4; ++i)
    reinterpret_cast<float4 *>(c)[(row + i) * (n / H) + column / H] = sums[i];
}

constexpr int BM = 32, BN = 64, BK = 16;

__global__ void inTiles(int n, int k, const half *a, const half *b, half *c) {
  __shared__ float4 as[BM * BK / H];
  __shared__ float4 bs[BK * BN / H];
  const int number = threadIdx.y * blockDim.x + threadIdx.x;
  const int y = threadIdx.y * 4, x = threadIdx.x * H;
  float4 left[1], right[1], sums[4]{0};
  for (int first = 0; first < k; first += BK) {
    for (int i = number; i < BM * BK / H; i += blockDim.x * blockDim.y) {
      int row = i / (BK / H), step = i % (BK / H);
      float4 eight =
          reinterpret_cast<const float4 *>(a + blockIdx.y * BM * k + first)[row * (k / H) + step];
      as[row * (BK / H) + step] = eight;
    }
    for (int i = number; i < BK * BN / H; i += blockDim.x * blockDim.y) {
      int step = i / (BN / H), column = i % (BN / H);
      float4 eight = reinterpret_cast<const float4 *>(
          b + blockIdx.x * BN)[first * n / H + step * (n / H) + column];
      bs[step * (BN / H) + column] = eight;
    }
    __syncthreads();
    for (int l = 0; l < BK; ++l) {
      for (int i = 0; i < 4; ++i)
        reinterpret_cast<half *>(left)[i] = reinterpret_cast<half *>(as)[(y + i) * BK + l];
      right[0] = bs[l * (BN / H) + x / H];
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < H; ++j)
          reinterpret_cast<half *>(sums)[i * H + j] +=
              reinterpret_cast<half *>(left)[i] * reinterpret_cast<half *>(right)[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    reinterpret_cast<float4 *>(c + (blockIdx.y * BM) * n +
                               blockIdx.x * BN)[(y + i) * (n / H) + x / H] = sums[i];
}

int main() {
  half *a = randomArray<half>(17), *b = randomArray<half>(5), *c = randomArray<half>(11);
  inRegisters<<<dim3(3, 2), dim3(2, 6)>>>(48, 37, a, b, c);
  printArray(c);
  inTiles<<<dim3(2, 3), dim3(8, 8)>>>(128, 48, a, b, c);
  printArray(c);
}

// CHECK: contraction inRegisters
// CHECK:   domain   %m < 4 * blockDim.y * gridDim.y, %n < 8 * blockDim.x * gridDim.x, %k < k
// CHECK:   A        a[%m * k + %k]: f16
// CHECK:   B        b[8 * %k * ((n) / 8) + %n]: f16
// CHECK:   C        c[8 * %m * ((n) / 8) + %n]: f16
// CHECK:   step     __hadd(sum, __hmul(A, B))
// CHECK:   result   sum
// CHECK:   requires blockDim.z * gridDim.z == 1
// CHECK: contraction inTiles
// CHECK:   domain   %m < 32 * gridDim.y, %n < 64 * gridDim.x, %k < 16 * (((long long)k + 15) / 16)
// CHECK:   A        a[%m * k + %k]: f16
// CHECK:   B        b[%k * n + %n]: f16
// CHECK:   C        c[%m * n + %n]: f16
// CHECK:   step     __hadd(sum, __hmul(A, B))
// CHECK:   result   sum
// CHECK:   requires k == 8 * ((k) / 8)
// CHECK:   requires n == 8 * ((n) / 8)
// CHECK:   requires blockDim.z * gridDim.z == 1
// CHECK:   requires 4 * blockDim.y == 32
// CHECK:   requires 8 * blockDim.x == 64
