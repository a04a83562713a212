// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: FileCheck %s --input-file=%t.rewritten.cu
// Launches that a macro's definition writes: each use of it is one.
#include "program.h"

template <typename T, int Scale>
__global__ void gemm(int m, int n, int k, const T *a, const T *b, T *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    T sum = c[i * n + j];
    for (int l = 0; l < k; ++l)
      sum += T(Scale) * a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

// clang-format off
// CHECK: #define LAUNCH(scale, rows) gemm_rewritten::launch<float, scale>(grid, block, 0, 0, rows, Columns, Steps, a, b, c)
#define LAUNCH(scale, rows) gemm<float, scale><<<grid, block>>>(rows, Columns, Steps, a, b, c)
#define CASES(rows)           \
  switch (number) {           \
    case 0: LAUNCH(2, rows); break; \
    case 1: CHECKED(LAUNCH(3, rows)); break; \
  }
#define CHECKED(call) do { call; if (cudaGetLastError()) std::puts(#call); } while (0)
// CHECK: #define TWICE(grid, block, ...)
// CHECK-NEXT: do {
// CHECK-NEXT: for (int time = 0; time < 2; ++time)
// CHECK-NEXT: gemm_rewritten::launch<float, 5>(grid, block, 0, 0, Rows, __VA_ARGS__);
#define TWICE(grid, block, ...)                          \
  do {                                                   \
    for (int time = 0; time < 2; ++time)                 \
      gemm<float, 5><<<grid, block>>>(Rows, __VA_ARGS__); \
  } while (0)
// clang-format on

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  const dim3 grid((Columns + 31) / 32, (Rows + 7) / 8), block(32, 8);
  for (int number = 0; number < 3; ++number) {
    CASES(Rows)
    printArray(c);
  }
  TWICE(grid, block, Columns, Steps, a, b, c);
  TWICE(dim3(3, 7), dim3(16, 8), Columns, Steps, a, b, c);
  printArray(c);
}
