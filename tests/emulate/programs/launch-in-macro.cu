// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: FileCheck %s --input-file=%t.rewritten.cu
// Launches handed to macros, which have them in one piece and use them once or more.
#include "program.h"

#define CHECK(call)                                                                                \
  do {                                                                                             \
    call;                                                                                          \
    const cudaError_t status = cudaGetLastError();                                                 \
    if (status != cudaSuccess)                                                                     \
      std::printf("%d: %s\n", int(sizeof(#call) > 0), cudaGetErrorString(status));                 \
  } while (0)
#define CUDA_CALL(call) (call)
#define RUN(...)                                                                                   \
  __VA_ARGS__;                                                                                     \
  CHECK(cudaDeviceSynchronize())
#define TOLD(text, ...)                                                                            \
  std::puts(text);                                                                                 \
  CHECK((__VA_ARGS__))
#define WITH(format, ...) std::printf(format, ##__VA_ARGS__)
#define TIMED(warm, times, launch)                                                                 \
  do {                                                                                             \
    for (int each = 0; each < (warm); ++each)                                                      \
      launch;                                                                                      \
    CHECK(cudaDeviceSynchronize());                                                                \
    for (int each = 0; each < (times); ++each) {                                                   \
      launch;                                                                                      \
    }                                                                                              \
  } while (0)
#define GRID(n, by) ((n) + (by) - 1) / (by)

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

template <typename T>
void start(dim3 grid, dim3 block, T *a, T *b, T *c) {
  // CHECK: {{^ *}}CHECK((gemm_rewritten::launch<T, 5>(grid, block, 0, 0, Rows, Columns, Steps, a, b, c)));
  CHECK((gemm<T, 5><<<grid, block>>>(Rows, Columns, Steps, a, b, c)));
}

int main() {
  int m = Rows, n = Columns, k = Steps;
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  const dim3 grid((n + 31) / 32, (m + 7) / 8), block(32, 8);
  // CHECK: {{^ *}}CUDA_CALL((gemm_rewritten::launch<float, 2>(grid, block, 0, 0, m, n, k, a, b, c)));
  CUDA_CALL((gemm<float, 2><<<grid, block>>>(m, n, k, a, b, c)));
  // CHECK: {{^ *}}RUN(gemm_rewritten::launch<float, 3>(grid, block, 0, 0, m, n, k, a, b, c));
  RUN(gemm<float, 3><<<grid, block>>>(m, n, k, a, b, c));
  // CHECK: {{^ *}}TOLD("one, two", {{.*}}gemm_rewritten::launch{{.*}}<float, 2>{{.*}}({{.*}}dim3(GRID(n, 32), GRID(m, 8)), block, 0{{.*}}, 0, {{.*}}m, n, k, a, b, c));
  TOLD("one, two", gemm<float, 2><<<dim3(GRID(n, 32), GRID(m, 8)), block, 0>>>(m, n, k, a, b, c));
  // CHECK: {{^ *}}CHECK(CUDA_CALL((gemm_rewritten::launch<float, 3>(grid, block, 0, 0, m, n, k, a, b, c))));
  CHECK(CUDA_CALL((gemm<float, 3><<<grid, block>>>(m, n, k, a, b, c))));
  // CHECK: {{^ *}}TIMED(1, 2, (gemm_rewritten::launch<float, 2>(grid, block, 0, 0, m, n, k, a, b, c)));
  TIMED(1, 2, (gemm<float, 2><<<grid, block>>>(m, n, k, a, b, c)));
  // CHECK: {{^ *}}TIMED(1, 1, CHECK((gemm_rewritten::launch<float, 3>(grid, block, 0, 0, m, n, k, a, b, c))));
  TIMED(1, 1, CHECK((gemm<float, 3><<<grid, block>>>(m, n, k, a, b, c))));
  start(grid, block, a, b, c);
  WITH("%d\n", (gemm<float, 2><<<grid, block>>>(m, n, k, a, b, c), 7));
  printArray(c);
}
