// Clocks, power and temperature of the GPU through NVML, loaded at run time.
#pragma once

#include <optional>
#include <string>

namespace warpsmith::harness::worker {

/// One reading; a value that the driver does not give is absent.
struct Reading {
  std::optional<double> smClock;     // MHz
  std::optional<double> memoryClock; // MHz
  std::optional<double> power;       // W
  std::optional<double> temperature; // degrees Celsius
};

/// Reads one GPU. Without NVML, every reading is empty.
class Telemetry {
public:
  /// `pciBusId` as cudaDeviceGetPCIBusId writes it.
  explicit Telemetry(const std::string &pciBusId);
  ~Telemetry();
  Telemetry(const Telemetry &) = delete; // owns the library's session
  Telemetry &operator=(const Telemetry &) = delete;

  Reading read() const;
  std::string driverVersion() const;            // "580.159.03", or empty
  std::optional<double> maximumSmClock() const; // MHz

private:
  void *library = nullptr;
  void *device = nullptr;
};

} // namespace warpsmith::harness::worker
