#include "polybench/cli/Commands.h"
#include "polybench/cli/RunTasks.h"
#include "polybench/cli/UserKernels.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/run/Interrupt.h"
#include "runtime/harness/run/Progress.h"
#include <cstdio>

namespace warpsmith::polybench {

using namespace warpsmith::harness;

int buildCommand(const BuildOptions &options, const std::string &outputFolder) {
  if (isSourceFile(options.benchmark) && !outputFolder.empty())
    throw InputError("--out belongs to the suite's benchmarks, not to a file; see --keep-sources");
  const DeviceKind kind = kindToBuildFor(options.device);
  const std::vector<BuildRequest> requests = buildRequests(options);
  Progress progress;
  std::size_t finished = 0;
  bool failed = false;
  buildBundle(options, kind, requests, outputFolder,
              [&](const BuildRequest &request, const BuildResult &result) {
                progress.clear();
                const std::string name = rewrittenName(request);
                if (!result.isApplicable) {
                  std::printf("%-50s not applicable: %s\n", name.c_str(), result.error.c_str());
                } else if (result.library.empty()) {
                  failed = true;
                  std::fprintf(stderr, "%s: %s\n", name.c_str(), result.error.c_str());
                } else {
                  std::printf("%-50s %s\n", name.c_str(),
                              result.cached ? "cached"
                                            : (std::to_string(result.seconds) + " s").c_str());
                }
                progress.show("built " + std::to_string(++finished) + " of " +
                              std::to_string(requests.size()));
              });
  progress.clear();
  if (wasInterrupted())
    return InterruptedStatus;
  return failed ? Failure : Success;
}

} // namespace warpsmith::polybench
