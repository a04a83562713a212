// at-least: leaves smaller launches to the next of several pipelines, or to the original.
#include "rewriter/passes/Passes.h"

namespace warpsmith {
namespace {

class AtLeast : public Pass {
public:
  std::string_view name() const override { return "at-least"; }
  std::string_view parameters() const override { return "products=n"; }
  std::string_view summary() const override {
    return "launches with fewer than n multiplications (rows * columns * steps) go to the pipeline "
           "after the next `|`, or to the original";
  }

  std::string explain(const Contraction &, const Schedule &) const override {
    return "what a launch gains depends on its size";
  }

  PassResult apply(const Contraction &, Schedule schedule, Arguments &arguments) const override {
    const std::optional<int64_t> products = arguments.takeLong("products");
    if (const std::string wrong = arguments.finish(); !wrong.empty())
      return PassRefusal{wrong};
    if (!products)
      return PassRefusal{"it needs products=n"};
    if (schedule.str().empty())
      return PassRefusal{"no pass before it rewrites the kernel"};
    if (schedule.leastProducts)
      return PassRefusal{"it stands there already"};
    schedule.leastProducts = products;
    return schedule;
  }
};

} // namespace

std::unique_ptr<Pass> makeAtLeast() {
  return std::make_unique<AtLeast>();
}

} // namespace warpsmith
