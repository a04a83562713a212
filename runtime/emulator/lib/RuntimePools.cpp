// Memory pools of the CUDA runtime API. Streams run in order here, and memory is never used twice:
// a pool is but a handle with its attributes.
#include "runtime/emulator/lib/Runtime.h"
#include "runtime/emulator/lib/RuntimeCall.h"
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

/// What a cudaMemPool_t points to.
struct CUmemPoolHandle_st {
  std::map<cudaMemPoolAttr, uint64_t> attributes;
  bool destroyed = false;
};

namespace warpsmith::emulator {
namespace {

/// Destroyed ones stay, to be recognised.
std::vector<std::unique_ptr<CUmemPoolHandle_st>> &pools() {
  static std::vector<std::unique_ptr<CUmemPoolHandle_st>> all;
  return all;
}

cudaMemPool_t newPool() {
  return pools().emplace_back(std::make_unique<CUmemPoolHandle_st>()).get();
}

cudaMemPool_t defaultPool() {
  static const cudaMemPool_t Pool = newPool();
  return Pool;
}

bool isLive(cudaMemPool_t pool) {
  for (const auto &known : pools())
    if (known.get() == pool)
      return !known->destroyed;
  return false;
}

/// Flags are 32 bits wide, amounts of memory 64.
bool isFlag(cudaMemPoolAttr attribute) {
  return attribute <= cudaMemPoolReuseAllowInternalDependencies;
}

cudaMemPool_t &chosenPool() {
  static cudaMemPool_t pool = defaultPool();
  return pool;
}

} // namespace
} // namespace warpsmith::emulator

using namespace warpsmith::emulator;

extern "C" {

cudaError_t cudaMallocFromPoolAsync(void **pointer, size_t bytes, cudaMemPool_t pool,
                                    cudaStream_t stream) {
  const RuntimeCall calling(__func__);
  return isLive(pool) ? cudaMallocAsync(pointer, bytes, stream) : note(cudaErrorInvalidValue);
}
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int number) {
  const RuntimeCall calling(__func__);
  *pool = defaultPool();
  return number == 0 ? cudaSuccess : note(cudaErrorInvalidDevice);
}
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int number) {
  const RuntimeCall calling(__func__);
  *pool = chosenPool();
  return number == 0 ? cudaSuccess : note(cudaErrorInvalidDevice);
}
cudaError_t cudaDeviceSetMemPool(int number, cudaMemPool_t pool) {
  const RuntimeCall calling(__func__);
  if (number != 0)
    return note(cudaErrorInvalidDevice);
  if (!isLive(pool))
    return note(cudaErrorInvalidValue);
  chosenPool() = pool;
  return cudaSuccess;
}
cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const cudaMemPoolProps *properties) {
  const RuntimeCall calling(__func__);
  if (properties->allocType != cudaMemAllocationTypePinned ||
      properties->location.type != cudaMemLocationTypeDevice || properties->location.id != 0)
    return note(cudaErrorInvalidValue);
  *pool = newPool();
  return cudaSuccess;
}
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
  const RuntimeCall calling(__func__);
  if (!isLive(pool) || pool == defaultPool())
    return note(cudaErrorInvalidValue);
  pool->destroyed = true;
  if (chosenPool() == pool)
    chosenPool() = defaultPool();
  return cudaSuccess;
}
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t) {
  const RuntimeCall calling(__func__);
  return isLive(pool) ? cudaSuccess : note(cudaErrorInvalidValue);
}
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void *value) {
  const RuntimeCall calling(__func__);
  if (!isLive(pool))
    return note(cudaErrorInvalidValue);
  pool->attributes[attribute] =
      isFlag(attribute) ? *static_cast<int *>(value) : *static_cast<uint64_t *>(value);
  return cudaSuccess;
}
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void *value) {
  const RuntimeCall calling(__func__);
  if (!isLive(pool))
    return note(cudaErrorInvalidValue);
  const auto found = pool->attributes.find(attribute);
  const uint64_t stored = found == pool->attributes.end() ? isFlag(attribute) : found->second;
  if (isFlag(attribute))
    *static_cast<int *>(value) = static_cast<int>(stored);
  else
    *static_cast<uint64_t *>(value) = stored;
  return cudaSuccess;
}

} // extern "C"
