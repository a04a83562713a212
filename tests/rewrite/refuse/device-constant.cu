// RUN: %unchanged
// A constant that is another one on the device.
#ifdef __CUDA_ARCH__
#define TK 29
#else
#define TK 8
#endif
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'gemm' alone: 'TK' depends on an #if that asks for the GPU, and is not the same for the host's code
__global__ void gemm(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < TK; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

void run(int m, int n, int k, float *a, float *b, float *c) {
  const int M = 45, N = 37;
  gemm<<<dim3((N + 31) / 32, (M + 7) / 8), dim3(32, 8)>>>(m, n, k, a, b, c);
}

// A constant that a function gives, which is another one on the device.
__host__ __device__ constexpr int more(int number) {
#ifdef __CUDA_ARCH__
  return number;
#else
  return number + 1;
#endif
}
constexpr int Of = more(3), Offset = Of + 1;
// CHECK: remark: left 'byFunction' alone: 'more' depends on an #if that asks for the GPU, and is not the same for the host's code
__global__ void byFunction(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j + Offset];
    c[i * n + j] = sum;
  }
}

void runByFunction(int m, int n, int k, float *a, float *b, float *c) {
  byFunction<<<dim3((n + 31) / 32, (m + 7) / 8), dim3(32, 8)>>>(m, n, k, a, b, c);
}
