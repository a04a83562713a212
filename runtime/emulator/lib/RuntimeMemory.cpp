// Memory of the CUDA runtime API. Copies check which side each pointer is on.
#include "runtime/emulator/lib/Capture.h"
#include "runtime/emulator/lib/GlobalMemory.h"
#include "runtime/emulator/lib/ModuleMemory.h"
#include "runtime/emulator/lib/Runtime.h"
#include "runtime/emulator/lib/RuntimeCall.h"
#include <cstring>
#include <map>
#include <memory>

using namespace warpsmith::emulator;

namespace {

/// Allocations other than cudaMalloc's: pinned and managed memory, which both sides reach.
std::map<const void *, cudaMemoryType> &sharedKinds() {
  static std::map<const void *, cudaMemoryType> kinds;
  return kinds;
}

cudaMemoryType kindOf(const void *pointer) {
  const auto range = globalMemory().allocation(pointer);
  if (!range)
    return cudaMemoryTypeUnregistered;
  const auto special = sharedKinds().find(range->start);
  return special == sharedKinds().end() ? cudaMemoryTypeDevice : special->second;
}

cudaError_t allocate(void **pointer, size_t bytes, cudaMemoryType kind) {
  if (sticky() != cudaSuccess)
    return note(sticky());
  if (!pointer)
    return note(cudaErrorInvalidValue);
  *pointer = nullptr;
  if (bytes == 0)
    return cudaSuccess;
  void *memory = globalMemory().allocate(bytes);
  if (!memory)
    return note(cudaErrorMemoryAllocation);
  if (kind != cudaMemoryTypeDevice) {
    sharedKinds()[memory] = kind;
    globalMemory().markWritten(memory, bytes);
  }
  *pointer = memory;
  return cudaSuccess;
}

/// Not in stream order: no stream may be captured meanwhile.
cudaError_t allocateNow(void **pointer, size_t bytes, cudaMemoryType kind) {
  const cudaError_t error = refuseWhileCapturing();
  return error == cudaSuccess ? allocate(pointer, bytes, kind) : error;
}

cudaError_t release(void *pointer) {
  if (sticky() != cudaSuccess)
    return note(sticky());
  if (!pointer)
    return cudaSuccess;
  sharedKinds().erase(pointer);
  return globalMemory().release(pointer) ? cudaSuccess : note(cudaErrorInvalidValue);
}

/// True when the bytes can be what a copy of this direction has on this side.
bool acceptable(const void *pointer, size_t bytes, bool device) {
  const cudaMemoryType kind = kindOf(pointer);
  if (globalMemory().contains(pointer)) {
    const auto range = globalMemory().allocation(pointer);
    if (!range || static_cast<const std::byte *>(pointer) + bytes > range->start + range->bytes)
      return false;
  }
  if (device) // variables of the program may be __device__ ones
    return kind == cudaMemoryTypeDevice || kind == cudaMemoryTypeManaged ||
           kind == cudaMemoryTypeHost || isModuleMemory(pointer);
  return kind != cudaMemoryTypeDevice;
}

cudaError_t copy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind) {
  if (sticky() != cudaSuccess)
    return note(sticky());
  if (bytes == 0)
    return cudaSuccess;
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault)
    return note(cudaErrorInvalidMemcpyDirection);
  if (!to || !from)
    return note(cudaErrorInvalidValue);
  const bool any = kind == cudaMemcpyDefault;
  const bool toDevice = any ? globalMemory().contains(to)
                            : kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool fromDevice = any ? globalMemory().contains(from)
                              : kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  if (!acceptable(to, bytes, toDevice) || !acceptable(from, bytes, fromDevice))
    return note(cudaErrorInvalidValue);
  std::memmove(to, from, bytes);
  globalMemory().markWritten(to, bytes);
  return cudaSuccess;
}

cudaError_t poisonInGraph(const std::shared_ptr<void> &memory, cudaGraphNodeType type,
                          cudaStream_t stream) {
  record(stream, {type, [memory] {
                    globalMemory().poison(memory.get());
                    return cudaSuccess;
                  }});
  return cudaSuccess;
}

