// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: FileCheck %s --input-file=%t.rewritten.cu --check-prefix=FACTS
// RUN: not warpsmith-emulate %t.rewritten.cu -c -o %t.o -- -I%S/../Inputs -DSUM=double 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not warpsmith-emulate %t.rewritten.cu -c -o %t.o -- -I%S/../Inputs -DWIDTH=4 2>&1 | FileCheck %s --check-prefix=WIDTH
// Types of variables, and what functions of constants calculate with, that the build may set.
#include "program.h"

#ifndef SUM
#define SUM float
#endif
#ifndef WIDTH
#define WIDTH 8
#endif
typedef SUM sum_t;
template <typename>
struct Loaded {
  using type = SUM;
};
template <typename Type>
using loaded_t = typename Loaded<Type>::type;
struct Pair {
  SUM first;
};

__host__ __device__ constexpr int twice(int count) {
  return 2 * count + WIDTH - 8;
}

__global__ void gemm(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * twice(4) + threadIdx.y, j = blockIdx.x * twice(4) + threadIdx.x;
  if (i >= m || j >= n)
    return;
  sum_t sum = 0;
  for (int l = 0; l < k; ++l) {
    const Loaded<int>::type loaded = a[i * k + l];
    sum += loaded * b[l * n + j];
  }
  c[i * n + j] = sum;
}

__global__ void ofAlias(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  loaded_t<int> sum = 0;
  for (int l = 0; l < k; ++l)
    sum += a[i * k + l] * b[l * n + j];
  c[i * n + j] = sum;
}

__global__ void ofMember(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  float sum = 0;
  for (int l = 0; l < k; ++l) {
    Pair pair;
    pair.first = a[i * k + l];
    sum += pair.first * b[l * n + j];
  }
  c[i * n + j] = sum;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  const dim3 grid((Columns + 7) / 8, (Rows + 7) / 8), block(8, 8);
  gemm<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  ofAlias<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  ofMember<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
}

// FACTS: static_assert(std::is_same<::sum_t, float>::value && std::is_same<SUM, float>::value &&
// FACTS-NEXT: WIDTH == 8,
// FACTS: namespace ofAlias_rewritten
// FACTS: static_assert(std::is_same<SUM, float>::value,
// FACTS: namespace ofMember_rewritten
// FACTS: static_assert(std::is_same<SUM, float>::value,
// OTHER: types-by-build.cu.tmp.rewritten.cu:{{.*}}: error: static assertion failed
// WIDTH: types-by-build.cu.tmp.rewritten.cu:{{.*}}: error: static assertion failed
