// RUN: warpsmith %s --emit=contraction -- 2>&1 | FileCheck %s
// Steps that differ between elements, and elements of a triangle, for the reader that lowers
// kernels to programs.

#define INDICES                                                                                    \
  int j = blockIdx.x * blockDim.x + threadIdx.x;                                                   \
  int i = blockIdx.y * blockDim.y + threadIdx.y

// CHECK: contraction upTo
// CHECK-NEXT: domain   %m < m, %n < n, %k < m, %k < %m + 1
__global__ void upTo(int m, int n, int lda, const float *a, const float *b, float *c) {
  INDICES;
  if (i >= m || j >= n)
    return;
  float sum = 0.0f;
  for (int l = 0; l <= i; ++l)
    sum += a[i * lda + l] * b[l * n + j];
  c[i * n + j] = sum;
}

// CHECK: contraction from
// CHECK-NEXT: domain   %m < m, %n < n, %k < k, %k >= %n + 1
// CHECK-NEXT: A        a[%m * lda + %k]
// CHECK-NEXT: B        b[%k * n + %n]
__global__ void from(int m, int n, int k, int lda, const float *a, const float *b, float *c) {
  INDICES;
  if (i >= m || j >= n)
    return;
  float sum = 0.0f;
  const float *column = b + (j + 1) * n + j;
  for (int l = j + 1; l < k; ++l, column += n)
    sum += a[i * lda + l] * *column;
  c[i * n + j] = sum;
}

// A band whose first step is never below 0.
// CHECK: contraction band
// CHECK-NEXT: domain   %m < m, %n < n, %k < k, %k < %m + w + 1, %k >= %m - w
__global__ void band(int m, int n, int k, int w, const float *a, const float *b, float *c) {
  INDICES;
  if (i >= m || j >= n)
    return;
  float sum = 0.0f;
  for (int l = max(i - w, 0); l < min(k, i + w + 1); ++l)
    sum += a[i * k + l] * b[l * n + j];
  c[i * n + j] = sum;
}

// CHECK: contraction triangle
// CHECK-NEXT: domain   %m < n, %n < n, %k < n, %m >= %n, %k < %m + 1, %k >= %n
__global__ void triangle(int n, const float *a, const float *b, float *c) {
  INDICES;
  if (i >= n || j > i)
    return;
  float sum = 0.0f;
  for (int l = j; l <= i; ++l)
    sum += a[i * n + l] * b[l * n + j];
  c[i * n + j] = sum;
}

// Of two extents.
// CHECK: contraction strict
// CHECK-NEXT: domain   %m < m, %n < n - 1, %k < k, %m <= %n
__global__ void strict(int m, int n, int k, const float *a, const float *b, float *c) {
  INDICES;
  if (i < m && j < n && j > i) {
    float sum = 0.0f;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

// A step of two products, each element of which is read where it is used.
// CHECK: contraction twice
// CHECK: step     sum + (A * B + A2 * B2)
// CHECK: result   sum
__global__ void twice(int n, int k, const float *a, const float *b, float *c) {
  INDICES;
  static_assert(sizeof(int) == 4, "indices of 32 bits");
  if (i < n && j < n) {
    float sum = 0.0f;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[j * k + l] + b[i * k + l] * a[j * k + l];
    c[i * n + j] = sum;
  }
}

void run(dim3 g, dim3 t, int m, int n, int k, const float *a, const float *b, float *c) {
  upTo<<<g, t>>>(m, n, k, a, b, c);
  from<<<g, t>>>(m, n, k, k, a, b, c);
  band<<<g, t>>>(m, n, k, 3, a, b, c);
  triangle<<<g, t>>>(n, a, b, c);
  strict<<<g, t>>>(m, n, k, a, b, c);
  twice<<<g, t>>>(n, k, a, b, c);
}
