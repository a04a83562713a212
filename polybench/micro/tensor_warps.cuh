// Tensor core instructions in some warps of a sub-partition, FFMA in others.
#pragma once

#include "polybench/micro/tensor_stream.cuh"

namespace warpsmith::micro {

/// FFMAs of an iteration: about as many on any number of chains.
__host__ __device__ constexpr int warpSteps(int chains) {
  return 128 / chains * chains;
}

/// The first warps multiply tiles, the others add on Count chains.
template <typename Unit, int Count>
__global__ void __launch_bounds__(512, 1) tensorWarps(Arguments x) {
  const int warp = threadIdx.x / WarpSize;
  double sum = 0;
  const Operands operands(x);
  const long long begin = beginLoop();
  if (warp < x.firstWarps) {
    const typename Unit::Ones ones = Unit::ones(x);
    UnitChains<Unit, TensorChains> tiles;
#pragma unroll 1
    for (int iteration = 0; iteration < x.iterations[0]; ++iteration)
#pragma unroll
      for (int step = 0; step < tensorSteps(0); ++step)
        tiles.multiply(step, ones);
    sum = tiles.total();
  } else {
    sum = addProductsInLoop<warpSteps(Count), Count>(operands, x.iterations[1]);
  }
  finish(x, begin, sum);
}

/// The same with warpgroups.
template <int Count>
__global__ void __launch_bounds__(512, 1) wgmmaWarps(Arguments x) {
  __shared__ alignas(1024) WgmmaTiles tiles;
  tiles.fill(x);
  const int warp = threadIdx.x / WarpSize;
  double sum = 0;
  const Operands operands(x);
  const long long begin = beginLoop();
  if (warp < x.firstWarps) {
    WgmmaSums sums;
#pragma unroll 1
    for (int iteration = 0; iteration < x.iterations[0]; ++iteration) {
      sums.start(tiles);
      waitForProducts<0>();
    }
    sum = sums.total();
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

inline void addUnitWarps(Points &points, Kernel kernel, const UnitFacts &unit, int chains,
                         int warps) {
  const double steps = 1.0 * tensorSteps(0) / TensorChains;
  addTensorWarps(points, kernel, templateName("tensorWarps", {chains}, unit.type), unit.name,
                 chains, warps,
                 {warps,
                  {{unit.mnemonic, tensorSteps(0) * unit.instructions, unit.flops, 0}},
                  [=](int iterations, int) {
                    return sumsTotal(unit.sums * TensorChains, iterations * steps, unit.depth);
                  },
                  exactIterations(steps, unit.depth, unit.limit)});
}
template <typename Unit, int Count>
void addUnitWarps(Points &points, int warps) {
  addUnitWarps(points, tensorWarps<Unit, Count>, factsOf<Unit>(), Count, warps);
}

inline void addWgmmaWarps(Points &points, Kernel kernel, int chains, int warps) {
  addTensorWarps(
      points, kernel, templateName("wgmmaWarps", {chains}), "wgmma", chains, warps,
      {warps,
       {{"HGMMA", WgmmaProducts, WgmmaFlops, 0}},
       [](int iterations, int) { return sumsTotal(WgmmaSums::Count, iterations, WgmmaTileDepth); },
       exactIterations(1, WgmmaTileDepth, ExactTensor)});
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
