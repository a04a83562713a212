// RUN: %unchanged
// Where the data says no, an element of the tile before stays, or a thread goes on alone.
__global__ void store(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float As[16][16], Bs[16][16];
  int i = blockIdx.y * 16 + threadIdx.y;
  int j = blockIdx.x * 16 + threadIdx.x;
  As[threadIdx.y][threadIdx.x] = 0;
  __syncthreads();
  float sum = 0;
  for (int t = 0; t < k / 16; ++t) {
    float x = a[i * k + 16 * t + threadIdx.x];
    if (x > 0)
// CHECK: {{.*}}.cu:[[@LINE+5]]:{{[0-9]+}}: remark: left 'store' alone: data decide whether what is read of 'As' has been stored
      As[threadIdx.y][threadIdx.x] = x;
    Bs[threadIdx.y][threadIdx.x] = b[(16 * t + threadIdx.y) * n + j];
    __syncthreads();
    for (int l = 0; l < 16; ++l)
      sum += As[threadIdx.y][l] * Bs[l][threadIdx.x];
    __syncthreads();
  }
  c[i * n + j] = sum;
}
__global__ void barrier(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float As[16][16], Bs[16][16];
  int i = blockIdx.y * 16 + threadIdx.y;
  int j = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
  for (int t = 0; t < k / 16; ++t) {
    As[threadIdx.y][threadIdx.x] = a[i * k + 16 * t + threadIdx.x];
    Bs[threadIdx.y][threadIdx.x] = b[(16 * t + threadIdx.y) * n + j];
    if (a[0] > 0)
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'barrier' alone: a barrier under a condition that may differ between threads of the block
      __syncthreads();
    for (int l = 0; l < 16; ++l)
      sum += As[threadIdx.y][l] * Bs[l][threadIdx.x];
    __syncthreads();
  }
  c[i * n + j] = sum;
}
void run(dim3 g, dim3 t, int m, int n, int k, const float *a, const float *b, float *c) {
  store<<<g, t>>>(m, n, k, a, b, c);
  barrier<<<g, t>>>(m, n, k, a, b, c);
}
