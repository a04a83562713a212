// A kernel of a user's file as a benchmark, from what `warpsmith --emit=benchmark` says of it.
#pragma once

#include "runtime/harness/core/Benchmark.h"
#include <memory>
#include <nlohmann/json.hpp>

namespace warpsmith::harness {

/// `description` is one entry of that command's list (rewriter/verify/Benchmark.h), with "file",
/// "flags" and the benchmark's name as "title" added. Throws InputError where the harness has no
/// such arrays.
///
/// The reference is the product in FP64 with the kernel's own formulas around it. Where they are
/// not known there is none, and Benchmark::whyNoReference says so: results are then judged by the
/// original's bits alone. cuBLAS is the baseline of kernels that compute what one call of it does.
std::unique_ptr<const Benchmark> makeKernelBenchmark(const nlohmann::json &description);

} // namespace warpsmith::harness
