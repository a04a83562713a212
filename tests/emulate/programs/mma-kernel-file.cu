// The kernel files of mma.sync as they are, without a rewrite: doubles and 16 bits, copies by all
// threads and by TMA, layouts, ragged sizes, what sums start from, a triangle, ranges of steps and
// scaled bands give what a loop gives.
// RUN: warpsmith-emulate --sanitize %s -o %t.program -- -I%suite/../runtime/include
// RUN: %t.program | FileCheck %s
// CHECK: doubles: equal
// CHECK-NEXT: transposed: equal
// CHECK-NEXT: from the old C: equal
// CHECK-NEXT: scaled: equal
// CHECK-NEXT: by row: equal
// CHECK-NEXT: triangle: equal
// CHECK-NEXT: ranges: equal
// CHECK-NEXT: TMA: equal
// CHECK-NEXT: TMA, triangle: equal
// CHECK-NEXT: bands: equal
// CHECK-NEXT: halves: equal
// CHECK-NEXT: halves, transposed: equal
#include "warpsmith/device/mma_instructions.h"
#include "warpsmith/kernels/mma_launch.cuh"
#include <cstdio>
#include <cuda_fp16.h>
#include <vector>

namespace kernels = warpsmith::mma;

constexpr int M = 70, N = 76, K = 45;

struct DoubleProblem {
  using A = double;
  using B = double;
  using C = double;
  using Part = double;
  using Fragment = double;
  using Sum = double;
  static constexpr bool Doubles = true, Complex = false, Tf32 = false, Bulk = false,
                        Batched = false, AlongKA = true, AlongKB = false;
  static constexpr bool StartsFromConstant = true, StartsApart = false, StartsScaled = false;
  static constexpr bool StoresAll = true, StoresAbove = true, StoresBelow = true, ReadsOld = true;
  static constexpr bool ReadsInRuns = false, PrefetchesBeside = false;
  static constexpr bool StartsLater = false, EndsEarlier = false, LimitsSteps = false;
  static constexpr bool PacksBands = false, SomeTiles = false, Compiled = true, LiesA = true,
                        LiesB = true;
  static constexpr bool ScalesA = false, ScalesB = false, MayLackMemory = true;
  static constexpr int Parts = 1, Terms = 1, PackWidth = 2, ExponentBits = 0;
  static constexpr double Factor = 1;

  int m, n, k;
  const double *a;
  int lda;
  const double *b;
  int ldb;
  double *c;
  int ldc;
  // Of a batch, which this is not.
  int products = 1;
  long long batchA = 0, batchB = 0, batchC = 0;

  __host__ __device__ double storedA(double element) const { return element; }
  __host__ __device__ double storedB(double element) const { return element; }
  __host__ __device__ double factorA() const { return 1; }
  __host__ __device__ double factorB() const { return 1; }
  __device__ void multiply(double (&sum)[4], const double (&a)[2], double b) const {
    warpsmith::multiplyDoubles(sum, a, b);
  }
  __host__ __device__ double start(double, int, int) const { return 0; }
  __host__ __device__ double finish(double sum, double old, int, int) const {
    return sum + 3 * old;
  }
  __host__ __device__ bool isStored(int, int) const { return true; }
  __host__ __device__ int firstStep(int, int) const { return 0; }
  __host__ __device__ int endOfSteps(int, int, int end) const { return end; }
  __host__ __device__ int rowsBefore(int, int rows) const { return rows; }
  __host__ __device__ int columnsBefore(int, int columns) const { return columns; }
};

struct TransposedProblem : DoubleProblem {
  static constexpr bool AlongKA = false, AlongKB = true;
};
struct OldProblem : DoubleProblem {
  static constexpr bool StartsFromConstant = false, StartsApart = true, ReadsOld = false;
  __host__ __device__ double start(double old, int, int) const { return old; }
  __host__ __device__ double finish(double sum, double, int, int) const { return sum; }
};
struct ScaledProblem : OldProblem {
  static constexpr bool StartsScaled = true;
  __host__ __device__ double start(double old, int, int) const { return 2 * old; }
};
struct RowProblem : OldProblem {
  static constexpr bool StartsApart = false;
  __host__ __device__ double start(double old, int row, int column) const {
    return old + row - column;
  }
};
struct TriangleProblem : DoubleProblem {
  static constexpr bool StoresAll = false, StoresAbove = false;
  __host__ __device__ bool isStored(int row, int column) const { return row >= column; }
};
/// From a column's number on, to a row's.
struct RangesProblem : DoubleProblem {
  static constexpr bool StartsLater = true, EndsEarlier = true, LimitsSteps = true;
  __host__ __device__ int firstStep(int, int column) const { return max(column - 40, 0); }
  __host__ __device__ int endOfSteps(int row, int, int end) const { return min(row + 20, end); }
  __host__ __device__ int columnsBefore(int end, int columns) const {
    return min(end + 40, columns);
  }
};
struct BulkProblem : DoubleProblem {
  static constexpr bool Bulk = true, Compiled = warpsmith::CompiledForSm90a;
  __device__ void multiply(double (&sum)[4], const double (&a)[2], double b) const {
    warpsmith::multiplyDoublesAtOnce(sum, a, b);
  }
};
struct BulkTriangleProblem : BulkProblem {
  static constexpr bool StoresAll = false, StoresBelow = false;
  __host__ __device__ bool isStored(int row, int column) const { return row <= column; }
};
struct BandsProblem : BulkProblem {
  static constexpr bool PacksBands = true, ScalesA = true;
  static constexpr double Factor = 2;
  __host__ __device__ double storedA(double element) const { return 2 * element; }
  __host__ __device__ double factorA() const { return 2; }
};

