__global__ void first(const float *a, const float *b, float *c, int m, int n, int k) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

__global__ void second(const float *a, const float *b, float *c, int m, int n, int k) {
  int j = blockIdx.y * blockDim.y + threadIdx.y, i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  float sum = 0;
  for (int l = 0; l < k; ++l)
    sum += a[i * k + l] * b[l * n + j];
  c[i * n + j] = sum;
}

// The steps are divided among the lanes of a warp.
__global__ void third(const float *a, const float *b, float *c, int rows, int columns, int k) {
  int i = blockIdx.y, j = blockIdx.x;
  float sum = 0;
  for (int l = threadIdx.x; l < k; l += 32)
    sum += a[i * k + l] * b[l * columns + j];
  for (int distance = 16; distance > 0; distance /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, distance);
  if (threadIdx.x == 0)
    c[i * columns + j] = sum;
}
