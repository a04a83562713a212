/// Overloads of runtime functions for typed pointers, symbols and kernels, which cuda_runtime.h
/// adds to the C functions.
#pragma once

#include "cuda_runtime_api.h"

template <typename Type>
cudaError_t cudaMalloc(Type **pointer, size_t bytes) {
  return ::cudaMalloc(reinterpret_cast<void **>(pointer), bytes);
}
template <typename Type>
cudaError_t cudaMallocHost(Type **pointer, size_t bytes, unsigned int flags = 0) {
  return ::cudaHostAlloc(reinterpret_cast<void **>(pointer), bytes, flags);
}
inline cudaError_t cudaMallocHost(void **pointer, size_t bytes, unsigned int flags) {
  return ::cudaHostAlloc(pointer, bytes, flags);
}
template <typename Type>
cudaError_t cudaHostAlloc(Type **pointer, size_t bytes, unsigned int flags) {
  return ::cudaHostAlloc(reinterpret_cast<void **>(pointer), bytes, flags);
}
template <typename Type>
cudaError_t cudaHostGetDevicePointer(Type **device, void *host, unsigned int flags) {
  return ::cudaHostGetDevicePointer(reinterpret_cast<void **>(device), host, flags);
}
template <typename Type>
cudaError_t cudaMallocManaged(Type **pointer, size_t bytes,
                              unsigned int flags = cudaMemAttachGlobal) {
  return ::cudaMallocManaged(reinterpret_cast<void **>(pointer), bytes, flags);
}
template <typename Type>
cudaError_t cudaMallocPitch(Type **pointer, size_t *pitch, size_t width, size_t height) {
  return ::cudaMallocPitch(reinterpret_cast<void **>(pointer), pitch, width, height);
}
template <typename Type>
cudaError_t cudaMallocAsync(Type **pointer, size_t bytes, cudaStream_t stream) {
  return ::cudaMallocAsync(reinterpret_cast<void **>(pointer), bytes, stream);
}
template <typename Type>
cudaError_t cudaMallocFromPoolAsync(Type **pointer, size_t bytes, cudaMemPool_t pool,
                                    cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync(reinterpret_cast<void **>(pointer), bytes, pool, stream);
}
template <typename Type>
cudaError_t cudaMallocAsync(Type **pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync(reinterpret_cast<void **>(pointer), bytes, pool, stream);
}

template <typename Symbol>
cudaError_t cudaMemcpyToSymbol(const Symbol &symbol, const void *from, size_t bytes,
                               size_t offset = 0,
                               enum cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return ::cudaMemcpyToSymbol(static_cast<const void *>(&symbol), from, bytes, offset, kind);
}
template <typename Symbol>
cudaError_t cudaMemcpyFromSymbol(void *to, const Symbol &symbol, size_t bytes, size_t offset = 0,
                                 enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return ::cudaMemcpyFromSymbol(to, static_cast<const void *>(&symbol), bytes, offset, kind);
}
template <typename Symbol>
cudaError_t cudaMemcpyToSymbolAsync(const Symbol &symbol, const void *from, size_t bytes,
                                    size_t offset = 0,
                                    enum cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                    cudaStream_t stream = 0) {
  return ::cudaMemcpyToSymbolAsync(static_cast<const void *>(&symbol), from, bytes, offset, kind,
                                   stream);
}
template <typename Symbol>
cudaError_t cudaMemcpyFromSymbolAsync(void *to, const Symbol &symbol, size_t bytes,
                                      size_t offset = 0,
                                      enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                      cudaStream_t stream = 0) {
  return ::cudaMemcpyFromSymbolAsync(to, static_cast<const void *>(&symbol), bytes, offset, kind,
                                     stream);
}
template <typename Pointer, typename Symbol>
cudaError_t cudaGetSymbolAddress(Pointer **pointer, const Symbol &symbol) {
  return ::cudaGetSymbolAddress(reinterpret_cast<void **>(pointer),
                                static_cast<const void *>(&symbol));
}
template <typename Symbol>
cudaError_t cudaGetSymbolSize(size_t *bytes, const Symbol &symbol) {
  return ::cudaGetSymbolSize(bytes, static_cast<const void *>(&symbol));
}

