#include "runtime/harness/worker/Cuda.h"
#include "runtime/harness/worker/DeviceInfo.h"

namespace warpsmith::harness::worker {

nlohmann::json describeDevice() {
  cudaDeviceProp properties = {};
  check(cudaGetDeviceProperties(&properties, 0), "starting the emulator");
  return {{"kind", "emulator"},
          {"name", properties.name},
          {"compute_capability",
           std::to_string(properties.major) + "." + std::to_string(properties.minor)}};
}

std::size_t defaultGuardBytes() {
  return std::size_t{64} << 10;
}

} // namespace warpsmith::harness::worker
