// Sizes as the command line and reports write them: 512, 1000x1024x777, STANDARD.
#pragma once

#include "runtime/harness/core/Benchmark.h"
#include <stdexcept>
#include <string>

namespace warpsmith::harness {

/// An input that cannot be used; what() is a complete sentence for the user.
struct InputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Reads one size: a number for all dimensions, one number a dimension joined by 'x', or a dataset
/// name in any case. Throws InputError that names the text and the cause. A benchmark's kernels
/// index with 32-bit integers, so no buffer may have more than 2^31 - 1 elements.
Sizes parseSize(const Benchmark &benchmark, std::string_view text);

/// "512x512x777".
std::string spelling(const Sizes &sizes);
/// "512" when all are equal, else as spelling().
std::string shortSpelling(const Sizes &sizes);

/// Splits at commas; no empty items. `what` names the option in the error.
std::vector<std::string> splitList(std::string_view text, std::string_view what);

} // namespace warpsmith::harness
