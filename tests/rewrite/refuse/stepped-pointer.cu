// RUN: %unchanged
// Pointers and indices whose steps are not all taken, or not in a known order.
__global__ void sometimes(int m, int n, int k, int first, const float *a, const float *b,
                          float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    const float *pa = a + i * k;
    float sum = 0;
    for (int l = 0; l < k; ++l)
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'sometimes' alone: '++' in an expression whose order is not certain
      sum += (l < first ? 0.0f : *pa++) * b[l * n + j];
    c[i * n + j] = sum;
  }
}

__global__ void twice(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    const float *p = a;
    float sum = 0;
    for (int l = 0; l < k; ++l)
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'twice' alone: '++' in an expression whose order is not certain
      sum += *p++ * p[i];
    c[i * n + j] = sum;
  }
}

__global__ void before(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    const float *pa = a + i * k - 1;
    float sum = 0;
    for (int l = 0; l < k; ++l)
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'before' alone: '++' in an expression whose order is not certain
      sum += *++pa * (pa < a ? 0.0f : b[l * n + j]);
    c[i * n + j] = sum;
  }
}

__global__ void unseen(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    const float *pa = a + i * k;
    const auto column = [&](int l) { return b[l * n + j] + 0 * *pa; };
    float sum = 0;
    for (int l = 0; l < k; ++l)
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'unseen' alone: '++' in an expression whose order is not certain
      sum += *pa++ * column(l);
    c[i * n + j] = sum;
  }
}

__global__ void placed(int m, int n, int k, int first, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    int at = i * k;
    float sum = 0;
    for (int l = 0; l < k; ++l)
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'placed' alone: '++' in an expression whose order is not certain
      sum += (l < first ? 0.0f : a[at++]) * b[l * n + j];
    c[i * n + j] = sum;
  }
}

// The element's value moves on, not the pointer.
__global__ void element(int m, int n, int k, float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float *pa = a + i * k;
    float sum = 0;
    for (int l = 0; l < k; ++l)
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'element' alone: '++' in an expression whose order is not certain
      sum += (*pa)++ * b[l * n + j];
    c[i * n + j] = sum;
  }
}

void run(dim3 g, dim3 t, int n, float *a, const float *b, float *c) {
  sometimes<<<g, t>>>(5, n, n, 2, a, b, c);
  twice<<<g, t>>>(5, n, n, a, b, c);
  before<<<g, t>>>(5, n, n, a, b, c);
  unseen<<<g, t>>>(5, n, n, a, b, c);
  placed<<<g, t>>>(5, n, n, 2, a, b, c);
  element<<<g, t>>>(5, n, n, a, b, c);
}
