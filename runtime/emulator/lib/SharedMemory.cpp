#include "runtime/emulator/lib/SharedMemory.h"
#include "runtime/emulator/lib/Block.h"
#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

namespace warpsmith::emulator {
namespace {

constexpr std::size_t GuardBytes = 1024 * 1024;
/// Variables may ask for any alignment that fits, such as `__align__(16384)`.
constexpr std::size_t MostAlignment = std::bit_ceil(SharedMemoryBytes);
/// All bits set is a NaN in every floating-point type, and a large negative index.
constexpr int Poison = 0xff;
constexpr std::size_t WordBytes = 4;

std::string name(uint16_t agent) {
  return current->block->agentName(agent - 1);
}

} // namespace

SharedMemory::SharedMemory()
    : words(new Shadow[SharedMemoryBytes / WordBytes]()),
      bytes(new Shadow[SharedMemoryBytes]()),
      isSplit(new bool[SharedMemoryBytes / WordBytes]()) {
  constexpr std::size_t Kept = SharedMemoryBytes + 2 * GuardBytes;
  void *mapping = mmap(nullptr, Kept + MostAlignment, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping == MAP_FAILED) {
    std::perror("emulator: no memory for shared memory");
    std::abort();
  }
  auto *const begin = static_cast<std::byte *>(mapping);
  const std::size_t unused =
      -(reinterpret_cast<std::uintptr_t>(begin) + GuardBytes) % MostAlignment;
  if (unused > 0)
    munmap(begin, unused);
  munmap(begin + unused + Kept, MostAlignment - unused);
  memory = begin + unused + GuardBytes;
  mprotect(memory, SharedMemoryBytes, PROT_READ | PROT_WRITE);
}

SharedMemory::~SharedMemory() {
  munmap(memory - GuardBytes, SharedMemoryBytes + 2 * GuardBytes);
}

void SharedMemory::start(std::size_t dynamic) {
  const std::size_t last = std::max(used, dynamic);
  const std::size_t touched = (last + WordBytes - 1) / WordBytes * WordBytes;
  std::memset(memory, Poison, touched);
  fill(0, touched, Shadow{});
  dynamicBytes = used = dynamic;
  recentBegin = recentEnd = 0;
  variables.clear();
  readers.clear();
  forgetReadings();
}

/// A word's cell where the access covers it and its bytes have one past, else each byte's.
template <typename Function>
std::optional<SharedMemory::Mistake> SharedMemory::eachCell(std::size_t first, std::size_t count,
                                                            const Function &function) {
  const std::size_t end = first + count;
  for (std::size_t at = first; at < end;) {
    const std::size_t word = at / WordBytes;
    const bool whole = at % WordBytes == 0 && end - at >= WordBytes && !isSplit[word];
    if (!whole)
      split(word);
    if (auto mistake = function(whole ? words[word] : bytes[at], at))
      return mistake;
    at += whole ? WordBytes : 1;
  }
  return std::nullopt;
}

void SharedMemory::fill(std::size_t first, std::size_t count, const Shadow &value) {
  const std::size_t end = first + count;
  for (std::size_t at = first; at < end;) {
    const std::size_t word = at / WordBytes;
    if (at % WordBytes == 0 && end - at >= WordBytes) {
      words[word] = value;
      isSplit[word] = false;
      at += WordBytes;
    } else {
      split(word);
      bytes[at++] = value;
    }
  }
}

void SharedMemory::split(std::size_t word) {
  if (isSplit[word])
    return;
  isSplit[word] = true;
  std::fill_n(bytes.get() + word * WordBytes, WordBytes, words[word]);
}

void *SharedMemory::variable(const void *key, const char *name, std::size_t size,
                             std::size_t alignment, std::size_t limit) {
  for (const Variable &variable : variables)
    if (variable.key == key)
      return memory + variable.offset;
  const std::size_t offset = (used + alignment - 1) / alignment * alignment;
  if (offset + size > limit)
    return nullptr;
  std::memset(memory + offset, Poison, size);
  fill(offset, size, Shadow{});
  variables.push_back({key, name, offset, size});
  used = offset + size;
  return memory + offset;
}

std::string SharedMemory::describe(std::size_t offset) const {
  for (const Variable &variable : variables)
    if (offset >= variable.offset && offset < variable.offset + variable.bytes)
      return "'" + variable.name + "' at byte " + std::to_string(offset - variable.offset);
  return (offset < dynamicBytes ? "dynamic shared memory at byte " : "shared memory at byte ") +
         std::to_string(offset);
}

std::optional<SharedMemory::Mistake> SharedMemory::outOfRange(const void *address, std::size_t size,
                                                              const char *what) {
  const std::size_t first = offset(address);
  if (first >= recentBegin && first + size <= recentEnd)
    return std::nullopt;
  if (first + size <= dynamicBytes) {
    recentBegin = 0;
    recentEnd = dynamicBytes;
    return std::nullopt;
  }
  for (const Variable &variable : variables)
    if (first >= variable.offset && first + size <= variable.offset + variable.bytes) {
      recentBegin = variable.offset;
      recentEnd = variable.offset + variable.bytes;
      return std::nullopt;
    }
  return Mistake{"out-of-range", std::string(what) + " of " + std::to_string(size) +
                                     " bytes of shared memory beyond " +
                                     (first < dynamicBytes || variables.empty()
                                          ? "its " + std::to_string(dynamicBytes) + " dynamic bytes"
                                          : "the variable it lies in, near " + describe(first))};
}

std::optional<SharedMemory::Mistake> SharedMemory::unorderedRead(const Agent &agent,
                                                                 const Shadow &cell,
                                                                 std::size_t offset,
                                                                 Access access) const {
  const int self = agent.number + 1;
  if (!cell.writer || cell.writer == self)
    return std::nullopt;
  const bool atomic = access == Access::Atomic || access == Access::Barrier;
  if (agent.clock.of(cell.writer - 1) < cell.writeStep && !(atomic && cell.atomicWrite))
    return Mistake{"race", "read of " + describe(offset) +
                               " without a barrier after the write by " + name(cell.writer)};
  if (access == Access::Asynchronous && !cell.asynchronousWrite &&
      agent.clock.fencedOf(cell.writer - 1) < cell.writeStep)
    return Mistake{"proxy", "read of " + describe(offset) +
                                " by the asynchronous proxy without a fence.proxy.async after the "
                                "write by " +
                                name(cell.writer)};
  return std::nullopt;
}

std::optional<SharedMemory::Mistake> SharedMemory::unorderedWrite(const Agent &agent,
                                                                  const Shadow &cell,
                                                                  std::size_t offset,
                                                                  Access access) {
  const Reader self = {.step = agent.clock.of(agent.number),
                       .agent = static_cast<uint16_t>(agent.number + 1),
                       .atomic = access == Access::Atomic,
                       .asynchronous = access == Access::Asynchronous};
  const auto isUnseen = [&](uint16_t other, uint32_t step, bool isAtomic) {
    return other && other != self.agent && agent.clock.of(other - 1) < step &&
           !(self.atomic && isAtomic);
  };
  const auto mistake = [&](const char *kind, const char *how, uint16_t other) {
    return Mistake{kind, "write of " + describe(offset) + how + name(other)};
  };
  if (isUnseen(cell.writer, cell.writeStep, cell.atomicWrite))
    return mistake("race", " without a barrier after the write by ", cell.writer);
  const bool newReaders = cell.readers != seenReaders || !(lastWriter == self);
  if (newReaders)
    if (const Reader *reader = readers.find(cell.readers, [&](const Reader &one) {
          return isUnseen(one.agent, one.step, one.atomic);
        }))
      return mistake("race", " without a barrier after the read by ", reader->agent);
  if (self.asynchronous) {
    if (cell.writer && !cell.asynchronousWrite &&
        agent.clock.fencedOf(cell.writer - 1) < cell.writeStep)
      return mistake("proxy",
                     " by the asynchronous proxy without a fence.proxy.async after the write by ",
                     cell.writer);
    // A read's data may still be on its way when its thread arrives at a barrier: seen on an H200.
    if (newReaders)
      if (const Reader *reader = readers.find(cell.readers, [&](const Reader &one) {
            return !one.asynchronous && agent.clock.fencedOf(one.agent - 1) < one.step;
          }))
        return mistake("proxy",
                       " by the asynchronous proxy without a fence.proxy.async after the read by ",
                       reader->agent);
  }
  lastWriter = self;
  seenReaders = cell.readers;
  return std::nullopt;
}

void SharedMemory::forgetReadings() {
  readings.fill({~ReaderSets::Set(0), 0});
  lastReader = lastWriter = Reader();
  seenReaders = 0;
}

std::optional<SharedMemory::Mistake> SharedMemory::read(const Agent &agent, const void *address,
                                                        std::size_t size, Access access) {
  if (auto mistake = outOfRange(address, size, "read"))
    return mistake;
  const Reader self = {.step = agent.clock.of(agent.number),
                       .agent = static_cast<uint16_t>(agent.number + 1),
                       .atomic = access == Access::Atomic || access == Access::Barrier,
                       .asynchronous = access == Access::Asynchronous};
  if (readers.isFull()) {
    readers.keepOnly([&](const auto &visit) {
      for (std::size_t word = 0; word * WordBytes < used; ++word) {
        visit(words[word].readers);
        for (std::size_t byte = 0; isSplit[word] && byte < WordBytes; ++byte)
          visit(bytes[word * WordBytes + byte].readers);
      }
    });
    forgetReadings();
  }
  if (!(self == lastReader)) {
    forgetReadings();
    lastReader = self;
  }
  const auto check = [&](Shadow &cell, std::size_t at) -> std::optional<Mistake> {
    if (cell.state == State::InFlight)
      return Mistake{"asynchronous-copy",
                     "read of " + describe(at) +
                         (cell.asynchronousWrite ? " before the wait for "
                                                 : " before the matching cp.async wait of ") +
                         name(cell.writer)};
    if (cell.state == State::Barrier && access != Access::Barrier)
      return Mistake{"mbarrier", "read of " + describe(at) + ", which is an mbarrier"};
    if (cell.state == State::Unwritten && options().uninitialised)
      return Mistake{"uninitialised", "read of " + describe(at) + ", which no thread has written"};
    if (options().races)
      if (auto mistake = unorderedRead(agent, cell, at, access))
        return mistake;
    Reading &reading = readings[cell.readers % readings.size()];
    if (reading.from != cell.readers)
      reading = {cell.readers, readers.with(cell.readers, self, [&](const Reader &other) {
                   return agent.clock.of(other.agent - 1) >= other.step;
                 })};
    cell.readers = reading.to;
    return std::nullopt;
  };
  return eachCell(offset(address), size, check);
}

std::optional<SharedMemory::Mistake> SharedMemory::write(const Agent &agent, void *address,
                                                         std::size_t size, Access access) {
  return write(agent, address, size, access, State::Written);
}

std::optional<SharedMemory::Mistake> SharedMemory::write(const Agent &agent, void *address,
                                                         std::size_t size, Access access,
                                                         State after) {
  if (auto mistake = outOfRange(address, size, "write"))
    return mistake;
  const auto check = [&](const Shadow &cell, std::size_t at) -> std::optional<Mistake> {
    if (cell.state == State::InFlight)
      return Mistake{"asynchronous-copy",
                     "write of " + describe(at) + ", into which " +
                         (cell.asynchronousWrite ? "" : "a cp.async of ") + name(cell.writer) +
                         (cell.asynchronousWrite ? " writes" : " is in flight")};
    if (cell.state == State::Barrier && access != Access::Barrier)
      return Mistake{"mbarrier",
                     "write of " + describe(at) +
                         ", which is an mbarrier until mbarrier.inval says that it is none"};
    return options().races ? unorderedWrite(agent, cell, at, access) : std::nullopt;
  };
  if (auto mistake = eachCell(offset(address), size, check))
    return mistake;
  Shadow now = {};
  now.writeStep = agent.clock.of(agent.number);
  now.writer = static_cast<uint16_t>(agent.number + 1);
  now.state = after;
  now.atomicWrite = access == Access::Atomic;
  now.asynchronousWrite = access == Access::Asynchronous;
  fill(offset(address), size, now);
  return std::nullopt;
}

std::optional<SharedMemory::Mistake> SharedMemory::startCopy(const Agent &agent, void *address,
                                                             std::size_t size, Access access) {
  if (auto mistake = write(agent, address, size, access, State::InFlight))
    return mistake;
  std::memset(address, Poison, size);
  return std::nullopt;
}

std::optional<SharedMemory::Mistake> SharedMemory::setBarrier(const Agent &agent, void *address,
                                                              std::size_t size, bool valid) {
  return write(agent, address, size, Access::Barrier, valid ? State::Barrier : State::Unwritten);
}

void SharedMemory::land(const Agent &agent, void *address, std::size_t size) {
  const uint32_t step = agent.clock.of(agent.number);
  eachCell(offset(address), size, [&](Shadow &cell, std::size_t) -> std::optional<Mistake> {
    cell.state = State::Written;
    cell.writeStep = step;
    return std::nullopt;
  });
}

} // namespace warpsmith::emulator
