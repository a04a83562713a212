// d of 8 warps a sub-partition in FP64, the others in FP32; every warp does as many operations.
#pragma once

#include "polybench/micro/points.cuh"

namespace warpsmith::micro {

constexpr int WarpsSteps = 128;

/// A role's loop of DFMAs.
template <int Count>
__device__ __forceinline__ double addDoublesInLoop(const Operands &operands, int iterations) {
  Chains<double, Count> sums;
#pragma unroll 1
  for (int iteration = 0; iteration < iterations; ++iteration)
#pragma unroll
    for (int step = 0; step < WarpsSteps; ++step)
      sums.values[step % Count] =
          __fma_rn(operands.wideA, operands.wideB, sums.values[step % Count]);
  return sums.total();
}

/// The role of addDoublesInLoop.
inline Role dfmaRole(int warps, int chains) {
  const double each = 1.0 * WarpsSteps / chains;
  return {warps, {{"DFMA", WarpsSteps, FmaFlops, 0}}, [=](int iterations, int) {
            return sumsTotal(chains, iterations * each, SumStep);
          }};
}

/// The first warps add in FP64, the others in FP32.
template <int Count>
__global__ void __launch_bounds__(1024, 1) fp64Warps(Arguments x) {
  const int warp = threadIdx.x / WarpSize;
  double sum = 0;
  const Operands operands(x);
  const long long begin = beginLoop();
  if (warp < x.firstWarps) {
    sum = addDoublesInLoop<Count>(operands, x.iterations[0]);
  } else {
    sum = addProductsInLoop<WarpsSteps, Count>(operands, x.iterations[1]);
  }
  finish(x, begin, sum);
}

inline void addFp64Warps(Points &points, Kernel kernel, int chains) {
  constexpr int PerPartition = 8;
  for (int wide = 0; wide <= PerPartition; ++wide) {
    points.add(kernel, templateName("fp64Warps", {chains}),
               {{"d", std::to_string(wide)},
                {"n", std::to_string(PerPartition)},
                {"chains", std::to_string(chains)}},
               {dfmaRole(SubPartitions * wide, chains),
                ffmaRole(SubPartitions * (PerPartition - wide), WarpsSteps, chains)});
  }
}

inline void fp64Warps(Points &points) {
  addFp64Warps(points, fp64Warps<8>, 8);
  addFp64Warps(points, fp64Warps<2>, 2);
}

} // namespace warpsmith::micro
