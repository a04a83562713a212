// RUN: %unchanged
// A function whose macro is another one on the device.
#ifdef __CUDA_ARCH__
#define FACTOR 2.0f
#else
#define FACTOR 1.0f
#endif
// CHECK: remark: left 'kernel' alone: 'FACTOR' depends on an #if that asks for the GPU, and is not the same for the host's code
__device__ float scaled(float x) { return x * FACTOR; }
__global__ void kernel(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += scaled(a[i * k + l]) * b[l * n + j];
    c[i * n + j] = sum;
  }
}
void run(dim3 g, dim3 t, float *x) { kernel<<<g, t>>>(1, 2, 3, x, x, x); }
