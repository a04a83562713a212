#include "runtime/harness/worker/DeviceBuffer.h"
#include "runtime/harness/worker/Cuda.h"
#include <algorithm>
#include <cstring>
#include <utility>

namespace warpsmith::harness::worker {
namespace {

struct Damage {
  std::size_t bytes = 0;
  std::size_t first = 0;
  std::size_t last = 0;
};

/// Memory of the host that the device copies into without a detour. It grows and stays: every run
/// reads bands of the same length.
unsigned char *pinnedMemory(std::size_t wanted) {
  static void *memory = nullptr;
  static std::size_t bytes = 0;
  if (wanted > bytes) {
    if (memory)
      check(cudaFreeHost(memory), "releasing the copy of a guard band");
    memory = nullptr;
    bytes = 0;
    check(cudaMallocHost(&memory, wanted), "allocating the copy of a guard band");
    bytes = wanted;
  }
  return static_cast<unsigned char *>(memory);
}

bool isAll(const unsigned char *band, std::size_t count, unsigned char pattern) {
  return band[0] == pattern && std::memcmp(band, band + 1, count - 1) == 0;
}

Damage damageIn(const std::byte *begin, std::size_t count, unsigned char pattern) {
  if (!count)
    return {};
  unsigned char *band = pinnedMemory(count);
  check(cudaMemcpy(band, begin, count, cudaMemcpyDeviceToHost), "reading a guard band");
  Damage damage;
  if (isAll(band, count, pattern))
    return damage;
  for (std::size_t index = 0; index < count; ++index) {
    if (band[index] == pattern)
      continue;
    if (damage.bytes++ == 0)
      damage.first = index;
    damage.last = index;
  }
  return damage;
}

} // namespace

DeviceBuffer::DeviceBuffer(ElementType type, std::size_t elements, const Placement &placement)
    : front(placement.guardBytes + placement.offsetElements * sizeOf(type)),
      bytes(elements * sizeOf(type)),
      total(front + bytes + placement.guardBytes) {
  void *memory = nullptr;
  check(cudaMalloc(&memory, total), "allocating " + std::to_string(total) + " bytes");
  allocation = static_cast<std::byte *>(memory);
}

DeviceBuffer::~DeviceBuffer() {
  if (allocation)
    cudaFree(allocation);
}

DeviceBuffer::DeviceBuffer(DeviceBuffer &&other) noexcept
    : allocation(std::exchange(other.allocation, nullptr)),
      front(other.front),
      bytes(other.bytes),
      total(other.total),
      guardPattern(other.guardPattern) {
}

void DeviceBuffer::poisonGuards(unsigned char pattern) {
  guardPattern = pattern;
  if (front)
    check(cudaMemset(allocation, pattern, front), "filling a guard band");
  const std::size_t back = total - front - bytes;
  if (back)
    check(cudaMemset(allocation + front + bytes, pattern, back), "filling a guard band");
}

void DeviceBuffer::upload(const HostArray &array) {
  check(cudaMemcpy(data(), array.bytes.get(), bytes, cudaMemcpyHostToDevice), "uploading an input");
}

void DeviceBuffer::download(HostArray &array) const {
  check(cudaMemcpy(array.bytes.get(), data(), bytes, cudaMemcpyDeviceToHost),
        "downloading an output");
}

std::optional<std::string> DeviceBuffer::damage() const {
  const Damage before = damageIn(allocation, front, guardPattern);
  if (before.bytes) {
    return std::to_string(before.bytes) + " bytes were written before its start, the nearest " +
           std::to_string(front - before.last) + " bytes before it";
  }
  const Damage after = damageIn(allocation + front + bytes, total - front - bytes, guardPattern);
  if (after.bytes) {
    return std::to_string(after.bytes) + " bytes were written after its end, the nearest " +
           std::to_string(after.first) + " bytes after it";
  }
  return std::nullopt;
}

} // namespace warpsmith::harness::worker
