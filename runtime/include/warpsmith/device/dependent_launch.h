/// Kernels that begin before the one before them in the stream has ended: CUDA C++ Programming
/// Guide, "Programmatic Dependent Launch and Synchronization"; PTX ISA "griddepcontrol". Needs
/// sm_90.
///
/// Each thread of such a kernel waits before it reads or writes global memory, and so does each
/// block that does neither: then a kernel that has waited for this one has waited for all before
/// it, and the stream's order is what it always was.
#pragma once

#include "warpsmith/device/kernel_code.h"

namespace warpsmith {

/// Until here a kernel must not touch what the kernel before it in the stream writes or reads.
__device__ __forceinline__ void waitForPreviousKernel() {
  asm volatile("griddepcontrol.wait;" ::: "memory");
}
/// The next kernel may begin once all blocks have come here, and waits where it must.
__device__ __forceinline__ void allowNextKernel() {
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
}

/// Launches a kernel that waits for its predecessor itself, with clusters of `blocksOfCluster`
/// blocks along x. False when the device cannot run it, or refuses. Host code.
template <typename... Parameters, typename... Arguments>
bool launchDependent(const Device &device, void (*kernel)(Parameters...), dim3 blocks,
                     int blocksOfCluster, int threads, int sharedBytes, cudaStream_t stream,
                     const Arguments &...arguments) {
  if (!canLaunch(device, kernel, threads, sharedBytes))
    return false;
  cudaLaunchAttribute attributes[2];
  attributes[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attributes[0].val.programmaticStreamSerializationAllowed = 1;
  attributes[1].id = cudaLaunchAttributeClusterDimension;
  attributes[1].val.clusterDim.x = blocksOfCluster;
  attributes[1].val.clusterDim.y = 1;
  attributes[1].val.clusterDim.z = 1;
  cudaLaunchConfig_t configuration = {};
  configuration.gridDim = blocks;
  configuration.blockDim = dim3(threads);
  configuration.dynamicSmemBytes = sharedBytes;
  configuration.stream = stream;
  configuration.attrs = attributes;
  configuration.numAttrs = blocksOfCluster > 1 ? 2 : 1;
  if (cudaLaunchKernelEx(&configuration, kernel, static_cast<Parameters>(arguments)...) ==
      cudaSuccess)
    return true;
  // For later launches: cudaDeviceReset has taken the shared memory back.
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, sharedBytes);
  cudaGetLastError(); // the fallback must not report it
  return false;
}

} // namespace warpsmith
