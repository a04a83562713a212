__global__ void first(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
__global__ void second(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = 2 * sum;
  }
}
void run(int m, int n, int k, const float *a, const float *b, float *c, float *d) {
  dim3 block(16, 16), grid((n + 15) / 16, (m + 15) / 16);
  first<<<grid, block>>>(m, n, k, a, b, c);
  second<<<grid, block>>>(m, n, k, c, b, d);
}
