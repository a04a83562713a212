// The device and its kernels as the CUDA runtime API describes them.
#include "runtime/emulator/lib/DeviceTable.h"
#include "runtime/emulator/lib/GlobalMemory.h"
#include "runtime/emulator/lib/KernelTable.h"
#include "runtime/emulator/lib/Runtime.h"
#include "runtime/emulator/lib/RuntimeCall.h"
#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

namespace warpsmith::emulator {
namespace {

std::map<const void *, std::size_t> &allowances() {
  static std::map<const void *, std::size_t> bytes;
  return bytes;
}

std::set<const void *> &largeClusters() {
  static std::set<const void *> kernels;
  return kernels;
}

constexpr int Registers = 65536, MaxBlocksPerMultiprocessor = 32;

} // namespace

std::size_t allowedSharedMemory(const void *kernel) {
  if (!kernel)
    return device().sharedMemoryPerBlock;
  const auto found = allowances().find(kernel);
  return found == allowances().end() ? SharedMemoryWithoutAttribute : found->second;
}

std::size_t sharedMemoryLimit(const void *kernel) {
  return kernel && !allowances().contains(kernel)
             ? SharedMemoryWithoutAttribute
             : std::max(device().sharedMemoryPerBlock, SharedMemoryWithoutAttribute);
}

void allowSharedMemory(const void *kernel, std::size_t bytes) {
  allowances()[kernel] = std::max(bytes, SharedMemoryWithoutAttribute);
}

bool allowsLargeClusters(const void *kernel) {
  return largeClusters().contains(kernel);
}

} // namespace warpsmith::emulator

using namespace warpsmith::emulator;

