#include "runtime/harness/report/PartialResults.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/report/GoogleBenchmarkJson.h"
#include "runtime/harness/report/Machine.h"
#include <algorithm>
#include <map>
#include <set>

namespace warpsmith::harness {
namespace {

using Json = nlohmann::ordered_json;

std::string textOf(const Json &object, const char *key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

std::string problemOf(const Json &row) {
  return textOf(row, "benchmark") + "/" + textOf(row, "type") + "/" + textOf(row, "size");
}

/// Rows by problem, in the document's order; samples go with the summary of their run_name.
std::vector<std::pair<std::string, std::vector<Json>>> byProblem(const Json &document) {
  std::map<std::string, std::string> problems; // by run_name
  for (const Json *summary : summariesOf(document))
    problems[textOf(*summary, "run_name")] = problemOf(*summary);
  std::vector<std::pair<std::string, std::vector<Json>>> groups;
  for (const Json &row : document.at("benchmarks")) {
    const std::string &problem = problems[textOf(row, "run_name")];
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&](const auto &known) { return known.first == problem; });
    if (group == groups.end())
      group = groups.insert(groups.end(), {problem, {}});
    group->second.push_back(row);
  }
  return groups;
}

void append(Json &rows, const std::vector<Json> &group) {
  for (const Json &row : group)
    rows.push_back(row);
}

/// Numbers families anew: each run_name is one.
void renumber(Json &rows) {
  std::map<std::string, int> families;
  for (Json &row : rows) {
    const auto next = static_cast<int>(families.size());
    row["family_index"] = families.emplace(textOf(row, "run_name"), next).first->second;
  }
}

std::string shown(const Json &value) {
  const bool isNothing = value.is_null() || (value.is_string() && value.get<std::string>().empty());
  return isNothing ? "nothing" : value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json valueOf(const Json &object, const std::string &key) {
  return object.is_object() && object.contains(key) ? object.at(key) : Json();
}

} // namespace

std::string problemName(const Benchmark &benchmark, ElementType type, const Sizes &sizes) {
  return benchmark.name + "/" + std::string(spelling(type)) + "/" + shortSpelling(sizes);
}

PartialResults::PartialResults(const std::filesystem::path &name, const Json &context,
                               const nlohmann::json &device)
    : file(name),
      earlier(readDocument(name)) {
  const Json &before = earlier.at("context");
  const auto refuse = [&](const std::string &what, const Json &old, const Json &now) {
    throw InputError("--resume: '" + file.string() + "' was measured with another " + what + ": " +
                     shown(old) + " there, " + shown(now) +
                     " now; give another --json, or leave --resume out to start again");
  };
  if (!valueOf(before, "settings").is_object()) {
    throw InputError("--resume: '" + file.string() +
                     "' does not record its settings; it was written by an earlier polybench");
  }
  const Json host = machineContext().at("host_name");
  if (valueOf(before, "host_name") != host)
    refuse("machine", valueOf(before, "host_name"), host);
  for (const char *key : {"kind", "name", "driver", "cuda", "cublas", "compute_capability",
                          "multiprocessors", "max_sm_clock_mhz"}) {
    const Json old = valueOf(valueOf(before, "device"), key);
    const Json now = valueOf(Json(device), key);
    if (old != now)
      refuse(std::string("device (") + key + ")", old, now);
  }
  for (const char *key : {"commit", "compiler"}) {
    if (valueOf(before, key) != valueOf(context, key))
      refuse(key, valueOf(before, key), valueOf(context, key));
  }
  std::set<std::string> settings;
  for (const Json *object : {&before, &context}) {
    for (const auto &[key, value] : object->at("settings").items())
      settings.insert(key);
  }
  for (const std::string &key : settings) {
    const Json old = valueOf(before.at("settings"), key);
    const Json now = valueOf(context.at("settings"), key);
    if (old != now)
      refuse("setting '" + key + "'", old, now);
  }
  // What was cut off is measured again as a whole.
  std::set<std::string> unfinished;
  for (const Json &problem : valueOf(before, "unfinished")) {
    if (problem.is_string())
      unfinished.insert(problem.get<std::string>());
  }
  Json rows = Json::array();
  for (const auto &[problem, group] : byProblem(earlier)) {
    if (!unfinished.contains(problem))
      append(rows, group);
  }
  earlier["benchmarks"] = std::move(rows);
}

bool PartialResults::holds(const std::string &problem,
                           const std::vector<BuiltVariant> &variants) const {
  if (earlier.is_null())
    return false;
  const std::vector<const Json *> rows = summariesOf(earlier);
  std::size_t found = 0;
  for (const BuiltVariant &built : variants) {
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const Json *candidate) {
      return problemOf(*candidate) == problem &&
             textOf(*candidate, "variant") == built.variant.name;
    });
    if (row == rows.end())
      continue;
    ++found;
    if (textOf(**row, "build") != built.fingerprint) {
      throw InputError("--resume: '" + file.string() + "' measured '" + built.variant.name +
                       "' of " + problem +
                       " in another build: its sources, tools or flags have changed; give another "
                       "--json, or leave --resume out to start again");
    }
  }
  return found == variants.size();
}

Json PartialResults::mergedWith(Json document) const {
  if (earlier.is_null())
    return document;
  auto fresh = byProblem(document);
  std::set<std::string> kept;
  Json rows = Json::array();
  for (const auto &[problem, group] : byProblem(earlier)) {
    const std::string &name = problem;
    const auto again = std::find_if(fresh.begin(), fresh.end(),
                                    [&](const auto &known) { return known.first == name; });
    if (again == fresh.end()) {
      append(rows, group);
      kept.insert(problem);
    } else {
      append(rows, again->second);
      fresh.erase(again);
    }
  }
  for (const auto &[problem, group] : fresh)
    append(rows, group);
  renumber(rows);
  document["benchmarks"] = std::move(rows);
  Json &context = document["context"];
  const Json &before = earlier.at("context");
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
