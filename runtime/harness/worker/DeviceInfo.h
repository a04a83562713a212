// The device under the worker, for the report's context.
#pragma once

#include <nlohmann/json.hpp>

namespace warpsmith::harness::worker {

/// kind ("gpu" or "emulator"), name, compute_capability and, on a GPU, its size, clocks, driver and
/// library versions. Throws CudaError when there is no device.
nlohmann::json describeDevice();

/// Bytes of guard band on either side of a buffer unless the parent says otherwise.
std::size_t defaultGuardBytes();

} // namespace warpsmith::harness::worker
