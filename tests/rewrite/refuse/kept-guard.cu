// RUN: %unchanged
// Truth values in variables that are something else than bounds on the indices of one element.

#define INDICES                                                                                    \
  int j = blockIdx.x * blockDim.x + threadIdx.x;                                                   \
  int i = blockIdx.y * blockDim.y + threadIdx.y
#define PRODUCT                                                                                    \
  float sum = 0;                                                                                   \
  for (int l = 0; l < k; ++l)                                                                      \
  sum += a[i * k + l] * b[l * n + j]

__global__ void opposite(int m, int n, int k, const float *a, const float *b, float *c) {
  INDICES;
  const bool outside = i >= m || j >= n;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'opposite' alone: a store depends on 'outside', which is no conjunction of upper bounds on indices
  if (outside) {
    PRODUCT;
    c[i * n + j] = sum;
  }
}

// CHECK: {{.*}}.cu:[[@LINE+8]]:{{[0-9]+}}: remark: left 'sometimes' alone: the guard 'j >= n' is not an upper bound on one index
__global__ void sometimes(int m, int n, int k, const float *a, const float *b, float *c, int flag) {
  INDICES;
  bool inside = i < m;
  if (j < n)
    inside = false;
  if (inside) {
    PRODUCT;
    c[i * n + j] = sum;
  }
}

__global__ void asIndex(int m, int n, int k, const float *a, const float *b, float *c) {
  INDICES;
  const bool inside = i < m && j < n;
  if (inside) {
    PRODUCT;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'asIndex' alone: 'i * n + j + inside' is made of values of two kinds, such as an index and a truth value
    c[i * n + j + inside - 1] = sum;
  }
}

__global__ void number(int m, int n, int k, const float *a, const float *b, float *c) {
  INDICES;
  const bool inside = i < m && j < n;
  if (inside) {
    PRODUCT;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'number' alone: 'inside' is a conversion that is not understood
    c[i * n + j] = inside * sum;
  }
}

// CHECK: {{.*}}.cu:[[@LINE+4]]:{{[0-9]+}}: remark: left 'bound' alone: 'm + inside' is made of values of two kinds, such as an index and a truth value
__global__ void bound(int m, int n, int k, const float *a, const float *b, float *c) {
  INDICES;
  const bool inside = i < m && j < n;
  if (i < m + inside - 1 && j < n) {
    PRODUCT;
    c[i * n + j] = sum;
  }
}

__global__ void steps(int m, int n, int k, const float *a, const float *b, float *c) {
  INDICES;
  const bool inside = i < m && j < n;
  if (inside) {
    float sum = 0;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'steps' alone: 'k * inside' is made of values of two kinds, such as an index and a truth value
    for (int l = 0; l < k * inside; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

// What the last step has left, if there is one.
__global__ void last(int m, int n, int k, const float *a, const float *b, float *c, int limit) {
  INDICES;
  if (i < m && j < n) {
    bool within = false;
    float sum = 0;
    for (int l = 0; l < k; ++l) {
      within = l < limit;
      sum += a[i * k + l] * b[l * n + j];
    }
    // CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'last' alone: 'within' is a value that the last step of a loop has left, and no sum of its steps
    if (within)
      c[i * n + j] = sum;
  }
}

__global__ void carried(int m, int n, int k, const float *a, const float *b, float *c, int limit) {
  INDICES;
  if (i < m && j < n) {
    bool within = true;
    float sum = 0;
    for (int l = 0; l < k; ++l) {
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'carried' alone: 'within' is a variable that each step sets anew, other than by adding what all threads and steps have alike
      within = within && l < limit;
      if (within)
        sum += a[i * k + l] * b[l * n + j];
    }
    c[i * n + j] = sum;
  }
}

__global__ void counted(int m, int n, int k, const float *a, const float *b, float *c) {
  INDICES;
  int inside = i < m;
  inside += j < n;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'counted' alone: what is used here is an operator on truth values that is not understood
  if (inside) {
    PRODUCT;
    c[i * n + j] = sum;
  }
}

__global__ void masked(int m, int n, int k, const float *a, const float *b, float *c) {
  INDICES;
  int inside = i < m && j < n;
// CHECK: {{.*}}.cu:[[@LINE+2]]:{{[0-9]+}}: remark: left 'masked' alone: what is used here is made of values of two kinds, such as an index and a truth value
  inside &= k;
  if (inside) {
    PRODUCT;
    c[i * n + j] = sum;
  }
}

// The right side's effect takes place whatever the left side is.
__global__ void effect(int m, int n, int k, const float *a, const float *b, float *c) {
  INDICES;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'effect' alone: '++' in an expression whose order is not certain
  const bool inside = (false & (i++ < m)) || (j < n && i < m);
  if (inside) {
    PRODUCT;
    c[i * n + j] = sum;
  }
}

void run(dim3 g, dim3 t, int n, const float *a, const float *b, float *c) {
  opposite<<<g, t>>>(5, n, n, a, b, c);
  sometimes<<<g, t>>>(5, n, n, a, b, c, n);
  asIndex<<<g, t>>>(5, n, n, a, b, c);
  number<<<g, t>>>(5, n, n, a, b, c);
  bound<<<g, t>>>(5, n, n, a, b, c);
  steps<<<g, t>>>(5, n, n, a, b, c);
  last<<<g, t>>>(5, n, n, a, b, c, n);
  carried<<<g, t>>>(5, n, n, a, b, c, n);
  counted<<<g, t>>>(5, n, n, a, b, c);
  masked<<<g, t>>>(5, n, n, a, b, c);
  effect<<<g, t>>>(5, n, n, a, b, c);
}
