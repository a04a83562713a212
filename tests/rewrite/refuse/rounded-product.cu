// RUN: %unchanged
// Roundings of something else than an element of doubles to float, or of a sum in double.
__global__ void ofProduct(int m, int n, int k, const double *a, const double *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'ofProduct' alone: the step 'sum + (float)(a * b)' is not the sum plus products of two operands and constants
    for (int l = 0; l < k; ++l)
      sum += (float)(a[i * k + l] * b[l * n + j]);
    c[i * n + j] = sum;
  }
}
__global__ void inDouble(int m, int n, int k, const double *a, const double *b, double *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    double sum = 0;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'inDouble' alone: the step 'sum + (double)(float)a * b' is not the sum plus products of two operands and constants
    for (int l = 0; l < k; ++l)
      sum += (float)a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
__global__ void toInteger(int m, int n, int k, const double *a, const int *b, int *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    int sum = 0;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'toInteger' alone: the step 'sum + (int)a * b' is not the sum plus products of two operands and constants
    for (int l = 0; l < k; ++l)
      sum += (int)a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
void run(dim3 g, dim3 t, int n, const double *a, const double *b, const int *d, double *c, float *e,
         int *f) {
  ofProduct<<<g, t>>>(5, n, n, a, b, e);
  inDouble<<<g, t>>>(5, n, n, a, b, c);
  toInteger<<<g, t>>>(5, n, n, a, d, f);
}
