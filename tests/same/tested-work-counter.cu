// A few blocks stay on the GPU and fetch the next tile of 16 x 16 from a counter.
// RUN: %status 4 warpsmith same %s --kernel=reference,candidate > %t; FileCheck %s --input-file=%t
// CHECK: no difference found, tested and not proved
__global__ void reference(int m, int n, int k, const float *A, const float *B, float *C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    float sum = 0.0f;
    for (int p = 0; p < k; ++p)
      sum += A[row * k + p] * B[p * n + col];
    C[row * n + col] = sum;
  }
}

__device__ int nextTile;

__global__ void candidate(int m, int n, int k, const float *A, const float *B, float *C) {
  __shared__ int tile;
  int across = (n + 15) / 16, tiles = across * ((m + 15) / 16);
  while (true) {
    if (threadIdx.x == 0 && threadIdx.y == 0)
      tile = atomicAdd(&nextTile, 1);
    __syncthreads();
    int mine = tile;
    __syncthreads();
    if (mine >= tiles)
      return;
    int row = mine / across * 16 + threadIdx.y;
    int col = mine % across * 16 + threadIdx.x;
    if (row < m && col < n) {
      float sum = 0.0f;
      for (int p = 0; p < k; ++p)
        sum += A[row * k + p] * B[p * n + col];
      C[row * n + col] = sum;
    }
  }
}

void launchCandidate(int m, int n, int k, const float *A, const float *B, float *C) {
  int zero = 0;
  cudaMemcpyToSymbol(nextTile, &zero, sizeof(zero));
  candidate<<<3, dim3(16, 16)>>>(m, n, k, A, B, C);
}
