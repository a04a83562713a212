#include <cuda_runtime.h>
__global__ void mm(int m, int n, int k, const float (*a)[64], const float (*b)[64],
                   float (*c)[64]) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i][l] * b[l][j];
    c[i][j] = sum;
  }
}
void run(int m, int n, int k, const float (*a)[64], const float (*b)[64], float (*c)[64]) {
  mm<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(m, n, k, a, b, c);
}
