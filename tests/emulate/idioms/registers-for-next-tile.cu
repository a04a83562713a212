// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Registers that hold the next tile while the present one is multiplied, and are stored at the
// beginning of the next step.
#include "program.h"
constexpr int T = 16;

// CHECK: contraction plain
__global__ void plain(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  const int y = threadIdx.y, x = threadIdx.x;
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
  float sum = 0.0f;
  float nextA = a[row * k + x], nextB = b[y * n + column];
  for (int first = 0; first < k; first += T) {
    as[y][x] = nextA;
    bs[y][x] = nextB;
    __syncthreads();
    if (first + T < k) {
      nextA = a[row * k + first + T + x];
      nextB = b[(first + T + y) * n + column];
    }
    for (int l = 0; l < T; ++l)
      sum += as[y][l] * bs[l][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// CHECK: contraction without
__global__ void without(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  const int y = threadIdx.y, x = threadIdx.x;
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
  float sum = 0.0f, nextA, nextB;
  if (k > 0) {
    nextA = a[row * k + x];
    nextB = b[y * n + column];
  }
  for (int first = 0; first < k; first += T) {
    as[y][x] = nextA;
    bs[y][x] = nextB;
    __syncthreads();
    if (first + T < k) {
      nextA = a[row * k + first + T + x];
      nextB = b[(first + T + y) * n + column];
    }
    for (int l = 0; l < T; ++l)
      sum += as[y][l] * bs[l][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// CHECK: contraction zeros
__global__ void zeros(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  const int y = threadIdx.y, x = threadIdx.x;
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
  float sum = 0.0f, nextA = 0.0f, nextB = 0.0f;
  if (k > 0) {
    nextA = a[row * k + x];
    nextB = b[y * n + column];
  }
  for (int first = 0; first < k; first += T) {
    as[y][x] = nextA;
    bs[y][x] = nextB;
    __syncthreads();
    if (first + T < k) {
      nextA = a[row * k + first + T + x];
      nextB = b[(first + T + y) * n + column];
    }
    for (int l = 0; l < T; ++l)
      sum += as[y][l] * bs[l][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// CHECK: contraction guarded
__global__ void guarded(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  const int y = threadIdx.y, x = threadIdx.x;
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
  float sum = 0.0f, nextA = 0.0f, nextB = 0.0f;
  if (row < m && x < k)
    nextA = a[row * k + x];
  if (y < k && column < n)
    nextB = b[y * n + column];
  for (int first = 0; first < k; first += T) {
    as[y][x] = nextA;
    bs[y][x] = nextB;
    __syncthreads();
    nextA = nextB = 0.0f;
    if (row < m && first + T + x < k)
      nextA = a[row * k + first + T + x];
    if (first + T + y < k && column < n)
      nextB = b[(first + T + y) * n + column];
    for (int l = 0; l < T; ++l)
      sum += as[y][l] * bs[l][x];
    __syncthreads();
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  const dim3 grid(2, 3), block(T, T);
  plain<<<grid, block>>>(32, 48, a, b, c);
  printArray(c);
  without<<<grid, block>>>(32, 48, a, b, c);
  printArray(c);
  zeros<<<grid, block>>>(32, 48, a, b, c);
  printArray(c);
  guarded<<<grid, block>>>(41, 29, 37, a, b, c);
  printArray(c);
}
