// RUN: %unchanged
// What is cast to void has its effects all the same.
__global__ void kernel(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
    (void)(c[i * n + j] = 3.0f);
  }
}
void run(dim3 g, dim3 t, int m, int n, int k, const float *a, const float *b, float *c) {
  kernel<<<g, t>>>(m, n, k, a, b, c);
}
// CHECK: remark: left 'kernel' alone: '(void)(c[i * n + j] = 3.0f)', a statement that is not understood