extern "C" {

cudaError_t cudaGetDeviceCount(int *count) {
  const RuntimeCall calling(__func__);
  *count = 1;
  return cudaSuccess;
}
cudaError_t cudaGetDevice(int *number) {
  const RuntimeCall calling(__func__);
  *number = 0;
  return cudaSuccess;
}
cudaError_t cudaSetDevice(int number) {
  const RuntimeCall calling(__func__);
  return number == 0 ? cudaSuccess : note(cudaErrorInvalidDevice);
}
cudaError_t cudaSetDeviceFlags(unsigned int) {
  const RuntimeCall calling(__func__);
  return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp *properties, int number) {
  const RuntimeCall calling(__func__);
  if (number != 0)
    return note(cudaErrorInvalidDevice);
  const DeviceModel &model = device();
  *properties = {};
  std::snprintf(properties->name, sizeof properties->name, "Warpsmith emulator (%s)", model.name);
  properties->totalGlobalMem = GlobalMemory::DeviceBytes;
  properties->sharedMemPerBlock = SharedMemoryWithoutAttribute;
  properties->sharedMemPerBlockOptin = model.sharedMemoryPerBlock;
  properties->sharedMemPerMultiprocessor = model.sharedMemoryPerMultiprocessor;
  properties->regsPerBlock = properties->regsPerMultiprocessor = Registers;
  properties->warpSize = 32;
  properties->maxThreadsPerBlock = MaxThreadsPerBlock;
  std::copy_n((const int[]){1024, 1024, 64}, 3, properties->maxThreadsDim);
  std::copy_n((const int[]){0x7fffffff, 65535, 65535}, 3, properties->maxGridSize);
  properties->totalConstMem = 65536;
  properties->major = model.major;
  properties->minor = model.minor;
  properties->multiProcessorCount = model.multiprocessors;
  properties->maxThreadsPerMultiProcessor = model.threadsPerMultiprocessor;
  properties->maxBlocksPerMultiProcessor = MaxBlocksPerMultiprocessor;
  properties->l2CacheSize = model.l2Bytes;
  properties->unifiedAddressing = properties->managedMemory = properties->memoryPoolsSupported = 1;
  return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int number) {
  const RuntimeCall calling(__func__);
  cudaDeviceProp properties;
  if (const cudaError_t error = cudaGetDeviceProperties(&properties, number); error != cudaSuccess)
    return error;
  const std::map<cudaDeviceAttr, int> values = {
      {cudaDevAttrMaxThreadsPerBlock, properties.maxThreadsPerBlock},
      {cudaDevAttrMaxBlockDimX, properties.maxThreadsDim[0]},
      {cudaDevAttrMaxBlockDimY, properties.maxThreadsDim[1]},
      {cudaDevAttrMaxBlockDimZ, properties.maxThreadsDim[2]},
      {cudaDevAttrMaxGridDimX, properties.maxGridSize[0]},
      {cudaDevAttrMaxGridDimY, properties.maxGridSize[1]},
      {cudaDevAttrMaxGridDimZ, properties.maxGridSize[2]},
      {cudaDevAttrMaxSharedMemoryPerBlock, static_cast<int>(properties.sharedMemPerBlock)},
      {cudaDevAttrMaxSharedMemoryPerBlockOptin,
       static_cast<int>(properties.sharedMemPerBlockOptin)},
      {cudaDevAttrMaxSharedMemoryPerMultiprocessor,
       static_cast<int>(properties.sharedMemPerMultiprocessor)},
      {cudaDevAttrWarpSize, 32},
      {cudaDevAttrMaxRegistersPerBlock, properties.regsPerBlock},
      {cudaDevAttrMaxRegistersPerMultiprocessor, properties.regsPerMultiprocessor},
      {cudaDevAttrMultiProcessorCount, properties.multiProcessorCount},
      {cudaDevAttrMaxThreadsPerMultiProcessor, properties.maxThreadsPerMultiProcessor},
      {cudaDevAttrMaxBlocksPerMultiprocessor, properties.maxBlocksPerMultiProcessor},
      {cudaDevAttrL2CacheSize, properties.l2CacheSize},
      {cudaDevAttrComputeCapabilityMajor, properties.major},
      {cudaDevAttrComputeCapabilityMinor, properties.minor},
      {cudaDevAttrManagedMemory, 1},
      {cudaDevAttrUnifiedAddressing, 1},
      {cudaDevAttrClusterLaunch, properties.major >= 9},
  };
  const auto found = values.find(attribute);
  *value = found == values.end() ? 0 : found->second;
  return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int *version) {
  const RuntimeCall calling(__func__);
  *version = 13000;
  return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int *version) {
  const RuntimeCall calling(__func__);
  *version = 13000;
  return cudaSuccess;
}

cudaError_t cudaFuncSetAttribute(const void *kernel, cudaFuncAttribute attribute, int value) {
  const RuntimeCall calling(__func__);
  if (attribute == cudaFuncAttributeNonPortableClusterSizeAllowed && value)
    largeClusters().insert(kernel);
  if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize)
    return cudaSuccess;
  if (value < 0 || static_cast<std::size_t>(value) > device().sharedMemoryPerBlock)
    return note(cudaErrorInvalidValue);
  allowSharedMemory(kernel, value);
  return cudaSuccess;
}
cudaError_t cudaFuncSetCacheConfig(const void *, cudaFuncCache) {
  const RuntimeCall calling(__func__);
  return cudaSuccess;
}
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) {
  const RuntimeCall calling(__func__);
  return cudaSuccess;
}
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, const void *kernel) {
  const RuntimeCall calling(__func__);
  *attributes = {};
  attributes->maxThreadsPerBlock = mostThreads(kernel);
  attributes->maxDynamicSharedSizeBytes = static_cast<int>(allowedSharedMemory(kernel));
  attributes->ptxVersion = attributes->binaryVersion = computeCapability();
  return cudaSuccess;
}

/// By threads and shared memory; registers are not modelled.
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *kernel,
                                                          int threads, size_t shared) {
  const RuntimeCall calling(__func__);
  if (threads <= 0 || threads > mostThreads(kernel) || shared > allowedSharedMemory(kernel)) {
    *blocks = 0;
    return note(cudaErrorInvalidValue);
  }
  int count = std::min(MaxBlocksPerMultiprocessor,
                       device().threadsPerMultiprocessor / ((threads + 31) / 32 * 32));
  if (shared)
    count =
        std::min(count, static_cast<int>(device().sharedMemoryPerMultiprocessor / (shared + 1024)));
  *blocks = count;
  return cudaSuccess;
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *kernel,
                                                                   int threads, size_t shared,
                                                                   unsigned int) {
  const RuntimeCall calling(__func__);
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel, threads, shared);
}

cudaError_t cudaProfilerStart() {
  const RuntimeCall calling(__func__);
  return cudaSuccess;
}
cudaError_t cudaProfilerStop() {
  const RuntimeCall calling(__func__);
  return cudaSuccess;
}

} // extern "C"
