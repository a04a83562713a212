// The kernel file of tiles with copy warps as it is, without a rewrite: layouts, ragged sizes, what
// sums start from, a triangle and slices, of warps and of blocks, give what a loop gives.
// RUN: warpsmith-emulate --sanitize %s -o %t.program -- -I%suite/../runtime/include
// RUN: %t.program | FileCheck %s
// CHECK: plain: equal
// CHECK-NEXT: transposed: equal
// CHECK-NEXT: from the old C: equal
// CHECK-NEXT: scaled: equal
// CHECK-NEXT: triangle: equal
// CHECK-NEXT: slices: equal
// CHECK-NEXT: divided: equal
// CHECK-NEXT: divided triangle: equal
// CHECK-NEXT: divided slices: equal
// CHECK-NEXT: parts of 2 x 2: equal
// CHECK-NEXT: parts of 4 x 2: equal
#include "warpsmith/kernels/fma_ring.cuh"
#include <cstdio>
#include <vector>

namespace kernels = warpsmith::fma_ring;

constexpr int M = 70, N = 76, K = 45;

struct PlainProblem {
  using A = float;
  using B = float;
  using C = float;
  static constexpr bool AlongKA = true, AlongKB = false, CopiesA = false, CopiesB = true;
  static constexpr bool TransformsA = false, TransformsB = false;
  static constexpr bool StartsFromZero = true, StartsFromConstant = true, StartsApart = false;
  static constexpr bool StartsScaled = false, RunsOfC = true, StoresAll = true;
  static constexpr bool ReadsInRuns = false, PrefetchesBeside = false;
  static constexpr bool StoresAbove = true, StoresBelow = true, Batched = false;
  static constexpr bool StartsLater = false, EndsEarlier = false;
  static constexpr bool InSlices = false, DividesK = false, MovesRegisters = false,
                        Dependent = false;
  static constexpr int AloneBytes = 0, RunA = 0, RunB = 0;
  static constexpr bool Compiled = true, RowsOfAnyLength = false;

  int m, n, k;
  const float *a;
  int lda;
  const float *b;
  int ldb;
  float *c;
  int ldc;

  __host__ __device__ long long placeOfC(int row, int column) const {
    return (long long)row * ldc + column;
  }
  __host__ __device__ float storedA(float element) const { return element; }
  __host__ __device__ float storedB(float element) const { return element; }
  __host__ __device__ float start(float, int, int) const { return 0; }
  __device__ void add(float &sum, float a, float b) const { sum += a * b; }
  __device__ float finish(float sum, float old, int, int) const { return sum + 3 * old; }
  __host__ __device__ bool isStored(int, int) const { return true; }
  __host__ __device__ int firstStep(int, int) const { return 0; }
  __host__ __device__ int endOfSteps(int, int, int end) const { return end; }
  __host__ __device__ int rowsBefore(int, int rows) const { return rows; }
  __host__ __device__ int columnsBefore(int, int columns) const { return columns; }
};

struct TransposedProblem : PlainProblem {
  static constexpr bool AlongKA = false, AlongKB = true, CopiesA = true, CopiesB = false;
};
struct OldProblem : PlainProblem {
  static constexpr bool StartsFromZero = false, StartsFromConstant = false;
  __host__ __device__ float start(float old, int row, int) const { return old + row; }
};
struct ScaledProblem : PlainProblem {
  static constexpr bool StartsFromZero = false, StartsFromConstant = false, StartsApart = true;
  static constexpr bool StartsScaled = true;
  __host__ __device__ float start(float old, int, int) const { return 2 * old; }
};
struct TriangleProblem : PlainProblem {
  static constexpr bool StoresAll = false, StoresAbove = false, RunsOfC = false;
  __host__ __device__ bool isStored(int row, int column) const { return row >= column; }
};
struct SlicesProblem : ScaledProblem {
  static constexpr bool InSlices = true;
};

/// Sums of slices that blocks leave; the last slice has what is not a whole k-tile.
template <typename Whole>
struct Divided : Whole {
  static constexpr bool DividesK = true;
};

template <typename Problem, int Slices = 1>
using Tile = kernels::RingTile<Problem, 32, 64, 8, 4, 4, 3, 1, 2, 0, 0, 1, 1, Slices>;

