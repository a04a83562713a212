// RUN: %same rewritten 'tile<32;32;16;4;4>'
// Extents of a thread's tiles in a dim3 of its own, assertions with a text, and unsigned indices.
#include "program.h"
#include <cassert>

template <unsigned BM, unsigned BN, unsigned BK, unsigned TM, unsigned TN>
__global__ void gemm(const float *a, const float *b, float *c, unsigned m, unsigned n, unsigned k) {
  assert(TM % 2 == 0 && "rows of a thread come in pairs");
  const dim3 threads = {(BN + TN - 1) / TN, (BM + TM - 1) / TM};
  dim3 same(BN / TN, BM / TM);
  const unsigned up = threadIdx.x / threads.x, across = threadIdx.x % threads.x;
  const unsigned stepA = same.x * threads.y / BK, stepB = threads.x * threads.y * same.z / BN;
  const unsigned row = blockIdx.y * BM, column = blockIdx.x * BN;
  const unsigned rowA = threadIdx.x / BK, columnA = threadIdx.x % BK;
  const unsigned rowB = threadIdx.x / BN, columnB = threadIdx.x % BN;
  __shared__ float x[BM * BK], y[BK * BN];
  float sums[TM * TN] = {0.0}, xs[TM] = {0}, ys[TN] = {0};
  for (unsigned first = 0; first < k; first += BK) {
    for (unsigned o = 0; o < BM; o += stepA)
      x[columnA * BM + rowA + o] = row + rowA + o < m && first + columnA < k
                                       ? a[(row + rowA + o) * k + first + columnA]
                                       : 0.0f;
    for (unsigned o = 0; o < BK; o += stepB)
      y[(rowB + o) * BN + columnB] = first + rowB + o < k && column + columnB < n
                                         ? b[(first + rowB + o) * n + column + columnB]
                                         : 0.0f;
    __syncthreads();
    for (unsigned l = 0; l < BK; ++l) {
      for (unsigned i = 0; i < TM; ++i)
        xs[i] = x[l * BM + up * TM + i];
      for (unsigned j = 0; j < TN; ++j)
        ys[j] = y[l * BN + across * TN + j];
      for (unsigned i = 0; i < TM; ++i)
        for (unsigned j = 0; j < TN; ++j)
          sums[i * TN + j] += xs[i] * ys[j];
    }
    __syncthreads();
  }
  for (unsigned i = 0; i < TM; ++i)
    for (unsigned j = 0; j < TN; ++j)
      if (row + up * TM + i < m && column + across * TN + j < n)
        c[(row + up * TM + i) * n + column + across * TN + j] = sums[i * TN + j];
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<16, 16, 4, 4, 2>
      <<<dim3((Columns + 15) / 16, (Rows + 15) / 16), 32>>>(a, b, c, Rows, Columns, Steps);
  printArray(c);
}
