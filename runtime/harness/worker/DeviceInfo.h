// What differs between the GPU and the emulator under the worker.
#pragma once

#include "runtime/harness/worker/Contestant.h"
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace warpsmith::harness::worker {

/// kind ("gpu" or "emulator"), name, compute_capability and, on a GPU, its size, clocks, driver and
/// library versions. Throws CudaError when there is no device.
nlohmann::json describeDevice();

/// GPUs that this process sees; of emulators as many as there are cores to run them.
int countDevices();
/// The current device's, as Telemetry takes it; empty in the emulator.
std::string busId();

/// Bytes of guard band on either side of a buffer unless the parent says otherwise; none in the
/// emulator, which sees every access outside an allocation by itself.
std::size_t defaultGuardBytes();

/// What the device knows about its last error beyond the CUDA error code, or nothing. The emulator
/// names the source line, block and thread, and can be used again afterwards.
std::string explainLastError();

/// Names of the kernels that a contestant launches. The emulator keeps a list of those that ran
/// since the last call; for a GPU the run is recorded once more without being executed
/// (CapturedRun.h).
std::vector<std::string> kernelsOfRun(Contestant &contestant, const PolybenchArguments &arguments);
/// Kernels that ran so far are of no interest.
void forgetKernels();

/// Changes what a program must not depend on, where that can be changed: the emulator's order of
/// threads and blocks.
void varyExecutionOrder(unsigned run);

} // namespace warpsmith::harness::worker
