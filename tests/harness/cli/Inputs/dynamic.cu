// Tiles in dynamic shared memory, of which the launch gives what they take and no more.
#define TILE 16

__global__ void tiled(const float *a, const float *b, float *c, int m, int n, int k) {
  extern __shared__ float tiles[];
  float *rows = tiles, *columns = tiles + TILE * TILE;
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * TILE + y, j = blockIdx.x * TILE + x;
  float sum = 0.0f;
  for (int t = 0; t < (k + TILE - 1) / TILE; ++t) {
    rows[y * TILE + x] = i < m && t * TILE + x < k ? a[i * k + t * TILE + x] : 0.0f;
    columns[y * TILE + x] = j < n && t * TILE + y < k ? b[(t * TILE + y) * n + j] : 0.0f;
    __syncthreads();
    for (int p = 0; p < TILE; ++p)
      sum += rows[y * TILE + p] * columns[p * TILE + x];
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

void run(const float *a, const float *b, float *c, int m, int n, int k) {
  dim3 block(TILE, TILE), grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
  size_t bytes = 2 * TILE * TILE * sizeof(float);
  tiled<<<grid, block, bytes>>>(a, b, c, m, n, k);
}
