void reference(const float *a, const float *b, float *c, long m, long n, long k) {
  for (long i = 0; i < m; ++i)
    for (long j = 0; j < n; ++j) {
      c[i * n + j] = 0;
      for (long l = 0; l < k; ++l)
        c[i * n + j] += a[i * k + l] * b[l * n + j];
    }
}

__global__ void mm(const float *a, const float *b, float *c, int m, int n, int k) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  float sum = 0;
  for (int l = 0; l < k; ++l)
    sum += a[i * k + l] * b[l * n + j];
  c[i * n + j] = sum;
}