template <typename Function>
cudaError_t cudaFuncSetAttribute(Function *function, enum cudaFuncAttribute attribute, int value) {
  return ::cudaFuncSetAttribute(reinterpret_cast<const void *>(function), attribute, value);
}
template <typename Function>
cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, Function *function) {
  return ::cudaFuncGetAttributes(attributes, reinterpret_cast<const void *>(function));
}
template <typename Function>
cudaError_t cudaFuncSetCacheConfig(Function *function, enum cudaFuncCache config) {
  return ::cudaFuncSetCacheConfig(reinterpret_cast<const void *>(function), config);
}
template <typename Function>
cudaError_t cudaFuncGetName(const char **name, Function *function) {
  return ::cudaFuncGetName(name, reinterpret_cast<const void *>(function));
}
template <typename Function>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, Function *function,
                                                          int blockSize, size_t sharedBytes) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      blocks, reinterpret_cast<const void *>(function), blockSize, sharedBytes);
}
template <typename Function>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, Function *function,
                                                                   int blockSize,
                                                                   size_t sharedBytes,
                                                                   unsigned int flags) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      blocks, reinterpret_cast<const void *>(function), blockSize, sharedBytes, flags);
}
template <typename Function>
cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, Function *function,
                                           const cudaLaunchConfig_t *config) {
  return ::cudaOccupancyMaxActiveClusters(clusters, reinterpret_cast<const void *>(function),
                                          config);
}
template <typename Function>
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *sharedBytes, Function *function,
                                                      int blocks, int blockSize) {
  return ::cudaOccupancyAvailableDynamicSMemPerBlock(
      sharedBytes, reinterpret_cast<const void *>(function), blocks, blockSize);
}
template <typename Function>
cudaError_t cudaLaunchKernel(Function *function, dim3 grid, dim3 block, void **arguments,
                             size_t sharedBytes = 0, cudaStream_t stream = 0) {
  return ::cudaLaunchKernel(reinterpret_cast<const void *>(function), grid, block, arguments,
                            sharedBytes, stream);
}
template <typename Function>
cudaError_t cudaLaunchCooperativeKernel(Function *function, dim3 grid, dim3 block, void **arguments,
                                        size_t sharedBytes = 0, cudaStream_t stream = 0) {
  return ::cudaLaunchCooperativeKernel(reinterpret_cast<const void *>(function), grid, block,
                                       arguments, sharedBytes, stream);
}
/// Arguments are converted to the kernel's parameter types.
template <typename... Parameters, typename... Given>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(Parameters...),
                               Given &&...given) {
  return [&](Parameters... values) {
    void *pointers[] = {const_cast<void *>(static_cast<const volatile void *>(&values))...,
                        nullptr};
    return ::cudaLaunchKernelExC(config, reinterpret_cast<const void *>(kernel), pointers);
  }(static_cast<Given &&>(given)...);
}

/// The block size that keeps the most threads of a multiprocessor busy, and the smallest grid of
/// such blocks that fills the device. Found by trying all multiples of a warp.
template <typename SharedBytes, typename Function>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *minimumGrid, int *blockSize,
                                                           Function function,
                                                           SharedBytes sharedBytes, int limit = 0) {
  int device = 0, multiprocessors = 0;
  struct cudaFuncAttributes attributes;
  cudaError_t error = cudaGetDevice(&device);
  if (error == cudaSuccess)
    error = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  if (error == cudaSuccess)
    error = cudaFuncGetAttributes(&attributes, function);
  if (error != cudaSuccess)
    return error;
  const int largest =
      limit > 0 && limit < attributes.maxThreadsPerBlock ? limit : attributes.maxThreadsPerBlock;
  int best = 0;
  for (int size = (largest + 31) / 32 * 32; size > 0; size -= 32) {
    const int threads = size < largest ? size : largest;
    int blocks = 0;
    error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, threads,
                                                          sharedBytes(threads));
    if (error != cudaSuccess)
      return error;
    if (blocks * threads > best) {
      best = blocks * threads;
      *blockSize = threads;
      *minimumGrid = blocks * multiprocessors;
    }
  }
  return cudaSuccess;
}
template <typename Function>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int *minimumGrid, int *blockSize, Function function,
                                               size_t sharedBytes = 0, int limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMem(
      minimumGrid, blockSize, function, [=](int) { return sharedBytes; }, limit);
}

inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags) {
  return ::cudaEventCreateWithFlags(event, flags);
}

inline struct cudaPitchedPtr make_cudaPitchedPtr(void *pointer, size_t pitch, size_t width,
                                                 size_t height) {
  return {pointer, pitch, width, height};
}
inline struct cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) {
  return {width, height, depth};
}
inline struct cudaPos make_cudaPos(size_t x, size_t y, size_t z) {
  return {x, y, z};
}
