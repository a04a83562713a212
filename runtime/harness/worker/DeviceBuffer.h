// Device memory between guard bands.
#pragma once

#include "runtime/harness/core/Problem.h"
#include <cstddef>
#include <optional>
#include <string>

namespace warpsmith::harness::worker {

/// Where a problem's buffers lie.
struct Placement {
  std::size_t guardBytes = 0;     // on either side; a multiple of 256 keeps the buffer aligned
  std::size_t offsetElements = 0; // shifts the buffer off its alignment
};

/// One buffer on the device. The guard bands hold a byte pattern that is a NaN in every element
/// type, so that a stray load shows in the result and a stray store in the band.
class DeviceBuffer {
public:
  DeviceBuffer(ElementType type, std::size_t elements, const Placement &placement);
  ~DeviceBuffer();
  DeviceBuffer(DeviceBuffer &&other) noexcept;
  DeviceBuffer(const DeviceBuffer &) = delete; // owns the allocation
  DeviceBuffer &operator=(const DeviceBuffer &) = delete;
  DeviceBuffer &operator=(DeviceBuffer &&) = delete;

  void *data() const { return allocation + front; }
  std::size_t size() const { return bytes; }

  /// Fills both bands with `pattern`; 0xff and 0x7f bytes are used.
  void poisonGuards(unsigned char pattern);
  void upload(const HostArray &array);
  void download(HostArray &array) const;

  /// "12 bytes were written 4 bytes after its end", or nothing when the bands are whole.
  std::optional<std::string> damage() const;

private:
  std::byte *allocation = nullptr;
  std::size_t front; // bytes before the buffer
  std::size_t bytes; // of the buffer itself
  std::size_t total;
  unsigned char guardPattern = 0;
};

} // namespace warpsmith::harness::worker
