// RUN: %unchanged
// The first four rows alone of a block of eight store zeros.
#define T 8
__global__ void holes(const float *a, const float *b, float *c, int m, int n, int k) {
  __shared__ float x[16][T], y[T][16];
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
// CHECK: {{.*}}.cu:[[@LINE+5]]:{{[0-9]+}}: remark: left 'holes' alone: 'x' in shared memory is stored in line [[@LINE+3]], and here without a __syncthreads() between
  for (int t = 0; t < (k - 1) / T + 1; ++t) {
    if (i < m && t * T + threadIdx.x < k && threadIdx.x < T)
      x[threadIdx.y][threadIdx.x] = a[i * k + t * T + threadIdx.x];
    else if (threadIdx.y < 4 && threadIdx.x < T)
      x[threadIdx.y][threadIdx.x] = 0.0f;
    if (t * T + threadIdx.y < k && j < n)
      y[threadIdx.y][threadIdx.x] = b[(t * T + threadIdx.y) * n + j];
    else
      y[threadIdx.y][threadIdx.x] = 0.0f;
    __syncthreads();
    for (int l = 0; l < T; ++l)
      sum += x[threadIdx.y][l] * y[l][threadIdx.x];
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}
void run(dim3 g, dim3 t, const float *a, float *c, int n) { holes<<<g, t>>>(a, a, c, n, n, n); }
