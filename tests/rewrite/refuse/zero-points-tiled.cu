// RUN: %unchanged
// Beyond the end of the sum the tiles hold zeros, whose distances to the zero points are summed.
#define TILE 16
__global__ void kernel(int m, int n, int k, const int *a, const int *b, int *c, int za, int zb) {
  __shared__ int partA[TILE][TILE], partB[TILE][TILE];
  int i = blockIdx.y * TILE + threadIdx.y, j = blockIdx.x * TILE + threadIdx.x;
  int sum = 0;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'kernel' alone: the step {{.*}} of zeros beyond the end of the sum may change it
  for (int t = 0; t < (k + TILE - 1) / TILE; ++t) {
    int x = t * TILE + threadIdx.x, y = t * TILE + threadIdx.y;
    partA[threadIdx.y][threadIdx.x] = i < m && x < k ? a[i * k + x] : 0;
    partB[threadIdx.y][threadIdx.x] = y < k && j < n ? b[y * n + j] : 0;
    __syncthreads();
    for (int l = 0; l < TILE; ++l)
      sum += (partA[threadIdx.y][l] - za) * (partB[l][threadIdx.x] - zb);
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}
void run(dim3 g, int n, const int *a, const int *b, int *c) {
  kernel<<<g, dim3(TILE, TILE)>>>(5, n, n, a, b, c, 1, 2);
}
