__global__ void product(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= m || j >= n)
    return;
  float sum = 0;
  for (int l = 0; l < k; ++l)
    sum += a[i * k + l] * b[l * n + j];
  c[i * n + j] = sum;
}

void multiply(int m, int n, int k, const float *a, const float *b, float *c) {
  dim3 block(16, 16), grid((n + 15) / 16, (m + 15) / 16);
  product<<<grid, block>>>(m, n, k, a, b, c);
}
