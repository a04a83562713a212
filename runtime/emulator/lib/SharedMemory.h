/// A block's shared memory with what is known of each byte.
#pragma once

#include "runtime/emulator/lib/Clock.h"
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpsmith::emulator {

struct Thread;

/// Largest shared memory of a block: the limit of sm_90.
constexpr std::size_t SharedMemoryBytes = 227 * 1024;

class SharedMemory {
public:
  SharedMemory();
  ~SharedMemory();
  SharedMemory(const SharedMemory &) = delete;
  SharedMemory &operator=(const SharedMemory &) = delete;

  /// Poisons everything and lays dynamic memory of `bytes` bytes at the front.
  void start(std::size_t dynamicBytes);
  /// Storage of a static variable; nothing when the limit is passed.
  void *variable(const void *key, const char *name, std::size_t bytes, std::size_t alignment,
                 std::size_t limit);
  void *dynamic() const { return memory; }

  bool contains(const void *address) const {
    return address >= memory && address < memory + SharedMemoryBytes;
  }
  std::size_t offset(const void *address) const {
    return static_cast<const std::byte *>(address) - memory;
  }
  std::byte *at(std::size_t offset) const { return memory + offset; }

  /// Checks and notes an access of `thread`; a mistake comes back as its kind and a sentence.
  struct Mistake {
    const char *kind;
    std::string message;
  };
  std::optional<Mistake> read(const Thread &thread, const void *address, std::size_t bytes,
                              bool atomic);
  std::optional<Mistake> write(const Thread &thread, void *address, std::size_t bytes, bool atomic);
  /// cp.async: a write whose bytes are poison until land().
  std::optional<Mistake> startCopy(const Thread &thread, void *address, std::size_t bytes);
  void land(const Thread &thread, void *address, std::size_t bytes);

private:
  enum class State : uint8_t { Unwritten, Written, InFlight };
  /// What happened to a byte last. Threads are stored as rank + 1, 0 for none. Of readers that have
  /// not seen each other two are kept, so that one of them that writes is not all that is known.
  struct Shadow {
    uint32_t writeStep, readStep, otherStep;
    uint16_t writer, reader, other;
    State state;
    bool atomicWrite, atomicRead, atomicOther;
  };
  struct Variable {
    const void *key;
    std::string name;
    std::size_t offset, bytes;
  };

  std::optional<Mistake> outOfRange(const void *address, std::size_t bytes, const char *what) const;
  std::optional<Mistake> unordered(const Thread &thread, std::size_t offset, bool write,
                                   bool atomic) const;
  std::string describe(std::size_t offset) const;

  std::byte *memory; ///< with guard pages around it
  std::unique_ptr<Shadow[]> shadow;
  std::size_t used = 0, dynamicBytes = 0;
  std::vector<Variable> variables;
};

} // namespace warpsmith::emulator
