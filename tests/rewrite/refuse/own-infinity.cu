// RUN: %unchanged
// An infinity that has no name that means one here.
#include <limits>
#define HUGE_VALF 1e20f
// CHECK: {{.*}}.cu:[[@LINE+1]]:17: remark: left 'masked' alone: the macro 'HUGE_VALF', an infinity, is defined anew
__global__ void masked(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l) sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = j > i ? std::numeric_limits<float>::infinity() : sum;
  }
}
void run(dim3 g, dim3 t, int n, const float *a, float *c) { masked<<<g, t>>>(n, n, n, a, a, c); }
