/// Whether the current device can run a kernel. Host code.
#pragma once

#include "warpsmith/device/device_properties.h"
#include <algorithm>
#include <utility>
#include <vector>

namespace warpsmith {

/// Whether the device can run the kernel in blocks of so many threads with so much dynamic shared
/// memory, which are always the same for a kernel. Code that was compiled without its instructions
/// has a bound of one thread. The compute capability does not tell which code a device has: the
/// same GPU runs code for sm_90 and for sm_90a. Each thread asks once for a kernel and a device.
template <typename Kernel>
bool canLaunch(const Device &device, Kernel *kernel, int threads, int sharedBytes) {
  thread_local std::vector<std::pair<Kernel *, int>> able;
  const auto asked = std::make_pair(kernel, device.number);
  if (std::find(able.begin(), able.end(), asked) != able.end())
    return true;
  cudaFuncAttributes attributes = {};
  if (sharedBytes > device.sharedBytes ||
      cudaFuncGetAttributes(&attributes, kernel) != cudaSuccess ||
      cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, sharedBytes) !=
          cudaSuccess)
    cudaGetLastError(); // the fallback must not report it
  else if (attributes.maxThreadsPerBlock >= threads)
    able.push_back(asked);
  return !able.empty() && able.back() == asked;
}

} // namespace warpsmith
