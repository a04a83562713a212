// The kernel file of kernels on tensor cores that keep their launch, without a rewrite: grids and
// blocks of many shapes, each layout, ragged sizes, a triangle, a batch and several types give what
// a loop gives. Elements are small whole numbers, so that no sum is rounded.
// RUN: warpsmith-emulate --sanitize %s -o %t.program -- -I%suite/../runtime/include
// RUN: %t.program | FileCheck %s
// CHECK: half: equal
// CHECK-NEXT: half, transposed: equal
// CHECK-NEXT: bounded blocks: equal
// CHECK-NEXT: bounded blocks, transposed: equal
// CHECK-NEXT: wide warps: equal
// CHECK-NEXT: short tiles: equal
// CHECK-NEXT: converted: equal
// CHECK-NEXT: converted, transposed: equal
// CHECK-NEXT: tf32: equal
// CHECK-NEXT: tf32, transposed: equal
// CHECK-NEXT: bfloat16: equal
// CHECK-NEXT: triangle: equal
// CHECK-NEXT: batch: equal
#include "warpsmith/kernels/resident_tensor.cuh"
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <type_traits>
#include <vector>

namespace kernels = warpsmith::resident_tensor;

template <typename Element, typename OnTensorCores, typename Result, bool RowsOfA, bool ColumnsOfB>
struct PlainProblem {
  using A = Element;
  using B = Element;
  using C = Result;
  using Part = OnTensorCores;
  static constexpr bool AlongKA = RowsOfA, AlongKB = ColumnsOfB;
  static constexpr bool TransformsA = sizeof(A) != sizeof(Part), TransformsB = TransformsA;
  static constexpr bool ReadsOld = true, StoresAll = true, Batched = false;
  static constexpr bool StoresAbove = true, StoresBelow = true;

  int m, n, k;
  const A *a;
  int lda;
  const B *b;
  int ldb;
  C *c;
  int ldc;
  long long batchA, batchB, batchC;

  __device__ Part storedA(A element) const { return (Part)(float)element; }
  __device__ Part storedB(B element) const { return (Part)(float)element; }
  __device__ C finish(float sum, C old, int, int) const { return (C)(sum + 3 * (float)old); }
  __host__ __device__ bool isStored(int, int) const { return true; }
  __device__ void multiply(float (&sum)[4], const unsigned (&a)[4], unsigned b0,
                           unsigned b1) const {
    if constexpr (sizeof(Part) == 4)
      warpsmith::multiplyTf32(sum, a, b0, b1);
    else if constexpr (sizeof(Part) == 2 && std::is_same_v<Part, __half>)
      warpsmith::multiplyFp16(sum, a, b0, b1);
    else
      warpsmith::multiplyBf16(sum, a, b0, b1);
  }
};

using Halves = PlainProblem<__half, __half, float, true, false>;
using HalvesTransposed = PlainProblem<__half, __half, float, false, true>;
using Converted = PlainProblem<float, __half, __half, true, false>;
using ConvertedTransposed = PlainProblem<float, __half, float, false, true>;
using Tf32 = PlainProblem<float, float, float, true, false>;
using Tf32Transposed = PlainProblem<float, float, float, false, true>;
using Bf16 = PlainProblem<__nv_bfloat16, __nv_bfloat16, float, true, true>;
struct TriangleProblem : PlainProblem<__half, __half, float, false, false> {
  static constexpr bool StoresAll = false, StoresBelow = false;
  __host__ __device__ bool isStored(int row, int column) const { return row <= column; }
};
struct BatchProblem : Halves {
  static constexpr bool Batched = true;
};

