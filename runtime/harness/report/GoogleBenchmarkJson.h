// Results as a JSON document in Google Benchmark's schema (json_schema_version 1), so that its
// compare.py and everything else that reads it works here. docs/results-format.md describes every
// key, and which version of ours brought it.
//
// "context": machine, GPU, clocks, driver, commit, command line, settings and noise floor.
// "benchmarks": for every timed contestant one row a sample (run_type "iteration", named
// BENCHMARK/VARIANT/TYPE/SIZE, real_time in microseconds a launch, cpu_time the host's time to
// enqueue it) and aggregates: mean, median, stddev, cv, mad. One row of each contestant is its
// summary (summariesOf finds it): the median's, or a single row with no time for one that was not
// timed ("error_occurred" and "error_message" when it failed).
#pragma once

#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/run/Results.h"
#include <nlohmann/json.hpp>

namespace warpsmith::harness {

/// Our version of the document, "polybench_schema_version" of its context; absent in version 1.
inline constexpr int SchemaVersion = 7;
inline constexpr char VersionKey[] = "polybench_schema_version";

/// `context` holds what only the caller knows (command line, seed, commit...); machine facts, the
/// device and the noise floor are added.
nlohmann::ordered_json toDocument(const Results &results, const nlohmann::ordered_json &context);

/// The document's text, one benchmark a line.
std::string dumpDocument(const nlohmann::ordered_json &document);

/// Reads a JSON file of any content. Throws InputError naming the file and what is wrong.
nlohmann::ordered_json readJson(const std::filesystem::path &file);

/// JSON of something else.
class NotResults : public InputError {
  using InputError::InputError;
};

/// Throws NotResults or InputError naming the file where a document is no results file or one of a
/// later version.
void checkDocument(const nlohmann::ordered_json &document, const std::filesystem::path &file);

/// Reads a results file. Throws InputError naming the file and what is wrong.
nlohmann::ordered_json readDocument(const std::filesystem::path &file);

/// The summary rows of a document, in its order.
std::vector<const nlohmann::ordered_json *> summariesOf(const nlohmann::ordered_json &document);

} // namespace warpsmith::harness
