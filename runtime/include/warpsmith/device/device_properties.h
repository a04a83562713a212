/// What the current device is. Host code.
#pragma once

namespace warpsmith {

struct Device {
  int number = -1;
  int capability = 0; ///< compute capability as 10 * major + minor
  int multiprocessors = 1;
  int sharedBytes = 0; ///< of shared memory that a block may have
};

/// The current device; one that is able to nothing if there is none. Each thread asks for a
/// device's properties once.
inline Device currentDevice() {
  thread_local Device known[16];
  int number = 0, major = 0, minor = 0;
  if (cudaGetDevice(&number) != cudaSuccess) {
    cudaGetLastError(); // the fallback must not report it
    return {};
  }
  Device &device = known[number % 16];
  if (device.number != number) {
    cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, number);
    cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, number);
    cudaDeviceGetAttribute(&device.multiprocessors, cudaDevAttrMultiProcessorCount, number);
    cudaDeviceGetAttribute(&device.sharedBytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, number);
    device.capability = 10 * major + minor;
    device.number = number;
  }
  return device;
}

} // namespace warpsmith
