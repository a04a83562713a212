// The library of microbenchmarks and GEMM's variants, built here or on another machine.
#pragma once

#include "polybench/micro/Experiments.h"
#include "runtime/harness/run/Bundle.h"
#include "runtime/harness/run/Campaign.h"
#include "runtime/harness/run/Progress.h"
#include <map>

namespace warpsmith::polybench {

struct MicroBuilds {
  std::filesystem::path library; // empty: not needed, or not built
  std::string libraryError;
  std::map<std::string, harness::BuiltVariant> variants; // by name
  std::string commit;
  std::string compiler;
};

/// The variant that a contestant is: "tile,tensorize<wmma> fp16".
harness::Variant variantOf(const MatmulContestant &contestant);

/// What `experiments` need: each variant once, the original first.
std::vector<harness::BuildRequest>
microRequests(const std::vector<const MicroExperiment *> &experiments);

/// Builds what `experiments` need, from the cache where it was built before. What does not build
/// has its error.
MicroBuilds buildMicro(const harness::BuildSettings &settings,
                       const std::vector<const MicroExperiment *> &experiments,
                       harness::Progress &progress);

/// The same into a folder for another machine. The errors of what was not built.
std::vector<std::string> writeMicroBuilds(const std::filesystem::path &folder,
                                          const harness::BuildSettings &settings,
                                          const std::vector<const MicroExperiment *> &experiments,
                                          const std::string &compiler, harness::Progress &progress);

/// Throws InputError when the folder lacks what `experiments` need or is for another kind of
/// device.
MicroBuilds readMicroBuilds(const std::filesystem::path &folder, harness::DeviceKind kind,
                            const std::vector<const MicroExperiment *> &experiments);

} // namespace warpsmith::polybench
