// RUN: %unchanged
// Two outputs that are not functions of one sum, or of which the second one reads more.
#define INDICES                                                                                    \
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;        \
  if (i >= m || j >= n)                                                                            \
  return

// What z is stored over, y may read.
__global__ void readsMore(int m, int n, int k, const float *a, const float *w, const float *bias,
                          float *z, float *y) {
  INDICES;
  float sum = 0;
  for (int l = 0; l < k; ++l)
    sum += a[i * k + l] * w[j * k + l];
  z[i * n + j] = sum;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'readsMore' alone: stores to more than one array ('z' and 'y'): they are neither functions of one sum, with the first of them reading all that the second one reads
  y[i * n + j] = sum + bias[j];
}

// The compiler computes the product once.
__global__ void bothSigns(int m, int n, int k, const float *a, const float *w, float *z, float *y) {
  INDICES;
  float sum = 0, other = 0;
  for (int l = 0; l < k; ++l) {
    sum += a[i * k + l] * w[j * k + l];
    other -= a[i * k + l] * w[j * k + l];
  }
  z[i * n + j] = sum;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'bothSigns' alone: stores to more than one array ('z' and 'y')
  y[i * n + j] = other;
}

__global__ void readsFirst(int m, int n, int k, const float *a, const float *w, float *z, float *y) {
  INDICES;
  float sum = 0;
  for (int l = 0; l < k; ++l)
    sum += a[i * k + l] * w[j * k + l];
  z[i * n + j] = sum;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'readsFirst' alone: {{.*}}'y'
  y[i * n + j] += sum;
}

void run(dim3 g, dim3 t, float *a) {
  readsMore<<<g, t>>>(1, 1, 1, a, a, a, a, a);
  bothSigns<<<g, t>>>(1, 1, 1, a, a, a, a);
  readsFirst<<<g, t>>>(1, 1, 1, a, a, a, a);
}
