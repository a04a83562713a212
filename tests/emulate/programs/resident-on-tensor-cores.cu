// Kernels that keep their launches multiply on tensor cores where the contract lets them: under
// grids and blocks of many shapes, also such as do not cover C, they leave what the originals
// leave. Elements are small whole numbers, so that no format rounds them.
// RUN: warpsmith-emulate %s -o %t.original -- %flags
// RUN: %t.original >%t.original.txt
// RUN: warpsmith %s --passes=resident --numerics=fp16 -o %t.rewritten.cu --error-on-missed -- %flags
// RUN: FileCheck %s --check-prefix=HALF --input-file=%t.rewritten.cu
// RUN: sed 's/if (\([a-zA-Z]*_rewritten[a-z0-9:]*::resident(.*)\))/if (byTiles(\1))/' %t.rewritten.cu >%t.marked.cu
// RUN: warpsmith-emulate --sanitize %t.marked.cu -o %t.marked -- %flags
// RUN: %t.marked >%t.marked.txt
// RUN: grep -v 'by tiles' %t.marked.txt | diff %t.original.txt -
// RUN: FileCheck %s <%t.marked.txt
// RUN: warpsmith %s --passes='resident<threads=256>' --numerics=bf16 -o %t.fewer.cu --error-on-missed -- %flags
// RUN: FileCheck %s --check-prefix=FEWER --input-file=%t.fewer.cu
// RUN: warpsmith-emulate --sanitize %t.fewer.cu -o %t.fewer -- %flags
// RUN: %t.fewer | diff %t.original.txt -
// RUN: warpsmith %s --passes='resident<threads=256>' --numerics=tf32 -o %t.tf32.cu --error-on-missed -- %flags
// RUN: warpsmith-emulate --sanitize %t.tf32.cu -o %t.tf32 -- %flags
// RUN: %t.tf32 | diff %t.original.txt -
// RUN: warpsmith %s --passes='resident<threads=256>' --numerics=fp16 --device-headers -o %t.headers.cu --error-on-missed -- %flags
// RUN: warpsmith-emulate %t.headers.cu -o %t.headers -- %flags -I%suite/../runtime/include
// RUN: %t.headers | diff %t.original.txt -
// HALF: Numerics: fp16
// HALF: warpsmith::multiplyFp16
// HALF: if constexpr (warpsmith::CompiledFor<80>)
// HALF: __launch_bounds__(1024)
// FEWER: warpsmith::multiplyBf16
// FEWER: __launch_bounds__(256, 2)
#include "kept-launches.h"
#include <cuda_fp16.h>

