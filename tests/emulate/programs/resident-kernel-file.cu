// The kernel file of kernels that keep their launch, without a rewrite: grids and blocks of many
// shapes, each layout, ragged sizes, a triangle, a batch and several types give what a loop gives.
// RUN: warpsmith-emulate --sanitize %s -o %t.program -- -I%suite/../runtime/include
// RUN: %t.program | FileCheck %s
// CHECK: float: equal
// CHECK-NEXT: transposed: equal
// CHECK-NEXT: vectors: equal
// CHECK-NEXT: bounded blocks: equal
// CHECK-NEXT: double: equal
// CHECK-NEXT: integers: equal
// CHECK-NEXT: triangle: equal
// CHECK-NEXT: batch: equal
#include "warpsmith/kernels/resident.cuh"
#include <cstdio>
#include <vector>

namespace kernels = warpsmith::resident;

template <typename Element>
struct PlainProblem {
  using A = Element;
  using B = Element;
  using C = Element;
  using StoredA = Element;
  using StoredB = Element;
  using Sum = Element;
  static constexpr bool AlongKA = true, AlongKB = false;
  static constexpr bool TransformsA = false, TransformsB = false;
  static constexpr bool StartsFromZero = true, StoresAll = true;
  static constexpr bool StoresAbove = true, StoresBelow = true, Batched = false;

  int m, n, k;
  const Element *a;
  int lda;
  const Element *b;
  int ldb;
  Element *c;
  int ldc;
  long long batchA, batchB, batchC;

  __host__ __device__ Element storedA(Element element) const { return element; }
  __host__ __device__ Element storedB(Element element) const { return element; }
  __host__ __device__ Element start(Element old, int, int) const { return old; }
  __device__ void add(Element &sum, Element a, Element b) const { sum += a * b; }
  __device__ Element finish(Element sum, Element old, int, int) const { return sum + 3 * old; }
  __host__ __device__ bool isStored(int, int) const { return true; }
};

struct TransposedProblem : PlainProblem<float> {
  static constexpr bool AlongKA = false, AlongKB = true, StartsFromZero = false;
};
struct VectorsProblem : PlainProblem<float> {
  static constexpr bool AlongKA = false, TransformsB = true;
  __host__ __device__ float storedB(float element) const { return element + 1; }
};
struct TriangleProblem : PlainProblem<float> {
  static constexpr bool StoresAll = false, StoresBelow = false;
  __host__ __device__ bool isStored(int row, int column) const { return row <= column; }
};
struct BatchProblem : PlainProblem<float> {
  static constexpr bool Batched = true;
};

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

struct Size {
  int m, n, k;
};

template <typename Problem, typename Tile>
__global__ void __launch_bounds__(Tile::MostThreads)
    kernel(Problem problem, bool wide, int products) {
  kernels::computeTiles<Problem, Tile>(problem, wide, wide, products);
}

template <typename Problem, typename Tile>
bool equal(Size size, dim3 grid, dim3 block, bool wide, int products) {
  using Element = typename Problem::A;
  Problem problem{};
  problem.m = size.m;
  problem.n = size.n;
  problem.k = size.k;
  problem.lda = (Problem::AlongKA ? size.k : size.m) + (wide ? 4 : 3);
  problem.ldb = (Problem::AlongKB ? size.k : size.n) + (wide ? 8 : 1);
  problem.ldc = size.n + 2;
  problem.batchA = problem.lda * (Problem::AlongKA ? size.m : size.k);
  problem.batchB = problem.ldb * (Problem::AlongKB ? size.n : size.k);
  problem.batchC = problem.ldc * size.m;
  const auto a = matrix<Element>(1, problem.batchA * products);
  const auto b = matrix<Element>(4, problem.batchB * products);
  auto c = matrix<Element>(2, problem.batchC * products);
  problem.a = onDevice(a);
  problem.b = onDevice(b);
  problem.c = onDevice(c);
  kernel<Problem, Tile><<<grid, block>>>(problem, wide, products);
  for (int product = 0; product < products; ++product)
    for (int i = 0; i < size.m; ++i)
      for (int j = 0; j < size.n; ++j) {
        Element &element = c[product * problem.batchC + i * problem.ldc + j];
        Element sum = Problem::StartsFromZero ? Element(0) : element;
        for (int l = 0; l < size.k; ++l)
          sum +=
              problem.storedA(a[product * problem.batchA +
                                (Problem::AlongKA ? i * problem.lda + l : l * problem.lda + i)]) *
              problem.storedB(b[product * problem.batchB +
                                (Problem::AlongKB ? j * problem.ldb + l : l * problem.ldb + j)]);
        if (problem.isStored(i, j))
          element = sum + 3 * element;
      }
  std::vector<Element> result(c.size());
  cudaMemcpy(result.data(), problem.c, c.size() * sizeof(Element), cudaMemcpyDeviceToHost);
  return result == c;
}

template <typename Problem, typename Tile>
void check(const char *name, int products = 1) {
  bool same = true;
  for (const dim3 block : {dim3(64), dim3(16, 16), dim3(32, 8), dim3(100), dim3(8, 8, 2),
                           dim3(32, 16), dim3(32, 32)}) {
    if (block.x * block.y * block.z > Tile::MostThreads)
      continue;
    // More blocks than tiles, fewer, and one.
    for (const dim3 grid : {dim3(5, 3), dim3(2, 1, 2), dim3(1)})
      for (const Size size : {Size{70, 45, 37}, Size{5, 3, 2}})
        same &= equal<Problem, Tile>(size, grid, block, false, products);
    same &= equal<Problem, Tile>({68, 148, 24}, dim3(2), block, true, products);
  }
  std::printf("%s: %s\n", name, same ? "equal" : "different");
}

int main() {
  check<PlainProblem<float>, kernels::ResidentTile<PlainProblem<float>, 8, 4, 8, 1024>>("float");
  check<TransposedProblem, kernels::ResidentTile<TransposedProblem, 8, 4, 8, 1024>>("transposed");
  check<VectorsProblem, kernels::ResidentTile<VectorsProblem, 8, 4, 8, 1024>>("vectors");
  check<VectorsProblem, kernels::ResidentTile<VectorsProblem, 8, 8, 8, 256>>("bounded blocks");
  check<PlainProblem<double>, kernels::ResidentTile<PlainProblem<double>, 4, 4, 8, 1024>>("double");
  check<PlainProblem<int>, kernels::ResidentTile<PlainProblem<int>, 8, 4, 8, 1024>>("integers");
  check<TriangleProblem, kernels::ResidentTile<TriangleProblem, 8, 4, 8, 1024>>("triangle");
  check<BatchProblem, kernels::ResidentTile<BatchProblem, 8, 4, 8, 1024>>("batch", 3);
}
