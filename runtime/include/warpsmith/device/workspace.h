/// Memory for a launch's own intermediate results. Host code.
#pragma once

#include "warpsmith/device/device_code.h"
#include <atomic>

namespace warpsmith {

/// A pool of the device that keeps what it has, so that only the first launches pay for it; null
/// when the device has no pools.
inline cudaMemPool_t workspacePool(const Device &device) {
  constexpr int MostDevices = 64;
  static std::atomic<cudaMemPool_t> pools[MostDevices];
  if (device.number >= MostDevices)
    return nullptr;
  std::atomic<cudaMemPool_t> &known = pools[device.number];
  if (const cudaMemPool_t pool = known)
    return pool;
  cudaMemPoolProps properties = {};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  properties.location.id = device.number;
  cudaMemPool_t created, none = nullptr;
  unsigned long long all = ~0ull;
  if (cudaMemPoolCreate(&created, &properties) != cudaSuccess) {
    cudaGetLastError(); // the fallback must not report it
    return nullptr;
  }
  cudaMemPoolSetAttribute(created, cudaMemPoolAttrReleaseThreshold, &all);
  if (!known.compare_exchange_strong(none, created))
    cudaMemPoolDestroy(created); // another thread was faster
  return known;
}

/// True while what is put into the stream becomes nodes of a graph.
inline bool isCaptured(cudaStream_t stream) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  if (cudaStreamIsCapturing(stream, &status) == cudaSuccess)
    return status != cudaStreamCaptureStatusNone;
  cudaGetLastError(); // the fallback must not report it
  return true;        // another stream's capture forbids the default stream
}

/// Device memory from now on in the stream until, in the stream, the object's end.
class Workspace {
public:
  /// Of no bytes, it is there without memory.
  Workspace(const Device &device, long long bytes, cudaStream_t ofStream) : stream(ofStream) {
    reserve(device, bytes);
  }
  ~Workspace() {
    if (there && memory)
      cudaFreeAsync(memory, stream);
  }
  Workspace(const Workspace &) = delete; // owns the memory
  Workspace &operator=(const Workspace &) = delete;

  /// Of a workspace that is not there; whether it is there now.
  bool reserve(const Device &device, long long bytes) {
    there = bytes == 0;
    if (there)
      return true;
    cudaMemPool_t pool = workspacePool(device);
    there = pool && cudaMallocFromPoolAsync(&memory, bytes, pool, stream) == cudaSuccess;
    if (!there)
      cudaGetLastError(); // the fallback must not report it
    return there;
  }
  explicit operator bool() const { return there; }
  /// `count` elements behind those taken before, at a multiple of 256 bytes.
  template <typename Element>
  Element *take(long long count) {
    Element *const taken = reinterpret_cast<Element *>(static_cast<char *>(memory) + used);
    used += bytesFor<Element>(count);
    return taken;
  }
  template <typename Element>
  static long long bytesFor(long long count) {
    return (count * (long long)sizeof(Element) + 255) / 256 * 256;
  }

private:
  void *memory = nullptr;
  bool there = false;
  long long used = 0;
  cudaStream_t stream;
};

} // namespace warpsmith
