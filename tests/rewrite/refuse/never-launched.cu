// RUN: %unchanged
// Checks of a launch that hold for no sizes: then no rewritten kernel would ever run.

// CHECK: never-launched.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'overlapping' alone: no launch could run anything but the original: rows of 'c' must not overlap, which needs '32 >= 64'
__global__ void overlapping(int m, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < 64) {
    float sum = 0.0f;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * 64 + j];
    c[i * 32 + j] = sum;
  }
}

#define WIDTH 24
// CHECK: never-launched.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'named' alone: no launch could run anything but the original: rows of 'c' must not overlap, which needs 'WIDTH >= 64'
__global__ void named(int m, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < 64) {
    float sum = 0.0f;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * 64 + j];
    c[i * WIDTH + j] = sum;
  }
}

// CHECK: never-launched.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'backward' alone: no launch could run anything but the original: rows of 'b' must follow each other, which needs '-n >= 0'
__global__ void backward(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0.0f;
    int first = i * k - 1, left = k;
    for (int l = 0; l < k; l++)
      sum += a[++first] * b[--left * n + j];
    c[i * n + j] = sum;
  }
}

// CHECK: never-launched.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'heads' alone: no launch could run anything but the original: rows of 'c' must not overlap, which needs '32 >= 64'
__global__ void heads(int m, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  int h = blockIdx.z;
  if (i < m && j < 64 && h < 8) {
    float sum = 0.0f;
    for (int l = 0; l < k; ++l)
      sum += a[(h * m + i) * k + l] * b[l * 64 + j];
    c[i * 512 + h * 32 + j] = sum;
  }
}

void run(dim3 g, dim3 t, int m, int k, const float *a, const float *b, float *c) {
  overlapping<<<g, t>>>(m, k, a, b, c);
  named<<<g, t>>>(m, k, a, b, c);
  backward<<<g, t>>>(m, m, k, a, b, c);
  heads<<<g, t>>>(m, k, a, b, c);
}
