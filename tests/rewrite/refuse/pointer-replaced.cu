// RUN: %unchanged
// The first column reads another matrix than the rest.
__global__ void kernel(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m) {
    const float *from = b;
    for (int j = 0; j < n; ++j) {
      float sum = 0;
      for (int l = 0; l < k; ++l)
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'kernel' alone: 'from[l * n + j]' is a variable that each step sets anew, other than by adding what all threads and steps have alike
        sum += a[i * k + l] * from[l * n + j];
      c[i * n + j] = sum;
      from = b + 1;
    }
  }
}
void run(dim3 g, dim3 t, int m, int n, int k, const float *a, const float *b, float *c) {
  kernel<<<g, t>>>(m, n, k, a, b, c);
}
