// RUN: %unchanged
// The loop's bound is another after the first step.
__global__ void kernel(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    int end = 1;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'kernel' alone: 'l < end' is made of data and of an index
    for (int l = 0; l < end; ++l) {
      sum += a[i * k + l] * b[l * n + j];
      end = k;
    }
    c[i * n + j] = sum;
  }
}
void run(dim3 g, dim3 t, int m, int n, int k, const float *a, const float *b, float *c) {
  kernel<<<g, t>>>(m, n, k, a, b, c);
}
