// What a launch says of itself where it is asked to: the text that calls launch_trace.h.
#include "rewriter/emit/FmaText.h"
#include "rewriter/emit/LaunchChecks.h"
#include "rewriter/emit/LaunchComparison.h"
#include "rewriter/ir/LaunchRequirements.h"
#include <algorithm>
#include <set>

namespace warpsmith {
namespace {

/// In a literal of characters.
std::string escaped(const std::string &text) {
  std::string result;
  for (const char c : text)
    result += (c == '"' || c == '\\' ? "\\" : "") + std::string(1, c);
  return result;
}

/// `{"rows >= 1", rows, 1}, ` of each thing that a launch must meet.
std::string requirementList(const KernelPlan &plan, const Substitutions &values) {
  const Contraction &contraction = plan.contraction;
  const auto isOpen = [&](const Precondition &fact) {
    return !fact.left.constant() && !(fact.left - fact.right).constant() &&
           alwaysFits(fact, contraction);
  };
  std::string list;
  std::set<std::string> known;
  for (const LaunchRequirement &requirement : launchRequirements(contraction, plan.gathers())) {
    if (requirement.anyOf.size() != 1 || requirement.ofCounts)
      continue;
    for (const Precondition &fact : requirement.anyOf[0])
      if (const std::string text = describe(fact); isOpen(fact) && known.insert(text).second)
        list += "{\"" + escaped(text) + "\", " + signedSize(fact.left, contraction, values) + ", " +
                namedSize(fact.right, contraction, values) + (fact.equal ? ", true}, " : "}, ");
  }
  return list;
}

} // namespace

void addTrace(KernelPlan &plan, Substitutions &values) {
  plan.need("launch_trace.h");
  const std::string passes = plan.schedule.str();
  const auto [own, alone] = plan.devices();
  std::string list = requirementList(plan, values);
  const int capability = std::max(own, plan.schedule.leastCapability());
  if (capability)
    list += fill("{\"the device's compute capability " + std::string(alone ? "==" : ">=") + " " +
                     std::to_string(capability) + "\", $device.capability, " +
                     std::to_string(capability) + (alone ? ", true}, " : "}, "),
                 values);
  if (plan.schedule.leastProducts)
    list += fill("{\"" + std::to_string(*plan.schedule.leastProducts) +
                     " <= rows * columns * steps\", (double)$rows * $columns * $steps" +
                     (plan.contraction.isBatched() ? " * $products" : "") +
                     " >= " + std::to_string(*plan.schedule.leastProducts) + ".0, true}, ",
                 values);
  values["expectCode"] = "";
  if (capability && !plan.schedule.otherwise) {
    plan.need("device_code.h");
    values["expectCode"] = "  warpsmith::BuiltCode<warpsmith::isBuiltFor(" +
                           std::to_string(capability) + ", " + truth(!alone) + ")>::expect();\n";
  }
  values["traced"] = escaped(plan.contraction.kernel + ", " + passes);
  values["traceOtherwise"] =
      plan.schedule.otherwise ? "left to the next pipeline" : "the original ran";
  values["traceChecks"] = list.empty() ? "{}" : list.substr(0, list.size() - 2);
  values["trace"] = fill(
      R"($expectCode  if (warpsmith::isTraced())
    warpsmith::trace("$traced", $ran, "$traceOtherwise", {$rows, $columns, $steps},
                     {$traceChecks}, {$covered, $sized, $separate});
)",
      values);
}

} // namespace warpsmith
