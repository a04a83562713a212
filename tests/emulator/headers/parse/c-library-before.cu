// RUN: %included-later -std=c++17 %s
// RUN: %included-later -std=c++20 %s
// The C library's headers before CUDA's, which no flag includes here.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void kernel(float *f, double *d, int n) {
  f[0] = std::exp(f[1]) + std::sqrt(f[2]) + expf(f[3]) + std::abs(f[4]) + fabsf(f[5]);
  d[0] = std::exp(d[1]) + std::fma(d[1], d[2], d[3]) + std::pow(d[1], 2.0) + std::abs(n);
  std::printf("%d\n", n);
}
int main() {
  return std::abs(-3) + static_cast<int>(std::exp(0.0));
}
