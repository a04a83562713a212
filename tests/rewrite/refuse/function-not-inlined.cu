// RUN: %unchanged
// What is not inlined is not contracted into FMAs.
__device__ __noinline__ float times(float x, float y) { return x * y; }
__global__ void kernel(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'kernel' alone: call of 'times', whose effect is not known
      sum += times(a[i * k + l], b[l * n + j]);
    c[i * n + j] = sum;
  }
}
void run(dim3 g, dim3 t, float *x) { kernel<<<g, t>>>(1, 2, 3, x, x, x); }
