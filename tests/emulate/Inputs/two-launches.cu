// Two products of which neither needs the other.
#include <cuda_runtime.h>
__global__ void product(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
void run(dim3 g, dim3 t, int n, float *a, float *b, float *c, float *d) {
  product<<<g, t>>>(n, n, n, a, b, c);
  product<<<g, t>>>(n, n, n, b, a, d);
}
