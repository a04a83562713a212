// RUN: warpsmith %s --verify --passes='tile<32;32;16;4;4>' -o %t.cu -- 2>&1 | FileCheck --allow-empty %s
// Its own shared memory leaves a launch of the original no 32 KiB of dynamic memory.
// CHECK-NOT: not verified
constexpr int Each = 4, Tile = 16 * Each;
__global__ void gemm(const float *a, const float *b, float *c, int m, int n, int k) {
  __shared__ float x[Tile][Tile], y[Tile][Tile];
  const int row = (blockIdx.y * blockDim.y + threadIdx.y) * Each;
  const int column = (blockIdx.x * blockDim.x + threadIdx.x) * Each;
  const int i = threadIdx.y * Each, j = threadIdx.x * Each;
  float sums[Each][Each] = {};
  for (int first = 0; first < k; first += Tile) {
    for (int r = 0; r < Each; ++r)
      for (int s = 0; s < Each; ++s) {
        x[i + r][j + s] =
            row + r < m && first + j + s < k ? a[(row + r) * k + first + j + s] : 0.0f;
        y[i + r][j + s] =
            first + i + r < k && column + s < n ? b[(first + i + r) * n + column + s] : 0.0f;
      }
    __syncthreads();
    for (int l = 0; l < Tile; ++l)
      for (int r = 0; r < Each; ++r)
        for (int s = 0; s < Each; ++s)
          sums[r][s] += x[i + r][l] * y[l][j + s];
    __syncthreads();
  }
  for (int r = 0; r < Each; ++r)
    for (int s = 0; s < Each; ++s)
      if (row + r < m && column + s < n)
        c[(row + r) * n + column + s] = sums[r][s];
}
void run(const float *a, const float *b, float *c, int m, int n, int k) {
  gemm<<<dim3((n + Tile - 1) / Tile, (m + Tile - 1) / Tile), dim3(16, 16)>>>(a, b, c, m, n, k);
}
