/// Launches of kernels that the current device may not be able to run. Host code.
#pragma once

#include "warpsmith/device/kernel_code.h"

namespace warpsmith {

/// As kernel<<<blocks, threads, sharedBytes, stream>>>(arguments...); false when the device cannot
/// run it, or refuses.
template <typename... Parameters, typename... Arguments>
bool launch(const Device &device, void (*kernel)(Parameters...), dim3 blocks, int threads,
            int sharedBytes, cudaStream_t stream, const Arguments &...arguments) {
  if (!canLaunch(device, kernel, threads, sharedBytes))
    return false;
  const cudaLaunchConfig_t configuration = {blocks, dim3(threads), (size_t)sharedBytes,
                                            stream, nullptr,       0};
  if (cudaLaunchKernelEx(&configuration, kernel, static_cast<Parameters>(arguments)...) ==
      cudaSuccess)
    return true;
  // For later launches: cudaDeviceReset has taken the shared memory back.
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, sharedBytes);
  cudaGetLastError(); // the fallback must not report it
  return false;
}

} // namespace warpsmith
