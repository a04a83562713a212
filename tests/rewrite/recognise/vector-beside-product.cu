// RUN: warpsmith %s --passes=tile -o %t.cu -- 2>&1 | FileCheck %s
// RUN: not warpsmith %s --passes=tile --error-on-missed -o %t.cu -- 2>&1 | FileCheck %s
// A matrix-vector product does not keep the product beside it from being rewritten.
__global__ void vector(int n, int p, float *a, float *b, float *c) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n) {
    c[row] = 0;
    for (int k = 0; k < p; ++k)
      c[row] += a[row * p + k] * b[k];
  }
}
__global__ void matrix(int n, int m, int p, float *a, float *b, float *c) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && column < m) {
    c[row * m + column] = 0;
    for (int k = 0; k < p; ++k)
      c[row * m + column] += a[row * p + k] * b[k * m + column];
  }
}
void run(dim3 g, dim3 t, int n, int m, int p, float *a, float *b, float *c) {
  vector<<<g, t>>>(n, p, a, b, c);
  matrix<<<g, t>>>(n, m, p, a, b, c);
}

// CHECK: vector-beside-product.cu:4:17: {{remark|error}}: left 'vector' alone: it is a matrix-vector product, which memory limits
// CHECK: vector-beside-product.cu:12:17: remark: rewrote 'matrix'
