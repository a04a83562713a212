#include "polybench/micro/Experiments.h"
#include "runtime/harness/core/Sizes.h"
#include <algorithm>

namespace warpsmith::polybench {

const std::vector<MicroExperiment> &microExperiments() {
  static const std::vector<MicroExperiment> All = {
#define EXPERIMENT(FUNCTION, NAME, QUESTION) {NAME, QUESTION, std::nullopt},
#define MATMUL(FUNCTION, NAME, QUESTION) {NAME, QUESTION, FUNCTION()},
#include "polybench/micro/Experiments.def"
#undef EXPERIMENT
#undef MATMUL
  };
  return All;
}

std::vector<const MicroExperiment *> selectExperiments(const std::vector<std::string> &names) {
  for (const std::string &name : names) {
    const auto &all = microExperiments();
    if (std::any_of(all.begin(), all.end(), [&](auto &one) { return one.name == name; }))
      continue;
    std::string known;
    for (const MicroExperiment &experiment : all)
      known.append(known.empty() ? "" : ", ").append(experiment.name);
    throw harness::InputError("unknown experiment '" + name + "' (known: " + known + ")");
  }
  std::vector<const MicroExperiment *> selected;
  for (const MicroExperiment &experiment : microExperiments()) {
    if (names.empty() || std::find(names.begin(), names.end(), experiment.name) != names.end())
      selected.push_back(&experiment);
  }
  return selected;
}

} // namespace warpsmith::polybench
