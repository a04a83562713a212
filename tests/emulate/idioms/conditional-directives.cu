// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: FileCheck %s --input-file=%t.rewritten.cu
// Conditional directives in a kernel, and in a function that it calls, that macros of the file
// settle. The output says which macros it was written for.
#include "program.h"

#define TILE 8
#define BYTES (2 * TILE * TILE * 4)
#define WITH_BETA

__device__ float scaled(float sum, float alpha) {
#if TILE > 4 // an alpha for large tiles
  return alpha * sum;
#else
  return sum;
#endif
}

__global__ void gemm(int m, int n, int k, float alpha, const float *a, const float *b, float *c) {
  const int i = blockIdx.y * TILE + threadIdx.y, j = blockIdx.x * TILE + threadIdx.x;
#if BYTES <= 48 * 1024
  __shared__ float as[TILE][TILE], bs[TILE][TILE];
#else
  extern __shared__ float as[], bs[];
#endif
  float sum = 0;
  for (int t = 0; t < k; t += TILE) {
#ifdef PADDED
    as[threadIdx.y][threadIdx.x] = a[i * k + t + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(t + threadIdx.y) * n + j];
#else
    as[threadIdx.y][threadIdx.x] = i < m && t + threadIdx.x < k ? a[i * k + t + threadIdx.x] : 0.0f;
    bs[threadIdx.y][threadIdx.x] =
        t + threadIdx.y < k && j < n ? b[(t + threadIdx.y) * n + j] : 0.0f;
#endif
    __syncthreads();
    for (int l = 0; l < TILE; ++l)
      sum += as[threadIdx.y][l] * bs[l][threadIdx.x];
    __syncthreads();
  }
  if (i < m && j < n)
#if defined(PADDED)
    c[i * n + j] = sum;
#elif defined(WITH_BETA) && TILE == 8
    c[i * n + j] += scaled(sum, alpha);
#elif TILE == 16
    c[i * n + j] = 0;
#endif
}
// CHECK: #if !((BYTES <= 48 * 1024) && (!(defined(PADDED))) && (defined(WITH_BETA) && TILE == 8) && (TILE > 4))
// CHECK-NEXT: #error "Rewritten for another configuration: run warpsmith again."
// CHECK-NEXT: #endif

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<dim3((Columns + 7) / 8, (Rows + 7) / 8), dim3(TILE, TILE)>>>(Rows, Columns, Steps, 0.7f, a,
                                                                      b, c);
  printArray(c);
}
