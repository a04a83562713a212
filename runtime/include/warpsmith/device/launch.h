/// Launches of kernels that the current device may not be able to run, and what stands in for
/// cudaLaunchKernel. Host code, but for what a kernel calls that is launched dependent.
///
/// Such a kernel begins before the one before it in the stream has ended: CUDA C++ Programming
/// Guide, "Programmatic Dependent Launch and Synchronization"; PTX ISA "griddepcontrol". It needs
/// sm_90. Each of its threads waits before it reads or writes global memory, and so does each block
/// that does neither: then a kernel that has waited for this one has waited for all before it, and
/// the stream's order is what it always was.
#pragma once

#include "warpsmith/device/device_code.h"
#include "warpsmith/device/slice_choice.h"
#include <utility>

namespace warpsmith {

/// As kernel<<<blocks, threads, sharedBytes, stream>>>(arguments...); false when the device cannot
/// run it, or refuses.
template <typename... Parameters, typename... Arguments>
bool launch(const Device &device, void (*kernel)(Parameters...), dim3 blocks, int threads,
            int sharedBytes, cudaStream_t stream, Arguments... arguments) {
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
                     Arguments... arguments) {
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

/// Reads the kernel's arguments where `arguments` point to, as cudaLaunchKernel does.
template <typename... Parameters, size_t... Index>
void launchWith(void (*rewritten)(dim3, dim3, size_t, cudaStream_t, Parameters...), dim3 grid,
                dim3 block, void **arguments, size_t sharedBytes, cudaStream_t stream,
                std::index_sequence<Index...>) {
  rewritten(grid, block, sharedBytes, stream, *static_cast<Parameters *>(arguments[Index])...);
}

/// Runs `rewritten` in place of cudaLaunchKernel(original, ...) and returns what that would: the
/// launch's own error, which is also the last error.
template <typename... Parameters>
cudaError_t launchKernel(void (*rewritten)(dim3, dim3, size_t, cudaStream_t, Parameters...),
                         void (*original)(Parameters...), dim3 grid, dim3 block, void **arguments,
                         size_t sharedBytes, cudaStream_t stream) {
  // While the error of an earlier call has not been fetched, that of a launch cannot be told from
  // it.
  if (cudaPeekAtLastError() != cudaSuccess)
    return cudaLaunchKernel(reinterpret_cast<const void *>(original), grid, block, arguments,
                            sharedBytes, stream);
  warpsmith::launchWith(rewritten, grid, block, arguments, sharedBytes, stream,
                        std::index_sequence_for<Parameters...>());
  return cudaPeekAtLastError();
}

/// Multiprocessors of a cluster are of one GPC, of which not all have as many. `known` keeps the
/// answer for each device.
template <typename... Parameters>
const ClustersAtOnce &clustersAtOnce(ClustersAtOnce (&known)[16], const Device &device,
                                     void (*kernel)(Parameters...), int threads, int sharedBytes) {
  ClustersAtOnce &clusters = known[device.number % 16];
  if (clusters.device == device.number)
    return clusters;
  clusters = {};
  clusters.device = device.number;
  if (!canLaunch(device, kernel, threads, sharedBytes))
    return clusters;
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.y = 1;
  attribute.val.clusterDim.z = 1;
  cudaLaunchConfig_t configuration = {};
  configuration.blockDim = dim3(threads);
  configuration.dynamicSmemBytes = sharedBytes;
  configuration.attrs = &attribute;
  configuration.numAttrs = 1;
  for (int blocks = 2; blocks <= MostSlices; ++blocks) {
    attribute.val.clusterDim.x = blocks;
    configuration.gridDim = dim3(blocks);
    if (cudaOccupancyMaxActiveClusters(&clusters.of[blocks], kernel, &configuration) !=
        cudaSuccess) {
      clusters.of[blocks] = 0;
      cudaGetLastError(); // tiles are then not divided
    }
  }
  return clusters;
}

} // namespace warpsmith
