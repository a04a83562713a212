#include "rewriter/tool/LaunchGroups.h"
#include <algorithm>

namespace warpsmith::tool {
namespace {

using frontend::KernelVerdict;
using frontend::TranslationUnit;

/// Empty for a product that has launches of its own alone.
std::string formOf(const KernelVerdict &kernel, const Options &options) {
  if (kernel.status != KernelVerdict::Status::Recognised || kernel.contractions.size() != 1)
    return {};
  Schedule start;
  start.numerics = options.numerics;
  start.architecture = options.architecture;
  auto result = options.passes.run(kernel.contractions[0], start);
  auto *schedule = std::get_if<Schedule>(&result);
  return schedule ? groupedForm({kernel.contractions[0], std::move(*schedule)}) : std::string();
}

} // namespace

bool PlannedGroup::has(size_t kernel) const {
  return std::any_of(launches.begin(), launches.end(),
                     [&](const auto &launch) { return launch.kernel == kernel; });
}

std::string PlannedGroup::names() const {
  std::string text;
  for (size_t index = 0; index < kernels.kernels.size(); ++index)
    text += (index == 0                            ? "'"
             : index + 1 == kernels.kernels.size() ? " and '"
                                                   : ", '") +
            kernels.kernels[index] + "'";
  return text;
}

std::vector<PlannedGroup> planGroups(const TranslationUnit &unit, const Options &options) {
  std::vector<PlannedGroup> planned;
  if (options.mode == OutputMode::Emit)
    return planned;
  for (const TranslationUnit::LaunchGroup &group : unit.groups) {
    std::vector<std::string> forms;
    for (const TranslationUnit::GroupedLaunch &launch : group)
      forms.push_back(formOf(unit.kernels[launch.kernel], options));
    for (size_t begin = 0, end = 0; begin < group.size(); begin = end) {
      for (end = begin + 1; end < group.size() && forms[end] == forms[begin];)
        ++end;
      if (forms[begin].empty() || end - begin < 2)
        continue;
      PlannedGroup one{{group.begin() + begin, group.begin() + end}, {}, 0};
      for (const TranslationUnit::GroupedLaunch &launch : one.launches) {
        one.kernels.kernels.push_back(unit.kernels[launch.kernel].kernel);
        one.last = std::max(one.last, launch.kernel); // they are in the order of the source
      }
      planned.push_back(std::move(one));
    }
  }
  return planned;
}

Schedule withoutGroup(Schedule schedule) {
  schedule.group.reset();
  if (schedule.otherwise)
    schedule.otherwise = std::make_shared<Schedule>(withoutGroup(*schedule.otherwise));
  return schedule;
}

} // namespace warpsmith::tool
