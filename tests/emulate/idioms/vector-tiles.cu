// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %same rewritten 'tile<32;32;16;4;4>,pipeline<stages=3>'
// RUN: %contraction
// Tiles in shared memory that are filled and read four elements at a time, one of them transposed,
// and registers in the threads: arrays that are vectors in places, and arrays of vectors.
#include "program.h"
#include <cuda_fp16.h>

#define VECTOR(element) (reinterpret_cast<float4 *>(&(element))[0])

constexpr int TileRows = 32, TileColumns = 64, TileSteps = 8;

__global__ void transposed(int m, int n, int k, float alpha, float *a, float *b, float beta,
                           float *c) {
  __shared__ float rows[TileSteps * TileRows];
  __shared__ float columns[TileSteps * TileColumns];
  const int threadColumn = threadIdx.x % (TileColumns / 4);
  const int threadRow = threadIdx.x / (TileColumns / 4);
  const int innerRow = threadIdx.x / (TileSteps / 4), innerStep = threadIdx.x % (TileSteps / 4);
  const int innerRowOfB = threadIdx.x / (TileColumns / 4);
  const int innerColumn = threadIdx.x % (TileColumns / 4);
  a += blockIdx.y * TileRows * k;
  b += blockIdx.x * TileColumns;
  c += blockIdx.y * TileRows * n + blockIdx.x * TileColumns;
  float sums[8 * 4] = {0.0f};
  float ofRows[8], ofColumns[4];
  for (int first = 0; first < k; first += TileSteps) {
    for (int row = 0; row < TileRows; row += 32) {
      float4 some = VECTOR(a[(innerRow + row) * k + innerStep * 4]);
      rows[(innerStep * 4 + 0) * TileRows + innerRow + row] = some.x;
      rows[(innerStep * 4 + 1) * TileRows + innerRow + row] = some.y;
      rows[(innerStep * 4 + 2) * TileRows + innerRow + row] = some.z;
      rows[(innerStep * 4 + 3) * TileRows + innerRow + row] = some.w;
    }
    for (int row = 0; row < TileSteps; row += 4)
      VECTOR(columns[(innerRowOfB + row) * TileColumns + innerColumn * 4]) =
          VECTOR(b[(innerRowOfB + row) * n + innerColumn * 4]);
    __syncthreads();
    a += TileSteps;
    b += TileSteps * n;
    for (int step = 0; step < TileSteps; ++step) {
      for (int i = 0; i < 8; i += 4)
        VECTOR(ofRows[i]) = VECTOR(rows[step * TileRows + threadRow * 8 + i]);
      VECTOR(ofColumns[0]) = VECTOR(columns[step * TileColumns + threadColumn * 4]);
      for (int i = 0; i < 8; ++i)
        for (int j = 0; j < 4; ++j)
          sums[i * 4 + j] += ofRows[i] * ofColumns[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < 8; ++i) {
    float4 old = VECTOR(c[(threadRow * 8 + i) * n + threadColumn * 4]);
    old.x = fmaf(beta, old.x, alpha * sums[i * 4]);
    old.y = fmaf(beta, old.y, alpha * sums[i * 4 + 1]);
    old.z = fmaf(beta, old.z, alpha * sums[i * 4 + 2]);
    old.w = fmaf(beta, old.w, alpha * sums[i * 4 + 3]);
    VECTOR(c[(threadRow * 8 + i) * n + threadColumn * 4]) = old;
  }
}

__global__ void square(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float rows[32][8];
  __shared__ float4 columns[8][8];
  const int number = threadIdx.y * blockDim.x + threadIdx.x; // 8 x 8 threads
  const int row = number >> 1, step = number % 2 == 0 ? 0 : 4;
  float4 sums[4] = {};
  for (int tile = 0; tile < (k + 7) / 8; ++tile) {
    *reinterpret_cast<float4 *>(&rows[row][step]) =
        *reinterpret_cast<const float4 *>(a + (blockIdx.y * 32 + row) * k + tile * 8 + step);
    columns[number / 8][number % 8] = *reinterpret_cast<const float4 *>(
        b + (tile * 8 + number / 8) * n + blockIdx.x * 32 + number * 4 % 32);
    __syncthreads();
    for (int l = 0; l < 8; ++l) {
      const float4 y = columns[l][threadIdx.x];
      for (int i = 0; i < 4; ++i) {
        const float x = rows[threadIdx.y * 4 + i][l];
        sums[i].x += x * y.x;
        sums[i].y += x * y.y;
        sums[i].z += x * y.z;
        sums[i].w += x * y.w;
      }
    }
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    reinterpret_cast<float4 *>(c + (blockIdx.y * 32 + threadIdx.y * 4 + i) * n +
                               blockIdx.x * 32)[threadIdx.x] = sums[i];
}

// Halves, copied as vectors of another type. All threads have a row and a column of a tile.
__global__ void halves(int m, int n, int k, __half *a, __half *b, __half *c) {
  __shared__ __half rows[32][8], columns[8][32];
  const int number = threadIdx.y * blockDim.x + threadIdx.x; // 8 x 8 threads
  const int row = number / 2, step = number % 2 == 0 ? 0 : 4;
  if (blockIdx.y * 32 + row >= m || blockIdx.x * 32 + number * 4 % 32 >= n)
    return;
  __half sums[4][4] = {__float2half(0.0f)};
  for (int tile = 0; tile < (k + 7) / 8; ++tile) {
    reinterpret_cast<float2 *>(&rows[row][step])[0] =
        reinterpret_cast<float2 *>(&a[(blockIdx.y * 32 + row) * k + tile * 8 + step])[0];
    *reinterpret_cast<int2 *>(&columns[number / 8][number % 8 * 4]) = *reinterpret_cast<int2 *>(
        b + (tile * 8 + number / 8) * n + blockIdx.x * 32 + number * 4 % 32);
    __syncthreads();
    for (int l = 0; l < 8; ++l)
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
          sums[i][j] =
              __hfma(rows[threadIdx.y * 4 + i][l], columns[l][threadIdx.x * 4 + j], sums[i][j]);
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    reinterpret_cast<float2 *>(
        &c[(blockIdx.y * 32 + threadIdx.y * 4 + i) * n + blockIdx.x * 32 + threadIdx.x * 4])[0] =
        reinterpret_cast<float2 *>(&sums[i][0])[0];
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  transposed<<<dim3(3, 2), dim3(64)>>>(64, 192, 40, 0.5f, a, b, 2.0f, c);
  printArray(c);
  float *d = randomArray<float>(7);
  square<<<dim3(3, 2), dim3(8, 8)>>>(64, 96, 24, a, b, d);
  printArray(d);
  __half *x = randomArray<__half>(3), *y = randomArray<__half>(9), *z = randomArray<__half>(13);
  halves<<<dim3(3, 2), dim3(8, 8)>>>(64, 96, 24, x, y, z);
  printArray(z);
}

// CHECK: contraction transposed
// CHECK-NEXT:   domain   %m < 32 * gridDim.y, %n < 64 * gridDim.x, %k < 8 * (((long long)k + 7) / 8)
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   fmaf(beta, C, alpha * sum)
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = (blockIdx.y * 4 + threadIdx.x / 16) * 8 + i, %n = (blockIdx.x * 16 + threadIdx.x % 16) * 4 + i
// CHECK-NEXT:   constant TileColumns = 64
// CHECK-NEXT:   constant TileRows = 32
// CHECK-NEXT:   constant TileSteps = 8
// CHECK-NEXT:   launch   line 119
// CHECK-NEXT:   requires blockDim.x == 64
// CHECK-NEXT:   requires blockDim.y == 1
// CHECK-NEXT:   requires 32 * k + 4294967295 >= 32 * gridDim.y * k
// CHECK-NEXT:   requires 32 * n + 4294967359 >= 32 * gridDim.y * n + 64 * gridDim.x
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires n >= 64 * gridDim.x
// CHECK-NEXT: contraction square
// CHECK-NEXT:   domain   %m < 32 * gridDim.y, %n < 32 * gridDim.x, %k < 8 * (((long long)k + 7) / 8)
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * 32 + threadIdx.y * 4 + i, %n = blockIdx.x * 32 + threadIdx.x * 4 + i
// CHECK-NEXT:   launch   line 122
// CHECK-NEXT:   requires 33 * k + 4294967295 >= blockDim.x * blockDim.y * k + 32 * gridDim.y * k
// CHECK-NEXT:   requires 33 * n + 4294967295 >= 4 * blockDim.y * n + 32 * gridDim.y * n
// CHECK-NEXT:   requires 256 >= 4 * blockDim.x * blockDim.y
// CHECK-NEXT:   requires 32 >= 4 * blockDim.x
// CHECK-NEXT:   requires 256 >= 32 * blockDim.y
// CHECK-NEXT:   requires blockDim.x * blockDim.y == 2 * (((long long)blockDim.x * blockDim.y) / 2)
// CHECK-NEXT:   requires blockDim.x * blockDim.y == 8 * (((long long)blockDim.x * blockDim.y) / 8)
// CHECK-NEXT:   requires (((long long)blockDim.x * blockDim.y) / 8) >= 8
// CHECK-NEXT:   requires (((long long)blockDim.x * blockDim.y) / 2) >= 4 * blockDim.y
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires 4 * blockDim.y == 32
// CHECK-NEXT:   requires 4 * blockDim.x == 32
// CHECK-NEXT:   requires n >= 32 * gridDim.x
// CHECK: contraction halves
// CHECK-NEXT:   domain   %m < 32 * gridDim.y, %n < 32 * gridDim.x, %k < 8 * (((long long)k + 7) / 8)
// CHECK-NEXT:   A        a[%m * k + %k]: f16
// CHECK-NEXT:   B        b[%k * n + %n]: f16
// CHECK-NEXT:   C        c[%m * n + %n]: f16
