// Memory pools. Work runs when it is enqueued, so memory is the device's from one call to another.
#include "runtime/emulator/lib/Runtime.h"
#include <new>

using namespace warpsmith::emulator;

struct CUmemPoolHandle_st {
  unsigned long long releaseThreshold = 0;
};

namespace {

CUmemPoolHandle_st defaultPool;
cudaMemPool_t currentPool = &defaultPool;

bool isDevice(int device) {
  int count = 0;
  return cudaGetDeviceCount(&count) == cudaSuccess && device >= 0 && device < count;
}

} // namespace

extern "C" {

cudaError_t cudaMallocFromPoolAsync(void **pointer, size_t bytes, cudaMemPool_t pool,
                                    cudaStream_t stream) {
  return pool ? cudaMallocAsync(pointer, bytes, stream) : note(cudaErrorInvalidValue);
}
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device) {
  if (!isDevice(device))
    return note(cudaErrorInvalidDevice);
  *pool = &defaultPool;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device) {
  if (!isDevice(device))
    return note(cudaErrorInvalidDevice);
  *pool = currentPool;
  return cudaSuccess;
}
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
  if (!isDevice(device))
    return note(cudaErrorInvalidDevice);
  if (!pool)
    return note(cudaErrorInvalidValue);
  currentPool = pool;
  return cudaSuccess;
}
cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const cudaMemPoolProps *properties) {
  if (properties->allocType != cudaMemAllocationTypePinned ||
      properties->location.type != cudaMemLocationTypeDevice)
    return note(cudaErrorInvalidValue);
  if (!isDevice(properties->location.id))
    return note(cudaErrorInvalidDevice);
  *pool = new (std::nothrow) CUmemPoolHandle_st;
  return *pool ? cudaSuccess : note(cudaErrorMemoryAllocation);
}
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
  if (!pool || pool == &defaultPool)
    return note(cudaErrorInvalidValue);
  if (currentPool == pool)
    currentPool = &defaultPool;
  delete pool;
  return cudaSuccess;
}
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t) {
  return pool ? cudaSuccess : note(cudaErrorInvalidValue);
}
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void *value) {
  if (!pool || !value)
    return note(cudaErrorInvalidValue);
  if (attribute == cudaMemPoolAttrReleaseThreshold)
    pool->releaseThreshold = *static_cast<unsigned long long *>(value);
  return cudaSuccess;
}
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void *value) {
  if (!pool || !value || attribute != cudaMemPoolAttrReleaseThreshold)
    return note(cudaErrorInvalidValue);
  *static_cast<unsigned long long *>(value) = pool->releaseThreshold;
  return cudaSuccess;
}
}
