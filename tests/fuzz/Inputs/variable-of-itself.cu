// A launch whose sizes are made of themselves: the search for their values did not end.
__global__ void gemm(int n, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && j < n) {
    float sum = 0;
    for (int l = 0; l < n; ++l)
      sum += a[i * n + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
void run(float *a) {
  int size = size / 16;
  dim3 grid(grid.x, size);
  gemm<<<grid, dim3(16, 16)>>>(size, a, a, a);
}
