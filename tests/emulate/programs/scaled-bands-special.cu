// RUN: %same rewritten 'tensorize<mma;128;128>' --arch=sm_90a
// Rows of A that idle warps scale by the tensor cores, with every kind of number side by side: what
// an infinity, a NaN or a zero makes of its neighbours there must not be seen, no sign of a zero
// may be lost, and subnormal results are rounded once.
#include "program.h"
#include <vector>

__global__ void gemm(int m, int n, int k, double alpha, double beta, const double *a,
                     const double *b, double *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    c[i * n + j] *= beta;
    for (int l = 0; l < k; ++l)
      c[i * n + j] += alpha * a[i * k + l] * b[l * n + j];
  }
}

// Each row of A has one special number. Even columns of C add all of the row, odd ones what is
// special in the rows of which it is the first.
int main() {
  const int m = 1800, n = 1030, k = 8, band = 1024; // rows
  const double special[] = {0.0,    -0.0,     5e-324,    -3e-310,   2.5e-308, 1e308,
                            -1e308, 1.0 / 0., -1.0 / 0., 0.0 / 0.0, 0.7,      -1.3e5};
  const double usual[] = {0.25, 0.5, 0.0, 3e-310}; // of one sign, as their zeros are
  std::vector<double> elements(Elements), factors(Elements), zeros(Elements, -0.0);
  for (int i = 0; i < m; ++i)
    for (int l = 0; l < k; ++l) {
      const bool isSpecial = l == i / 12 % k;
      elements[i * k + l] = isSpecial ? special[i % 12] : i / 96 % 2 ? usual[(i + l) % 4] : -0.0;
    }
  for (int l = 0; l < k; ++l)
    for (int j = 0; j < n; ++j)
      factors[l * n + j] = l == 0 || j % 2 == 0 ? 1 : 0.0;
  double *a, *b, *c;
  cudaMalloc(&a, Elements * sizeof(double));
  cudaMalloc(&b, Elements * sizeof(double));
  cudaMalloc(&c, 10 * Elements * sizeof(double));
  cudaMemcpy(a, elements.data(), Elements * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(b, factors.data(), Elements * sizeof(double), cudaMemcpyHostToDevice);
  const double alpha = -0.3;
  for (int part = 0; part < 10; ++part)
    cudaMemcpy(c + part * Elements, zeros.data(), Elements * sizeof(double),
               cudaMemcpyHostToDevice);
  gemm<<<dim3((n + 31) / 32, (m + 7) / 8), dim3(32, 8)>>>(m, n, k, alpha, 1, a, b, c);
  printArray(c + band * n); // behind the first band
}
