/// Runtime functions that earlier toolkits had, and ones of today's that the built-in declarations
/// leave out.
#pragma once

namespace warpsmith_removed {

// Deprecated in CUDA 4.0 and later, gone by 13.0.
WARPSMITH_KNOWN(cudaError_t, cudaThreadExit)
WARPSMITH_KNOWN(cudaError_t, cudaThreadSynchronize)
WARPSMITH_KNOWN(cudaError_t, cudaThreadSetLimit)
WARPSMITH_KNOWN(cudaError_t, cudaThreadGetLimit)
WARPSMITH_KNOWN(cudaError_t, cudaThreadSetCacheConfig)
WARPSMITH_KNOWN(cudaError_t, cudaThreadGetCacheConfig)
WARPSMITH_KNOWN(cudaError_t, cudaConfigureCall)
WARPSMITH_KNOWN(cudaError_t, cudaSetupArgument)
WARPSMITH_KNOWN(cudaError_t, cudaLaunch)
WARPSMITH_KNOWN(cudaError_t, cudaSetDoubleForDevice)
WARPSMITH_KNOWN(cudaError_t, cudaSetDoubleForHost)
WARPSMITH_KNOWN(cudaError_t, cudaFuncSetSharedMemConfig)
WARPSMITH_KNOWN(cudaError_t, cudaDeviceSetSharedMemConfig)
WARPSMITH_KNOWN(cudaError_t, cudaDeviceGetSharedMemConfig)
WARPSMITH_KNOWN(cudaError_t, cudaLaunchCooperativeKernelMultiDevice)
WARPSMITH_KNOWN(cudaError_t, cudaProfilerInitialize)
WARPSMITH_KNOWN(cudaError_t, cudaGLSetGLDevice)
WARPSMITH_KNOWN(cudaError_t, cudaGLRegisterBufferObject)
WARPSMITH_KNOWN(cudaError_t, cudaGLUnregisterBufferObject)
WARPSMITH_KNOWN(cudaError_t, cudaGLMapBufferObject)
WARPSMITH_KNOWN(cudaError_t, cudaGLUnmapBufferObject)
WARPSMITH_KNOWN(cudaError_t, cudaGLMapBufferObjectAsync)
WARPSMITH_KNOWN(cudaError_t, cudaGLSetBufferObjectMapFlags)

// Still there, but not built in.
WARPSMITH_KNOWN(cudaError_t, cudaIpcGetMemHandle)
WARPSMITH_KNOWN(cudaError_t, cudaIpcOpenMemHandle)
WARPSMITH_KNOWN(cudaError_t, cudaIpcCloseMemHandle)
WARPSMITH_KNOWN(cudaError_t, cudaIpcGetEventHandle)
WARPSMITH_KNOWN(cudaError_t, cudaIpcOpenEventHandle)
WARPSMITH_KNOWN(cudaError_t, cudaGraphicsGLRegisterBuffer)
WARPSMITH_KNOWN(cudaError_t, cudaGraphicsUnregisterResource)
WARPSMITH_KNOWN(cudaError_t, cudaGraphicsMapResources)
WARPSMITH_KNOWN(cudaError_t, cudaGraphicsUnmapResources)
WARPSMITH_KNOWN(cudaError_t, cudaGraphicsResourceGetMappedPointer)
WARPSMITH_KNOWN(cudaError_t, cudaGraphAddKernelNode)
WARPSMITH_KNOWN(cudaError_t, cudaGraphAddMemcpyNode)
WARPSMITH_KNOWN(cudaError_t, cudaGraphAddMemsetNode)
WARPSMITH_KNOWN(cudaError_t, cudaGraphAddHostNode)
WARPSMITH_KNOWN(cudaError_t, cudaGraphAddDependencies)
WARPSMITH_KNOWN(cudaError_t, cudaGraphDestroyNode)
WARPSMITH_KNOWN(cudaError_t, cudaMemcpy3DPeer)
WARPSMITH_KNOWN(cudaError_t, cudaMemRangeGetAttribute)
WARPSMITH_KNOWN(cudaError_t, cudaDeviceFlushGPUDirectRDMAWrites)
WARPSMITH_KNOWN(cudaError_t, cudaFuncGetModule)
WARPSMITH_KNOWN(cudaError_t, cudaUserObjectCreate)
WARPSMITH_KNOWN(cudaError_t, cudaSignalExternalSemaphoresAsync)
struct cudaIpcMemHandle_t {
  char reserved[64];
};
struct cudaIpcEventHandle_t {
  char reserved[64];
};
struct cudaGraphicsResource;
typedef cudaGraphicsResource *cudaGraphicsResource_t;
enum cudaGraphicsMapFlags {
  cudaGraphicsMapFlagsNone = 0,
  cudaGraphicsMapFlagsReadOnly = 1,
  cudaGraphicsMapFlagsWriteDiscard = 2,
};
enum cudaOutputMode { cudaKeyValuePair = 0, cudaCSV = 1 };

} // namespace warpsmith_removed

// Signatures of before CUDA 13, beside today's of the same name.
inline cudaError_t cudaMemPrefetchAsync(const void *, size_t, int, cudaStream_t = 0) {
  return cudaSuccess;
}
inline cudaError_t cudaMemAdvise(const void *, size_t, enum cudaMemoryAdvise, int) {
  return cudaSuccess;
}
template <class ErrorNode>
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *, cudaGraph_t, ErrorNode, char *, size_t) {
  return cudaSuccess;
}
