// Sizes as the command line and reports write them: 512, 1000x1024x777, STANDARD.
#pragma once

#include "runtime/harness/core/Benchmark.h"
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace warpsmith::harness {

/// An input that cannot be used; what() is a complete sentence for the user.
struct InputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Reads one size: a number for all dimensions, one number a dimension joined by 'x', or a dataset
/// name in any case. Throws InputError that names the text and the cause. A benchmark's kernels
/// index with 32-bit integers, so no buffer may have more than 2^31 - 1 elements.
Sizes parseSize(const Benchmark &benchmark, std::string_view text);

/// Reads an item of a list of sizes: one size, or "random:COUNT[:[SMALLEST-]LARGEST]" in any case,
/// which is COUNT different ones, or as many as there are, and the same for the same seed. Each
/// extent is between SMALLEST, by default 1, and LARGEST, by default 1024, as many small ones as
/// large ones (log-uniform); what the benchmark fixes keeps its value, and so do numbers of time
/// steps.
std::vector<Sizes> parseSizes(const Benchmark &benchmark, std::string_view text,
                              std::uint64_t seed);

/// True when one of the texts means these sizes. Throws InputError where one means none.
bool namesSize(const std::vector<std::string> &texts, const Benchmark &benchmark,
               const Sizes &sizes);

/// "512x512x777".
std::string spelling(const Sizes &sizes);
/// "512" when all are equal, else as spelling().
std::string shortSpelling(const Sizes &sizes);

/// Splits at commas; no empty items. `what` names the option in the error.
std::vector<std::string> splitList(std::string_view text, std::string_view what);

} // namespace warpsmith::harness
