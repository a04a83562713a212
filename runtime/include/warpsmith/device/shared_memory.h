/// Dynamic shared memory beyond the 48 KiB that every kernel may use.
#pragma once

namespace warpsmith {

/// Raises a kernel's limit of dynamic shared memory; false when the device has not so much.
template <typename Kernel>
bool reserveSharedMemory(Kernel *kernel, int bytes) {
  if (cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes) ==
      cudaSuccess)
    return true;
  cudaGetLastError(); // the fallback must not report it
  return false;
}

/// False when a block cannot have so much on the current device.
inline bool hasSharedMemory(int bytes) {
  int device = 0, most = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
  return bytes <= most;
}

} // namespace warpsmith
