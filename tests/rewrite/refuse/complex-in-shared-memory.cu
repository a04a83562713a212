// RUN: not warpsmith %s --passes=tile -o %t.cu -- 2>&1 | FileCheck %s
// Complex numbers in shared memory whose parts need not be known at the same time: which product of
// two is contracted is open.
#include <thrust/complex.h>

using Single = thrust::complex<float>;

// CHECK-DAG: pass 'tile' does not apply to 'chosenBehind': {{.*}} adds products of parts of complex numbers
__global__ void chosenBehind(int m, int n, int k, const Single *a, const Single *b, Single *c) {
  __shared__ Single rows[8][8], columns[8][8];
  const int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * 8 + y, j = blockIdx.x * 8 + x;
  Single sum = 0;
  for (int first = 0; first < k; first += 8) {
    rows[y][x] = i < m && first + x < k ? a[i * k + first + x] : Single(0);
    columns[y][x] = first + y < k && j < n ? b[(first + y) * n + j] : Single(0, 0);
    __syncthreads();
    for (int l = 0; l < 8; ++l) {
      const Single left = i < m ? rows[y][l] : Single(1), right = columns[l][x];
      sum += left * right;
    }
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

// CHECK-DAG: pass 'tile' does not apply to 'readInParts': {{.*}} adds products of parts of complex numbers
__global__ void readInParts(int m, int n, int k, const Single *a, const Single *b, Single *c) {
  __shared__ Single rows[8][8], columns[8][8];
  const int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * 8 + y, j = blockIdx.x * 8 + x;
  Single sum = 0;
  for (int first = 0; first < k; first += 8) {
    rows[y][x] = i < m && first + x < k ? a[i * k + first + x] : Single(0);
    columns[y][x] = first + y < k && j < n ? b[(first + y) * n + j] : Single(0, 0);
    __syncthreads();
    for (int l = 0; l < 8; ++l) {
      const Single left = rows[y][l];
      const float re = columns[l][x].real(), im = columns[l][x].imag();
      sum += left * Single(re, im);
    }
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

void run(int m, int n, int k, const Single *a, const Single *b, Single *c) {
  const dim3 grid((n + 7) / 8, (m + 7) / 8), block(8, 8);
  chosenBehind<<<grid, block>>>(m, n, k, a, b, c);
  readInParts<<<grid, block>>>(m, n, k, a, b, c);
}
