// What warpsmith says about the kernels of one file, from its `--report`.
#pragma once

#include "runtime/harness/core/Benchmark.h"
#include <filesystem>
#include <string>

namespace warpsmith::harness {

/// What warpsmith says about each of the benchmark's products that was not rewritten, one line a
/// kernel; empty when all were. Other kernels (a copy, a mean) may be left alone.
std::string productsLeftAlone(const Benchmark &benchmark, const std::filesystem::path &report);

/// Why passes refused products of the benchmark; empty when none did, or when there is no report.
std::string productsRefused(const Benchmark &benchmark, const std::filesystem::path &report);

} // namespace warpsmith::harness
