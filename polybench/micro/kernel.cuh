// What every kernel here shares: its arguments, chains of operations, and how it ends.
//
// Operands come from the arguments, so that nothing is known at compile time. Every thread stores
// the sum of all that it computed, and every such sum is known exactly: chains count in steps that
// their type holds without rounding, or are computed again on the host, operation by operation.
#pragma once

#include "polybench/micro/micro_abi.h"
#include <cuda_runtime.h>

namespace warpsmith::micro {

constexpr int WarpSize = 32;
constexpr int SubPartitions = 4;

/// Operands, and what one step of a sum adds: a * b.
constexpr float FactorA = 1.5f;
constexpr float FactorB = 2;
constexpr double SumStep = 3;
/// What chains of products are multiplied with; a rounding a step makes their count visible.
constexpr float Growth = 1 + 0x1p-20f;

struct Arguments {
  int iterations[MICRO_ROLES];
  int firstWarps; // of the first role, of a block
  float a, b;     // FactorA, FactorB
  double wideA, wideB;
  float growth;
  unsigned halves, single, bytes; // 1 as two of FP16, as FP32 and TF32, as four of INT8
  double one;
  unsigned zero;
  double wideZero;
  int copyBytes; // of a bulk copy
  const uint4 *source;
  double *sums;
  long long *clocks;
};

/// The operands in registers of their own: what is computed from arguments is not fetched again in
/// the loop. Adding 0 changes none of them, which only the host knows.
struct Operands {
  float a, b, growth;
  double wideA, wideB;

  __device__ __forceinline__ explicit Operands(const Arguments &x)
      : a(x.a + float(x.wideZero)),
        b(x.b + float(x.wideZero)),
        growth(x.growth + float(x.wideZero)),
        wideA(x.wideA + x.wideZero),
        wideB(x.wideB + x.wideZero) {}
};

/// Count sums or products that do not depend on each other; number c starts as c + 1.
template <typename Number, int Count>
struct Chains {
  Number values[Count];

  __device__ __forceinline__ Chains() {
#pragma unroll
    for (int chain = 0; chain < Count; ++chain)
      values[chain] = Number(chain + 1);
  }
  __device__ __forceinline__ double total() const {
    double sum = 0;
#pragma unroll
    for (int chain = 0; chain < Count; ++chain)
      sum += double(values[chain]);
    return sum;
  }
};

/// Steps more of FFMA on all chains in turn; `done` steps came before in this iteration.
template <int Steps, int Count>
__device__ __forceinline__ void addProducts(Chains<float, Count> &sums, const Operands &x,
                                            int done = 0) {
#pragma unroll
  for (int step = 0; step < Steps; ++step)
    sums.values[(done + step) % Count] = __fmaf_rn(x.a, x.b, sums.values[(done + step) % Count]);
}

/// A role's loop of FFMAs: Steps an iteration.
template <int Steps, int Count>
__device__ __forceinline__ double addProductsInLoop(const Operands &x, int iterations) {
  Chains<float, Count> sums;
#pragma unroll 1
  for (int iteration = 0; iteration < iterations; ++iteration)
    addProducts<Steps>(sums, x);
  return sums.total();
}

__device__ __forceinline__ long long beginLoop() {
  __syncthreads();
  return clock64();
}

__device__ __forceinline__ void finish(const Arguments &x, long long begin, double sum) {
  const long long end = clock64();
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  x.sums[thread] = sum;
  if (threadIdx.x % WarpSize == 0) {
    x.clocks[thread / WarpSize * 2] = begin;
    x.clocks[thread / WarpSize * 2 + 1] = end;
  }
}

} // namespace warpsmith::micro
