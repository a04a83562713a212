// Tensor core instructions in some warps of a sub-partition, FFMA in others.
#pragma once

#include "polybench/micro/tensor_stream.cuh"

namespace warpsmith::micro {

/// FFMAs of an iteration: about as many on any number of chains.
__host__ __device__ constexpr int warpSteps(int chains) {
  return 128 / chains * chains;
}

/// A role's loop of products by `mma.sync`, on TensorChains tiles.
template <typename Unit>
__device__ __forceinline__ double multiplyInLoop(const Arguments &x, int iterations) {
  const typename Unit::Ones ones = Unit::ones(x);
  UnitChains<Unit, TensorChains> tiles;
#pragma unroll 1
  for (int iteration = 0; iteration < iterations; ++iteration)
#pragma unroll
    for (int step = 0; step < tensorSteps(0); ++step)
      tiles.multiply(step, ones);
  return tiles.total();
}

/// A role's loop of products by warpgroups, each tile after the one before.
template <typename Sums>
__device__ __forceinline__ double multiplyTilesInLoop(const WgmmaTiles &tiles, int iterations) {
  Sums sums;
#pragma unroll 1
  for (int iteration = 0; iteration < iterations; ++iteration) {
    sums.start(tiles);
    waitForProducts<0>();
  }
  return sums.total();
}

/// The first warps multiply tiles, the others add on Count chains.
template <typename Unit, int Count>
__global__ void __launch_bounds__(512, 1) tensorWarps(Arguments x) {
  const int warp = threadIdx.x / WarpSize;
  double sum = 0;
  const Operands operands(x);
  const long long begin = beginLoop();
  if (warp < x.firstWarps) {
    sum = multiplyInLoop<Unit>(x, x.iterations[0]);
  } else {
    sum = addProductsInLoop<warpSteps(Count), Count>(operands, x.iterations[1]);
  }
  finish(x, begin, sum);
}

/// The same with warpgroups.
template <int Count>
__global__ void __launch_bounds__(512, 1) wgmmaWarps(Arguments x) {
  __shared__ alignas(1024) WgmmaTiles tiles;
  tiles.fill(x.halves);
  const int warp = threadIdx.x / WarpSize;
  double sum = 0;
  const Operands operands(x);
  const long long begin = beginLoop();
  if (warp < x.firstWarps) {
    sum = multiplyTilesInLoop<WgmmaSums>(tiles, x.iterations[0]);
  } else {
    sum = addProductsInLoop<warpSteps(Count), Count>(operands, x.iterations[1]);
  }
  finish(x, begin, sum);
}

inline void addTensorWarps(Points &points, Kernel kernel, const std::string &kernelName,
                           const char *unit, int chains, int warps, const Role &tensor) {
  Point &point = points.add(kernel, kernelName,
                            {{"unit", unit},
                             {"chains", std::to_string(chains)},
                             {"warps of each", std::to_string(warps)}},
                            {tensor, ffmaRole(warps, warpSteps(chains), chains)});
  point.description.balanced = 1;
}

/// The role of multiplyInLoop.
inline Role unitRole(const UnitFacts &unit, int warps) {
  const double steps = 1.0 * tensorSteps(0) / TensorChains;
  return {warps,
          {{unit.mnemonic, tensorSteps(0) * unit.instructions, unit.flops, 0}},
          [=](int iterations, int) {
            return sumsTotal(unit.sums * TensorChains, iterations * steps, unit.depth);
          },
          exactIterations(steps, unit.depth, unit.limit)};
}
/// The role of multiplyTilesInLoop.
template <typename Sums>
Role wgmmaRole(int warps) {
  return {warps,
          {{Sums::Mnemonic, WgmmaProducts, Sums::Flops, 0}},
          [](int iterations, int) { return sumsTotal(Sums::Count, iterations, Sums::TileDepth); },
          exactIterations(1, Sums::TileDepth, Sums::Limit)};
}

inline void addUnitWarps(Points &points, Kernel kernel, const UnitFacts &unit, int chains,
                         int warps) {
  addTensorWarps(points, kernel, templateName("tensorWarps", {chains}, unit.type), unit.name,
                 chains, warps, unitRole(unit, warps));
}
template <typename Unit, int Count>
void addUnitWarps(Points &points, int warps) {
  addUnitWarps(points, tensorWarps<Unit, Count>, factsOf<Unit>(), Count, warps);
}

inline void addWgmmaWarps(Points &points, Kernel kernel, int chains, int warps) {
  addTensorWarps(points, kernel, templateName("wgmmaWarps", {chains}), "wgmma", chains, warps,
                 wgmmaRole<WgmmaSums>(warps));
}

/// FFMA on so many chains, for one and two warps of each kind a sub-partition.
template <int... Count>
void addAllWarps(Points &points, std::integer_sequence<int, Count...>) {
  for (const int warps : {4, 8}) {
    (addUnitWarps<Dmma, Count>(points, warps), ...);
    (addUnitWarps<Hmma, Count>(points, warps), ...);
    (addUnitWarps<Tf32, Count>(points, warps), ...);
    (addUnitWarps<Imma, Count>(points, warps), ...);
    if constexpr (IsHopper)
      (addWgmmaWarps(points, wgmmaWarps<Count>, Count, warps), ...);
  }
}

inline void tensorWarps(Points &points) {
  addAllWarps(points, std::integer_sequence<int, 1, 2, 3, 4, 6, 8>());
}

} // namespace warpsmith::micro
