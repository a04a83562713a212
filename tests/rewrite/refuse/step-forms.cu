// RUN: %unchanged
// Steps that look like products of functions of an element each, and are not.
__global__ void distance(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'distance' alone: the step 'sum + (a - b) * (a - b)' is not
    for (int l = 0; l < k; ++l)
      sum += (a[i * k + l] - b[l * n + j]) * (a[i * k + l] - b[l * n + j]);
    c[i * n + j] = sum;
  }
}
__global__ void quotient(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'quotient' alone: the step 'sum + a / b' is not
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] / b[l * n + j];
    c[i * n + j] = sum;
  }
}
__global__ void fromProduct(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'fromProduct' alone: the step 'a * b - sum' is not
    for (int l = 0; l < k; ++l)
      sum = a[i * k + l] * b[l * n + j] - sum;
    c[i * n + j] = sum;
  }
}
__global__ void shared(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'shared' alone: the step 'sum + (a + 1.0f) * (b * a)' is not
    for (int l = 0; l < k; ++l)
      sum += (a[i * k + l] + 1) * (b[l * n + j] * a[i * k + l]);
    c[i * n + j] = sum;
  }
}
__global__ void ofSum(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'ofSum' alone: the step 'sum + (a - sum) * b' is not
    for (int l = 0; l < k; ++l)
      sum += (a[i * k + l] - sum) * b[l * n + j];
    c[i * n + j] = sum;
  }
}
__global__ void decayed(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'decayed' alone: the step '__fadd_rn(__fmul_rn(sum, 0.5f), a * b)' is not
    for (int l = 0; l < k; ++l)
      sum = __fadd_rn(__fmul_rn(sum, 0.5f), a[i * k + l] * b[l * n + j]);
    c[i * n + j] = sum;
  }
}
void run(dim3 g, dim3 t, int n, const float *a, const float *b, float *c) {
  distance<<<g, t>>>(5, n, n, a, b, c);
  quotient<<<g, t>>>(5, n, n, a, b, c);
  fromProduct<<<g, t>>>(5, n, n, a, b, c);
  shared<<<g, t>>>(5, n, n, a, b, c);
  ofSum<<<g, t>>>(5, n, n, a, b, c);
  decayed<<<g, t>>>(5, n, n, a, b, c);
}
