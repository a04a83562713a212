#include <cuda_fp8.h>

#ifdef FLOATS
typedef float Right;
#else
typedef __nv_fp8_e5m2 Right;
#endif

__global__ void product(int m, int n, int k, const __nv_fp8_e4m3 *a, const Right *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += float(a[i * k + l]) * float(b[j * k + l]);
    c[i * n + j] = sum;
  }
}

void run(int m, int n, int k, const __nv_fp8_e4m3 *a, const Right *b, float *c) {
  product<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(m, n, k, a, b, c);
}
