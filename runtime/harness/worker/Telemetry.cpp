#include "runtime/harness/worker/Telemetry.h"
#include <dlfcn.h>

namespace warpsmith::harness::worker {
namespace {

// The part of NVML's stable C interface that is used, so that neither its header nor its library
// is needed to build (NVML API reference; a status of 0 is success).
using Status = int;
constexpr int ClockSm = 1;
constexpr int ClockMemory = 2;
constexpr int TemperatureGpu = 0;

template <typename Function>
Function *find(void *library, const char *name) {
  return library ? reinterpret_cast<Function *>(dlsym(library, name)) : nullptr;
}

template <typename... Leading>
std::optional<double> query(void *library, const char *name, double scale, void *device,
                            Leading... leading) {
  auto *function = find<Status(void *, Leading..., unsigned *)>(library, name);
  unsigned value = 0;
  if (!function || !device || function(device, leading..., &value) != 0)
    return std::nullopt;
  return value * scale;
}

} // namespace

Telemetry::Telemetry(const std::string &pciBusId)
    : library(dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL)) {
  auto *initialise = find<Status()>(library, "nvmlInit_v2");
  auto *byBusId = find<Status(const char *, void **)>(library, "nvmlDeviceGetHandleByPciBusId_v2");
  if (!initialise || !byBusId || initialise() != 0 || byBusId(pciBusId.c_str(), &device) != 0)
    device = nullptr;
}

Telemetry::~Telemetry() {
  if (auto *shutdown = find<Status()>(library, "nvmlShutdown"))
    shutdown();
  if (library)
    dlclose(library);
}

Reading Telemetry::read() const {
  return {query(library, "nvmlDeviceGetClockInfo", 1, device, ClockSm),
          query(library, "nvmlDeviceGetClockInfo", 1, device, ClockMemory),
          query(library, "nvmlDeviceGetPowerUsage", 1e-3, device),
          query(library, "nvmlDeviceGetTemperature", 1, device, TemperatureGpu)};
}

std::string Telemetry::driverVersion() const {
  auto *function = find<Status(char *, unsigned)>(library, "nvmlSystemGetDriverVersion");
  char version[96] = "";
  return function && function(version, sizeof version) == 0 ? version : "";
}

std::optional<double> Telemetry::maximumSmClock() const {
  return query(library, "nvmlDeviceGetMaxClockInfo", 1, device, ClockSm);
}

} // namespace warpsmith::harness::worker
