/// What the current device is.
#pragma once

namespace warpsmith {

/// Compute capability of the current device as 10 * major + minor.
inline int computeCapability() {
  int device = 0, major = 0, minor = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device);
  cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device);
  return 10 * major + minor;
}

} // namespace warpsmith
