/// Launches with clusters of blocks, for which `<<<>>>` has no place.
#pragma once

namespace warpsmith {

/// `early`: the kernel may begin before its predecessor in the stream has ended, and waits for it
/// itself. False when the launch was refused.
template <typename... Parameters, typename... Arguments>
bool launchInClusters(void (*kernel)(Parameters...), int blocks, int blocksOfCluster, int threads,
                      int sharedBytes, cudaStream_t stream, bool early,
                      const Arguments &...arguments) {
  cudaLaunchAttribute attributes[2];
  attributes[0].id = cudaLaunchAttributeClusterDimension;
  attributes[0].val.clusterDim.x = blocksOfCluster;
  attributes[0].val.clusterDim.y = 1;
  attributes[0].val.clusterDim.z = 1;
  attributes[1].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attributes[1].val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t configuration = {};
  configuration.gridDim = dim3(blocks);
  configuration.blockDim = dim3(threads);
  configuration.dynamicSmemBytes = sharedBytes;
  configuration.stream = stream;
  configuration.attrs = attributes;
  configuration.numAttrs = early ? 2 : 1;
  if (cudaLaunchKernelEx(&configuration, kernel, static_cast<Parameters>(arguments)...) ==
      cudaSuccess)
    return true;
  cudaGetLastError(); // the fallback must not report it
  return false;
}

} // namespace warpsmith