template <typename Element>
std::vector<Element> matrix(int seed, long long size) {
  std::vector<Element> elements(size);
  unsigned state = seed * 2654435761u + 1;
  for (Element &element : elements) {
    state = state * 1664525u + 1013904223u;
    element = Element((float)((int)(state >> 24) % 11 - 5));
  }
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
  using C = typename Problem::C;
  Problem problem{};
  problem.m = size.m;
  problem.n = size.n;
  problem.k = size.k;
  problem.lda = (Problem::AlongKA ? size.k : size.m) + (wide ? 8 : 3);
  problem.ldb = (Problem::AlongKB ? size.k : size.n) + (wide ? 16 : 1);
  problem.ldc = size.n + 2;
  problem.batchA = (long long)problem.lda * (Problem::AlongKA ? size.m : size.k);
  problem.batchB = (long long)problem.ldb * (Problem::AlongKB ? size.n : size.k);
  problem.batchC = (long long)problem.ldc * size.m;
  const auto a = matrix<typename Problem::A>(1, problem.batchA * products);
  const auto b = matrix<typename Problem::B>(4, problem.batchB * products);
  auto c = matrix<C>(2, problem.batchC * products);
  problem.a = onDevice(a);
  problem.b = onDevice(b);
  problem.c = onDevice(c);
  kernel<Problem, Tile><<<grid, block>>>(problem, wide, products);
  std::vector<C> result(c.size());
  cudaMemcpy(result.data(), problem.c, c.size() * sizeof(C), cudaMemcpyDeviceToHost);
  for (int product = 0; product < products; ++product)
    for (int i = 0; i < size.m; ++i)
      for (int j = 0; j < size.n; ++j) {
        C &element = c[product * problem.batchC + (long long)i * problem.ldc + j];
        float sum = 0;
        for (int l = 0; l < size.k; ++l)
          sum += (float)a[product * problem.batchA +
                          (Problem::AlongKA ? i * problem.lda + l : l * problem.lda + i)] *
                 (float)b[product * problem.batchB +
                          (Problem::AlongKB ? j * problem.ldb + l : l * problem.ldb + j)];
        if (problem.isStored(i, j))
          element = (C)(sum + 3 * (float)element);
      }
  for (size_t index = 0; index < c.size(); ++index)
    if ((float)result[index] != (float)c[index])
      return false;
  return true;
}

template <typename Problem, typename Tile>
void check(const char *name, int products = 1) {
  bool same = true;
  for (const dim3 block : {dim3(64), dim3(16, 16), dim3(100), dim3(8, 8, 2), dim3(32, 32)}) {
    if (block.x * block.y * block.z > Tile::MostThreads)
      continue;
    // More blocks than tiles, fewer, and one.
    for (const dim3 grid : {dim3(5, 3), dim3(2, 1, 2), dim3(1)})
      for (const Size size : {Size{70, 45, 37}, Size{5, 3, 2}})
        same &= equal<Problem, Tile>(size, grid, block, false, products);
    same &= equal<Problem, Tile>({72, 152, 40}, dim3(2), block, true, products);
  }
  std::printf("%s: %s\n", name, same ? "equal" : "different");
}

template <typename Problem, int Rows, int Columns, int Steps, int Stages, int Threads>
using Tile = kernels::ResidentTensorTile<Problem, Rows, Columns, Steps, Stages, Threads>;

int main() {
  check<Halves, Tile<Halves, 32, 32, 32, 2, 1024>>("half");
  check<HalvesTransposed, Tile<HalvesTransposed, 32, 32, 32, 2, 1024>>("half, transposed");
  check<Halves, Tile<Halves, 64, 32, 32, 3, 256>>("bounded blocks");
  check<HalvesTransposed, Tile<HalvesTransposed, 64, 32, 32, 3, 256>>("bounded blocks, transposed");
  check<Halves, Tile<Halves, 32, 64, 32, 3, 256>>("wide warps");
  check<HalvesTransposed, Tile<HalvesTransposed, 64, 32, 16, 4, 64>>("short tiles");
  check<Converted, Tile<Converted, 64, 32, 32, 3, 256>>("converted");
  check<ConvertedTransposed, Tile<ConvertedTransposed, 64, 32, 32, 3, 64>>("converted, transposed");
  check<Tf32, Tile<Tf32, 64, 32, 16, 3, 256>>("tf32");
  check<Tf32Transposed, Tile<Tf32Transposed, 64, 32, 16, 3, 128>>("tf32, transposed");
  check<Bf16, Tile<Bf16, 64, 32, 32, 3, 256>>("bfloat16");
  check<TriangleProblem, Tile<TriangleProblem, 32, 32, 32, 2, 1024>>("triangle");
  check<BatchProblem, Tile<BatchProblem, 64, 32, 32, 3, 256>>("batch", 3);
}
