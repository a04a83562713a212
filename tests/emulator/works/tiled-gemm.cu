// RUN: %works
// A blocked product with ragged edges, checked against the plain loop.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

template <int Tile>
__global__ void gemm(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float tileA[Tile][Tile], tileB[Tile][Tile + 1];
  const int row = blockIdx.y * Tile + threadIdx.y, column = blockIdx.x * Tile + threadIdx.x;
  float sum = 0;
  for (int k0 = 0; k0 < k; k0 += Tile) {
    tileA[threadIdx.y][threadIdx.x] =
        row < m && k0 + threadIdx.x < k ? a[row * k + k0 + threadIdx.x] : 0;
    tileB[threadIdx.y][threadIdx.x] =
        column < n && k0 + threadIdx.y < k ? b[(k0 + threadIdx.y) * n + column] : 0;
    __syncthreads();
    for (int step = 0; step < Tile; ++step)
      sum += tileA[threadIdx.y][step] * tileB[step][threadIdx.x];
    __syncthreads();
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}

int main() {
  const int m = 37, n = 50, k = 29;
  std::vector<float> a(m * k), b(k * n), c(m * n);
  for (auto *matrix : {&a, &b})
    for (float &element : *matrix)
      element = static_cast<float>(rand() % 7 - 3);
  float *deviceA, *deviceB, *deviceC;
  cudaMalloc(&deviceA, a.size() * sizeof(float));
  cudaMalloc(&deviceB, b.size() * sizeof(float));
  cudaMalloc(&deviceC, c.size() * sizeof(float));
  cudaMemcpy(deviceA, a.data(), a.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(deviceB, b.data(), b.size() * sizeof(float), cudaMemcpyHostToDevice);
  gemm<16>
      <<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(m, n, k, deviceA, deviceB, deviceC);
  if (cudaMemcpy(c.data(), deviceC, c.size() * sizeof(float), cudaMemcpyDeviceToHost) !=
      cudaSuccess)
    return 1;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      float sum = 0;
      for (int l = 0; l < k; ++l)
        sum += a[i * k + l] * b[l * n + j];
      if (sum != c[i * n + j])
        return 2;
    }
  cudaFree(deviceA);
  cudaFree(deviceB);
  cudaFree(deviceC);
  return cudaDeviceSynchronize();
}
