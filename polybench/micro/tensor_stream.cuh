// Tensor core instructions beside FFMA, in one instruction stream.
#pragma once

#include "polybench/micro/tensor_units.cuh"

namespace warpsmith::micro {

constexpr int TensorChains = 2;
/// Products of an iteration. Few where many FFMAs follow each: ptxas moves the products of an
/// iteration to its front.
__host__ __device__ constexpr int tensorSteps(int ffma) {
  return ffma > 8 ? 2 : 8;
}

/// After each product come Ffma FFMAs on Count chains.
template <typename Unit, int Ffma, int Count>
__global__ void __launch_bounds__(512, 1) tensorStream(Arguments x) {
  const typename Unit::Ones ones = Unit::ones(x);
  UnitChains<Unit, TensorChains> tiles;
  Chains<float, Count> sums;
  const Operands operands(x);
  const long long begin = beginLoop();
#pragma unroll 1
  for (int iteration = 0; iteration < x.iterations[0]; ++iteration) {
#pragma unroll
    for (int step = 0; step < tensorSteps(Ffma); ++step) {
      tiles.multiply(step, ones);
      addProducts<Ffma>(sums, operands, step * Ffma);
    }
  }
  finish(x, begin, tiles.total() + sums.total());
}

/// Four products of a warpgroup are under way while its warps do 4 * Ffma FFMAs.
template <int Ffma, int Count>
__global__ void __launch_bounds__(256, 1) wgmmaStream(Arguments x) {
  __shared__ alignas(1024) WgmmaTiles tiles;
  tiles.fill(x.halves);
  WgmmaSums sums;
  Chains<float, Count> chains;
  const Operands operands(x);
  const long long begin = beginLoop();
#pragma unroll 1
  for (int iteration = 0; iteration < x.iterations[0]; ++iteration) {
    sums.start(tiles);
    addProducts<WgmmaProducts * Ffma>(chains, operands);
    waitForProducts<0>();
  }
  finish(x, begin, sums.total() + chains.total());
}

/// The unit's name and the FFMAs after each product, their chains, the warps of a block.
inline Points::Parameters tensorStreamParameters(const char *unit, int ffma, int chains,
                                                 int warps) {
  return {{"unit", unit},
          {"ffma", std::to_string(ffma)},
          {"chains", std::to_string(chains)},
          {"warps", std::to_string(warps)}};
}

inline void addTensorStream(Points &points, Kernel kernel, const UnitFacts &unit, int ffma,
                            int chains, int warps) {
  const int steps = tensorSteps(ffma);
  const double ffmaSteps = 1.0 * steps * ffma / chains, products = 1.0 * steps / TensorChains;
  points.add(kernel, templateName("tensorStream", {ffma, chains}, unit.type),
             tensorStreamParameters(unit.name, ffma, chains, warps),
             {{warps,
               {{"FFMA", steps * ffma, FmaFlops, 0},
                {unit.mnemonic, steps * unit.instructions, unit.flops, 0}},
               [=](int iterations, int) {
                 return sumsTotal(chains, iterations * ffmaSteps, SumStep) +
                        sumsTotal(unit.sums * TensorChains, iterations * products, unit.depth);
               },
               std::min(exactIterations(ffmaSteps, SumStep, ExactFloat),
                        exactIterations(products, unit.depth, unit.limit))}});
}
template <typename Unit, int Ffma, int Count>
void addTensorStream(Points &points, int warps) {
  addTensorStream(points, tensorStream<Unit, Ffma, Count>, factsOf<Unit>(), Ffma, Count, warps);
}

inline void addWgmmaStream(Points &points, Kernel kernel, int ffma, int chains, int warps) {
  const double ffmaSteps = 1.0 * WgmmaProducts * ffma / chains;
  points.add(
      kernel, templateName("wgmmaStream", {ffma, chains}),
      tensorStreamParameters("wgmma", ffma, chains, warps),
      {{warps,
        {{"FFMA", WgmmaProducts * ffma, FmaFlops, 0}, {"HGMMA", WgmmaProducts, WgmmaFlops, 0}},
        [=](int iterations, int) {
          return sumsTotal(chains, iterations * ffmaSteps, SumStep) +
                 sumsTotal(WgmmaSums::Count, iterations, WgmmaTileDepth);
        },
        std::min(exactIterations(ffmaSteps, SumStep, ExactFloat),
                 exactIterations(1, WgmmaTileDepth, ExactTensor))}});
}
template <int Ffma, int Count>
void addWgmmaStream(Points &points, int warps) {
  addWgmmaStream(points, wgmmaStream<Ffma, Count>, Ffma, Count, warps);
}

/// FFMAs after each product, on eight chains.
template <typename Unit, int... Ffma>
void addTensorStreams(Points &points) {
  for (const int warps : {8, 16})
    (addTensorStream<Unit, Ffma, 8>(points, warps), ...);
}

/// The same with fewer chains, on a warp for each sub-partition, which they leave issue slots.
template <typename Unit, int Ffma, int... Count>
void addTensorChains(Points &points) {
  (addTensorStream<Unit, Ffma, Count>(points, SubPartitions), ...);
  addTensorStream<Unit, 0, 8>(points, SubPartitions);
}

inline void tensorStream(Points &points) {
  for (const int warps : {4, 8, 16}) // FFMA alone: as many as there are in fp64-stream
    points.add(ffmaAlone, "ffmaAlone", tensorStreamParameters("none", 128, 8, warps),
               {ffmaRole(warps, 128, 8)});
  addTensorStreams<Dmma, 0, 8, 16, 24, 28, 32, 40>(points);
  addTensorStreams<Hmma, 0, 1, 2, 4, 8>(points);
  addTensorStreams<Tf32, 0, 1, 2, 4, 8>(points);
  addTensorStreams<Imma, 0, 1, 2, 4, 8>(points);
  addTensorChains<Dmma, 24, 1, 2, 4, 8>(points);
  addTensorChains<Hmma, 4, 1, 2, 4, 8>(points);
  addTensorChains<Tf32, 4, 1, 2, 4, 8>(points);
  addTensorChains<Imma, 4, 1, 2, 4, 8>(points);
  if constexpr (IsHopper) {
    for (const int warps : {4, 8}) {
      addWgmmaStream<0, 8>(points, warps);
      addWgmmaStream<16, 8>(points, warps);
      addWgmmaStream<32, 8>(points, warps);
      addWgmmaStream<48, 8>(points, warps);
      addWgmmaStream<64, 8>(points, warps);
    }
    addWgmmaStream<32, 1>(points, 4);
    addWgmmaStream<32, 2>(points, 4);
    addWgmmaStream<32, 4>(points, 4);
  }
}

} // namespace warpsmith::micro
