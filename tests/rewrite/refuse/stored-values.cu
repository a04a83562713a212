// RUN: warpsmith %s -o %t.cu 2> %t.remarks -- && cmp %s %t.cu && FileCheck %s --input-file=%t.remarks --implicit-check-not=remark:
// Elements that a thread stores and reads again, of which it is not certain what is read.

// The start reaches other columns.
__global__ void fewer(int m, int n, int k, const float *a, const float *v, float *c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m)
    return;
  for (int j = 0; j < n - 1; ++j)
    c[i * n + j] = 0.0f;
  for (int l = 0; l < k; ++l)
    for (int j = 0; j < n; ++j)
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'fewer' alone: the loop that sums in 'c' goes on with elements that are not those stored before it
      c[i * n + j] += a[i * k + l] * v[l * n + j];
}

// The start is set again at each step.
// CHECK: remark: left 'again' alone: 'c[i * n + j]' does not depend on 'l': several threads or steps store one element
__global__ void again(int m, int n, int k, const float *a, const float *v, float *c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m)
    return;
  for (int l = 0; l < k; ++l) {
    for (int j = 0; j < n; ++j)
      c[i * n + j] = 0.0f;
    for (int j = 0; j < n; ++j)
      c[i * n + j] += a[i * k + l] * v[l * n + j];
  }
}

// The neighbour's sum is stored on the way.
__global__ void neighbour(int m, int n, int k, const float *a, const float *v, float *c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m)
    return;
  for (int l = 0; l < k; ++l)
    for (int j = 0; j < n; ++j) {
      c[i * n + j] += a[i * k + l] * v[l * n + j];
// CHECK: {{.*}}.cu:[[@LINE-1]]:{{[0-9]+}}: remark: left 'neighbour' alone: the loop that sums in 'c' stores its elements at another place, too
      c[i * n + j + 1] = 0.0f;
    }
}

// A part of the sum is read while it grows.
__global__ void halfway(int m, int n, int k, const float *a, const float *v, float *c, float *d) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m)
    return;
  for (int l = 0; l < k; ++l)
    for (int j = 0; j < n; ++j) {
      c[i * n + j] += a[i * k + l] * v[l * n + j];
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'halfway' alone: 'c' is read where it is not certain which store has set the element
      d[i * n + j] = c[i * n + j];
    }
}

// The element before is not the one that is stored.
__global__ void running(int m, int n, int k, const float *a, const float *v, float *c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m)
    return;
  for (int j = 0; j < n; ++j)
    c[i * n + j] = 0.0f;
  for (int l = 0; l < k; ++l)
    for (int j = 1; j < n; ++j)
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'running' alone: 'c' is read where it is not certain which store has set the element
      c[i * n + j] = c[i * n + j - 1] + a[i * k + l] * v[l * n + j];
}

// Where the condition holds at no step nothing is stored.
__global__ void sometimes(int m, int n, int k, const float *a, const float *v, float *c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m)
    return;
  for (int l = 0; l < k; ++l)
    for (int j = 0; j < n; ++j)
      if (l + j < n)
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'sometimes' alone: a condition in the loop chooses whether 'c' is stored
        c[i * n + j] += a[i * k + l] * v[l * n + j];
}

// Whether the product is rounded before it is used again is not known.
__global__ void product(int m, int n, int k, const float *a, const float *v, float *c, float s) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  float sum = 0.0f;
  for (int l = 0; l < k; ++l)
    sum += a[i * k + l] * v[l * n + j];
  c[i * n + j] = sum * s;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'product' alone: 'c' is read where it is not certain which store has set the element
  c[i * n + j] = c[i * n + j] + 1.0f;
}

void run(dim3 g, dim3 t, float *a) {
  fewer<<<g, t>>>(1, 1, 1, a, a, a);
  again<<<g, t>>>(1, 1, 1, a, a, a);
  neighbour<<<g, t>>>(1, 1, 1, a, a, a);
  halfway<<<g, t>>>(1, 1, 1, a, a, a, a);
  running<<<g, t>>>(1, 1, 1, a, a, a);
  sometimes<<<g, t>>>(1, 1, 1, a, a, a);
  product<<<g, t>>>(1, 1, 1, a, a, a, 1.0f);
}
