#include "runtime/emulator/lib/Emulator.h"
#include "runtime/harness/worker/Cuda.h"
#include "runtime/harness/worker/DeviceInfo.h"
#include "runtime/harness/worker/KernelName.h"
#include <algorithm>
#include <thread>

namespace warpsmith::harness::worker {

nlohmann::json describeDevice() {
  cudaDeviceProp properties = {};
  check(cudaGetDeviceProperties(&properties, 0), "starting the emulator");
  return {{"kind", "emulator"},
          {"name", properties.name},
          {"compute_capability",
           std::to_string(properties.major) + "." + std::to_string(properties.minor)}};
}

int countDevices() {
  return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

std::string busId() {
  return "";
}

std::size_t defaultGuardBytes() {
  return 0;
}

std::string explainLastError() {
  const std::optional<emulator::ErrorRecord> error = emulator::lastError();
  emulator::clearError();
  return error ? error->str() : "";
}

void forgetKernels() {
  emulator::takeLaunchedKernels();
}

std::vector<std::string> kernelsOfRun(Contestant & /*contestant*/,
                                      const PolybenchArguments & /*arguments*/) {
  std::vector<std::string> names;
  for (const std::string &symbol : emulator::takeLaunchedKernels())
    names.push_back(kernelName(symbol.c_str()));
  return names;
}

void varyExecutionOrder(unsigned run) {
  static const std::uint64_t FirstSeed = emulator::options().seed;
  emulator::options().seed = FirstSeed + run;
}

} // namespace warpsmith::harness::worker
