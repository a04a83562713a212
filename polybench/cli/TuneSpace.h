// The problems that a `tune` is about, and the schedules that may win them.
#pragma once

#include "polybench/cli/RunTasks.h"
#include "runtime/harness/tune/Candidates.h"

namespace warpsmith::polybench {

/// One problem with what is worth measuring.
struct Search {
  Task task;
  std::vector<harness::TunedProduct> products;
  std::vector<harness::Candidate> candidates;
  std::size_t legal = 0; // before pruning
};

/// Asks the rewriter for the schedules of each problem that are legal under the contract, and
/// prunes them. `notes` gets a line for each benchmark of `all` that has none; for one that was
/// named, throws InputError saying why.
std::vector<Search> findSearches(const TuneOptions &options, const harness::BuildSettings &settings,
                                 harness::DeviceKind kind, Numerics contract,
                                 harness::Progress &progress, std::vector<std::string> &notes);

/// The products of a benchmark at a size, as the rewriter sees them. Throws InputError.
std::vector<harness::TunedProduct> productsOf(const Task &task,
                                              const harness::BuildSettings &settings);

} // namespace warpsmith::polybench
