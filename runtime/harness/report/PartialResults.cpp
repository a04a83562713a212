#include "runtime/harness/report/PartialResults.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/report/Conditions.h"
#include "runtime/harness/report/GoogleBenchmarkJson.h"
#include "runtime/harness/report/Machine.h"
#include "runtime/harness/report/MergeDocuments.h"
#include <algorithm>
#include <set>

namespace warpsmith::harness {

using Json = nlohmann::ordered_json;

std::string problemName(const Benchmark &benchmark, ElementType type, const Sizes &sizes) {
  return benchmark.name + "/" + std::string(spelling(type)) + "/" + shortSpelling(sizes);
}

PartialResults::PartialResults(const std::filesystem::path &name, const Json &context,
                               const nlohmann::json &device, std::string otherFile)
    : file(name),
      option(std::move(otherFile)),
      earlier(readDocument(name)) {
  const Json &before = earlier.at("context");
  const auto refuse = [&](const ConditionsDifference &difference) {
    throw InputError("--resume: '" + file.string() + "' was measured with another " +
                     difference.what + ": " + difference.before + " there, " + difference.now +
                     " now; give another " + option + ", or leave --resume out to start again");
  };
  if (!valueOf(before, "settings").is_object()) {
    throw InputError("--resume: '" + file.string() +
                     "' does not record its settings; it was written by an earlier polybench");
  }
  if (before.contains("slurm_jobs")) {
    throw InputError("--resume: '" + file.string() +
                     "' was measured by jobs of Slurm; continue it with --launcher=slurm");
  }
  const Json host = machineContext().at("host_name");
  if (const Json old = valueOf(before, "host_name"); old != host)
    refuse({"machine", shownCondition(old), shownCondition(host)});
  if (const auto difference = differenceOfDevices(valueOf(before, "device"), Json(device)))
    refuse(*difference);
  if (const auto difference = differenceOfSettings(before, context))
    refuse(*difference);
  // What was cut off is measured again as a whole.
  std::set<std::string> unfinished;
  for (const Json &problem : valueOf(before, "unfinished")) {
    if (problem.is_string())
      unfinished.insert(problem.get<std::string>());
  }
  Json rows = Json::array();
  for (const ProblemRows &group : rowsByProblem(earlier)) {
    if (unfinished.contains(group.problem))
      continue;
    for (const Json &row : group.rows)
      rows.push_back(row);
  }
  earlier["benchmarks"] = std::move(rows);
  for (const Json *row : summariesOf(earlier))
    builds[problemOf(*row)].emplace(textOf(*row, "variant"), textOf(*row, "build"));
}

bool PartialResults::holds(const std::string &problem,
                           const std::vector<BuiltVariant> &variants) const {
  const auto rows = builds.find(problem);
  if (rows == builds.end())
    return false;
  std::size_t found = 0;
  for (const BuiltVariant &built : variants) {
    const auto row = rows->second.find(built.variant.name);
    if (row == rows->second.end())
      continue;
    ++found;
    if (row->second != built.fingerprint) {
      throw InputError(
          "--resume: '" + file.string() + "' measured '" + built.variant.name + "' of " + problem +
          " in another build: its sources, tools or flags have changed; give another " + option +
          ", or leave --resume out to start again");
    }
  }
  return found == variants.size();
}

Json PartialResults::mergedWith(Json document) const {
  if (earlier.is_null())
    return document;
  std::vector<ProblemRows> fresh = rowsByProblem(document);
  Json &context = document["context"];
  const Json &before = earlier.at("context");
  const Json now = context; // whose list of devices is to grow
  std::set<std::string> kept;
  Json rows = Json::array();
  for (const ProblemRows &group : rowsByProblem(earlier)) {
    const auto again = std::find_if(fresh.begin(), fresh.end(), [&](const auto &known) {
      return known.problem == group.problem;
    });
    if (again == fresh.end()) {
      appendRows(rows, context, group, before);
      kept.insert(group.problem);
    } else {
      appendRows(rows, context, *again, now);
      fresh.erase(again);
    }
  }
  for (const ProblemRows &group : fresh)
    appendRows(rows, context, group, now);
  renumberFamilies(rows);
  document["benchmarks"] = std::move(rows);
  Json noise = Json::array();
  for (const Json &floor : valueOf(before, "noise_floor")) {
    if (floor.is_object() && kept.contains(problemOf(floor)))
      noise.push_back(floor);
  }
  for (const Json &floor : context["noise_floor"])
    noise.push_back(floor);
  context["noise_floor"] = std::move(noise);
  for (const char *key : {"buffer_sets", "buffer_bytes"}) {
    if (!context.contains(key) && before.contains(key))
      context[key] = before.at(key);
  }
  Json dates = valueOf(before, "resumed");
  if (!dates.is_array())
    dates = Json::array();
  dates.push_back(valueOf(before, "date"));
  context["resumed"] = std::move(dates);
  return document;
}

} // namespace warpsmith::harness