/// The graph owns the memory, which is anew what nobody wrote whenever it is launched.
cudaError_t allocateInGraph(void **pointer, size_t bytes, cudaStream_t stream) {
  if (const cudaError_t error = admit(stream); error != cudaSuccess)
    return note(error);
  if (const cudaError_t error = allocate(pointer, bytes, cudaMemoryTypeDevice);
      error != cudaSuccess)
    return error;
  const std::shared_ptr<void> memory(*pointer, release);
  ownInCapture(stream, memory);
  return poisonInGraph(memory, cudaGraphNodeTypeMemAlloc, stream);
}

cudaError_t releaseInGraph(void *pointer, cudaStream_t stream) {
  if (!pointer)
    return cudaSuccess;
  if (const cudaError_t error = admit(stream); error != cudaSuccess)
    return note(error);
  const std::shared_ptr<void> memory = ownedInCapture(stream, pointer);
  if (!memory)
    return note(cudaErrorInvalidValue);
  return poisonInGraph(memory, cudaGraphNodeTypeMemFree, stream);
}

/// A call in the default stream that the host waits for.
template <typename Work>
cudaError_t runNow(const Work &work) {
  if (const cudaError_t error = admit(nullptr); error != cudaSuccess)
    return note(error);
  const cudaError_t error = refuseWhileCapturing();
  return error == cudaSuccess ? work() : error;
}

cudaError_t copyRows(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width,
                     size_t height, cudaMemcpyKind kind) {
  if (width > toPitch || width > fromPitch)
    return note(cudaErrorInvalidPitchValue);
  for (size_t row = 0; row < height; ++row)
    if (const cudaError_t error =
            copy(static_cast<char *>(to) + row * toPitch,
                 static_cast<const char *>(from) + row * fromPitch, width, kind);
        error != cudaSuccess)
      return error;
  return cudaSuccess;
}

cudaError_t fill(void *pointer, int value, size_t bytes) {
  if (sticky() != cudaSuccess)
    return note(sticky());
  if (bytes == 0)
    return cudaSuccess;
  if (!acceptable(pointer, bytes, true))
    return note(cudaErrorInvalidValue);
  std::memset(pointer, value, bytes);
  globalMemory().markWritten(pointer, bytes);
  return cudaSuccess;
}

cudaError_t fillRows(void *pointer, size_t pitch, int value, size_t width, size_t height) {
  for (size_t row = 0; row < height; ++row)
    if (const cudaError_t error = fill(static_cast<char *>(pointer) + row * pitch, value, width);
        error != cudaSuccess)
      return error;
  return cudaSuccess;
}

} // namespace

extern "C" {

cudaError_t cudaMalloc(void **pointer, size_t bytes) {
  const RuntimeCall calling(__func__);
  return allocateNow(pointer, bytes, cudaMemoryTypeDevice);
}
cudaError_t cudaMallocAsync(void **pointer, size_t bytes, cudaStream_t stream) {
  const RuntimeCall calling(__func__);
  return isCaptured(stream) ? allocateInGraph(pointer, bytes, stream)
                            : allocate(pointer, bytes, cudaMemoryTypeDevice);
}
cudaError_t cudaMallocHost(void **pointer, size_t bytes) {
  const RuntimeCall calling(__func__);
  return allocateNow(pointer, bytes, cudaMemoryTypeHost);
}
cudaError_t cudaHostAlloc(void **pointer, size_t bytes, unsigned int) {
  const RuntimeCall calling(__func__);
  return allocateNow(pointer, bytes, cudaMemoryTypeHost);
}
cudaError_t cudaMallocManaged(void **pointer, size_t bytes, unsigned int) {
  const RuntimeCall calling(__func__);
  return allocateNow(pointer, bytes, cudaMemoryTypeManaged);
}
cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height) {
  const RuntimeCall calling(__func__);
  constexpr size_t Alignment = 512;
  *pitch = (width + Alignment - 1) / Alignment * Alignment;
  return allocateNow(pointer, *pitch * height, cudaMemoryTypeDevice);
}
cudaError_t cudaFree(void *pointer) {
  const RuntimeCall calling(__func__);
  const cudaError_t error = refuseWhileCapturing();
  return error == cudaSuccess ? release(pointer) : error;
}
cudaError_t cudaFreeHost(void *pointer) {
  const RuntimeCall calling(__func__);
  return cudaFree(pointer);
}
cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream) {
  const RuntimeCall calling(__func__);
  return isCaptured(stream) ? releaseInGraph(pointer, stream) : release(pointer);
}
cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned int) {
  const RuntimeCall calling(__func__);
  *device = host;
  return kindOf(host) == cudaMemoryTypeHost ? cudaSuccess : note(cudaErrorInvalidValue);
}

