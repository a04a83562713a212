// The kernel file of WMMA fragments as it is, without a rewrite: the routes into shared memory,
// layouts, ragged sizes, a triangle and a batch give what a loop gives.
// RUN: warpsmith-emulate --sanitize %s -o %t.program -- -I%suite/../runtime/include
// RUN: %t.program | FileCheck %s
// CHECK: through registers: equal
// CHECK-NEXT: transposed: equal
// CHECK-NEXT: triangle: equal
// CHECK-NEXT: batch: equal
// CHECK-NEXT: cp.async: equal
// CHECK-NEXT: restaged: equal
// CHECK-NEXT: copy warps: equal
// CHECK-NEXT: copy warps, converted: equal
#include "warpsmith/kernels/wmma.cuh"
#include <cstdio>
#include <cuda_fp16.h>
#include <vector>

namespace kernels = warpsmith::wmma;

constexpr int M = 70, N = 76, K = 45, Products = 3;

template <typename Element>
struct RowProblem {
  using A = Element;
  using B = Element;
  using C = float;
  using StoredA = __half;
  using StoredB = __half;
  using FragmentA = __half;
  using FragmentB = __half;
  using LayoutA = nvcuda::wmma::row_major;
  using LayoutB = nvcuda::wmma::row_major;
  static constexpr bool AlongKA = true, AlongKB = false;
  static constexpr bool TransformsA = false, TransformsB = false;
  static constexpr bool RestagesA = false, RestagesB = false;
  static constexpr bool StoresAll = true, StoresAbove = true, StoresBelow = true;
  static constexpr bool ReadsInRuns = false, PrefetchesBeside = false;
  static constexpr bool Batched = false, Asynchronous = false, CopiesAtOnce = false;
  static constexpr bool Compiled = true;

  int m, n, k;
  const A *a;
  int lda;
  const B *b;
  int ldb;
  float *c;
  int ldc;
  long long batchA, batchB, batchC;

  __host__ __device__ __half storedA(Element element) const { return (__half)(float)element; }
  __host__ __device__ __half storedB(Element element) const { return (__half)(float)element; }
  __host__ __device__ float finish(float sum, float old, int, int) const { return sum + 3 * old; }
  __host__ __device__ bool isStored(int, int) const { return true; }
};

struct TransposedProblem : RowProblem<float> {
  using LayoutA = nvcuda::wmma::col_major;
  using LayoutB = nvcuda::wmma::col_major;
  static constexpr bool AlongKA = false, AlongKB = true;
};
struct TriangleProblem : RowProblem<float> {
  static constexpr bool StoresAll = false, StoresAbove = false;
  __host__ __device__ bool isStored(int row, int column) const { return row >= column; }
};
struct BatchProblem : RowProblem<float> {
  static constexpr bool Batched = true;
};
struct AsynchronousProblem : RowProblem<__half> {
  static constexpr bool Asynchronous = true;
};
struct RestagedProblem : RowProblem<float> {
  static constexpr bool Asynchronous = true, RestagesA = true, RestagesB = true;
};
struct CopyWarpsProblem : RowProblem<__half> {
  static constexpr bool CopiesAtOnce = true;
};
struct ConvertingProblem : RowProblem<float> {
  static constexpr bool TransformsA = true, TransformsB = true;
};

template <typename Problem, int Stages = 1, int CopyWarps = 0>
using Tile = kernels::WmmaTile<Problem, 32, 64, 32, 16, 32, 16, 16, 16, 8, 8, Stages, CopyWarps>;

/// Small numbers, whose sums are exact in any order.
template <typename Element>
std::vector<Element> matrix(int seed, int size) {
  std::vector<Element> elements(size);
  for (int i = 0; i < size; ++i)
    elements[i] = Element(float((i * 7 + seed) % 11 - 5));
  return elements;
}

template <typename Element>
Element *onDevice(const std::vector<Element> &host) {
  Element *device = nullptr;
  cudaMalloc(&device, host.size() * sizeof(Element));
  cudaMemcpy(device, host.data(), host.size() * sizeof(Element), cudaMemcpyHostToDevice);
  return device;
}

template <typename Problem, typename Tile>
bool isRight() {
  constexpr int Count = Problem::Batched ? Products : 1;
  const auto a = matrix<typename Problem::A>(1, Count * M * K);
  const auto b = matrix<typename Problem::B>(2, Count * K * N);
  const auto old = matrix<float>(5, Count * M * N);
  Problem problem = {};
  problem.m = M;
  problem.n = N;
  problem.k = K;
  problem.a = onDevice(a);
  problem.lda = Problem::AlongKA ? K : M;
  problem.b = onDevice(b);
  problem.ldb = Problem::AlongKB ? K : N;
  problem.c = onDevice(old);
  problem.ldc = N;
  problem.batchA = M * K;
  problem.batchB = K * N;
  problem.batchC = M * N;
  const dim3 blocks((N + Tile::BlockN - 1) / Tile::BlockN, (M + Tile::BlockM - 1) / Tile::BlockM,
                    Count);
  kernels::kernel<Problem, Tile, false><<<blocks, Tile::Threads, Tile::SharedBytes>>>(problem);
  std::vector<float> c(Count * M * N);
  cudaMemcpy(c.data(), problem.c, c.size() * sizeof(float), cudaMemcpyDeviceToHost);
  for (int product = 0; product < Count; ++product)
    for (int i = 0; i < M; ++i)
      for (int j = 0; j < N; ++j) {
        const int at = product * M * N + i * N + j;
        float sum = 0;
        for (int l = 0; l < K; ++l)
          sum += float(a[product * M * K + (Problem::AlongKA ? i * K + l : l * M + i)]) *
                 float(b[product * K * N + (Problem::AlongKB ? j * K + l : l * N + j)]);
        if (c[at] != (problem.isStored(i, j) ? sum + 3 * old[at] : old[at]))
          return false;
      }
  return true;
}

template <typename Problem, typename Tile>
void check(const char *name) {
  std::printf("%s: %s\n", name, isRight<Problem, Tile>() ? "equal" : "WRONG");
}

int main() {
  check<RowProblem<float>, Tile<RowProblem<float>>>("through registers");
  check<TransposedProblem, Tile<TransposedProblem>>("transposed");
  check<TriangleProblem, Tile<TriangleProblem>>("triangle");
  check<BatchProblem, Tile<BatchProblem>>("batch");
  check<AsynchronousProblem, Tile<AsynchronousProblem, 3>>("cp.async");
  check<RestagedProblem, Tile<RestagedProblem, 2>>("restaged");
  check<CopyWarpsProblem, Tile<CopyWarpsProblem, 2, 1>>("copy warps");
  check<ConvertingProblem, Tile<ConvertingProblem, 2, 1>>("copy warps, converted");
  return cudaDeviceSynchronize() != cudaSuccess;
}
