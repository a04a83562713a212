// RUN: %works
// A GEMM in clusters of two blocks, one above the other: each loads half of B's box for both, and a
// stage is empty when both have read it.
#include "../Inputs/cluster.h"

constexpr int TileM = 64, TileN = 16, TileK = 64, Stages = 2, Blocks = 2;

__global__ void __cluster_dims__(Blocks, 1, 1)
    gemm(const __grid_constant__ CUtensorMap aMap, const __grid_constant__ CUtensorMap bMap,
         float *c, int n, int k) {
  __shared__ alignas(1024) __half a[Stages][TileM * TileK], b[Stages][TileN * TileK];
  __shared__ uint64_t full[Stages], empty[Stages];
  const uint32_t rank = clusterRank();
  const int row = blockIdx.x * TileM, column = blockIdx.y * TileN;
  if (threadIdx.x == 0) {
    for (int i = 0; i < Stages; ++i) {
      initialize(&full[i], 1);
      initialize(&empty[i], Blocks);
    }
    initialized();
  }
  clusterArrive();
  clusterWait();
  const int steps = k / TileK;
  if (threadIdx.x >= 128) {
    if (threadIdx.x == 128)
      for (int step = 0; step < steps; ++step) {
        const int stage = step % Stages, half = TileN / Blocks;
        waitCluster(&empty[stage], (step / Stages & 1) ^ 1);
        expect(&full[stage], (TileM + TileN) * TileK * sizeof(__half));
        load(a[stage], aMap, step * TileK, row, &full[stage]);
        loadMulticast(b[stage] + rank * half * TileK, bMap, step * TileK, column + rank * half,
                      &full[stage], (1 << Blocks) - 1);
      }
  } else {
    float sum[8];
    for (int step = 0; step < steps; ++step) {
      const int stage = step % Stages;
      waitCluster(&full[stage], step / Stages & 1);
      wgmmaFence();
      for (int inner = 0; inner < TileK; inner += 16)
        multiply16(sum, descriptor(a[stage] + inner, 16, 1024, 1),
                   descriptor(b[stage] + inner, 16, 1024, 1), step + inner != 0);
      wgmmaCommit();
      wgmmaWait<0>();
      if (threadIdx.x < Blocks)
        arriveRemote(mapped(&empty[stage], threadIdx.x));
    }
    for (int i = 0; i < 8; ++i)
      c[(row + rowOf(i)) * n + column + columnOf(i)] = sum[i];
  }
  clusterArrive();
  clusterWait();
}

int main() {
  constexpr int M = 256, N = 32, K = 448;
  __half *a, *b;
  float *c;
  cudaMallocManaged(&a, M * K * sizeof(__half));
  cudaMallocManaged(&b, N * K * sizeof(__half));
  cudaMallocManaged(&c, M * N * sizeof(float));
  for (int i = 0; i < M * K; ++i)
    a[i] = __float2half(i * 7 % 11 - 5 + i / K % 3);
  for (int i = 0; i < N * K; ++i)
    b[i] = __float2half(i * 5 % 13 - 6 + i / K % 4);
  constexpr auto Half = CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
  constexpr auto Swizzle = CU_TENSOR_MAP_SWIZZLE_128B;
  gemm<<<dim3(M / TileM, N / TileN), 160>>>(
      matrixMap(a, Half, 2, K, M, TileK, TileM, Swizzle),
      matrixMap(b, Half, 2, K, N, TileK, TileN / Blocks, Swizzle), c, N, K);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  for (int i = 0; i < M; ++i)
    for (int j = 0; j < N; ++j) {
      float expected = 0;
      for (int k = 0; k < K; ++k)
        expected += float(a[i * K + k]) * float(b[j * K + k]);
      if (c[i * N + j] != expected) {
        std::printf("%d,%d is %g, not %g\n", i, j, c[i * N + j], expected);
        return 1;
      }
    }
  return 0;
}
