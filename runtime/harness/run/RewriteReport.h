// What warpsmith says about the kernels of one file.
#pragma once

#include "runtime/harness/core/Benchmark.h"
#include <filesystem>
#include <string>

namespace warpsmith::harness {

/// Reads `warpsmith --report` and returns what it says about each of the benchmark's products that
/// was not rewritten, one line a kernel; empty when all were. Other kernels (a copy, a mean) may be
/// left alone.
std::string productsLeftAlone(const Benchmark &benchmark, const std::filesystem::path &report);

} // namespace warpsmith::harness
