#include "runtime/emulator/lib/GlobalMemory.h"
#include "runtime/emulator/lib/Emulator.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

namespace warpsmith::emulator {
namespace {

constexpr std::size_t Alignment = 256, PageBytes = 4096, GapBytes = 64 * 1024;
constexpr int Poison = 0xff; // a NaN in every floating-point type

std::size_t roundUp(std::size_t value, std::size_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

std::string hexadecimal(std::size_t value) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%zx", value);
  return text;
}

} // namespace

GlobalMemory &globalMemory() {
  static GlobalMemory memory;
  return memory;
}

GlobalMemory::GlobalMemory() {
  void *mapping =
      mmap(nullptr, ArenaBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping == MAP_FAILED) {
    std::perror("emulator: no address space for device memory");
    std::abort();
  }
  arena = static_cast<std::byte *>(mapping);
}

void *GlobalMemory::allocate(std::size_t bytes) {
  const std::size_t pages = roundUp(bytes, PageBytes);
  // Addresses are not used twice, so that an access after cudaFree never hits a new allocation.
  if (liveBytes + bytes > DeviceBytes || next + pages + 2 * GapBytes > ArenaBytes)
    return nullptr;
  std::byte *mapped = arena + next + GapBytes;
  next += pages + 2 * GapBytes;
  if (mprotect(mapped, pages, PROT_READ | PROT_WRITE) != 0)
    return nullptr;
  // The end of the allocation lies at the end of its pages, as far as alignment allows: what runs
  // over it faults even in code that is not checked.
  std::byte *start = mapped + (pages - bytes) / Alignment * Alignment;
  std::memset(mapped, Poison, pages);
  Allocation allocation{bytes, true, {}};
  if (options().globalMemory)
    allocation.written.resize(bytes, false);
  allocations.emplace(start, std::move(allocation));
  liveBytes += bytes;
  return start;
}

void GlobalMemory::poison(void *start) {
  const auto range = allocation(start);
  if (!range)
    return;
  std::memset(range->start, Poison, range->bytes);
  std::vector<bool> &written = allocations.at(range->start).written;
  std::fill(written.begin(), written.end(), false);
}

bool GlobalMemory::release(void *address) {
  const auto found = allocations.find(static_cast<std::byte *>(address));
  if (found == allocations.end() || !found->second.live)
    return false;
  Allocation &allocation = found->second;
  allocation.live = false;
  allocation.written = {};
  liveBytes -= allocation.bytes;
  std::fill(std::begin(recent), std::end(recent), Range{});
  const std::size_t pages = roundUp(allocation.bytes, PageBytes);
  std::byte *mapped = reinterpret_cast<std::byte *>(reinterpret_cast<std::uintptr_t>(address) /
                                                    PageBytes * PageBytes);
  madvise(mapped, pages, MADV_DONTNEED);
  mprotect(mapped, pages, PROT_NONE);
  return true;
}

std::optional<GlobalMemory::Range> GlobalMemory::allocation(const void *address) const {
  auto *wanted = static_cast<std::byte *>(const_cast<void *>(address));
  auto after = allocations.upper_bound(wanted);
  if (after == allocations.begin())
    return std::nullopt;
  const auto &[start, allocation] = *--after;
  if (!allocation.live || wanted >= start + allocation.bytes)
    return std::nullopt;
  return Range{start, allocation.bytes};
}

std::optional<GlobalMemory::Mistake> GlobalMemory::outside(const void *address, std::size_t bytes,
                                                           bool write) const {
  const auto *wanted = static_cast<const std::byte *>(address);
  std::string what = std::string(write ? "write" : "read") + " of " + std::to_string(bytes) +
                     " bytes of global memory ";
  // The nearest allocation says most.
  auto after = allocations.upper_bound(const_cast<std::byte *>(wanted));
  if (after != allocations.begin()) {
    const auto &[start, allocation] = *std::prev(after);
    const std::string size = std::to_string(allocation.bytes) + " bytes";
    if (!allocation.live && wanted < start + allocation.bytes)
      return Mistake{"use-after-free", what + "that was freed (" + size + ")"};
    const std::byte *const end = start + allocation.bytes;
    if (wanted < end + GapBytes) {
      // Some of its first bytes may be inside.
      const std::string distance = wanted < end
                                       ? "that reaches " + std::to_string(wanted + bytes - end)
                                       : std::to_string(wanted - end);
      return Mistake{"out-of-range",
                     what + distance + " bytes past the end of an allocation of " + size};
    }
  }
  if (after != allocations.end() && wanted + GapBytes >= after->first)
    return Mistake{"out-of-range", what + std::to_string(after->first - wanted) +
                                       " bytes before an allocation of " +
                                       std::to_string(after->second.bytes) + " bytes"};
  return Mistake{"out-of-range", what + "at " +
                                     hexadecimal(reinterpret_cast<std::uintptr_t>(address)) +
                                     ", where nothing is allocated"};
}

std::optional<GlobalMemory::Mistake> GlobalMemory::check(const void *address, std::size_t bytes,
                                                         bool write) {
  if (isOpen(address, bytes))
    return std::nullopt;
  if (!contains(address))
    return Mistake{"out-of-range", "address " +
                                       hexadecimal(reinterpret_cast<std::uintptr_t>(address)) +
                                       " is not global memory"};
  auto *wanted = static_cast<std::byte *>(const_cast<void *>(address));
  const auto range = allocation(address);
  if (!range || wanted + bytes > range->start + range->bytes)
    return outside(address, bytes, write);
  const Allocation &known = allocations.at(range->start);
  if (known.written.empty()) {
    replaced = (replaced + 1) % std::size(recent);
    recent[replaced] = *range;
    return std::nullopt;
  }
  if (!options().globalMemory)
    return std::nullopt;
  if (write) {
    markWritten(wanted, bytes);
    return std::nullopt;
  }
  for (std::size_t at = wanted - range->start; at < wanted - range->start + bytes; ++at)
    if (!known.written[at])
      return Mistake{"uninitialised", "read of global memory that nobody has written, at byte " +
                                          std::to_string(at) + " of an allocation of " +
                                          std::to_string(known.bytes) + " bytes"};
  return std::nullopt;
}

void GlobalMemory::markWritten(void *address, std::size_t bytes) {
  const auto range = allocation(address);
  if (!range)
    return;
  Allocation &known = allocations.at(range->start);
  const std::size_t first = static_cast<std::byte *>(address) - range->start;
  for (std::size_t at = first; at < first + bytes && at < known.written.size(); ++at)
    known.written[at] = true;
}

} // namespace warpsmith::emulator
