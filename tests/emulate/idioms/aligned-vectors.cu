// RUN: %same rewritten 'tile<32;32;16;4;4>'
// Tiles that are filled, and results that are stored, by vectors where an address is a multiple of
// 16 bytes and element by element elsewhere. Which of both a thread does may differ from thread to
// thread and from step to step.
#include "program.h"
#include <cstdint>
constexpr int T = 16;
#define FLOAT4(value) (reinterpret_cast<float4 *>(&(value))[0])

__device__ float4 fourOf(const float *from, int row, int column, int rows, int columns) {
  const bool inside = row < rows && column + 3 < columns;
  const bool aligned = reinterpret_cast<uintptr_t>(&from[row * columns + column]) % 16 == 0;
  if (inside && aligned)
    return *reinterpret_cast<const float4 *>(&from[row * columns + column]);
  float4 four{};
  if (row < rows) {
    if (column < columns)
      four.x = from[row * columns + column];
    if (column + 1 < columns)
      four.y = from[row * columns + column + 1];
    if (column + 2 < columns)
      four.z = from[row * columns + column + 2];
    if (column + 3 < columns)
      four.w = from[row * columns + column + 3];
  }
  return four;
}
__device__ bool isAligned(const float *p) {
  return (reinterpret_cast<uintptr_t>(p) & 15) == 0;
}
__global__ void returned(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  const int y = threadIdx.x / 4, x = (threadIdx.x % 4) * 4;
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
  float sums[4] = {0.0f};
  for (int first = 0; first < k; first += T) {
    FLOAT4(as[y][x]) = fourOf(a, row, first + x, m, k);
    FLOAT4(bs[y][x]) = fourOf(b, first + y, column, k, n);
    __syncthreads();
    for (int l = 0; l < T; ++l)
      for (int j = 0; j < 4; ++j)
        sums[j] += as[y][l] * bs[l][x + j];
    __syncthreads();
  }
  if (row < m && column + 3 < n && isAligned(c + row * n + column))
    FLOAT4(c[row * n + column]) = FLOAT4(sums[0]);
  else
    for (int j = 0; j < 4; ++j)
      if (row < m && column + j < n)
        c[row * n + column + j] = sums[j];
}
__global__ void branches(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  const int y = threadIdx.x / 4, x = (threadIdx.x % 4) * 4;
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
  float sums[4] = {0.0f};
  const uintptr_t address = (uintptr_t)a;
  const bool whole = address % 16 == 0 && k % 4 == 0;
  for (int first = 0; first < k; first += T) {
    if (whole && row < m && first + x + 3 < k)
      FLOAT4(as[y][x]) = FLOAT4(const_cast<float &>(a[row * k + first + x]));
    else
      for (int l = 0; l < 4; ++l)
        as[y][x + l] = row < m && first + x + l < k ? a[row * k + first + x + l] : 0.0f;
    const float *from = &b[(first + y) * n + column];
    if (((size_t)from & 0xf) == 0 && first + y < k && column + 3 < n)
      FLOAT4(bs[y][x]) = *reinterpret_cast<const float4 *>(from);
    else
      for (int l = 0; l < 4; ++l)
        bs[y][x + l] = first + y < k && column + l < n ? from[l] : 0.0f;
    __syncthreads();
    for (int l = 0; l < T; ++l)
      for (int j = 0; j < 4; ++j)
        sums[j] += as[y][l] * bs[l][x + j];
    __syncthreads();
  }
  for (int j = 0; j < 4; ++j)
    if (row < m && column + j < n)
      c[row * n + column + j] = sums[j];
}
int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  returned<<<dim3(3, 4), dim3(64)>>>(53, 37, 29, a, b, c);
  printArray(c);
  returned<<<dim3(3, 4), dim3(64)>>>(53, 44, 36, a, b, c);
  printArray(c);
  branches<<<dim3(3, 4), dim3(64)>>>(53, 37, 29, a + 1, b + 2, c);
  printArray(c);
  branches<<<dim3(3, 4), dim3(64)>>>(53, 44, 36, a, b, c);
  printArray(c);
}
