// A run that continues where another ended: which problems its results file holds, and both files'
// rows as one document.
#pragma once

#include "runtime/harness/core/Benchmark.h"
#include "runtime/harness/run/Campaign.h"
#include <map>
#include <nlohmann/json.hpp>

namespace warpsmith::harness {

/// BENCHMARK/TYPE/SIZE: contestants of one problem are measured together, in turns, or not at all.
std::string problemName(const Benchmark &benchmark, ElementType type, const Sizes &sizes);

/// Results of an earlier run. Problems that its file calls unfinished are not in it.
class PartialResults {
public:
  /// Nothing was measured yet.
  PartialResults() = default;

  /// The results of `file`. Throws InputError naming the file and what differs when they were not
  /// measured under the conditions of `context` (its commit, compiler and settings) and `device`;
  /// `option` is the one that names another file.
  PartialResults(const std::filesystem::path &file, const nlohmann::ordered_json &context,
                 const nlohmann::json &device, std::string option = "--json");

  /// True when the file has the problem with all of these variants, in these very builds. Throws
  /// InputError when one of them was built from something else.
  bool holds(const std::string &problem, const std::vector<BuiltVariant> &variants) const;

  /// `document` with the rows of the earlier run that it does not have itself.
  nlohmann::ordered_json mergedWith(nlohmann::ordered_json document) const;

private:
  std::filesystem::path file;
  std::string option;
  nlohmann::ordered_json earlier;                                   // null: nothing
  std::map<std::string, std::map<std::string, std::string>> builds; // by problem and variant
};

} // namespace warpsmith::harness
