// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Complex numbers in shared memory, which are chosen before they are stored there and read as a
// whole.
#include "program.h"
#include <thrust/complex.h>

using Single = thrust::complex<float>;

// The right element is read first.
// CHECK: contraction rightFirst
// CHECK: step     make_float2(sum.x + (A.x * B.x - A.y * B.y), sum.y + (A.x * B.y + A.y * B.x))
__global__ void rightFirst(int m, int n, int k, const Single *a, const Single *b, Single *c) {
  __shared__ Single rows[8][8], columns[8][8];
  const int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * 8 + y, j = blockIdx.x * 8 + x;
  Single sum = 0;
  for (int first = 0; first < k; first += 8) {
    rows[y][x] = i < m && first + x < k ? a[i * k + first + x] : Single(0);
    columns[y][x] = first + y < k && j < n ? b[(first + y) * n + j] : Single(0, 0);
    __syncthreads();
    for (int l = 0; l < 8; ++l) {
      const Single right = columns[l][x], left = rows[y][l];
      sum += left * right;
    }
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

// The right element is the first factor.
// CHECK: contraction exchanged
// CHECK: step     make_float2(sum.x + (B.x * A.x - B.y * A.y), sum.y + (B.x * A.y + B.y * A.x))
__global__ void exchanged(int m, int n, int k, const Single *a, const Single *b, Single *c) {
  __shared__ Single rows[8][8], columns[8][8];
  const int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * 8 + y, j = blockIdx.x * 8 + x;
  Single sum = 0;
  for (int first = 0; first < k; first += 8) {
    rows[y][x] = i < m && first + x < k ? a[i * k + first + x] : Single(0);
    columns[y][x] = first + y < k && j < n ? b[(first + y) * n + j] : Single(0, 0);
    __syncthreads();
    for (int l = 0; l < 8; ++l) {
      const Single left = rows[y][l], right = columns[l][x];
      sum += right * left;
    }
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

// CHECK: contraction conjugated
// CHECK: step     make_float2(sum.x + (A.x * B.x + A.y * B.y), sum.y + (A.y * B.x - A.x * B.y))
__global__ void conjugated(int m, int n, int k, const Single *a, const Single *b, Single *c) {
  __shared__ Single rows[8][8], columns[8][8];
  const int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * 8 + y, j = blockIdx.x * 8 + x;
  Single sum = 0;
  for (int first = 0; first < k; first += 8) {
    rows[y][x] = i < m && first + x < k ? a[i * k + first + x] : Single(0);
    columns[y][x] = first + y < k && j < n ? b[(first + y) * n + j] : Single(0, 0);
    __syncthreads();
    for (int l = 0; l < 8; ++l) {
      const Single left = rows[y][l], right = columns[l][x];
      sum += left * thrust::conj(right);
    }
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

// The sum has a guard of its own.
// CHECK: contraction guardedSum
// CHECK: step     make_float2(sum.x + (A.x * B.x - A.y * B.y), sum.y + (A.x * B.y + A.y * B.x))
__global__ void guardedSum(int m, int n, int k, const Single *a, const Single *b, Single *c) {
  __shared__ Single rows[8][8], columns[8][8];
  const int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * 8 + y, j = blockIdx.x * 8 + x;
  Single sum = 0;
  for (int first = 0; first < k; first += 8) {
    rows[y][x] = i < m && first + x < k ? a[i * k + first + x] : Single(0);
    columns[y][x] = first + y < k && j < n ? b[(first + y) * n + j] : Single(0, 0);
    __syncthreads();
    for (int l = 0; l < 8; ++l) {
      const Single left = rows[y][l], right = columns[l][x];
      if (first + l < k)
        sum += left * right;
    }
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

int main() {
  auto *a = reinterpret_cast<Single *>(randomArray<float>(17)),
       *b = reinterpret_cast<Single *>(randomArray<float>(5));
  float *c = randomArray<float>(11);
  auto *d = reinterpret_cast<Single *>(c);
  const dim3 grid(3, 2), block(8, 8);
  for (const int k : {5, 16, 27}) {
    rightFirst<<<grid, block>>>(13, 19, k, a, b, d);
    printArray(c);
    exchanged<<<grid, block>>>(13, 19, k, a, b, d);
    printArray(c);
    conjugated<<<grid, block>>>(13, 19, k, a, b, d);
    printArray(c);
    guardedSum<<<grid, block>>>(13, 19, k, a, b, d);
    printArray(c);
  }
}
