/// The registers of wgmma: those of a product in flight, which nothing else may access, and all
/// that have been accessed since the thread's last wgmma.fence.
///
/// Registers are the thread's variables, whose addresses the instructions are given. Such a
/// variable has escaped, so that each access that the compiler leaves calls back (Checks.cpp).
#pragma once

#include "runtime/emulator/include/warpsmith_emulator/device.h"
#include "runtime/emulator/lib/Fiber.h"
#include <cstdint>
#include <string>
#include <vector>

namespace warpsmith::emulator {

class RegisterWatch {
public:
  explicit RegisterWatch(const Stack &stack);

  /// What a product in flight has of a register.
  enum class Role { Sum, Fragment };
  struct InFlight {
    std::uintptr_t begin, end; ///< of neighbours, most often all registers of an operand
    Role role;
    uint64_t product; ///< number of products up to and with the last one on them
    Location where;   ///< of that product
  };

  bool isVariable(const void *address) const { return top - at(address) - 1 < size; }
  /// Notes an access and returns the registers in flight that it meets, or null.
  const InFlight *access(const void *address, std::size_t bytes) {
    const std::uintptr_t begin = at(address), end = begin + bytes;
    note(begin, end);
    return begin < highest && end > lowest ? find(begin, end) : nullptr;
  }
  const InFlight *inFlight(const void *address, std::size_t bytes) const {
    return find(at(address), at(address) + bytes);
  }
  bool accessedSinceFence(const void *address) const {
    const std::size_t word = wordOf(at(address)), entry = word / WordsPerEntry;
    return entry < accessed.size() && (accessed[entry] >> word % WordsPerEntry & 1);
  }
  void fence();

  void begin(void *const *registers, int count, Role role, uint64_t product, const Location &where);
  /// Later products have the sums, too.
  void extend(const void *firstRegister, uint64_t product, const Location &where);
  /// The products up to this number are complete.
  void end(uint64_t product);
  bool empty() const { return ranges.empty(); }
  const InFlight &first() const { return ranges.front(); }

private:
  static constexpr std::size_t WordBytes = 4, WordsPerEntry = 64;

  static std::uintptr_t at(const void *address) {
    return reinterpret_cast<std::uintptr_t>(address);
  }
  std::size_t wordOf(std::uintptr_t address) const { return (top - 1 - address) / WordBytes; }
  void note(std::uintptr_t begin, std::uintptr_t end) {
    const std::size_t last = wordOf(begin);
    if (last / WordsPerEntry >= accessed.size())
      accessed.resize(last / WordsPerEntry + 1);
    for (std::size_t word = wordOf(end - 1); word <= last; ++word)
      accessed[word / WordsPerEntry] |= uint64_t(1) << word % WordsPerEntry;
  }
  const InFlight *find(std::uintptr_t begin, std::uintptr_t end) const;
  void bound();

  std::uintptr_t top; ///< of the thread's stack
  std::size_t size;
  std::vector<InFlight> ranges;
  std::uintptr_t lowest = 0, highest = 0; ///< of them all
  std::vector<uint64_t> accessed;         ///< a bit for each word of the stack, from its top
};

/// The running thread's; null before its first wgmma instruction.
inline RegisterWatch *runningRegisters = nullptr;

/// The running thread has accessed a register of a product in flight. `where` is a place as reports
/// spell it.
[[noreturn]] void refuseAccess(const RegisterWatch::InFlight &reg, bool write,
                               const std::string &where);

} // namespace warpsmith::emulator
