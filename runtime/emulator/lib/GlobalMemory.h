/// The device's global memory: allocations in an address range of their own, with gaps between
/// them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warpsmith::emulator {

class GlobalMemory {
public:
  GlobalMemory();
  GlobalMemory(const GlobalMemory &) = delete;
  GlobalMemory &operator=(const GlobalMemory &) = delete;

  /// Poisoned memory at a multiple of 256 bytes; null when the device has no more.
  void *allocate(std::size_t bytes);
  /// False when the address is not the start of a live allocation.
  bool release(void *address);

  bool contains(const void *address) const {
    return address >= arena && address < arena + ArenaBytes;
  }
  /// The live allocation around an address: its start and size.
  struct Range {
    std::byte *start;
    std::size_t bytes;
  };
  std::optional<Range> allocation(const void *address) const;
  std::size_t used() const { return liveBytes; }
  /// Makes a live allocation what nobody has written again.
  void poison(void *start);

  /// True for an access inside one of the allocations accessed last, of which nothing is noted: a
  /// short way past check(), which answers for all.
  static bool isOpen(const void *address, std::size_t bytes) {
    const auto wanted = reinterpret_cast<std::uintptr_t>(address);
    for (const Range &range : recent) {
      const std::size_t offset = wanted - reinterpret_cast<std::uintptr_t>(range.start);
      if (offset < range.bytes && bytes <= range.bytes - offset)
        return true;
    }
    return false;
  }

  struct Mistake {
    const char *kind;
    std::string message;
  };
  /// Checks an access of device code; writes are noted for reads that come before any.
  std::optional<Mistake> check(const void *address, std::size_t bytes, bool write);
  /// The host has written these bytes.
  void markWritten(void *address, std::size_t bytes);

  static constexpr std::size_t DeviceBytes = std::size_t(16) << 30;

private:
  static constexpr std::size_t ArenaBytes = std::size_t(1) << 40;

  struct Allocation {
    std::size_t bytes;
    bool live;
    std::vector<bool> written; ///< empty unless Options::globalMemory
  };
  std::optional<Mistake> outside(const void *address, std::size_t bytes, bool write) const;

  std::byte *arena;
  std::size_t next = 0, liveBytes = 0;
  std::map<std::byte *, Allocation> allocations; ///< freed ones stay, to be recognised
  static inline Range recent[4] = {};
  unsigned replaced = 0; ///< the entry of `recent` that was replaced last
};

GlobalMemory &globalMemory();

} // namespace warpsmith::emulator
