// cuBLAS at the precision of each numerics contract.
#pragma once

#include "runtime/harness/core/Benchmark.h"
#include "runtime/harness/worker/Contestant.h"
#include <string_view>

namespace warpsmith::harness::worker {

/// Makes a baseline by its name in reports (BaselineNames.h), with a workspace of 32 MiB.
/// `original` is the library whose kernels run around them where the benchmark has such parts.
/// Throws std::runtime_error when the benchmark has no baseline, its parts cannot be loaded, or
/// this worker was built without cuBLAS.
std::unique_ptr<Contestant> makeBaseline(const Benchmark &benchmark, ElementType type,
                                         std::string_view name,
                                         const std::filesystem::path &original);

/// "13.1.0", or empty without cuBLAS.
std::string cublasVersion();

} // namespace warpsmith::harness::worker
