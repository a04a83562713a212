// RUN: %unchanged
// Shifts and masks that are no divisions by powers of two.
#define COUNT 24

__global__ void notPower(int m, int n, int k, const float *a, const float *b, float *c) {
  const int tid = threadIdx.x;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'notPower' alone: 'tid & (COUNT - 1)' is an operator on indices that is not understood
  const int i = blockIdx.y * 8 + tid / COUNT, j = blockIdx.x * COUNT + (tid & (COUNT - 1));
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

__global__ void unknownMask(int m, int n, int k, int mask, const float *a, const float *b,
                            float *c) {
  const int tid = threadIdx.x;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'unknownMask' alone: 'tid & mask' is an operator on indices that is not understood
  const int i = blockIdx.y * 8 + tid / 32, j = blockIdx.x * 32 + (tid & mask);
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

__global__ void unknownShift(int m, int n, int k, int bits, const float *a, const float *b,
                             float *c) {
  const int tid = threadIdx.x;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'unknownShift' alone: 'tid >> bits' is an operator on indices that is not understood
  const int i = blockIdx.y * 8 + (tid >> bits), j = blockIdx.x * 32 + tid % 32;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

// Below zero a mask is no remainder: the first thread's column would be 63, not 0.
// CHECK: {{.*}}.cu:[[@LINE+3]]:{{[0-9]+}}: remark: left 'negative' alone: '(index - 1) & 63' is a division of what may be negative
__global__ void negative(int m, int k, const float *a, const float *b, float *c) {
  const int index = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = index >> 6, j = (index - 1) & 63;
  if (i < m) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * 64 + j];
    c[i * 64 + j] = sum;
  }
}

// CHECK: {{.*}}.cu:[[@LINE+8]]:{{[0-9]+}}: remark: left 'cleared' alone: the guard '8 * blockIdx.y + tid / 32 < m' is not an upper bound on one index
__global__ void cleared(int m, int n, int k, const float *a, const float *b, float *c) {
  const int tid = threadIdx.x;
  const int i = blockIdx.y * 8 + tid / 32, j = blockIdx.x * 32 + (tid & ~31);
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

__global__ void either(int m, int n, int k, const float *a, const float *b, float *c) {
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'either' alone: 'blockIdx.x * blockDim.x | threadIdx.x' is bits of an index that '|' sets
  int j = blockIdx.x * blockDim.x | threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

void run(dim3 g, int n, const float *a, const float *b, float *c) {
  notPower<<<g, 8 * 24>>>(5, n, n, a, b, c);
  unknownMask<<<g, 256>>>(5, n, n, 31, a, b, c);
  unknownShift<<<g, 256>>>(5, n, n, 5, a, b, c);
  negative<<<g, 256>>>(5, n, a, b, c);
  cleared<<<g, 256>>>(5, n, n, a, b, c);
  either<<<g, dim3(32, 8)>>>(5, n, n, a, b, c);
}