struct HalfProblem {
  using A = __half;
  using B = float;
  using C = float;
  using Part = __half;
  using Fragment = unsigned;
  using Sum = float;
  static constexpr bool Doubles = false, Complex = false, Tf32 = false, Bulk = false,
                        Batched = false, AlongKA = true, AlongKB = false;
  static constexpr bool StartsFromConstant = true, StartsApart = false, StartsScaled = false;
  static constexpr bool StoresAll = true, StoresAbove = true, StoresBelow = true, ReadsOld = true;
  static constexpr bool ReadsInRuns = false, PrefetchesBeside = false;
  static constexpr bool StartsLater = false, EndsEarlier = false, LimitsSteps = false;
  static constexpr bool PacksBands = false, SomeTiles = false, Compiled = true, LiesA = true,
                        LiesB = false;
  static constexpr bool ScalesA = false, ScalesB = false, MayLackMemory = false;
  static constexpr int Parts = 1, Terms = 1, PackWidth = 4, ExponentBits = 0x7c00;
  static constexpr double Factor = 1;

  int m, n, k;
  const __half *a;
  int lda;
  const float *b;
  int ldb;
  float *c;
  int ldc;
  // Of a batch, which this is not.
  int products = 1;
  long long batchA = 0, batchB = 0, batchC = 0;

  __host__ __device__ float factorA() const { return 1; }
  __host__ __device__ float factorB() const { return 1; }
  __device__ void multiply(float (&sum)[4], const unsigned (&a)[4], unsigned b0,
                           unsigned b1) const {
    warpsmith::multiplyFp16(sum, a, b0, b1);
  }
  __host__ __device__ float start(float, int, int) const { return 0; }
  __host__ __device__ float finish(float sum, float old, int, int) const { return sum + 3 * old; }
  __host__ __device__ bool isStored(int, int) const { return true; }
  __host__ __device__ int firstStep(int, int) const { return 0; }
  __host__ __device__ int endOfSteps(int, int, int end) const { return end; }
  __host__ __device__ int rowsBefore(int, int rows) const { return rows; }
  __host__ __device__ int columnsBefore(int, int columns) const { return columns; }
};
struct TransposedHalfProblem : HalfProblem {
  static constexpr bool AlongKA = false, AlongKB = true;
};

template <typename Problem>
using DoubleTile = kernels::MmaTile<Problem, 32, 32, 16, 16, 16, 3, 1>;
template <typename Problem>
using BandsTile = kernels::MmaTile<Problem, 128, 128, 32, 32, 64, 3, 1>;
template <typename Problem>
using HalfTile = kernels::MmaTile<Problem, 64, 64, 64, 32, 32, 3, 1>;

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
bool isRight(int m, int n, int k) {
  const auto a = matrix<typename Problem::A>(1, m * k);
  const auto b = matrix<typename Problem::B>(2, k * n);
  const auto old = matrix<typename Problem::C>(5, m * n);
  Problem problem = {};
  problem.m = m;
  problem.n = n;
  problem.k = k;
  problem.a = onDevice(a);
  problem.lda = Problem::AlongKA ? k : m;
  problem.b = onDevice(b);
  problem.ldb = Problem::AlongKB ? k : n;
  problem.c = onDevice(old);
  problem.ldc = n;
  if (!kernels::runTile<Problem, Tile>(warpsmith::currentDevice(), nullptr, problem))
    return false;
  std::vector<typename Problem::C> c(m * n);
  cudaMemcpy(c.data(), problem.c, c.size() * sizeof(c[0]), cudaMemcpyDeviceToHost);
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      double sum = Problem::StartsFromConstant ? 0 : problem.start(old[i * n + j], i, j);
      for (int l = problem.firstStep(i, j); l < problem.endOfSteps(i, j, k); ++l)
        sum += Problem::Factor * double(float(a[Problem::AlongKA ? i * k + l : l * m + i])) *
               double(float(b[Problem::AlongKB ? j * k + l : l * n + j]));
      const double expected = problem.isStored(i, j) ? problem.finish(sum, old[i * n + j], i, j)
                                                     : double(old[i * n + j]);
      if (double(c[i * n + j]) != expected)
        return false;
    }
  return true;
}

template <typename Problem, typename Tile>
void check(const char *name, int m = M, int n = N, int k = K) {
  std::printf("%s: %s\n", name, isRight<Problem, Tile>(m, n, k) ? "equal" : "WRONG");
}

int main() {
  check<DoubleProblem, DoubleTile<DoubleProblem>>("doubles");
  check<TransposedProblem, DoubleTile<TransposedProblem>>("transposed");
  check<OldProblem, DoubleTile<OldProblem>>("from the old C");
  check<ScaledProblem, DoubleTile<ScaledProblem>>("scaled");
  check<RowProblem, DoubleTile<RowProblem>>("by row");
  check<TriangleProblem, DoubleTile<TriangleProblem>>("triangle");
  check<RangesProblem, DoubleTile<RangesProblem>>("ranges");
  check<BulkProblem, DoubleTile<BulkProblem>>("TMA");
  check<BulkTriangleProblem, DoubleTile<BulkTriangleProblem>>("TMA, triangle");
  // More tiles than there are multiprocessors, in two bands: idle warps pack the second.
  check<BandsProblem, BandsTile<BandsProblem>>("bands", 2048, 1154, 4);
  check<HalfProblem, HalfTile<HalfProblem>>("halves");
  check<TransposedHalfProblem, HalfTile<TransposedHalfProblem>>("halves, transposed");
  return cudaDeviceSynchronize() != cudaSuccess;
}
