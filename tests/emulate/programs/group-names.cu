// RUN: %same rewritten 'tile,pipeline<stages=3>,warp-specialize<dma=4>,group' --arch=sm_90a
// Kernels that look alike and are not: by a macro that is defined anew, and by their namespace. And
// groups of the same kernels in either order.
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

#define FACTOR 2.0f
__global__ void doubled(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = FACTOR * sum;
  }
}

#undef FACTOR
#define FACTOR 3.0f
__global__ void tripled(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = FACTOR * sum;
  }
}

__global__ void product(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

__global__ void again(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

namespace inner {
__global__ void product(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = 5.0f * sum;
  }
}

const dim3 Grid(2, 5), Block(32, 8);
void own(int n, const float *a, const float *b, float *c, float *d) {
  product<<<Grid, Block>>>(n, n, n, a, b, c);
  product<<<Grid, Block>>>(n, n, n, b, a, d);
}
void outer(int n, const float *a, const float *b, float *c, float *d) {
  ::product<<<Grid, Block>>>(n, n, n, a, b, c);
  ::product<<<Grid, Block>>>(n, n, n, b, a, d);
}
} // namespace inner

void macros(int n, const float *a, const float *b, float *c, float *d) {
  doubled<<<inner::Grid, inner::Block>>>(n, n, n, a, b, c);
  tripled<<<inner::Grid, inner::Block>>>(n, n, n, b, a, d);
}
void oneOrder(int n, const float *a, const float *b, float *c, float *d) {
  product<<<inner::Grid, inner::Block>>>(n, n, n, a, b, c);
  again<<<inner::Grid, inner::Block>>>(n, n, n, b, a, d);
}
void otherOrder(int n, const float *a, const float *b, float *c, float *d) {
  again<<<inner::Grid, inner::Block>>>(n, n, n, a, b, c);
  product<<<inner::Grid, inner::Block>>>(n, n, n, b, a, d);
}

int main() {
  constexpr int n = 40;
  float *matrices[4];
  std::vector<float> host(n * n);
  for (float *&matrix : matrices) {
    for (float &element : host)
      element = static_cast<float>(&element - host.data() + (&matrix - matrices) * 7) / 64;
    cudaMalloc(&matrix, n * n * sizeof(float));
    cudaMemcpy(matrix, host.data(), n * n * sizeof(float), cudaMemcpyHostToDevice);
  }
  for (const auto run : {inner::own, inner::outer, macros, oneOrder, otherOrder}) {
    run(n, matrices[0], matrices[1], matrices[2], matrices[3]);
    for (int result : {2, 3}) {
      cudaMemcpy(host.data(), matrices[result], n * n * sizeof(float), cudaMemcpyDeviceToHost);
      std::printf("%.9g %.9g\n", host[5], host[n * n - 1]);
    }
  }
}
