// Kernels that keep their launches: under grids and blocks of many shapes, also such as do not
// cover C, they leave what the originals leave, and compute tiles where the grid lets them.
// RUN: warpsmith-emulate %s -o %t.original -- %flags
// RUN: %t.original >%t.original.txt
// RUN: warpsmith %s --passes=resident -o %t.rewritten.cu --error-on-missed -- %flags
// RUN: sed 's/if (\([a-zA-Z]*_rewritten[a-z0-9:]*::resident(.*)\))/if (byTiles(\1))/' %t.rewritten.cu >%t.marked.cu
// RUN: warpsmith-emulate --sanitize %t.marked.cu -o %t.marked -- %flags
// RUN: %t.marked >%t.marked.txt
// RUN: grep -v 'by tiles' %t.marked.txt | diff %t.original.txt -
// RUN: FileCheck %s <%t.marked.txt
// RUN: warpsmith %s --passes=resident --device-headers -o %t.headers.cu --error-on-missed -- %flags
// RUN: sed 's/if (\([a-zA-Z]*_rewritten[a-z0-9:]*::resident(.*)\))/if (byTiles(\1))/' %t.headers.cu >%t.marked.cu
// RUN: warpsmith-emulate %t.marked.cu -o %t.marked -- %flags -I%suite/../runtime/include
// RUN: %t.marked | diff %t.marked.txt -
#include "kept-launches.h"

extern "C" __global__ void plain(int m, int n, int k, const float *a, int lda, const float *b,
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

// Both operands transposed, C read and scaled; threads that have nothing to do return.
__global__ void scaled(int m, int n, int k, float alpha, float beta, const float *a, const float *b,
                       float *c) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  float sum = 0;
  for (int l = 0; l < k; ++l)
    sum += a[l * m + i] * b[j * k + l];
  c[i * n + j] = alpha * sum + beta * c[i * n + j];
}

// Blocks of 16 x 16 alone, with barriers.
__global__ void tiled(int n, const double *a, const double *b, double *c) {
  __shared__ double tileA[16][16], tileB[16][16];
  const int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
  double sum = 0;
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

// In bytes, of small blocks, transposed or not as a parameter says.
__global__ void __launch_bounds__(256)
    bytes(int m, int n, int k, int transposed, const signed char *a, const signed char *b, int *c) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    int sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * (transposed ? b[j * k + l] : b[l * n + j]);
    c[i * n + j] = sum;
  }
}

// A template, of which this file makes instances for others: each has tiles of its own.
template <typename T, bool Transposed>
__global__ void instances(int m, int n, int k, const T *a, const T *b, T *c) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    T sum = T(0);
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * (Transposed ? b[j * k + l] : b[l * n + j]);
    c[i * n + j] = sum;
  }
}
template __global__ void instances<float, false>(int, int, int, const float *, const float *,
                                                 float *);
template __global__ void instances<double, true>(int, int, int, const double *, const double *,
                                                 double *);

void runPlain(const char *name, int m, int n, int k, int lda, dim3 grid, dim3 block) {
  Array<float> a(1), b(2), c(3);
  plain<<<grid, block>>>(m, n, k, a.data, lda, b.data, c.data);
  c.print(name);
}

