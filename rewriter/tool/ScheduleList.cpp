#include "rewriter/tool/ScheduleList.h"
#include "rewriter/ir/Signature.h"
#include "rewriter/model/KernelModel.h"
#include "rewriter/passes/ScheduleSpace.h"
#include <algorithm>
#include <numeric>

namespace warpsmith::tool {
namespace {

Problem problemUnder(Contraction contraction, const std::map<std::string, int64_t> &assumed) {
  for (const auto &[symbol, value] : assumed)
    for (IndexGroup *group : {&contraction.m, &contraction.n, &contraction.k})
      *group = IndexGroup(group->extent().substitute(symbol, value));
  return typicalProblem(contraction);
}

} // namespace

llvm::json::Object listSchedules(const Contraction &contraction, const Schedule &start,
                                 const std::map<std::string, int64_t> &assumed) {
  const Problem problem = problemUnder(contraction, assumed);
  struct Entry {
    LegalPipeline pipeline;
    std::optional<KernelPrediction> prediction;
  };
  std::vector<Entry> entries;
  for (LegalPipeline &pipeline : legalPipelines(contraction, start)) {
    const auto prediction = predict(contraction, pipeline.schedule, problem);
    entries.push_back({std::move(pipeline), prediction});
  }
  // What comes first in the space stays first among equals.
  std::vector<size_t> order(entries.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](size_t one, size_t other) {
    const auto &first = entries[one].prediction, &second = entries[other].prediction;
    if (first.has_value() != second.has_value())
      return first.has_value();
    if (first && first->seconds != second->seconds)
      return first->seconds < second->seconds;
    return one < other;
  });
  llvm::json::Array schedules;
  for (const size_t index : order) {
    const Entry &entry = entries[index];
    llvm::json::Object row{{"passes", entry.pipeline.passes},
                           {"schedule", entry.pipeline.schedule.str()},
                           {"seconds", nullptr},
                           {"limiter", nullptr}};
    if (entry.prediction) {
      row["seconds"] = entry.prediction->seconds;
      row["limiter"] = llvm::StringRef(name(entry.prediction->limiter));
    }
    schedules.emplace_back(std::move(row));
  }
  return llvm::json::Object{
      {"kernel", contraction.kernel},
      {"line", contraction.location.line},
      {"signature", signature(contraction)},
      {"architecture", llvm::StringRef(start.architecture->name)},
      {"product", llvm::StringRef(start.architecture->product.name)},
      {"numerics", name(start.numerics)},
      {"problem", llvm::json::Array{int64_t(problem.m), int64_t(problem.n), int64_t(problem.k)}},
      {"schedules", std::move(schedules)}};
}

} // namespace warpsmith::tool