extern "C" __global__ void floats(int m, int n, int k, const float *a, int lda, const float *b,
                                  float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0.0f;
    for (int l = 0; l < k; ++l)
      sum += a[i * lda + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

// Both operands transposed, C read and scaled, and a bias.
__global__ void scaled(int m, int n, int k, float alpha, float beta, const float *a, const float *b,
                       const float *bias, float *c) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  float sum = 0;
  for (int l = 0; l < k; ++l)
    sum += a[l * m + i] * b[j * k + l];
  const float result = alpha * sum + beta * c[i * n + j] + bias[j];
  c[i * n + j] = result > 0 ? result : 0;
}

// In tiles of its own, of blocks of 16 x 16 alone.
__global__ void tiled(int n, const float *a, const float *b, float *c) {
  __shared__ float tileA[16][16], tileB[16][16];
  const int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
  for (int first = 0; first < n; first += 16) {
    tileA[threadIdx.y][threadIdx.x] = a[row * n + first + threadIdx.x];
    tileB[threadIdx.y][threadIdx.x] = b[(first + threadIdx.y) * n + column];
    __syncthreads();
    for (int l = 0; l < 16; ++l)
      sum += tileA[threadIdx.y][l] * tileB[l][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// A batch, of which a parameter says whether B is transposed.
__global__ void batch(int m, int n, int k, int transposed, const float *a, const float *b,
                      float *c) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  a += blockIdx.z * m * k;
  b += blockIdx.z * k * n;
  c += blockIdx.z * m * n;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * (transposed ? b[j * k + l] : b[l * n + j]);
    c[i * n + j] = sum;
  }
}

struct WholeNumbers : Array<float> {
  explicit WholeNumbers(int seed)
      : Array(40000, [state = seed * 2654435761u + 1](int) mutable {
          state = state * 1664525u + 1013904223u;
          return (float)((int)(state >> 24) % 15 - 7);
        }) {}
};

void runFloats(const char *name, int m, int n, int k, int lda, dim3 grid, dim3 block) {
  WholeNumbers a(1), b(2), c(3);
  floats<<<grid, block>>>(m, n, k, a.data, lda, b.data, c.data);
  c.print(name);
}

void runScaled(const char *name, int m, int n, int k, dim3 block) {
  WholeNumbers a(1), b(2), c(3), bias(4);
  scaled<<<gridOf(m, n, block), block>>>(m, n, k, 2, -3, a.data, b.data, bias.data, c.data);
  c.print(name);
}

void runTiled(const char *name, int n, dim3 block) {
  WholeNumbers a(1), b(2), c(3);
  tiled<<<dim3(n / 16, n / 16), block>>>(n, a.data, b.data, c.data);
  c.print(name);
}

void runBatch(const char *name, int m, int n, int k, int transposed, int products, dim3 block) {
  WholeNumbers a(1), b(2), c(3);
  batch<<<gridOf(m, n, block, products), block>>>(m, n, k, transposed, a.data, b.data, c.data);
  c.print(name);
}

int main() {
  // CHECK: by tiles
  // CHECK-NEXT: ragged
  runFloats("ragged", 70, 45, 37, 40, gridOf(70, 45, {16, 16}), {16, 16});
  // CHECK-NEXT: by tiles
  // CHECK-NEXT: vectors
  runFloats("vectors", 72, 144, 40, 48, gridOf(72, 144, {16, 16}), {16, 16});
  // CHECK-NEXT: by tiles
  // CHECK-NEXT: 8 x 8
  runFloats("8 x 8", 33, 64, 8, 8, gridOf(33, 64, {8, 8}), {8, 8});
  // CHECK-NEXT: by tiles
  // CHECK-NEXT: 256 x 1
  runFloats("256 x 1", 5, 300, 17, 17, gridOf(5, 300, {256}), {256});
  // CHECK-NEXT: by tiles
  // CHECK-NEXT: larger grid
  runFloats("larger grid", 70, 45, 37, 37, {9, 8}, {16, 16});
  // CHECK-NEXT: few threads
  // CHECK-NEXT: columns missing
  // CHECK-NEXT: by tiles
  // CHECK-NEXT: rows of A that overlap
  runFloats("few threads", 64, 64, 24, 24, gridOf(64, 64, {4, 8}), {4, 8});
  runFloats("columns missing", 70, 45, 37, 37, {2, 5}, {16, 16});
  runFloats("rows of A that overlap", 70, 45, 37, 20, {3, 5}, {16, 16});
  // CHECK-NEXT: by tiles
  // CHECK-NEXT: scaled
  runScaled("scaled", 61, 67, 19, {16, 16});
  // CHECK-NEXT: by tiles
  // CHECK-NEXT: scaled, vectors
  runScaled("scaled, vectors", 128, 68, 32, {32, 4});
  // CHECK-NEXT: by tiles
  // CHECK-NEXT: tiled
  runTiled("tiled", 48, {16, 16});
  // CHECK-NEXT: by tiles
  // CHECK-NEXT: batch
  runBatch("batch", 40, 56, 24, 0, 3, {16, 16});
  // CHECK-NEXT: by tiles
  // CHECK-NEXT: batch, transposed
  runBatch("batch, transposed", 37, 51, 21, 1, 3, {16, 8});
}
