// RUN: %unchanged
// A loop that may end early.
__global__ void kernel(int n, int m, int p, float *a, float *b, float *c) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && col < m) {
    float sum = 0.0f;
    for (int k = 0; k < p; ++k) {
      sum += a[row * p + k] * b[k * m + col];
      if (sum > 100.0f)
// CHECK: {{.*}}.cu:[[@LINE-3]]:{{[0-9]+}}: remark: left 'kernel' alone: break inside the loop behind statements with effects: test for the end at the beginning of a step
        break;
    }
    c[row * m + col] = sum;
  }
}
// CHECK: {{.*}}.cu:[[@LINE+6]]:{{[0-9]+}}: remark: left 'late' alone: break inside the loop behind statements with effects: test for the end at the beginning of a step
__global__ void late(int n, int m, int p, float *a, float *b, float *c) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && col < m) {
    float sum = 0.0f;
    for (int k = 0; k < p; ++k) {
      sum += a[row * p + k] * b[k * m + col];
      if (k >= row)
        break;
    }
    c[row * m + col] = sum;
  }
}
// CHECK: remark: left 'lateOfAll' alone: break inside the loop behind statements with effects: test for the end at the beginning of a step
__global__ void lateOfAll(int n, int m, int p, int most, float *a, float *b, float *c) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && col < m) {
    float sum = 0.0f;
    int k = 0;
    while (k < p) {
      sum += a[row * p + k] * b[k * m + col];
      k++;
      if (k > most)
        break;
    }
    c[row * m + col] = sum;
  }
}
// CHECK: remark: left 'twice' alone: break inside the loop behind statements with effects: test for the end at the beginning of a step
__global__ void twice(int n, int m, int p, float *a, float *b, float *c) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && col < m) {
    float sum = 0.0f;
    for (int k = 0; k < p; ++k) {
      if (k > row)
        break;
      sum += a[row * p + k] * b[k * m + col];
      if (k > col)
        break;
    }
    c[row * m + col] = sum;
  }
}
void run(dim3 g, dim3 t, int n, int m, int p, float *a, float *b, float *c) {
  kernel<<<g, t>>>(n, m, p, a, b, c);
  late<<<g, t>>>(n, m, p, a, b, c);
  lateOfAll<<<g, t>>>(n, m, p, 7, a, b, c);
  twice<<<g, t>>>(n, m, p, a, b, c);
}
