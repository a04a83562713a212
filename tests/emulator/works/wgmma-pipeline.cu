// RUN: %works
// A GEMM as Hopper wants it: a warp that loads boxes, two warpgroups that multiply them, full and
// empty mbarriers for each stage, registers that change hands, a persistent block, stores by boxes;
// edges in every dimension.
#include "../Inputs/tma.h"

constexpr int TileM = 128, TileN = 16, TileK = 64, Stages = 3;

__global__ void __launch_bounds__(384, 1)
    gemm(const __grid_constant__ CUtensorMap aMap, const __grid_constant__ CUtensorMap bMap,
         const __grid_constant__ CUtensorMap cMap, int m, int n, int k) {
  extern __shared__ __align__(1024) unsigned char memory[];
  __half *a = reinterpret_cast<__half *>(memory); // [stage][row][k]
  __half *b = a + Stages * TileM * TileK;
  float *c = reinterpret_cast<float *>(b + Stages * TileN * TileK);
  __shared__ uint64_t full[Stages], empty[Stages];
  if (threadIdx.x == 0) {
    for (int i = 0; i < Stages; ++i) {
      initialize(&full[i], 1);
      initialize(&empty[i], 2);
    }
    initialized();
  }
  __syncthreads();
  const int steps = (k + TileK - 1) / TileK, columns = (n + TileN - 1) / TileN;
  const int tiles = (m + TileM - 1) / TileM * columns;
  asm volatile("griddepcontrol.wait;" ::: "memory");
  if (threadIdx.x < 128) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
    if (threadIdx.x != 0)
      return;
    int done = 0;
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x)
      for (int step = 0; step < steps; ++step, ++done) {
        const int stage = done % Stages;
        wait(&empty[stage], (done / Stages & 1) ^ 1);
        expect(&full[stage], (TileM + TileN) * TileK * sizeof(__half));
        load(a + stage * TileM * TileK, aMap, step * TileK, tile / columns * TileM, &full[stage]);
        load(b + stage * TileN * TileK, bMap, step * TileK, tile % columns * TileN, &full[stage]);
      }
    return;
  }
  asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
  const int group = threadIdx.x / 128 - 1;
  float *own = c + group * 64 * TileN;
  int done = 0;
  for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    float sum[8];
    for (int step = 0; step < steps; ++step, ++done) {
      const int stage = done % Stages;
      wait(&full[stage], done / Stages & 1);
      wgmmaFence();
      for (int inner = 0; inner < TileK; inner += 16)
        multiply16(sum, descriptor(a + (stage * TileM + group * 64) * TileK + inner, 16, 1024, 1),
                   descriptor(b + stage * TileN * TileK + inner, 16, 1024, 1), step + inner != 0);
      wgmmaCommit();
      wgmmaWait<0>();
      if (threadIdx.x % 128 == 0)
        arrive(&empty[stage]);
    }
    if (threadIdx.x % 128 == 0)
      waitForStores();
    asm volatile("bar.sync %0, 128;" ::"r"(group + 1));
    for (int i = 0; i < 8; ++i)
      own[rowOf(i) * TileN + columnOf(i)] = sum[i];
    proxyFence();
    asm volatile("bar.sync %0, 128;" ::"r"(group + 1));
    if (threadIdx.x % 128 == 0) {
      store(cMap, tile % columns * TileN, tile / columns * TileM + group * 64, own);
      commitStores();
    }
  }
  if (threadIdx.x % 128 == 0)
    waitForStores();
  asm volatile("griddepcontrol.launch_dependents;");
}

int main() {
  constexpr int M = 200, N = 36, K = 456;
  __half *a, *b;
  float *c;
  cudaMallocManaged(&a, M * K * sizeof(__half));
  cudaMallocManaged(&b, N * K * sizeof(__half));
  cudaMallocManaged(&c, M * N * sizeof(float));
  for (int i = 0; i < M * K; ++i)
    a[i] = __float2half(i * 7 % 11 - 5 + i / K % 3);
  for (int i = 0; i < N * K; ++i)
    b[i] = __float2half(i * 5 % 13 - 6 + i / K % 4);
  const int bytes = Stages * (TileM + TileN) * TileK * 2 + TileM * TileN * 4;
  cudaFuncSetAttribute(gemm, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  constexpr auto Half = CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
  constexpr auto Swizzle = CU_TENSOR_MAP_SWIZZLE_128B;
  gemm<<<3, 384, bytes>>>(
      matrixMap(a, Half, 2, K, M, TileK, TileM, Swizzle),
      matrixMap(b, Half, 2, K, N, TileK, TileN, Swizzle),
      matrixMap(c, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 4, N, M, TileN, 64, CU_TENSOR_MAP_SWIZZLE_NONE),
      M, N, K);
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
