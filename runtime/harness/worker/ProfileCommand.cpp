#include "runtime/harness/worker/ProfileCommand.h"
#include "runtime/harness/worker/Cuda.h"
#include <cuda_profiler_api.h>

namespace warpsmith::harness::worker {

void runForProfiler(const Session &session, Contestant &contestant) {
  const SessionSettings &settings = session.settings();
  const Problem problem = makeProblem(session.benchmark(), settings.type, settings.sizes,
                                      InputKind::Random, settings.seed);
  const std::vector<DeviceBuffer> buffers = placeBuffers(problem, {}, 0);
  const PolybenchArguments arguments = makeArguments(problem, buffers, nullptr);
  contestant.enqueue(arguments); // loads kernels, and a library chooses its own
  synchronize("run before profiling");
  check(cudaProfilerStart(), "cudaProfilerStart");
  contestant.enqueue(arguments);
  synchronize("profiled run");
  check(cudaProfilerStop(), "cudaProfilerStop");
}

} // namespace warpsmith::harness::worker
