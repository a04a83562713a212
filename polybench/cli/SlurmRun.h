// `polybench run --launcher=slurm`: an array job, a task for each problem.
#pragma once

#include "polybench/cli/Options.h"

namespace warpsmith::polybench {

/// Builds the variants once, has every problem measured by a `polybench run` of its own on some
/// node, and reports all as one run. Returns the exit status; throws InputError.
int slurmRun(const RunOptions &options, const std::vector<std::string> &commandLine);

} // namespace warpsmith::polybench
