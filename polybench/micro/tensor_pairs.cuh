// Tensor cores in some warps of a sub-partition, FP64 in others: by DMMA, which is a tensor core's
// too, or by DFMA. And INT8 beside FP16, which share their unit, for comparison.
#pragma once

#include "polybench/micro/fp64_warps.cuh"
#include "polybench/micro/tensor_warps.cuh"

namespace warpsmith::micro {

// What the warps of a role do, and what a point says of it.
template <typename Unit>
struct UnitPart {
  static constexpr const char *Name = Unit::Name;
  static std::string type() { return std::string("UnitPart<") + Unit::Type + ">"; }
  static constexpr bool ReadsTiles = false;
  static __device__ __forceinline__ double run(const Arguments &x, const Operands &,
                                               const WgmmaTiles *, int iterations) {
    return multiplyInLoop<Unit>(x, iterations);
  }
  static Role role(int warps) { return unitRole(factsOf<Unit>(), warps); }
};

struct DfmaPart {
  static constexpr const char *Name = "dfma";
  static std::string type() { return "DfmaPart"; }
  static constexpr int Count = 8;
  static constexpr bool ReadsTiles = false;
  static __device__ __forceinline__ double run(const Arguments &, const Operands &operands,
                                               const WgmmaTiles *, int iterations) {
    return addDoublesInLoop<Count>(operands, iterations);
  }
  static Role role(int warps) { return dfmaRole(warps, Count); }
};

template <typename Sums>
struct WgmmaPart {
  static constexpr const char *Name = Sums::IsInteger ? "wgmma-int8" : "wgmma";
  static std::string type() {
    return Sums::IsInteger ? "WgmmaPart<WgmmaIntegerSums>" : "WgmmaPart<WgmmaSums>";
  }
  static constexpr bool ReadsTiles = true;
  static __device__ __forceinline__ unsigned ones(const Arguments &x) {
    return Sums::IsInteger ? x.bytes : x.halves;
  }
  static __device__ __forceinline__ double run(const Arguments &, const Operands &,
                                               const WgmmaTiles *tiles, int iterations) {
    return multiplyTilesInLoop<Sums>(*tiles, iterations);
  }
  static Role role(int warps) { return wgmmaRole<Sums>(warps); }
};

/// The first warps do the First part, the others the Second.
template <typename First, typename Second>
__global__ void __launch_bounds__(512, 1) tensorPairs(Arguments x) {
  const WgmmaTiles *tiles = nullptr;
  if constexpr (First::ReadsTiles) {
    __shared__ alignas(1024) WgmmaTiles filled;
    filled.fill(First::ones(x));
    tiles = &filled;
  }
  const Operands operands(x);
  const long long begin = beginLoop();
  const double sum = int(threadIdx.x / WarpSize) < x.firstWarps
                         ? First::run(x, operands, tiles, x.iterations[0])
                         : Second::run(x, operands, tiles, x.iterations[1]);
  finish(x, begin, sum);
}

/// One and two warps of each kind a sub-partition.
template <typename First, typename Second>
void addPair(Points &points) {
  for (const int warps : {4, 8}) {
    Point &point = points.add(
        tensorPairs<First, Second>,
        templateName("tensorPairs", {}, First::type() + ", " + Second::type()),
        {{"unit", First::Name}, {"beside", Second::Name}, {"warps of each", std::to_string(warps)}},
        {First::role(warps), Second::role(warps)});
    point.description.balanced = 1;
  }
}

inline void tensorPairs(Points &points) {
  addPair<UnitPart<Hmma>, UnitPart<Dmma>>(points);
  addPair<UnitPart<Tf32>, UnitPart<Dmma>>(points);
  addPair<UnitPart<Imma>, UnitPart<Dmma>>(points);
  if constexpr (IsHopper) {
    addPair<WgmmaPart<WgmmaSums>, UnitPart<Dmma>>(points);
    addPair<WgmmaPart<WgmmaIntegerSums>, UnitPart<Dmma>>(points);
  }
  addPair<UnitPart<Hmma>, DfmaPart>(points);
  addPair<UnitPart<Imma>, DfmaPart>(points);
  if constexpr (IsHopper) {
    addPair<WgmmaPart<WgmmaSums>, DfmaPart>(points);
    addPair<WgmmaPart<WgmmaIntegerSums>, DfmaPart>(points);
  }
  addPair<UnitPart<Dmma>, DfmaPart>(points);
  addPair<UnitPart<Imma>, UnitPart<Hmma>>(points);
}

} // namespace warpsmith::micro