/// Of few rows: threads load two elements at once.
template <typename Problem, int Columns, int RowsOfThread>
using FlatTile = kernels::RingTile<Problem, 16, Columns, 8, RowsOfThread, 2, 4, 1, 2, 0, 0, 1, 2>;

/// Small numbers, whose sums are exact in any order.
std::vector<float> matrix(int seed, int size) {
  std::vector<float> elements(size);
  for (int i = 0; i < size; ++i)
    elements[i] = float((i * 7 + seed) % 11 - 5);
  return elements;
}

float *onDevice(const std::vector<float> &host) {
  float *device = nullptr;
  cudaMalloc(&device, host.size() * sizeof(float));
  cudaMemcpy(device, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice);
  return device;
}

template <typename Problem, typename Tile, bool Aligned>
bool isRight() {
  const auto a = matrix(1, M * K), b = matrix(2, K * N), old = matrix(5, M * N);
  const int lda = Problem::AlongKA ? K : M, ldb = Problem::AlongKB ? K : N;
  Problem problem = {};
  problem.m = M;
  problem.n = N;
  problem.k = K;
  problem.a = onDevice(a);
  problem.lda = lda;
  problem.b = onDevice(b);
  problem.ldb = ldb;
  problem.c = onDevice(old);
  problem.ldc = N;
  constexpr int SlicesOfBlocks = Problem::DividesK ? 4 : 1;
  const dim3 blocks((N + Tile::BlockN - 1) / Tile::BlockN, (M + Tile::BlockM - 1) / Tile::BlockM,
                    SlicesOfBlocks);
  float *sums = nullptr;
  if constexpr (Problem::DividesK)
    sums = onDevice(matrix(7, (int)kernels::placeOfSum(SlicesOfBlocks, M, N, 0, 0)));
  kernels::kernel<Problem, Tile, Aligned>
      <<<blocks, Tile::Threads, Tile::SharedBytes>>>(problem, sums);
  if constexpr (Problem::DividesK)
    kernels::addSlices<Problem>
        <<<(M * N + kernels::AddingThreads - 1) / kernels::AddingThreads, kernels::AddingThreads>>>(
            SlicesOfBlocks, problem, sums);
  std::vector<float> c(M * N);
  cudaMemcpy(c.data(), problem.c, c.size() * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < M; ++i)
    for (int j = 0; j < N; ++j) {
      float expected = Problem::StartsFromZero ? 0 : problem.start(old[i * N + j], i, j);
      for (int l = 0; l < K; ++l)
        expected += a[Problem::AlongKA ? i * lda + l : l * lda + i] *
                    b[Problem::AlongKB ? j * ldb + l : l * ldb + j];
      expected = problem.isStored(i, j) ? expected + 3 * old[i * N + j] : old[i * N + j];
      if (c[i * N + j] != expected)
        return false;
    }
  return true;
}

template <typename Problem, typename Tile>
void check(const char *name) {
  std::printf("%s: %s\n", name, isRight<Problem, Tile, false>() ? "equal" : "WRONG");
}

int main() {
  check<PlainProblem, Tile<PlainProblem>>("plain");
  check<TransposedProblem, Tile<TransposedProblem>>("transposed");
  check<OldProblem, Tile<OldProblem>>("from the old C");
  check<ScaledProblem, Tile<ScaledProblem>>("scaled");
  check<TriangleProblem, Tile<TriangleProblem>>("triangle");
  check<SlicesProblem, Tile<SlicesProblem, 2>>("slices");
  check<Divided<ScaledProblem>, Tile<Divided<ScaledProblem>>>("divided");
  check<Divided<TriangleProblem>, Tile<Divided<TriangleProblem>>>("divided triangle");
  check<Divided<SlicesProblem>, Tile<Divided<SlicesProblem>, 2>>("divided slices");
  check<ScaledProblem, FlatTile<ScaledProblem, 32, 2>>("parts of 2 x 2");
  check<TransposedProblem, FlatTile<TransposedProblem, 64, 4>>("parts of 4 x 2");
  return cudaDeviceSynchronize() != cudaSuccess;
}
