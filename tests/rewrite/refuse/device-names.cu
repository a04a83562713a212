// RUN: %unchanged
// Names of an #if for the device that a kernel or a function mentions outside of itself, though something in it is
// called so, too.
struct Scale {
  float factor;
};
namespace scales {
__device__ float factor(float x) { return x; }
} // namespace scales
#ifdef __CUDA_ARCH__
namespace scales {
__device__ float factor(int x) { return 2.0f * x; }
} // namespace scales
#endif

// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'byFunction' alone: 'factor' depends on an #if that asks for the GPU, and is not the same for the host's code
__global__ void byFunction(int n, int factor, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && j < n) {
    float sum = 0;
    for (int k = 0; k < n; ++k)
      sum += a[i * n + k] * b[k * n + j];
    c[i * n + j] = sum * scales::factor(factor);
  }
}

// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'byMember' alone: 'factor' depends on an #if that asks for the GPU, and is not the same for the host's code
__global__ void byMember(int n, Scale scale, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  const float factor = scale.factor;
  if (i < n && j < n) {
    float sum = 0;
    for (int k = 0; k < n; ++k)
      sum += a[i * n + k] * b[k * n + j];
    c[i * n + j] = sum * factor;
  }
}

void run(dim3 g, dim3 t, float *x, int n) {
  byFunction<<<g, t>>>(n, 2, x, x, x);
  byMember<<<g, t>>>(n, Scale{2}, x, x, x);
}
