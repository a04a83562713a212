// Tables of a results document: for a terminal, for Markdown, as CSV.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

namespace warpsmith::harness {

/// Aligned columns, one line a contestant, then the reasons of failures and how it was measured.
std::string textTable(const nlohmann::ordered_json &document);

/// What stands below that table: why something failed or fell back, how it was measured.
std::string textNotes(const nlohmann::ordered_json &document);

/// What a benchmark computes when it is timed with that type: its formula, its scalars, the types
/// of its arrays. Empty where that is not known.
using ProblemText =
    std::function<std::string(const std::string &benchmark, const std::string &type)>;

/// For each benchmark and type one table: variants down, TFLOP/s by size across, speed-ups at the
/// largest size. Where there are several benchmarks and nothing but their originals (and cuBLAS),
/// one table of them all. Each says how its times were taken.
std::string markdownTable(const nlohmann::ordered_json &document,
                          const ProblemText &problemText = {});

/// One line a contestant with every number, in full precision.
std::string csvTable(const nlohmann::ordered_json &document);

/// "NVIDIA H200, driver 580.1, CUDA 13.0, cuBLAS 13.1, 1980 MHz": what the numbers were taken on.
std::string describeDevice(const nlohmann::ordered_json &document);

} // namespace warpsmith::harness
