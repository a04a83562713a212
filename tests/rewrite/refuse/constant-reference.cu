// RUN: %unchanged
// A constant reference sees what is stored in its target later.
__global__ void element(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    const float &old = c[i * n + j];
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'element' alone: 'c' is stored, of which an element has a reference
    c[i * n + j] = sum;
    c[i * n + j] = old + 1.0f;
  }
}
__global__ void variable(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'variable' alone: reference to the variable 'sum'
    const float &total = sum;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum + total;
  }
}
__device__ void put(float *to, float sum, const float &factor) {
  to[0] = 2.0f;
  to[0] = sum * factor;
}
__global__ void parameter(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    put(c + i * n + j, sum, c[i * n + j]);
  }
}
void run(dim3 g, dim3 t, int m, int n, int k, const float *a, const float *b, float *c) {
  element<<<g, t>>>(m, n, k, a, b, c);
  variable<<<g, t>>>(m, n, k, a, b, c);
  parameter<<<g, t>>>(m, n, k, a, b, c);
}
// CHECK: remark: left 'parameter' alone: 'c' is stored, of which an element has a reference
