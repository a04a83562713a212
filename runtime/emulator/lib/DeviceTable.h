/// The devices that can be emulated; WARPSMITH_EMULATOR_DEVICE chooses one by name, and
/// WARPSMITH_EMULATOR_MULTIPROCESSORS gives it another number of multiprocessors.
#pragma once

#include <cstddef>

namespace warpsmith::emulator {

struct DeviceModel {
  const char *name; ///< sm_90
  int major, minor;
  int multiprocessors;
  std::size_t sharedMemoryPerBlock; ///< bytes, after cudaFuncSetAttribute
  std::size_t sharedMemoryPerMultiprocessor;
  int threadsPerMultiprocessor;
  int l2Bytes;
};

/// The chosen device; sm_90 when nothing is chosen. An unknown name ends the program with a
/// message.
const DeviceModel &device();

/// What every kernel may use without asking.
constexpr std::size_t SharedMemoryWithoutAttribute = 48 * 1024;

} // namespace warpsmith::emulator
