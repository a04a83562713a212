// RUN: %unchanged
// A function that does more than return an expression.
__device__ int calls;
__device__ float counted(float x) {
  ++calls;
  return x;
}
__global__ void kernel(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
// CHECK: {{.*}}.cu:[[@LINE-8]]:{{[0-9]+}}: remark: left 'kernel' alone: the value of 'calls' is not known here
      sum += counted(a[i * k + l]) * b[l * n + j];
    c[i * n + j] = sum;
  }
}
void run(dim3 g, dim3 t, float *x) { kernel<<<g, t>>>(1, 2, 3, x, x, x); }
