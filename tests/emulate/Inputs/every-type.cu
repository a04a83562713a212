// A product of each type, as people write it.
#include <cstdint>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

const dim3 block(16, 16);
dim3 grid(int m, int n) {
  return dim3((n + 15) / 16, (m + 15) / 16);
}

__global__ void floats(const float *a, const float *b, float *c, int m, int n, int k) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
void run(const float *a, const float *b, float *c, int m, int n, int k) {
  floats<<<grid(m, n), block>>>(a, b, c, m, n, k);
}

__global__ void doubles(const double *a, const double *b, double *c, int m, int n, int k) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    double sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
void run(const double *a, const double *b, double *c, int m, int n, int k) {
  doubles<<<grid(m, n), block>>>(a, b, c, m, n, k);
}

__global__ void halves(const __half *a, const __half *b, __half *c, int m, int n, int k) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += __half2float(a[i * k + l]) * __half2float(b[l * n + j]);
    c[i * n + j] = __float2half(sum);
  }
}
void run(const __half *a, const __half *b, __half *c, int m, int n, int k) {
  halves<<<grid(m, n), block>>>(a, b, c, m, n, k);
}

__global__ void brains(const __nv_bfloat16 *a, const __nv_bfloat16 *b, float *c, int m, int n,
                       int k) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += __bfloat162float(a[i * k + l]) * __bfloat162float(b[l * n + j]);
    c[i * n + j] = sum;
  }
}
void run(const __nv_bfloat16 *a, const __nv_bfloat16 *b, float *c, int m, int n, int k) {
  brains<<<grid(m, n), block>>>(a, b, c, m, n, k);
}

__global__ void bytes(const int8_t *a, const int8_t *b, int *c, int m, int n, int k) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    int sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
void run(const int8_t *a, const int8_t *b, int *c, int m, int n, int k) {
  bytes<<<grid(m, n), block>>>(a, b, c, m, n, k);
}

__global__ void quarters(const __nv_fp8_e4m3 *a, const __nv_fp8_e4m3 *b, float *c, int m, int n,
                         int k) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += float(a[i * k + l]) * float(b[l * n + j]);
    c[i * n + j] = sum;
  }
}
void run(const __nv_fp8_e4m3 *a, const __nv_fp8_e4m3 *b, float *c, int m, int n, int k) {
  quarters<<<grid(m, n), block>>>(a, b, c, m, n, k);
}
