#include "runtime/harness/report/MergeDocuments.h"
#include "runtime/harness/report/Conditions.h"
#include "runtime/harness/report/GoogleBenchmarkJson.h"
#include <algorithm>
#include <map>
#include <set>

namespace warpsmith::harness {
namespace {

using Json = nlohmann::ordered_json;

/// The place of a device in the list, at whose end it is put if need be.
int placeOf(Json &devices, const Json &device) {
  const auto found = std::find(devices.begin(), devices.end(), device);
  const auto place = static_cast<int>(found - devices.begin());
  if (found == devices.end())
    devices.push_back(device);
  return place;
}

} // namespace

std::string textOf(const Json &object, const char *key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

std::string problemOf(const Json &summary) {
  return textOf(summary, "benchmark") + "/" + textOf(summary, "type") + "/" +
         textOf(summary, "size");
}

std::vector<ProblemRows> rowsByProblem(const Json &document) {
  std::map<std::string, std::string> problems; // by run_name
  for (const Json *summary : summariesOf(document))
    problems[textOf(*summary, "run_name")] = problemOf(*summary);
  std::vector<ProblemRows> groups;
  for (const Json &row : document.at("benchmarks")) {
    const std::string &problem = problems[textOf(row, "run_name")];
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&](const auto &known) { return known.problem == problem; });
    if (group == groups.end())
      group = groups.insert(groups.end(), {problem, {}});
    group->rows.push_back(row);
  }
  return groups;
}

void appendRows(Json &rows, Json &context, const ProblemRows &group, const Json &from) {
  const Json devices = valueOf(from, "devices");
  for (Json row : group.rows) {
    // What version 2 wrote has no list of devices.
    if (const Json device = valueOf(row, "device"); device.is_number_integer() &&
                                                    devices.is_array() &&
                                                    device.get<std::size_t>() < devices.size())
      row["device"] = placeOf(context["devices"], devices.at(device.get<std::size_t>()));
    rows.push_back(std::move(row));
  }
}

void renumberFamilies(Json &rows) {
  std::map<std::string, int> families;
  for (Json &row : rows) {
    const auto next = static_cast<int>(families.size());
    row["family_index"] = families.emplace(textOf(row, "run_name"), next).first->second;
  }
}

Json mergeDocuments(const std::vector<Json> &documents) {
  Json merged = documents.front();
  Json &context = merged["context"];
  context["devices"] = Json::array();
  Json noise = Json::array();
  Json rows = Json::array();
  std::set<std::string> known;
  for (const Json &document : documents) {
    const Json &own = document.at("context");
    std::set<std::string> added;
    for (const ProblemRows &group : rowsByProblem(document)) {
      if (!known.insert(group.problem).second)
        continue;
      added.insert(group.problem);
      appendRows(rows, context, group, own);
    }
    for (const Json &floor : valueOf(own, "noise_floor")) {
      if (floor.is_object() && added.contains(problemOf(floor)))
        noise.push_back(floor);
    }
    for (const char *key : {"buffer_sets", "buffer_bytes"}) {
      if (own.contains(key))
        context[key] = own.at(key);
    }
  }
  renumberFamilies(rows);
  context["noise_floor"] = std::move(noise);
  merged["benchmarks"] = std::move(rows);
  return merged;
}

} // namespace warpsmith::harness
