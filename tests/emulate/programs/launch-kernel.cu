// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: FileCheck %s --input-file=%t.rewritten.cu
// cudaLaunchKernel in each way that people write it. Its result is still a cudaError_t, which an
// earlier error that nobody has fetched does not change.
#include "program.h"
__global__ void gemm(int m, int n, int k, const float *a, const float *b, float *c);

#define CHECK(call)                                                                                \
  do {                                                                                             \
    const cudaError_t status = (call);                                                             \
    if (status != cudaSuccess)                                                                     \
      std::printf("line of %d: %s\n", int(sizeof(#call) > 0), cudaGetErrorString(status));         \
  } while (0)
#define TWICE(call) ((call) == cudaSuccess ? (call) : cudaErrorUnknown)

void early(dim3 grid, dim3 block, void **args) {
  // CHECK: {{^ *(/[*]warpsmith was: .*[*]/)?}}gemm_rewritten::launchKernel({{.*}}grid, block, args, 0, nullptr);
  cudaLaunchKernel((const void *)gemm, grid, block, args, 0, nullptr);
}

__global__ void gemm(int m, int n, int k, const float *__restrict__ a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = c[i * n + j];
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

namespace templates {
template <typename T, int Scale = 2>
__global__ void scaled(int m, int n, int k, const T *a, const T *b, T *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    T sum = 0;
    for (int l = 0; l < k; ++l)
      sum += T(Scale) * a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
} // namespace templates

template <typename T>
cudaError_t wrapped(dim3 grid, dim3 block, cudaStream_t stream, int m, int n, int k, T *a, T *b,
                    T *c) {
  void *args[] = {&m, &n, &k, &a, &b, &c};
  // CHECK: {{^ *}}return {{.*}}templates::scaled_rewritten::launchKernel<T>({{.*}}grid, block, args, 0, stream);
  return cudaLaunchKernel((void *)templates::scaled<T>, grid, block, args, 0, stream);
}

int main() {
  int m = Rows, n = Columns, k = Steps;
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  void *args[] = {&m, &n, &k, &a, &b, &c};
  const dim3 grid((n + 31) / 32, (m + 7) / 8), block(32, 8);
  early(grid, block, args);
  // CHECK: {{^ *}}if ({{.*}}gemm_rewritten::launchKernel({{.*}}grid, block, args{{.*}}, 0, 0){{.*}} != cudaSuccess)
  if (cudaLaunchKernel(gemm, grid, block, args) != cudaSuccess)
    return 1;
  // CHECK: {{^ *(/[*]warpsmith was: .*[*]/)?}}gemm_rewritten::launchKernel({{.*}}/* blocks */ grid, // and threads
  // CHECK-NEXT: block, args, 0{{.*}}, 0){{.*}};
  ::cudaLaunchKernel(&gemm, /* blocks */ grid, // and threads
                     block, args, 0);
  // CHECK: {{^ *}}CHECK({{.*}}gemm_rewritten::launchKernel({{.*}}grid, block, args, 0, 0));
  CHECK(cudaLaunchKernel(reinterpret_cast<void *>(&gemm), grid, block, args, 0, 0));
  // CHECK: {{^ *}}const cudaError_t twice = TWICE({{.*}}gemm_rewritten::launchKernel({{.*}}grid, block, args, 0, 0));
  const cudaError_t twice = TWICE(cudaLaunchKernel((void *)gemm, grid, block, args, 0, 0));
  std::printf("%d\n", int(twice));
  // What is not a launch of a known kernel stays as it is.
  const void *kernel = (const void *)gemm;
  // CHECK: {{^ *}}CHECK(m > 0 ? cudaLaunchKernel(kernel, grid, block, args, 0, 0)
  // CHECK-NEXT: : {{.*}}gemm_rewritten::launchKernel({{.*}}grid, block, args, 0, 0));
  CHECK(m > 0 ? cudaLaunchKernel(kernel, grid, block, args, 0, 0)
              : cudaLaunchKernel((void *)gemm, grid, block, args, 0, 0));
  printArray(c);

  cudaStream_t stream;
  cudaStreamCreate(&stream);
  CHECK(wrapped(grid, block, stream, m, n, k, a, b, c));
  // CHECK: {{^ *}}CHECK({{.*}}(templates::scaled_rewritten::launchKernel<float, 3>({{.*}}grid, block, args, 0, stream{{.*}});
  CHECK(cudaLaunchKernel((void *)(templates::scaled<float, 3>), grid, block, args, 0, stream));
  cudaStreamSynchronize(stream);
  printArray(c);

  // The last error is one that nobody has asked for; then the launch fails itself.
  cudaFree(&m);
  CHECK(cudaLaunchKernel((void *)gemm, grid, block, args, 0, 0));
  std::printf("%d", int(cudaPeekAtLastError()));
  std::printf(" %d\n", int(cudaGetLastError()));
  CHECK(cudaLaunchKernel((void *)gemm, grid, dim3(2000), args, 0, 0));
  std::printf("%d", int(cudaPeekAtLastError()));
  std::printf(" %d\n", int(cudaGetLastError()));
  printArray(c);
}
