// The worker's command `profile`: the GPU's worker runs, the emulator's refuses.
#pragma once

#include "runtime/harness/worker/Session.h"

namespace warpsmith::harness::worker {

/// Runs the contestant twice on random inputs, of which a profiler that waits for cudaProfilerStart
/// sees the second run alone. Throws CudaError.
void runForProfiler(const Session &session, Contestant &contestant);

} // namespace warpsmith::harness::worker