cudaError_t cudaMemGetInfo(size_t *free, size_t *total) {
  const RuntimeCall calling(__func__);
  *total = GlobalMemory::DeviceBytes;
  *free = GlobalMemory::DeviceBytes - globalMemory().used();
  return cudaSuccess;
}
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *attributes, const void *pointer) {
  const RuntimeCall calling(__func__);
  *attributes = {};
  attributes->type = kindOf(pointer);
  void *plain = const_cast<void *>(pointer);
  attributes->devicePointer = attributes->type == cudaMemoryTypeUnregistered ? nullptr : plain;
  attributes->hostPointer = attributes->type == cudaMemoryTypeDevice ? nullptr : plain;
  return cudaSuccess;
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind) {
  const RuntimeCall calling(__func__);
  return runNow([=] { return copy(to, from, bytes, kind); });
}
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  const RuntimeCall calling(__func__);
  return enqueue(stream, cudaGraphNodeTypeMemcpy, [=] { return copy(to, from, bytes, kind); });
}
cudaError_t cudaMemcpy2D(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width,
                         size_t height, cudaMemcpyKind kind) {
  return runNow([=] { return copyRows(to, toPitch, from, fromPitch, width, height, kind); });
}
cudaError_t cudaMemcpy2DAsync(void *to, size_t toPitch, const void *from, size_t fromPitch,
                              size_t width, size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream) {
  return enqueue(stream, cudaGraphNodeTypeMemcpy,
                 [=] { return copyRows(to, toPitch, from, fromPitch, width, height, kind); });
}
cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t bytes, size_t offset,
                               cudaMemcpyKind kind) {
  const RuntimeCall calling(__func__);
  char *const to = static_cast<char *>(const_cast<void *>(symbol)) + offset;
  return runNow([=] { return copy(to, from, bytes, kind); });
}
cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t bytes, size_t offset,
                                 cudaMemcpyKind kind) {
  const RuntimeCall calling(__func__);
  const char *const from = static_cast<const char *>(symbol) + offset;
  return runNow([=] { return copy(to, from, bytes, kind); });
}
cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t bytes,
                                    size_t offset, cudaMemcpyKind kind, cudaStream_t stream) {
  const RuntimeCall calling(__func__);
  char *const to = static_cast<char *>(const_cast<void *>(symbol)) + offset;
  return enqueue(stream, cudaGraphNodeTypeMemcpy, [=] { return copy(to, from, bytes, kind); });
}
cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t bytes, size_t offset,
                                      cudaMemcpyKind kind, cudaStream_t stream) {
  const RuntimeCall calling(__func__);
  const char *const from = static_cast<const char *>(symbol) + offset;
  return enqueue(stream, cudaGraphNodeTypeMemcpy, [=] { return copy(to, from, bytes, kind); });
}
cudaError_t cudaGetSymbolAddress(void **pointer, const void *symbol) {
  const RuntimeCall calling(__func__);
  *pointer = const_cast<void *>(symbol);
  return cudaSuccess;
}

cudaError_t cudaMemset(void *pointer, int value, size_t bytes) {
  const RuntimeCall calling(__func__);
  return enqueue(nullptr, cudaGraphNodeTypeMemset, [=] { return fill(pointer, value, bytes); });
}
cudaError_t cudaMemsetAsync(void *pointer, int value, size_t bytes, cudaStream_t stream) {
  const RuntimeCall calling(__func__);
  return enqueue(stream, cudaGraphNodeTypeMemset, [=] { return fill(pointer, value, bytes); });
}
cudaError_t cudaMemset2D(void *pointer, size_t pitch, int value, size_t width, size_t height) {
  return enqueue(nullptr, cudaGraphNodeTypeMemset,
                 [=] { return fillRows(pointer, pitch, value, width, height); });
}
cudaError_t cudaMemset2DAsync(void *pointer, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream) {
  return enqueue(stream, cudaGraphNodeTypeMemset,
                 [=] { return fillRows(pointer, pitch, value, width, height); });
}
cudaError_t cudaMemPrefetchAsync(const void *, size_t, cudaMemLocation, unsigned int,
                                 cudaStream_t) {
  const RuntimeCall calling(__func__);
  return cudaSuccess;
}

} // extern "C"
