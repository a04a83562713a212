/// Which code of a kernel the current device has loaded. Host code.
#pragma once

#include <map>
#include <mutex>
#include <utility>

namespace warpsmith {

/// Whether blocks of so many threads can run a kernel on the current device. Code that was compiled
/// without the kernel's instructions has a bound of one thread. The device's compute capability
/// does not tell which code it has: the same GPU runs code for sm_90 and for sm_90a. All kernels of
/// a file are compiled for the same architectures, so one can answer for the others. The runtime is
/// asked once for each kernel and device.
template <typename Kernel>
bool hasCode(Kernel *kernel, int threads) {
  static std::mutex mutex;
  static std::map<std::pair<const void *, int>, bool> known;
  const void *const symbol = reinterpret_cast<const void *>(kernel);
  int device = 0;
  cudaGetDevice(&device);
  const std::lock_guard<std::mutex> lock(mutex);
  if (const auto found = known.find({symbol, device}); found != known.end())
    return found->second;
  cudaFuncAttributes attributes = {};
  if (cudaFuncGetAttributes(&attributes, symbol) != cudaSuccess) {
    cudaGetLastError(); // the fallback must not report it
    return false;
  }
  return known[{symbol, device}] = attributes.maxThreadsPerBlock >= threads;
}

} // namespace warpsmith
