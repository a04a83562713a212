// warp-specialize<fp64=d/n>: d of every n warps accumulate in FP64, the others in FP32.
#include "rewriter/passes/Passes.h"

namespace warpsmith {
namespace {

class WarpSpecializeFp64 : public Pass {
public:
  std::string_view name() const override { return "warp-specialize"; }
  std::string_view selector() const override { return "fp64"; }
  std::string_view parameters() const override { return "fp64=d/n"; }
  std::string_view summary() const override {
    return "d of every n warps accumulate their elements in FP64, balanced over the four "
           "sub-partitions; needs --numerics=fp32";
  }

  bool needsTile() const override { return true; }

  std::string explain(const Contraction &, const Schedule &schedule) const override {
    return explainFp64Share(schedule);
  }

  PassResult apply(const Contraction &contraction, Schedule schedule,
                   Arguments &arguments) const override {
    const auto ratio = arguments.takeRatio("fp64");
    if (const std::string wrong = arguments.finish(); !wrong.empty())
      return PassRefusal{wrong};
    if (const std::string reason = cannotMixFp64(contraction, schedule); !reason.empty())
      return PassRefusal{reason};
    singleTile(schedule).fp64Warps = Fp64Warps{ratio->first, ratio->second};
    schedule = withDefaultTile(contraction, schedule);
    const int warps = singleTile(schedule).computeThreads() / 32;
    const int perPartition = warps / SubPartitions;
    // Warp w runs on sub-partition w % 4; each must get the same number of FP64 warps.
    if (warps % SubPartitions != 0 || perPartition * ratio->first % ratio->second != 0)
      return PassRefusal{std::to_string(ratio->first) + "/" + std::to_string(ratio->second) +
                         " of " + std::to_string(warps) +
                         " warps is not the same number on each of the four sub-partitions; "
                         "choose d/n so that " +
                         std::to_string(perPartition) +
                         " * d / n is whole, or a tile with more "
                         "threads"};
    return schedule;
  }
};

} // namespace

std::unique_ptr<Pass> makeWarpSpecializeFp64() {
  return std::make_unique<WarpSpecializeFp64>();
}

} // namespace warpsmith
