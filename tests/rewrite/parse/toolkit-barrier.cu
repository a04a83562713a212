// A toolkit's headers leave __syncthreads() to Clang, which declares it where it is first called.
// RUN: %parsed
// RUN: %parsed-toolkit
// CHECK: remark: rewrote 'tiled': tile
__global__ void tiled(const float *a, const float *b, float *c, int m, int n, int k) {
  __shared__ float ta[16][16], tb[16][16];
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * 16 + y, j = blockIdx.x * 16 + x;
  float sum = 0;
  for (int l = 0; l < k; l += 16) {
    ta[y][x] = a[i * k + l + x];
    tb[y][x] = b[(l + y) * n + j];
    __syncthreads();
    for (int s = 0; s < min(16, k - l); ++s)
      sum += ta[y][s] * tb[s][x];
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

void run(dim3 grid, dim3 block, float *a) {
  tiled<<<grid, block>>>(a, a, a, 1, 1, 1);
}
