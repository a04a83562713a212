// pipeline<stages=n>: cp.async into a ring of n stages, one barrier a k-tile.
#include "rewriter/families/TileLayout.h"
#include "rewriter/passes/Passes.h"

namespace warpsmith {
namespace {

class Pipeline : public Pass {
public:
  std::string_view name() const override { return "pipeline"; }
  std::string_view parameters() const override { return "stages=n"; }
  std::string_view summary() const override {
    return "copies of the next n-1 k-tiles in flight (cp.async) while one is multiplied, n >= 2; "
           "bit-exact";
  }

  bool needsTile() const override { return true; }

  std::string explain(const Contraction &, const Schedule &schedule) const override {
    if (!schedule.architecture->hasCpAsync())
      return std::string(schedule.architecture->name) + " has no cp.async";
    return "hides the latency of global memory behind " +
           std::to_string(schedule.staging()->stages - 1) +
           " tiles of arithmetic and takes the copies out of the registers";
  }

  PassResult apply(const Contraction &contraction, Schedule schedule,
                   Arguments &arguments) const override {
    const int stages = arguments.take("stages").value_or(3);
    if (const std::string wrong = arguments.finish(); !wrong.empty())
      return PassRefusal{wrong};
    if (stages < 2)
      return PassRefusal{"a pipeline has at least 2 stages"};
    Staging &staging = *schedule.staging();
    if (staging.stages > 1)
      return PassRefusal{"the schedule is pipelined already"};
    if (!schedule.architecture->hasCpAsync())
      return PassRefusal{"cp.async needs sm_80; the architecture is " +
                         std::string(schedule.architecture->name)};
    staging.stages = stages;
    if (staging.route != CopyRoute::CopyWarps)
      staging.route = CopyRoute::Asynchronous;
    return withDefaultTile(contraction, schedule);
  }
};

} // namespace

std::unique_ptr<Pass> makePipeline() {
  return std::make_unique<Pipeline>();
}

} // namespace warpsmith
