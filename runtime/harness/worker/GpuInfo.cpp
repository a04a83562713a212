#include "runtime/harness/worker/Baseline.h"
#include "runtime/harness/worker/CapturedRun.h"
#include "runtime/harness/worker/Cuda.h"
#include "runtime/harness/worker/DeviceInfo.h"
#include "runtime/harness/worker/Telemetry.h"

namespace warpsmith::harness::worker {
namespace {

std::string cudaVersion(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

/// 0 where the driver does not tell.
int attribute(cudaDeviceAttr what, int device) {
  int value = 0;
  if (cudaDeviceGetAttribute(&value, what, device) == cudaSuccess)
    return value;
  cudaGetLastError(); // nobody else's
  return 0;
}

} // namespace

std::string busId() {
  int device = 0;
  char text[32] = "";
  check(cudaGetDevice(&device), "cudaGetDevice");
  check(cudaDeviceGetPCIBusId(text, sizeof text, device), "cudaDeviceGetPCIBusId");
  return text;
}

/// Without a driver CUDA says that the driver is too old.
void requireDriver() {
  int version = 0;
  if (cudaDriverGetVersion(&version) == cudaSuccess && version == 0)
    throw CudaError("looking for a GPU: no NVIDIA driver is installed");
}

nlohmann::json describeDevice() {
  requireDriver();
  int device = 0;
  check(cudaGetDevice(&device), "looking for a GPU");
  cudaDeviceProp properties = {};
  check(cudaGetDeviceProperties(&properties, device), "looking for a GPU");
  int driver = 0;
  int runtime = 0;
  check(cudaDriverGetVersion(&driver), "cudaDriverGetVersion");
  check(cudaRuntimeGetVersion(&runtime), "cudaRuntimeGetVersion");
  const Telemetry telemetry(busId());
  nlohmann::json info = {
      {"kind", "gpu"},
      {"name", properties.name},
      {"compute_capability",
       std::to_string(properties.major) + "." + std::to_string(properties.minor)},
      {"multiprocessors", properties.multiProcessorCount},
      {"l2_bytes", properties.l2CacheSize},
      {"memory_bytes", properties.totalGlobalMem},
      {"pci_bus_id", busId()},
      {"driver", telemetry.driverVersion()},
      {"driver_cuda", cudaVersion(driver)},
      {"cuda", cudaVersion(runtime)},
      {"cublas", cublasVersion()},
  };
  // The clock is in kHz; memory moves data on both edges of it.
  const double bandwidth = 2e3 * attribute(cudaDevAttrMemoryClockRate, device) *
                           (attribute(cudaDevAttrGlobalMemoryBusWidth, device) / 8.0);
  if (bandwidth > 0)
    info["memory_bytes_per_second"] = bandwidth;
  if (const auto clock = telemetry.maximumSmClock())
    info["max_sm_clock_mhz"] = *clock;
  return info;
}

int countDevices() {
  requireDriver();
  int count = 0;
  check(cudaGetDeviceCount(&count), "counting GPUs");
  return count;
}

std::size_t defaultGuardBytes() {
  return std::size_t{1} << 20;
}

std::string explainLastError() {
  return "";
}

void forgetKernels() {
}

std::vector<std::string> kernelsOfRun(Contestant &contestant, const PolybenchArguments &arguments) {
  static cudaStream_t stream = nullptr; // the default stream cannot be captured
  if (!stream)
    check(cudaStreamCreate(&stream), "cudaStreamCreate");
  PolybenchArguments recorded = arguments;
  recorded.stream = stream;
  return CapturedRun(contestant, recorded).kernelNames();
}

void varyExecutionOrder(unsigned /*run*/) {
}

} // namespace warpsmith::harness::worker
