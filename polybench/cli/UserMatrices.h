// --input: a user's own matrices in place of generated ones.
#pragma once

#include "polybench/cli/Options.h"
#include "runtime/harness/run/Campaign.h"

namespace warpsmith::polybench {

struct UserProblem {
  const harness::Benchmark *benchmark = nullptr;
  harness::Sizes sizes; // from the matrices' shapes
  harness::UserInput input;
};

/// Reads the shapes of all matrices and derives the sizes. The files stand for the benchmark's
/// input buffers in order; those that are left out are zero. Throws InputError when shapes
/// disagree.
UserProblem readUserProblem(const RunOptions &options);

} // namespace warpsmith::polybench
