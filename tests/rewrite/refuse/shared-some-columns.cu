// RUN: %unchanged
// The thread that would store the last two columns of the tile is kept from it: the guard has to hold for all
// threads of a block, and then no block is wide enough.
#define T 8
__global__ void kernel(const float *a, const float *b, float *c, int m, int n, int k) {
  __shared__ float x[T][T], y[T][T];
  int tx = threadIdx.x, ty = threadIdx.y, i = blockIdx.y * blockDim.y + ty, j = blockIdx.x * blockDim.x + tx;
  float sum = 0;
  for (int t = 0; t < k; t += T) {
    for (int e = 0; e < 2; ++e)
      if (2 * tx < 6)
        x[ty][2 * tx + e] = t + 2 * tx + e < k && i < m ? a[i * k + t + 2 * tx + e] : 0.0f;
    y[ty][tx] = t + ty < k && j < n ? b[(t + ty) * n + j] : 0.0f;
    __syncthreads();
    for (int l = 0; l < T; ++l)
      // CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'kernel' alone: what is read of 'x' is not known to be what one thread of the block has stored there in line [[@LINE-4]]
      sum += x[ty][l] * y[l][tx];
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}
void run(dim3 g, dim3 t, const float *a, float *c, int n) { kernel<<<g, t>>>(a, a, c, n, n, n); }
