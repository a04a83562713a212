// The kernel file of the FP32, FP64 and integer units as it is, without a rewrite: each route of
// operands, each layout, ragged sizes, a triangle, two products and both kinds of FP64 sums give
// what a loop gives.
// RUN: warpsmith-emulate --sanitize %s -o %t.program -- -I%suite/../runtime/include
// RUN: %t.program | FileCheck %s
// CHECK: registers: equal
// CHECK-NEXT: registers, transposed: equal
// CHECK-NEXT: registers, not prefetched: equal
// CHECK-NEXT: cp.async: equal
// CHECK-NEXT: cp.async, transposed: equal
// CHECK-NEXT: copy warps: equal
// CHECK-NEXT: integers: equal
// CHECK-NEXT: triangle: equal
// CHECK-NEXT: two products: equal
// CHECK-NEXT: steps in FP64: equal
// CHECK-NEXT: warps in FP64: equal
#include "warpsmith/kernels/fma.cuh"
#include <cstdio>
#include <vector>

namespace kernels = warpsmith::fma;

constexpr int M = 70, N = 45, K = 37;

template <typename Element>
struct PlainProblem {
  using A = Element;
  using B = Element;
  using C = Element;
  using StoredA = Element;
  using StoredB = Element;
  using Sum = Element;
  static constexpr bool AlongKA = true, AlongKB = false;
  static constexpr int Products = 1;
  static constexpr bool TransformsA = false, TransformsB = false;
  static constexpr bool TransformsA2 = false, TransformsB2 = false;
  static constexpr bool StartsFromZero = true, StoresAll = true;
  static constexpr bool ReadsInRuns = false, PrefetchesBeside = false;
  static constexpr bool StoresAbove = true, StoresBelow = true, Batched = false;
  static constexpr bool StartsLater = false, EndsEarlier = false;
  static constexpr bool Asynchronous = false, Prefetches = true, CopiesAtOnce = false;
  static constexpr bool MixesRoles = false, Compiled = true;

  int m, n, k;
  const Element *a;
  int lda;
  const Element *b;
  int ldb;
  Element *c;
  int ldc;
  const Element *a2, *b2;
  int lda2, ldb2;

  __host__ __device__ Element storedA(Element element) const { return element; }
  __host__ __device__ Element storedB(Element element) const { return element; }
  __host__ __device__ Element storedA2(Element element) const { return element; }
  __host__ __device__ Element storedB2(Element element) const { return element; }
  __host__ __device__ Element start(Element old, int, int) const { return old; }
  template <typename Role>
  __device__ void add(Role &sum, Element a, Element b) const {
    sum += (Role)a * (Role)b;
  }
  __device__ void add(Element &sum, Element a, Element b, Element a2, Element b2) const {
    sum += a * b + a2 * b2;
  }
  __device__ void addFp64(double &sum, Element a, Element b) const { sum += (double)a * b; }
  __device__ Element joined(Element sum, double sum64) const { return Element(sum + sum64); }
  template <typename Role>
  __device__ Element finish(Role sum, Element old, int, int) const {
    return Element(sum) + 3 * old;
  }
  __host__ __device__ bool isStored(int, int) const { return true; }
  __host__ __device__ int firstStep(int, int) const { return 0; }
  __host__ __device__ int endOfSteps(int, int, int end) const { return end; }
  __host__ __device__ int rowsBefore(int, int rows) const { return rows; }
  __host__ __device__ int columnsBefore(int, int columns) const { return columns; }
};

struct TransposedProblem : PlainProblem<float> {
  static constexpr bool AlongKA = false, AlongKB = true;
};
struct UnfetchedProblem : PlainProblem<float> {
  static constexpr bool Prefetches = false;
};
struct AsynchronousProblem : PlainProblem<float> {
  static constexpr bool Asynchronous = true, TransformsA = true;
  __host__ __device__ float storedA(float element) const { return 2 * element; }
};
struct AsynchronousTransposedProblem : TransposedProblem {
  static constexpr bool Asynchronous = true;
};
struct CopyWarpsProblem : PlainProblem<float> {
  static constexpr bool CopiesAtOnce = true, TransformsB = true, StartsFromZero = false;
  __host__ __device__ float storedB(float element) const { return element + 1; }
};
struct TriangleProblem : PlainProblem<float> {
  static constexpr bool StoresAll = false, StoresBelow = false;
  __host__ __device__ bool isStored(int row, int column) const { return row <= column; }
};
struct TwoProductsProblem : PlainProblem<float> {
  static constexpr int Products = 2;
};
struct RolesProblem : PlainProblem<float> {
  static constexpr bool MixesRoles = true;
};

