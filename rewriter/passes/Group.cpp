// group: launches of independent products become one, whose blocks fill the multiprocessors
// together.
//
// The frontend finds these launches (LaunchGroups.h): they follow one another in the host's code,
// in one stream, and no argument shows that one reads or writes what the other one writes. Each
// launch checks that none does, and whether one launch is predicted to be faster.
#include "rewriter/families/FmaTile.h"
#include "rewriter/passes/Passes.h"
#include <algorithm>

namespace warpsmith {
namespace {

bool isBesideAnother(const Contraction &contraction) {
  return std::any_of(contraction.launches.begin(), contraction.launches.end(),
                     [](const Launch &launch) { return launch.besideAnother; });
}

class GroupLaunches : public Pass {
public:
  std::string_view name() const override { return "group"; }
  std::string_view parameters() const override { return ""; }
  std::string_view summary() const override {
    return "launches of independent products that follow one another become one launch where that "
           "is predicted to be faster; after tile,pipeline<stages=n>,warp-specialize<dma=p>; "
           "bit-exact";
  }

  std::string explain(const Contraction &contraction, const Schedule &) const override {
    return isBesideAnother(contraction)
               ? "gains where the tiles of one launch leave multiprocessors idle"
               : "no launch of this kernel follows a launch that is independent of it";
  }

  PassResult apply(const Contraction &contraction, Schedule schedule,
                   Arguments &arguments) const override {
    if (const std::string wrong = arguments.finish(); !wrong.empty())
      return PassRefusal{wrong};
    if (const std::string reason = takesNoGroup(schedule); !reason.empty())
      return PassRefusal{reason};
    return withGroup(contraction, std::move(schedule));
  }
};

} // namespace

Schedule withGroup(const Contraction &contraction, Schedule schedule) {
  if (schedule.otherwise)
    schedule.otherwise =
        std::make_shared<Schedule>(withGroup(contraction, Schedule(*schedule.otherwise)));
  if (takesNoGroup(schedule).empty() && isBesideAnother(contraction) && !contraction.isBatched() &&
      !contraction.limitsSteps())
    return grouped(std::move(schedule));
  return schedule;
}

std::unique_ptr<Pass> makeGroup() {
  return std::make_unique<GroupLaunches>();
}

} // namespace warpsmith
