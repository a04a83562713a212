// RUN: %unchanged
// Flags that conditions clear or set, and that are no bounds on the indices of one element.

#define INDICES                                                                                    \
  int j = blockIdx.x * blockDim.x + threadIdx.x;                                                   \
  int i = blockIdx.y * blockDim.y + threadIdx.y
#define PRODUCT                                                                                    \
  float sum = 0;                                                                                   \
  for (int l = 0; l < k; ++l)                                                                      \
  sum += a[i * k + l] * b[l * n + j]

// It is cleared only where both hold.
__global__ void both(int m, int n, int k, const float *a, const float *b, float *c) {
  INDICES;
  int valid = 1;
  if (i < m && j < n)
    valid = 0;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'both' alone: a store depends on 'valid', which is no conjunction of upper bounds on indices
  if (valid) {
    PRODUCT;
    c[i * n + j] = sum;
  }
}

// It is set again: it holds where either condition does.
__global__ void again(int m, int n, int k, const float *a, const float *b, float *c) {
  INDICES;
  int valid = 0;
  if (i < m)
    valid = 1;
  if (j < n)
    valid = 1;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'again' alone: 'valid' is a value that a condition chooses
  if (valid) {
    PRODUCT;
    c[i * n + j] = sum;
  }
}

// What is stored depends on data.
__global__ void data(int m, int n, int k, const float *a, const float *b, float *c) {
  INDICES;
  int valid = 1;
// CHECK: {{.*}}.cu:[[@LINE+3]]:{{[0-9]+}}: remark: left 'data' alone: a store depends on 'valid && i < m && j < n', which depends on data
  if (a[0] > 0.0f)
    valid = 0;
  if (valid && i < m && j < n) {
    PRODUCT;
    c[i * n + j] = sum;
  }
}

// A flag that is a number, too.
__global__ void number(int m, int n, int k, const float *a, const float *b, float *c) {
  INDICES;
  int first = 0;
  if (i >= m)
    first = 1;
  if (i < m && j < n) {
    float sum = 0;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'number' alone:
    for (int l = first; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

// The flag changes in the loop: a step of it decides what is stored.
__global__ void inLoop(int m, int n, int k, const float *a, const float *b, float *c) {
  INDICES;
  int valid = 1;
  float sum = 0;
  for (int l = 0; l < k; ++l) {
    if (i >= m || j >= n)
      valid = 0;
    sum += a[i * k + l] * b[l * n + j];
  }
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'inLoop' alone: a store depends on 'valid', which depends on data
  if (valid)
    c[i * n + j] = sum;
}

// An assertion on data or on indices stops the program where it does not hold.
__device__ void stopHere();
__global__ void onData(int m, int n, int k, const float *a, const float *b, float *c) {
  INDICES;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'onData' alone: 'a[0] == 0.0f' chooses between two effects: an assertion on data or indices goes with -DNDEBUG after --
  a[0] == 0.0f ? void(0) : stopHere();
  if (i < m && j < n) {
    PRODUCT;
    c[i * n + j] = sum;
  }
}

__global__ void onIndex(int m, int n, int k, const float *a, const float *b, float *c) {
  INDICES;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'onIndex' alone: 'i < m' chooses between two effects: an assertion on data or indices goes with -DNDEBUG after --
  i < m ? void(0) : stopHere();
  if (i < m && j < n) {
    PRODUCT;
    c[i * n + j] = sum;
  }
}

// Shared memory of the file needs barriers as that of a kernel does.
extern __shared__ float tile[];
__global__ void unsynchronised(int m, int n, int k, const float *a, const float *b, float *c) {
  INDICES;
  float *x = tile, *y = tile + 256;
  float sum = 0;
  for (int t = 0; t < k; t += 16) {
    x[threadIdx.y * 16 + threadIdx.x] = a[i * k + t + threadIdx.x];
    y[threadIdx.y * 16 + threadIdx.x] = b[(t + threadIdx.y) * n + j];
    for (int l = 0; l < 16; ++l)
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'unsynchronised' alone: shared memory is read without a __syncthreads() after it was stored in line [[@LINE-3]]
      sum += x[threadIdx.y * 16 + l] * y[l * 16 + threadIdx.x];
    __syncthreads();
  }
  c[i * n + j] = sum;
}

void run(dim3 g, dim3 t, int m, int n, int k, float *a, float *b, float *c) {
  both<<<g, t>>>(m, n, k, a, b, c);
  again<<<g, t>>>(m, n, k, a, b, c);
  data<<<g, t>>>(m, n, k, a, b, c);
  number<<<g, t>>>(m, n, k, a, b, c);
  inLoop<<<g, t>>>(m, n, k, a, b, c);
  onData<<<g, t>>>(m, n, k, a, b, c);
  onIndex<<<g, t>>>(m, n, k, a, b, c);
  unsynchronised<<<g, t, 2048>>>(m, n, k, a, b, c);
}
