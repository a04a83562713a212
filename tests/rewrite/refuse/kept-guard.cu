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
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'opposite' alone: condition 'outside' is not a conjunction of bounds on indices
  if (outside) {
    PRODUCT;
    c[i * n + j] = sum;
  }
}

// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'sometimes' alone: guard 'blockDim.x * blockIdx.x - n + threadIdx.x + 1 > 0' is not an upper bound on one index
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
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'asIndex' alone: 'c[blockDim.y * blockIdx.y * n + blockDim.x * blockIdx.x + n * threadIdx.y + {{%if[0-9]+}} + threadIdx.x - 1]' is not indexed by the thread's global index
    c[i * n + j + inside - 1] = sum;
  }
}

__global__ void number(int m, int n, int k, const float *a, const float *b, float *c) {
  INDICES;
  const bool inside = i < m && j < n;
  if (inside) {
    PRODUCT;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'number' alone: index 'inside' used as a number to calculate with
    c[i * n + j] = inside * sum;
  }
}

// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'bound' alone: guard '-blockDim.y * blockIdx.y + {{%if[0-9]+}} + m - threadIdx.y - 1 > 0' is not a bound on a global index
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
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'steps' alone: loop bound '{{%if[0-9]+}} * k' differs between threads
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
    // CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'last' alone: the value of 'within' is not known here
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
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'carried' alone: guard 'within' is not a bound on the indices
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
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'counted' alone: guard 'inside' is not a bound on the indices
  if (inside) {
    PRODUCT;
    c[i * n + j] = sum;
  }
}

__global__ void masked(int m, int n, int k, const float *a, const float *b, float *c) {
  INDICES;
  int inside = i < m && j < n;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'masked' alone: unsupported update of 'inside'
  inside &= k;
  if (inside) {
    PRODUCT;
    c[i * n + j] = sum;
  }
}

// The right side's effect takes place whatever the left side is.
__global__ void effect(int m, int n, int k, const float *a, const float *b, float *c) {
  INDICES;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'effect' alone: index 'i++' is not affine: the expression uses the variable elsewhere
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
