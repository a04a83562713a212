// RUN: warpsmith %s -o %t.cu 2> %t.remarks -- && cmp %s %t.cu && FileCheck %s --input-file=%t.remarks --implicit-check-not=remark:
// What is close to a product, for the reader that lowers kernels to programs.

#define INDICES                                                                                    \
  int j = blockIdx.x * blockDim.x + threadIdx.x;                                                   \
  int i = blockIdx.y * blockDim.y + threadIdx.y
#define PRODUCT                                                                                    \
  for (int l = 0; l < k; ++l)                                                                      \
  sum += a[i * k + l] * b[l * n + j]

__global__ void prefix(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= n)
    return;
  float sum = 0.0f;
  for (int i = 0; i < m; ++i) {
    PRODUCT;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'prefix' alone: a sum is stored before it is complete
    c[i * n + j] = sum;
  }
}

__global__ void negative(int m, int n, int k, const float *a, const float *b, float *c) {
  INDICES;
  if (i >= m || j >= n)
    return;
  float sum = 0.0f;
  PRODUCT;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'negative' alone: '(i - 1) / 2' is a division of what may be negative
  c[(i - 1) / 2 * n + j] = sum;
}

__global__ void wraps(int m, int n, int k, const float *a, const float *b, float *c) {
  INDICES;
  if (i >= m || j >= n)
    return;
  float sum = 0.0f;
  for (int l = 0; l < k; ++l)
    sum += a[i * k + static_cast<unsigned>(l - 1)] * b[l * n + j];
// CHECK: {{.*}}.cu:[[@LINE-1]]:{{[0-9]+}}: remark: left 'wraps' alone: 'l - 1' is an index that may lose bits
  c[i * n + j] = sum;
}

__global__ void either(int m, int n, int k, const float *a, const float *b, float *c) {
  INDICES;
  if (i >= m || j >= n) {
    float sum = 0.0f;
    PRODUCT;
// CHECK: {{.*}}.cu:[[@LINE-3]]:{{[0-9]+}}: remark: left 'either' alone: a store depends on 'i >= m || j >= n', which is no conjunction of upper bounds on indices
    c[i * n + j] = sum;
  }
}

__global__ void antitriangle(int m, int n, int k, const float *a, const float *b, float *c) {
  INDICES;
  if (i >= m || j >= n)
    return;
  float sum = 0.0f;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'antitriangle' alone: the condition {{.*}} in the loop is not implied by the guard, and no end of the range
  for (int l = 0; l < i + j; ++l)
    sum += a[i * k + l] * b[l * n + j];
  c[i * n + j] = sum;
}

__global__ void pairs(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = (blockIdx.y * blockDim.y + threadIdx.y) / 2;
  if (j >= n)
    return;
  float sum = 0.0f;
  PRODUCT;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'pairs' alone: 'c[i * n + j]' does not depend on 'blockIdx.y * blockDim.y - 2 * ((blockIdx.y * blockDim.y + threadIdx.y) / 2) + threadIdx.y': several threads or steps store one element
  c[i * n + j] = sum;
}

__global__ void overlaps(int m, int n, int k, const float *a, const float *b, float *c) {
  INDICES;
  if (j >= n)
    return;
  for (int e = 0; e < 4; ++e) {
    float sum = 0.0f;
    for (int l = 0; l < k; ++l)
      sum += a[(2 * i + e) * k + l] * b[l * n + j];
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'overlaps' alone: 'c[(2 * i + e) * n + j]' may be one element for several threads or steps: each index has to move it by more than the next ones together
    c[(2 * i + e) * n + j] = sum;
  }
}

template <int> constexpr int Each = 1;
__global__ void hidden(int m, int n, int k, const float *a, const float *b, float *c) {
  INDICES;
  if (i >= m || j >= n)
    return;
  float sum = 0.0f;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'hidden' alone: the value of 'Each<1>' is not known here
  for (int l = 0; l < k; l += Each<1>)
    sum += a[i * k + l] * b[l * n + j];
  c[i * n + j] = sum;
}

__device__ float stored(float *c, float value) {
  *c = value;
  return value;
}
__global__ void storesTwice(int m, int n, int k, const float *a, const float *b, float *c) {
  INDICES;
  if (i >= m || j >= n)
    return;
  float sum = 0.0f;
  PRODUCT;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'storesTwice' alone: call of 'stored', which has effects, in an expression
  c[i * n + j] = stored(c, sum);
}

__global__ void ends(int m, int n, int k, const float *a, const float *b, float *c) {
  INDICES;
  if (i >= m || j >= n)
    return;
  float sum = 0.0f;
// CHECK: {{.*}}.cu:[[@LINE+2]]:{{[0-9]+}}: remark: left 'ends' alone: a loop whose condition 'a[i * k + l] < 0' is no conjunction of bounds on integers
  for (int l = 0; l < k; ++l) {
    if (a[i * k + l] < 0)
      break;
    sum += a[i * k + l] * b[l * n + j];
  }
  c[i * n + j] = sum;
}

// CHECK: remark: left 'otherTail' alone: 'c' is stored at more than one index
__global__ void otherTail(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = 2 * (blockIdx.y * blockDim.y + threadIdx.y), j = blockIdx.x * blockDim.x + threadIdx.x;
  float x = 0, y = 0;
  if (i + 1 < m && j < n) {
    for (int l = 0; l < k; ++l) {
      x += a[i * k + l] * b[l * n + j];
      y += a[(i + 1) * k + l] * b[l * n + j];
    }
    c[i * n + j] = x;
    c[(i + 1) * n + j] = y;
  } else if (i < m && j < n) {
    for (int l = 0; l < k; ++l)
      x -= a[i * k + l] * b[l * n + j];
    c[i * n + j] = x;
  }
}

// CHECK: remark: left 'unequalRows' alone: 'c' is stored at more than one index
__global__ void unequalRows(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = 3 * (blockIdx.y * blockDim.y + threadIdx.y), j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 2 >= m || j >= n)
    return;
  float x = 0, y = 0, z = 0;
  for (int l = 0; l < k; ++l) {
    x += a[i * k + l] * b[l * n + j];
    y += a[(i + 1) * k + l] * b[l * n + j];
    z += a[(i + 1) * k + l] * b[l * n + j];
  }
  c[i * n + j] = x;
  c[(i + 1) * n + j] = y;
  c[(i + 2) * n + j] = z;
}

void run(dim3 g, dim3 t, int n, const float *a, const float *b, float *c) {
  prefix<<<g, t>>>(5, n, n, a, b, c);
  negative<<<g, t>>>(5, n, n, a, b, c);
  wraps<<<g, t>>>(5, n, n, a, b, c);
  either<<<g, t>>>(5, n, n, a, b, c);
  antitriangle<<<g, t>>>(5, n, n, a, b, c);
  pairs<<<g, t>>>(5, n, n, a, b, c);
  overlaps<<<g, t>>>(5, n, n, a, b, c);
  hidden<<<g, t>>>(5, n, n, a, b, c);
  storesTwice<<<g, t>>>(5, n, n, a, b, c);
  ends<<<g, t>>>(5, n, n, a, b, c);
  otherTail<<<g, t>>>(5, n, n, a, b, c);
  unequalRows<<<g, t>>>(5, n, n, a, b, c);
}
