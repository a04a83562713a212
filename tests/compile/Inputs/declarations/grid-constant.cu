#include <cuda_runtime.h>
__global__ void mm(const __grid_constant__ int n, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && j < n) {
    float sum = 0;
    for (int l = 0; l < n; ++l)
      sum += a[i * n + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
void run(int n, const float *a, const float *b, float *c) {
  mm<<<dim3((n + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(n, a, b, c);
}
