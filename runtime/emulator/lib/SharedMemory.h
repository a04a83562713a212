/// A block's shared memory with what is known of each byte.
#pragma once

#include "runtime/emulator/lib/Clock.h"
#include "runtime/emulator/lib/ReaderSets.h"
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpsmith::emulator {

/// Largest shared memory of a block: the limit of sm_90.
constexpr std::size_t SharedMemoryBytes = 227 * 1024;

/// How memory is accessed. What the asynchronous proxy reads, an ordinary write must have passed
/// through a proxy fence. The memory of an mbarrier belongs to its instructions alone.
enum class Access : uint8_t { Ordinary, Atomic, Asynchronous, Barrier };

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
  /// `'tile' at byte 4`, for reports.
  std::string describe(std::size_t offset) const;

  /// Checks and notes an access; a mistake comes back as its kind and a sentence.
  struct Mistake {
    const char *kind;
    std::string message;
  };
  std::optional<Mistake> read(const Agent &agent, const void *address, std::size_t bytes,
                              Access access);
  std::optional<Mistake> write(const Agent &agent, void *address, std::size_t bytes, Access access);
  /// An asynchronous copy: a write whose bytes are poison until land().
  std::optional<Mistake> startCopy(const Agent &agent, void *address, std::size_t bytes,
                                   Access access = Access::Ordinary);
  void land(const Agent &agent, void *address, std::size_t bytes);
  /// mbarrier.init and mbarrier.inval: the memory is an mbarrier's from now on, or no longer.
  std::optional<Mistake> setBarrier(const Agent &agent, void *address, std::size_t bytes,
                                    bool valid);

private:
  enum class State : uint8_t { Unwritten, Written, InFlight, Barrier };
  /// What happened to a word or a byte last. Agents are stored as number + 1, 0 for none.
  struct Shadow {
    uint32_t writeStep;
    ReaderSets::Set readers; ///< since the write
    uint16_t writer;
    State state;
    bool atomicWrite : 1, asynchronousWrite : 1;
  };
  /// What a reader makes of a set of those before it.
  struct Reading {
    ReaderSets::Set from, to;
  };
  struct Variable {
    const void *key;
    std::string name;
    std::size_t offset, bytes;
  };

  std::optional<Mistake> outOfRange(const void *address, std::size_t bytes, const char *what);
  std::optional<Mistake> unorderedRead(const Agent &agent, const Shadow &cell, std::size_t offset,
                                       Access access) const;
  std::optional<Mistake> unorderedWrite(const Agent &agent, const Shadow &cell, std::size_t offset,
                                        Access access);
  void forgetReadings();
  std::optional<Mistake> write(const Agent &agent, void *address, std::size_t size, Access access,
                               State after);

  template <typename Function>
  std::optional<Mistake> eachCell(std::size_t first, std::size_t count, const Function &function);
  void fill(std::size_t first, std::size_t count, const Shadow &value);
  void split(std::size_t word);

  std::byte *memory; ///< with guard pages around it
  /// Mostly the bytes of a word have the same past, which `words` holds; where `isSplit`, each has
  /// its own in `bytes`.
  std::unique_ptr<Shadow[]> words, bytes;
  std::unique_ptr<bool[]> isSplit;
  std::size_t used = 0, dynamicBytes = 0;
  ReaderSets readers;
  /// Of the last reader: it mostly reads several words with the same past.
  Reader lastReader;
  std::array<Reading, 8> readings{};
  /// A set of readers all of whom the last writer has seen.
  Reader lastWriter;
  ReaderSets::Set seenReaders = 0;
  std::vector<Variable> variables;
  std::size_t recentBegin = 0, recentEnd = 0; ///< what was accessed last, a variable or all dynamic
};

} // namespace warpsmith::emulator
