// The problems and the libraries that a `run` is about.
#pragma once

#include "polybench/cli/Environment.h"
#include "runtime/harness/run/Campaign.h"
#include <functional>
#include <map>

namespace warpsmith::polybench {

/// One problem that is to be run.
struct Task {
  const harness::Benchmark *benchmark = nullptr;
  ElementType type = ElementType::F32;
  harness::Sizes sizes;
};

/// Variants with their libraries, the original first.
struct Builds {
  std::map<std::pair<const harness::Benchmark *, ElementType>, std::vector<harness::BuiltVariant>>
      variants;
  std::string commit;   // of the sources
  std::string compiler; // its version, where it is known

  /// Throws InputError when there are none for a task.
  const std::vector<harness::BuiltVariant> &of(const Task &task) const;
};

/// Every benchmark, type and size that the options name; `otherwise` gives a benchmark's sizes
/// where they name none. Throws InputError.
std::vector<Task>
readTasks(const RunOptions &options,
          const std::function<std::vector<harness::Sizes>(const harness::Benchmark &)> &otherwise);

/// Builds what the options ask for, or takes it from --prebuilt. Build failures are in the result.
Builds obtainBuilds(const RunOptions &options, const Device &device, harness::Progress &progress);

/// Builds the requests without asking for a device, and copies them to `folder` for --prebuilt
/// unless that is empty or a signal came. `done` is called after each.
void buildBundle(
    const BuildOptions &options, harness::DeviceKind kind,
    const std::vector<harness::BuildRequest> &requests, const std::filesystem::path &folder,
    const std::function<void(const harness::BuildRequest &, const harness::BuildResult &)> &done);

/// The version of a compiler, from its --version.
std::string compilerVersion(const harness::Toolchain &tools);

} // namespace warpsmith::polybench
