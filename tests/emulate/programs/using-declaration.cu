// RUN: %same rewritten 'tile<32;32;16;4;4>'
// Launched through a using-declaration, by the plain name and by the global one.
#include "program.h"
namespace ns {
__global__ void gemm(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
} // namespace ns
using ns::gemm;

int main() {
  const int M = Rows, N = Columns, m = Rows, n = Columns, k = Steps;
  float *a = randomArray<float>(17), *b = randomArray<float>(5);
  float *c = randomArray<float>(11);
  gemm<<<dim3((N + 31) / 32, (M + 7) / 8), dim3(32, 8)>>>(m, n, k, a, b, c);
  printArray(c);
  ::gemm<<<dim3((N + 31) / 32, (M + 7) / 8), dim3(32, 8)>>>(m, n, k, b, a, c);
  printArray(c);
  void *arguments[] = {(void *)&m, (void *)&n, (void *)&k, &a, &b, &c};
  cudaLaunchKernel(::gemm, dim3((N + 31) / 32, (M + 7) / 8), dim3(32, 8), arguments, 0, nullptr);
  printArray(c);
}
