// RUN: %same rewritten 'tile<32;32;16;4;4>'
// Sums that begin with the value of their type: `{}` and `T()`.
#include "program.h"
template <typename T>
__global__ void called(int m, int n, int k, const T *a, const T *b, T *c) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  T sum = T();
  for (int l = 0; l < k; ++l)
    sum += a[i * k + l] * b[l * n + j];
  c[i * n + j] = sum;
}
template <typename T>
__global__ void braced(int m, int n, int k, const T *a, const T *b, T *c) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  T sum{};
  for (int l{}; l < k; ++l)
    sum += a[i * k + l] * b[l * n + j];
  c[i * n + j] = sum;
}
__global__ void reset(int m, int n, int k, const float *a, const float *b, float *c) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= m)
    return;
  float sum = float{};
  for (int j = 0; j < n; ++j) {
    sum = {};
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  called<<<dim3(3, 4), dim3(16, 16)>>>(53, 37, 29, a, b, c);
  printArray(c);
  braced<<<dim3(3, 4), dim3(16, 16)>>>(53, 37, 29, a, b, c);
  printArray(c);
  reset<<<dim3(1, 4), dim3(1, 16)>>>(53, 37, 29, a, b, c);
  printArray(c);
}
