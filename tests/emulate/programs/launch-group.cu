// RUN: %same rewritten 'tile,pipeline<stages=2>,warp-specialize<dma=4>,group' --arch=sm_90a
// RUN: grep 'emulator: launch' %t.trace | FileCheck %s --implicit-check-not='launch of'
// Products that are launched together, of other sizes and leading dimensions each; where one reads
// or writes what another one writes, or one's threads do not cover its C, they are
// launched one after the other, in their order.
#include "program.h"
#include <cuda_runtime.h>

__global__ void left(int m, int n, int k, const float *a, int lda, const float *b, int ldb,
                     float *c, int ldc) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * lda + l] * b[l * ldb + j];
    c[i * ldc + j] = sum;
  }
}

__global__ void right(int m, int n, int k, const float *a, int lda, const float *b, int ldb,
                      float *c, int ldc) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * lda + l] * b[l * ldb + j];
    c[i * ldc + j] = sum;
  }
}

constexpr dim3 Block(32, 8);
dim3 gridOf(int m, int n) {
  return dim3((n + 31) / 32, (m + 7) / 8);
}

struct Product {
  int m, n, k;
  const float *a;
  int lda;
  const float *b;
  int ldb;
  float *c;
  int ldc;
};

void both(Product x, Product y, dim3 first, dim3 second) {
  left<<<first, Block>>>(x.m, x.n, x.k, x.a, x.lda, x.b, x.ldb, x.c, x.ldc);
  right<<<second, Block>>>(y.m, y.n, y.k, y.a, y.lda, y.b, y.ldb, y.c, y.ldc);
}

void three(Product x, Product y, Product z, cudaStream_t stream) {
  const dim3 one = gridOf(x.m, x.n), two = gridOf(y.m, y.n), last = gridOf(z.m, z.n);
  left<<<one, Block, 0, stream>>>(x.m, x.n, x.k, x.a, x.lda, x.b, x.ldb, x.c, x.ldc);
  left<<<two, Block, 0, stream>>>(y.m, y.n, y.k, y.a, y.lda, y.b, y.ldb, y.c, y.ldc);
  right<<<last, Block, 0, stream>>>(z.m, z.n, z.k, z.a, z.lda, z.b, z.ldb, z.c, z.ldc);
}

int main() {
  const float *a = randomArray<float>(17), *b = randomArray<float>(5), *d = randomArray<float>(7);
  float *c = randomArray<float>(11), *e = randomArray<float>(13), *f = randomArray<float>(3);
  const Product x = {45, 37, 29, a, 31, b, 40, c, 53}, y = {7, 66, 300, d, 301, a, 67, e, 66};
  const auto grid = [](const Product &p) { return gridOf(p.m, p.n); };
  // CHECK: launch of {{.*}}_support::{{.*}}kernelOfGroup<{{.*}}false, 2>
  both(x, y, grid(x), grid(y));
  // CHECK-NEXT: launch of {{.*}}_support::{{.*}}kernelOfGroup<{{.*}}true, 2>
  const Product even = {32, 64, 32, a, 32, b, 64, c, 64},
                also = {16, 128, 64, d, 64, a, 128, e, 128};
  both(even, also, grid(even), grid(also));
  // The second reads what the first has written. Both have one kernel.
  // CHECK-NEXT: launch of {{.*}}_support::{{.*}}kernel<left_rewritten::{{.*}}<<<(1,2,1)
  // CHECK-NEXT: launch of {{.*}}_support::{{.*}}kernel<left_rewritten::{{.*}}<<<(2,1,1)
  Product after = y;
  after.a = c + 2;
  after.c = f;
  both(x, after, grid(x), grid(after));
  // The first reads what the second will write, and both write the same.
  // CHECK-NEXT: launch of {{.*}}_support::{{.*}}kernel<left_rewritten::{{.*}}<<<(1,2,1)
  // CHECK-NEXT: launch of {{.*}}_support::{{.*}}kernel<left_rewritten::{{.*}}<<<(2,1,1)
  Product before = x;
  before.b = e + 11;
  both(before, y, grid(before), grid(y));
  // CHECK-NEXT: launch of {{.*}}_support::{{.*}}kernel<left_rewritten::{{.*}}<<<(1,2,1)
  // CHECK-NEXT: launch of {{.*}}_support::{{.*}}kernel<left_rewritten::{{.*}}<<<(2,1,1)
  Product same = y;
  same.c = c + 100;
  both(x, same, grid(x), grid(same));
  // Beside each other in one array they do not meet.
  // CHECK-NEXT: launch of {{.*}}_support::{{.*}}kernelOfGroup<
  same.c = c + 44 * 53 + 37;
  both(x, same, grid(x), grid(same));
  // The original of the first alone.
  // CHECK-NEXT: launch of left(
  // CHECK-NEXT: launch of {{.*}}_support::{{.*}}kernel<left_rewritten::{{.*}}<<<(2,1,1)
  both(x, y, dim3(1, 1), grid(y));
  // CHECK-NEXT: launch of {{.*}}_support::{{.*}}kernelOfGroup<{{.*}}, 3>
  const Product z = {64, 64, 64, d, 70, b, 64, f, 65};
  three(x, y, z, nullptr);
  cudaDeviceSynchronize();
  printArray(c);
  printArray(e);
  printArray(f);
}
