// Results as a JSON document in Google Benchmark's schema (json_schema_version 1), so that its
// compare.py and everything else that reads it works here.
//
// "context": machine, GPU, clocks, driver, commit, command line, seed, probes, L2 policy and noise
// floor. "benchmarks": for every timed contestant one row a sample (run_type "iteration", named
// BENCHMARK/VARIANT/TYPE/SIZE, real_time in microseconds a launch, cpu_time the host's time to
// enqueue it) and aggregates: mean, median, stddev, cv, mad. One row of each contestant is its
// summary (summaryOf finds it): the median's, or a single row with no time for one that was not
// timed
// ("error_occurred" and "error_message" when it failed). A summary has besides the text fields
// benchmark, variant, passes, numerics, type, size, verdict, label the numbers max_error,
// error_bound (of the element with the largest error), error_ratio (largest error / bound),
// bits_equal (to the original: 1 or 0), and when timed TFLOPS, bytes_per_second, median_low and
// median_high (95 % interval), speedup_vs_original and speedup_vs_cublas (medians of paired ratios)
// with their intervals, sm_clock_mhz, power_w, temperature_c, kernels (names of what one run
// launches) and fell_back (1: a product among them is the original's).
#pragma once

#include "runtime/harness/run/Results.h"
#include <nlohmann/json.hpp>

namespace warpsmith::harness {

/// `context` holds what only the caller knows (command line, seed, commit...); machine facts, the
/// device and the noise floor are added.
nlohmann::ordered_json toDocument(const Results &results, const nlohmann::ordered_json &context);

/// The document's text, one benchmark a line.
std::string dumpDocument(const nlohmann::ordered_json &document);

/// Reads a results file. Throws InputError naming the file and what is wrong.
nlohmann::ordered_json readDocument(const std::filesystem::path &file);

/// The summary rows of a document, in its order.
std::vector<const nlohmann::ordered_json *> summariesOf(const nlohmann::ordered_json &document);

} // namespace warpsmith::harness
