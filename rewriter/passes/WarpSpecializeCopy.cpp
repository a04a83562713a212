// warp-specialize<dma=p>: p warps copy, the others compute, full and empty barriers between them.
//
// CudaDMA's scheme (Bauer, Cook, Khailany: CudaDMA, SC 2011) with mbarriers in place of named
// barriers: one full and one empty barrier per stage, so that with several stages either side runs
// ahead; one stage is its single-buffered form, two its double-buffered one.
#include "rewriter/families/TileLayout.h"
#include "rewriter/passes/Passes.h"

namespace warpsmith {
namespace {

class WarpSpecializeCopy : public Pass {
public:
  std::string_view name() const override { return "warp-specialize"; }
  std::string_view selector() const override { return "dma"; }
  std::string_view parameters() const override { return "dma=p"; }
  std::string_view summary() const override {
    return "p warps copy tiles for the others through full and empty barriers per stage "
           "(stages from pipeline, else one); bit-exact";
  }

  bool needsTile() const override { return true; }

  std::string explain(const Contraction &, const Schedule &schedule) const override {
    if (!schedule.architecture->hasCpAsync())
      return std::string(schedule.architecture->name) + " has no mbarrier";
    return schedule.staging()->stages > 1
               ? "takes copies and addresses out of the computing warps' issue slots"
               : "no gain with one stage: copying and computing take turns; give it stages with "
                 "pipeline<stages=n>";
  }

  PassResult apply(const Contraction &contraction, Schedule schedule,
                   Arguments &arguments) const override {
    const auto warps = arguments.take("dma");
    if (const std::string wrong = arguments.finish(); !wrong.empty())
      return PassRefusal{wrong};
    Staging &staging = *schedule.staging();
    if (staging.copyWarps)
      return PassRefusal{"the schedule has copy warps already"};
    if (!schedule.architecture->hasCpAsync())
      return PassRefusal{"mbarriers need sm_80; the architecture is " +
                         std::string(schedule.architecture->name)};
    staging.copyWarps = *warps;
    staging.route = CopyRoute::CopyWarps;
    return withDefaultTile(contraction, schedule);
  }
};

} // namespace

std::unique_ptr<Pass> makeWarpSpecializeCopy() {
  return std::make_unique<WarpSpecializeCopy>();
}

} // namespace warpsmith