template <typename Problem, int Stages = 1, int CopyWarps = 0, int Fp64Steps = 0, int Period = 1>
using Tile = kernels::FmaTile<Problem, 64, 32, 8, 4, 4, 4, 8, 4, Problem::AlongKA ? 1 : 4,
                              Problem::AlongKB ? 1 : 4, Stages, CopyWarps, Fp64Steps, Period>;
// Half of the warps.
using RolesTile = kernels::FmaTile<RolesProblem, 64, 64, 8, 4, 4, 4, 8, 4, 1, 4, 1, 0, 0, 1, 1, 2>;

/// Small numbers, whose sums are exact in any order.
template <typename Element>
std::vector<Element> matrix(int seed, int size) {
  std::vector<Element> elements(size);
  for (int i = 0; i < size; ++i)
    elements[i] = Element((i * 7 + seed) % 11 - 5);
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
void check(const char *name) {
  using Element = typename Problem::C;
  const auto a = matrix<Element>(1, M * K), b = matrix<Element>(2, K * N);
  const auto a2 = matrix<Element>(3, M * K), b2 = matrix<Element>(4, K * N);
  const auto old = matrix<Element>(5, M * N);
  const int lda = Problem::AlongKA ? K : M, ldb = Problem::AlongKB ? K : N;
  Problem problem = {};
  problem.m = M;
  problem.n = N;
  problem.k = K;
  problem.a = onDevice(a);
  problem.lda = problem.lda2 = lda;
  problem.b = onDevice(b);
  problem.ldb = problem.ldb2 = ldb;
  problem.a2 = onDevice(a2);
  problem.b2 = onDevice(b2);
  problem.c = onDevice(old);
  problem.ldc = N;
  const dim3 blocks((N + Tile::BlockN - 1) / Tile::BlockN, (M + Tile::BlockM - 1) / Tile::BlockM);
  kernels::kernel<Problem, Tile, false><<<blocks, Tile::Threads, Tile::SharedBytes>>>(problem);
  std::vector<Element> c(M * N);
  cudaMemcpy(c.data(), problem.c, c.size() * sizeof(Element), cudaMemcpyDeviceToHost);
  bool equal = true;
  for (int i = 0; i < M; ++i)
    for (int j = 0; j < N; ++j) {
      Element sum = Problem::StartsFromZero ? 0 : old[i * N + j];
      for (int l = 0; l < K; ++l) {
        const int atA = Problem::AlongKA ? i * lda + l : l * lda + i;
        const int atB = Problem::AlongKB ? j * ldb + l : l * ldb + j;
        const Element left = Problem::TransformsA ? problem.storedA(a[atA]) : a[atA];
        const Element right = Problem::TransformsB ? problem.storedB(b[atB]) : b[atB];
        sum += left * right;
        if (Problem::Products == 2)
          sum += a2[atA] * b2[atB];
      }
      const Element expected = problem.isStored(i, j) ? sum + 3 * old[i * N + j] : old[i * N + j];
      equal = equal && c[i * N + j] == expected;
    }
  std::printf("%s: %s\n", name, equal ? "equal" : "WRONG");
}

int main() {
  using Plain = PlainProblem<float>;
  check<Plain, Tile<Plain>>("registers");
  check<TransposedProblem, Tile<TransposedProblem>>("registers, transposed");
  check<UnfetchedProblem, Tile<UnfetchedProblem>>("registers, not prefetched");
  check<AsynchronousProblem, Tile<AsynchronousProblem, 3>>("cp.async");
  check<AsynchronousTransposedProblem, Tile<AsynchronousTransposedProblem, 2>>(
      "cp.async, transposed");
  check<CopyWarpsProblem, Tile<CopyWarpsProblem, 2, 1>>("copy warps");
  check<PlainProblem<int>, Tile<PlainProblem<int>>>("integers");
  check<TriangleProblem, Tile<TriangleProblem>>("triangle");
  check<TwoProductsProblem, Tile<TwoProductsProblem>>("two products");
  check<Plain, Tile<Plain, 1, 0, 3, 8>>("steps in FP64");
  check<RolesProblem, RolesTile>("warps in FP64");
  return cudaDeviceSynchronize() != cudaSuccess;
}
