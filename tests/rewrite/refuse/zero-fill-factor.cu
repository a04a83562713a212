// RUN: %unchanged
// Beyond the end of the sum, an infinite factor makes NaNs of the products of zeros.
__global__ void kernel(int m, int n, int k, const float *a, const float *b, float *c,
                       float alpha) {
  __shared__ float As[16][16], Bs[16][16];
  int i = blockIdx.y * 16 + threadIdx.y;
  int j = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'kernel' alone: a factor of the products of zeros beyond the end of the sum may be negative or infinite
  for (int t = 0; t < (k + 15) / 16; ++t) {
    As[threadIdx.y][threadIdx.x] =
        i < m && 16 * t + threadIdx.x < k ? a[i * k + 16 * t + threadIdx.x] : 0.0f;
    Bs[threadIdx.y][threadIdx.x] =
        16 * t + threadIdx.y < k && j < n ? b[(16 * t + threadIdx.y) * n + j] : 0.0f;
    __syncthreads();
    for (int l = 0; l < 16; ++l)
      sum += alpha * As[threadIdx.y][l] * Bs[l][threadIdx.x];
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}
void run(dim3 g, dim3 t, int n, const float *a, const float *b, float *c) {
  kernel<<<g, t>>>(n, n, n, a, b, c, 2.0f);
}
