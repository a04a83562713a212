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

std::string namespaceOf(const KernelVerdict &kernel) {
  const std::string &name = kernel.contractions[0].qualifiedKernel;
  return name.substr(0, name.rfind("::"));
}

/// Of launches that stand beside each other.
std::string whyApart(const KernelVerdict &first, const std::string &firstForm,
                     const KernelVerdict &second, const std::string &secondForm) {
  if (firstForm.empty() || secondForm.empty())
    return "not both have a kernel for that";
  if (namespaceOf(first) != namespaceOf(second))
    return "their kernels are in different namespaces";
  return "their kernels differ in more than sizes and arrays";
}

} // namespace

bool PlannedGroup::has(size_t kernel) const {
  return std::any_of(launches.begin(), launches.end(),
                     [&](const auto &launch) { return launch.kernel == kernel; });
}

LaunchPlan planLaunches(const TranslationUnit &unit, const Options &options) {
  LaunchPlan plan;
  if (options.mode == OutputMode::Emit)
    return plan;
  plan.apart = unit.apart;
  for (const TranslationUnit::LaunchGroup &group : unit.groups) {
    std::vector<std::string> forms;
    for (const TranslationUnit::GroupedLaunch &launch : group)
      forms.push_back(formOf(unit.kernels[launch.kernel], options));
    for (size_t begin = 0, end = 0; begin < group.size(); begin = end) {
      if (begin > 0) {
        const KernelVerdict &before = unit.kernels[group[begin - 1].kernel];
        const KernelVerdict &kernel = unit.kernels[group[begin].kernel];
        plan.apart.push_back({before.kernel, kernel.kernel,
                              whyApart(before, forms[begin - 1], kernel, forms[begin]),
                              kernel.contractions[0].launches[group[begin].launch].location});
      }
      for (end = begin + 1; end < group.size() && forms[end] == forms[begin];)
        ++end;
      if (forms[begin].empty() || end - begin < 2)
        continue;
      const auto first = group.begin();
      PlannedGroup one{
          {first + static_cast<ptrdiff_t>(begin), first + static_cast<ptrdiff_t>(end)}, {}, 0};
      for (const TranslationUnit::GroupedLaunch &launch : one.launches) {
        one.kernels.kernels.push_back(unit.kernels[launch.kernel].kernel);
        one.last = std::max(one.last, launch.kernel); // they are in the order of the source
      }
      plan.groups.push_back(std::move(one));
    }
  }
  return plan;
}

} // namespace warpsmith::tool
