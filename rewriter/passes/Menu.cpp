// menu: fewer tiles among which a launch chooses, each of which nvcc compiles.
#include "rewriter/families/KernelFamily.h"
#include "rewriter/families/SmallMenu.h"
#include "rewriter/passes/Passes.h"

namespace warpsmith {
namespace {

class Menu : public Pass {
public:
  std::string_view name() const override { return "menu"; }
  std::string_view parameters() const override { return "tiles=n"; }
  std::string_view summary() const override {
    return "launches choose among n tiles of a menu at most, those that together lose least: nvcc "
           "takes less time, and the output is shorter";
  }

  std::string explain(const Contraction &, const Schedule &schedule) const override {
    return "launches choose among " + std::to_string(familyOf(schedule).tileCount(schedule)) +
           " tiles, each a kernel that nvcc compiles";
  }

  PassResult apply(const Contraction &contraction, Schedule schedule,
                   Arguments &arguments) const override {
    const std::optional<int> tiles = arguments.take("tiles");
    if (const std::string wrong = arguments.finish(); !wrong.empty())
      return PassRefusal{wrong};
    if (!tiles)
      return PassRefusal{"it needs tiles=n"};
    if (*tiles < 2)
      return PassRefusal{"a menu has two tiles or more; a pass that is given a size has one"};
    const KernelFamily &family = familyOf(schedule);
    if (!family.hasMenu() || family.tileCount(schedule) < 2)
      return PassRefusal{"no pass before it has a menu of tiles"};
    Schedule fewer = withFewerTiles(contraction, schedule, *tiles);
    if (family.tileCount(fewer) > static_cast<size_t>(*tiles))
      return PassRefusal{"times of its " + std::to_string(family.tileCount(schedule)) +
                         " tiles are not known"};
    return fewer;
  }
};

} // namespace

std::unique_ptr<Pass> makeMenu() {
  return std::make_unique<Menu>();
}

} // namespace warpsmith
