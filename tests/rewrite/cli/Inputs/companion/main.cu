#include "inner/shared.cuh"
#include <vector>

__global__ void inSource(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

int main() {
  const int m = 130, n = 70, k = 33;
  std::vector<float> host(m * n);
  float *a, *b, *c, *d;
  cudaMalloc(&a, m * k * sizeof(float));
  cudaMalloc(&b, k * n * sizeof(float));
  cudaMalloc(&c, m * n * sizeof(float));
  cudaMalloc(&d, m * n * sizeof(float));
  for (int i = 0; i < m * k; ++i)
    host[i % (m * n)] = static_cast<float>(i % 7 - 3);
  cudaMemcpy(a, host.data(), m * k * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(b, host.data() + 5, k * n * sizeof(float), cudaMemcpyHostToDevice);
  runInHeader(m, n, k, a, b, c);
  inSource<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(m, n, k, a, b, d);
  std::vector<float> one(m * n), two(m * n);
  cudaMemcpy(one.data(), c, m * n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(two.data(), d, m * n * sizeof(float), cudaMemcpyDeviceToHost);
  return one != two || cudaGetLastError() != cudaSuccess;
}