int main() {
  // CHECK: by tiles
  // CHECK-NEXT: 16 x 16
  runPlain("16 x 16", 70, 45, 37, 40, gridOf(70, 45, {16, 16}), {16, 16});
  // CHECK-NEXT: by tiles
  // CHECK-NEXT: 32 x 8
  runPlain("32 x 8", 70, 45, 37, 37, gridOf(70, 45, {32, 8}), {32, 8});
  // CHECK-NEXT: by tiles
  // CHECK-NEXT: 8 x 8
  runPlain("8 x 8", 33, 65, 8, 8, gridOf(33, 65, {8, 8}), {8, 8});
  // CHECK-NEXT: by tiles
  // CHECK-NEXT: 256 x 1
  runPlain("256 x 1", 5, 300, 17, 17, gridOf(5, 300, {256}), {256});
  // CHECK-NEXT: by tiles
  // CHECK-NEXT: 32 x 32
  runPlain("32 x 32", 150, 130, 20, 24, gridOf(150, 130, {32, 32}), {32, 32});
  // CHECK-NEXT: by tiles
  // CHECK-NEXT: 10 x 10
  runPlain("10 x 10", 40, 31, 9, 9, gridOf(40, 31, {10, 10}), {10, 10});
  // CHECK-NEXT: by tiles
  // CHECK-NEXT: larger grid
  runPlain("larger grid", 70, 45, 37, 37, {9, 8}, {16, 16});
  // CHECK-NEXT: few threads
  // CHECK-NEXT: by tiles
  // CHECK-NEXT: one step
  runPlain("few threads", 64, 64, 24, 24, gridOf(64, 64, {4, 8}), {4, 8});
  runPlain("one step", 64, 64, 1, 24, gridOf(64, 64, {16, 16}), {16, 16});
  // CHECK-NEXT: columns missing
  runPlain("columns missing", 70, 45, 37, 37, {2, 5}, {16, 16});
  // CHECK-NEXT: rows missing
  runPlain("rows missing", 70, 45, 37, 37, {3, 4}, {16, 16});
  // CHECK-NEXT: no steps
  runPlain("no steps", 70, 45, 0, 37, {3, 5}, {16, 16});
  // CHECK-NEXT: by tiles
  // CHECK-NEXT: rows of A that overlap
  runPlain("rows of A that overlap", 70, 45, 37, 20, {3, 5}, {16, 16});

  // CHECK-NEXT: by tiles
  // CHECK-NEXT: an instance
  Array<float> ofInstance(1), secondOfInstance(2), resultOfInstance(3);
  instances<float, false><<<gridOf(61, 67, {16, 16}), dim3(16, 16)>>>(
      61, 67, 19, ofInstance.data, secondOfInstance.data, resultOfInstance.data);
  resultOfInstance.print("an instance");
  // CHECK-NEXT: by tiles
  // CHECK-NEXT: another instance
  Array<double> ofOther(1), secondOfOther(2), resultOfOther(3);
  instances<double, true><<<gridOf(37, 71, {32, 8}), dim3(32, 8)>>>(
      37, 71, 23, ofOther.data, secondOfOther.data, resultOfOther.data);
  resultOfOther.print("another instance");
  // CHECK-NEXT: an instance, columns missing
  instances<float, false><<<dim3(2, 5), dim3(16, 16)>>>(
      70, 45, 37, ofInstance.data, secondOfInstance.data, resultOfInstance.data);
  resultOfInstance.print("an instance, columns missing");

  const auto runScaled = [](const char *name, int m, int n, int k, dim3 block, int offset) {
    Array<float> a(1), b(2), c(3);
    scaled<<<gridOf(m, n, block), block>>>(m, n, k, 1.5f, -0.3f, a.data + offset, b.data + offset,
                                           c.data);
    c.print(name);
  };
  // CHECK-NEXT: by tiles
  // CHECK-NEXT: scaled
  runScaled("scaled", 61, 67, 19, {16, 16}, 0);
  // CHECK-NEXT: by tiles
  // CHECK-NEXT: scaled, vectors of A
  runScaled("scaled, vectors of A", 64, 40, 24, {32, 4}, 0);
  // CHECK-NEXT: by tiles
  // CHECK-NEXT: scaled, not aligned
  runScaled("scaled, not aligned", 64, 40, 24, {32, 16}, 1);
  // C is a part of A: threads of one block alone, so that the original's result is certain.
  Array<float> same(1), b(2);
  scaled<<<1, dim3(16, 16)>>>(3, 4, 0, 1, 2, same.data, b.data, same.data + 1);
  // CHECK-NEXT: C in A
  same.print("C in A");
  Array<float> row(1), identity(2);
  scaled<<<1, dim3(64)>>>(1, 1, 5, 1, 2, row.data, identity.data, row.data + 4);
  // CHECK-NEXT: one element in A
  row.print("one element in A");

  const auto runTiled = [](const char *name, int n, dim3 block) {
    Array<double> a(1), b(2), c(3);
    tiled<<<dim3(n / 16, n / 16), block>>>(n, a.data, b.data, c.data);
    c.print(name);
  };
  // CHECK-NEXT: by tiles
  // CHECK-NEXT: tiled
  runTiled("tiled", 48, {16, 16});
  // CHECK-NEXT: by tiles
  // CHECK-NEXT: tiled, one block
  runTiled("tiled, one block", 16, {16, 16});

  const auto runBytes = [](const char *name, int m, int n, int k, int transposed, dim3 block) {
    Array<signed char> a(1), b(2);
    Array<int> c(3);
    bytes<<<gridOf(m, n, block), block>>>(m, n, k, transposed, a.data, b.data, c.data);
    c.print(name);
  };
  // CHECK-NEXT: by tiles
  // CHECK-NEXT: bytes
  runBytes("bytes", 64, 80, 33, 0, {16, 16});
  // CHECK-NEXT: by tiles
  // CHECK-NEXT: bytes, transposed
  runBytes("bytes, transposed", 61, 81, 33, 1, {16, 8});
  // CHECK-NEXT: bytes, few threads
  runBytes("bytes, few threads", 6, 8, 3, 1, {4, 8});
}
