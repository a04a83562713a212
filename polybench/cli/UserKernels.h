// Kernels of a user's own file in place of the suite's benchmarks.
#pragma once

#include "polybench/cli/Options.h"

namespace warpsmith::polybench {

/// The argument names a file rather than a benchmark.
bool isSourceFile(const std::string &argument);

/// The kernels of options.benchmark, a file, that warpsmith understands and options.kernel matches,
/// each as one benchmark for every case of its parameters. They live as long as the program. Throws
/// InputError with warpsmith's words where there are none.
const std::vector<const harness::Benchmark *> &userKernels(const BuildOptions &options);

/// A folder for what is built of a user's file, whose headers may be anywhere, so that no key names
/// all of its contents: it is removed when the program ends.
std::filesystem::path scratchCache();

} // namespace warpsmith::polybench
