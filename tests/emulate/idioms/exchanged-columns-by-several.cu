// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Columns of a tile that change places by more than one value, or by a number.
#include "program.h"

constexpr int T = 32;

// CHECK: contraction byRowAndNumber
__global__ void byRowAndNumber(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  const int y = threadIdx.y, x = threadIdx.x;
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
  float sum = 0.0f;
  for (int first = 0; first < k; first += T) {
    as[y][x ^ y ^ 5] = a[row * k + first + x];
    bs[y][x] = b[(first + y) * n + column];
    __syncthreads();
    for (int l = 0; l < T; ++l)
      sum += as[y][l ^ y ^ 5] * bs[l][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// CHECK: contraction byNumberAndRow
__global__ void byNumberAndRow(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  const int y = threadIdx.y, x = threadIdx.x;
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
  float sum = 0.0f;
  for (int first = 0; first < k; first += T) {
    as[y][x ^ 5 ^ y] = a[row * k + first + x];
    bs[y][x] = b[(first + y) * n + column];
    __syncthreads();
    for (int l = 0; l < T; ++l)
      sum += as[y][5 ^ l ^ y] * bs[l][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// CHECK: contraction byBit
__global__ void byBit(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  const int y = threadIdx.y, x = threadIdx.x;
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
  float sum = 0.0f;
  for (int first = 0; first < k; first += T) {
    as[y][x ^ 16] = a[row * k + first + x];
    bs[y][x] = b[(first + y) * n + column];
    __syncthreads();
    for (int l = 0; l < T; ++l)
      sum += as[y][l ^ 16] * bs[l][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// CHECK: contraction byOddRow
__global__ void byOddRow(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  const int y = threadIdx.y, x = threadIdx.x;
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
  float sum = 0.0f;
  for (int first = 0; first < k; first += T) {
    as[y][x ^ (y | 1)] = a[row * k + first + x];
    bs[y][x] = b[(first + y) * n + column];
    __syncthreads();
    for (int l = 0; l < T; ++l)
      sum += as[y][l ^ (y | 1)] * bs[l][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// CHECK: contraction byDigits
__global__ void byDigits(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  const int y = threadIdx.y, x = threadIdx.x;
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
  float sum = 0.0f;
  for (int first = 0; first < k; first += T) {
    as[y][x ^ (y & 7) ^ (y >> 3)] = a[row * k + first + x];
    bs[y][x] = b[(first + y) * n + column];
    __syncthreads();
    for (int l = 0; l < T; ++l)
      sum += as[y][l ^ (y >> 3) ^ (y & 7)] * bs[l][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// CHECK: contraction byBothDigits
__global__ void byBothDigits(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  const int y = threadIdx.y, x = threadIdx.x;
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
  float sum = 0.0f;
  for (int first = 0; first < k; first += T) {
    as[y][x ^ ((y >> 3) << 3 | y % 8)] = a[row * k + first + x];
    bs[y][x] = b[(first + y) * n + column];
    __syncthreads();
    for (int l = 0; l < T; ++l)
      sum += as[y][l ^ y] * bs[l][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  const dim3 grid(2, 3), block(T, T);
  byRowAndNumber<<<grid, block>>>(64, 64, a, b, c);
  printArray(c);
  byNumberAndRow<<<grid, block>>>(64, 64, a, b, c);
  printArray(c);
  byBit<<<grid, block>>>(64, 64, a, b, c);
  printArray(c);
  byOddRow<<<grid, block>>>(64, 64, a, b, c);
  printArray(c);
  byDigits<<<grid, block>>>(64, 64, a, b, c);
  printArray(c);
  byBothDigits<<<grid, block>>>(64, 64, a, b, c);
  printArray(c);
}
