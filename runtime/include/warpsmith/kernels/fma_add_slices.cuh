/// The second kernel of a product whose tiles are summed in slices of k by several blocks: each
/// block leaves its sums in memory (fma_ring.cuh), and here they are added, always in the order of
/// the slices, so that equal operands have equal results. A Problem is that of fma_ring.cuh, with
/// DividesK.
///
/// The sum of an element is that of a few sums, each of its part of the products: its error is at
/// most that of one sum of all of them.
#pragma once

#include "warpsmith/device/device_code.h"
#include "warpsmith/device/launch.h"
#include "warpsmith/kernels/fma_copies.cuh"

namespace warpsmith::fma_ring {

constexpr int AddingThreads = 256; // an element of C each

/// Where slice `slice` of an element of m x n is: rows are filled up, so that runs are aligned.
__host__ __device__ constexpr long long placeOfSum(int slice, int m, int n, int row, int column) {
  return ((long long)slice * m + row) * ((n + Run - 1) / Run * Run) + column;
}

/// `sums` are where placeOfSum says.
template <typename Problem>
__global__ void __launch_bounds__(Problem::Compiled ? AddingThreads : 1)
    addSlices(int slices, Problem problem, float *__restrict__ sums) {
  if constexpr (Problem::Compiled) {
    if constexpr (Problem::Dependent) {
      warpsmith::allowNextKernel();
      warpsmith::waitForPreviousKernel();
    }
    const long long element = (long long)blockIdx.x * AddingThreads + threadIdx.x;
    const int row = (int)(element / problem.n), column = (int)(element % problem.n);
    if ((Problem::StoresAll || problem.isStored(row, column)) && row < problem.m) {
      const float *const first = sums + placeOfSum(0, problem.m, problem.n, row, column);
      const long long apart = placeOfSum(1, problem.m, problem.n, 0, 0);
      float sum = *first;
      // Loads of several slices are on their way together.
#pragma unroll 8
      for (int slice = 1; slice < slices; ++slice)
        sum += first[slice * apart];
      typename Problem::C *const to = problem.c + (long long)row * problem.ldc + column;
      *to = problem.finish(sum, *to, row, column);
    }
  }
}

} // namespace warpsmith::fma_ring
