// RUN: %unchanged
// The sum's loop is around the loop over elements; and elements that the number of a thread counts.

// CHECK-DAG: remark: left 'sumOutside' alone: 'c' is read at an index other than the one that was stored: another loop numbers the elements there; write one loop over them, with the loop that sums inside of it
__global__ void sumOutside(int m, int n, int k, const float *a, const float *b, float *c) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m) {
    for (int j = 0; j < n; ++j)
      c[row * n + j] = 0.0f;
    for (int l = 0; l < k; ++l)
      for (int j = 0; j < n; ++j)
        c[row * n + j] += a[row * k + l] * b[l * n + j];
  }
}

// CHECK-DAG: remark: left 'flatThreads' alone: each thread has elements of its own only where 'blockDim.x == 128' and '16 >= blockDim.x', which exclude each other: 'threadIdx.y * blockDim.x + threadIdx.x' as an index of elements is understood for blocks of one row; give each of its parts an index, or the block one row
__global__ void flatThreads(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float bs[8][16];
  float sums[16] = {};
  const int row = blockIdx.x * 128 + threadIdx.y * blockDim.x + threadIdx.x;
  const int column = blockIdx.y * 16 + threadIdx.x;
  for (int first = 0; first < k; first += 8) {
    bs[threadIdx.y][threadIdx.x] = b[column + (first + threadIdx.y) * n];
    __syncthreads();
    for (int l = 0; l < 8; ++l)
      for (int j = 0; j < 16; ++j)
        sums[j] += a[row * k + first + l] * bs[l][j];
    __syncthreads();
  }
  for (int j = 0; j < 16; ++j)
    c[row * n + blockIdx.y * 16 + j] = sums[j];
}

void launch(int m, int n, int k, const float *a, const float *b, float *c) {
  sumOutside<<<(m + 63) / 64, 64>>>(m, n, k, a, b, c);
  flatThreads<<<dim3(m / 128, n / 16), dim3(16, 8)>>>(n, k, a, b, c);
}
