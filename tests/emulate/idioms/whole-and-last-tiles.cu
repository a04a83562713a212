// RUN: %same rewritten 'tile<32;32;16;4;4>'
// Whole tiles without tests of their steps, and a last one with them: by a loop that is shorter, by
// `break`, and by several steps at once.
#include "program.h"
constexpr int T = 16;
__global__ void shorter(int m, int n, int k, const float *a, const float *b, float *c) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y,
            column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || column >= n)
    return;
  float sum = 0;
  for (int l = 0; l < k; l += T) {
    if (k - l >= T) {
#pragma unroll
      for (int s = 0; s < T; ++s)
        sum += a[row * k + l + s] * b[(l + s) * n + column];
    } else {
      for (int s = 0; s < k - l; ++s)
        sum += a[row * k + l + s] * b[(l + s) * n + column];
    }
  }
  c[row * n + column] = sum;
}
__device__ void multiply(float &sum, const float *as, const float *bs, int first, int count) {
#pragma unroll
  for (int s = 0; s < 4; ++s) {
    if (s >= count)
      break;
    sum += as[first + s] * bs[(first + s) * T];
  }
}
__global__ void inGroups(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  const int y = threadIdx.y, x = threadIdx.x;
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
  float sum = 0;
  for (int l = 0; l < k; l += T) {
    as[y][x] = row < m && l + x < k ? a[row * k + l + x] : 0.0f;
    bs[y][x] = l + y < k && column < n ? b[(l + y) * n + column] : 0.0f;
    __syncthreads();
    const int steps = k - l;
    if (steps >= T) {
      for (int first = 0; first < T; first += 4)
        multiply(sum, as[y], &bs[0][x], first, 4);
    } else {
      for (int first = 0; first < steps; first += 4)
        multiply(sum, as[y], &bs[0][x], first, steps - first);
    }
    __syncthreads();
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}
int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  for (const int k : {29, 32, 7}) {
    shorter<<<dim3(3, 4), dim3(16, 16)>>>(53, 37, k, a, b, c);
    printArray(c);
    inGroups<<<dim3(3, 4), dim3(T, T)>>>(53, 37, k, a, b, c);
    printArray(c);
  }
}
