#include "runtime/emulator/lib/SharedMemory.h"
#include "runtime/emulator/lib/Block.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <tuple>

namespace warpsmith::emulator {
namespace {

constexpr std::size_t GuardBytes = 1024 * 1024;
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
  void *mapping = mmap(nullptr, SharedMemoryBytes + 2 * GuardBytes, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping == MAP_FAILED) {
    std::perror("emulator: no memory for shared memory");
    std::abort();
  }
  memory = static_cast<std::byte *>(mapping) + GuardBytes;
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
  variables.clear();
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
                                                              const char *what) const {
  const std::size_t first = offset(address);
  if (first + size <= dynamicBytes)
    return std::nullopt;
  for (const Variable &variable : variables)
    if (first >= variable.offset && first + size <= variable.offset + variable.bytes)
      return std::nullopt;
  return Mistake{"out-of-range", std::string(what) + " of " + std::to_string(size) +
                                     " bytes of shared memory beyond " +
                                     (first < dynamicBytes || variables.empty()
                                          ? "its " + std::to_string(dynamicBytes) + " dynamic bytes"
                                          : "the variable it lies in, near " + describe(first))};
}

std::optional<SharedMemory::Mistake> SharedMemory::unordered(const Agent &agent, const Shadow &cell,
                                                             std::size_t offset, bool write,
                                                             Access access) const {
  const bool atomic = access == Access::Atomic || (access == Access::Barrier && !write);
  const int self = agent.number + 1;
  const auto unseen = [&](uint16_t other, uint32_t step) {
    return other && other != self && agent.clock.of(other - 1) < step;
  };
  const char *const mine = write ? "write" : "read";
  if (unseen(cell.writer, cell.writeStep) && !(atomic && cell.atomicWrite))
    return Mistake{"race", std::string(mine) + " of " + describe(offset) +
                               " without a barrier after the write by " + name(cell.writer)};
  if (!write) {
    if (access == Access::Asynchronous && cell.writer && !cell.asynchronousWrite &&
        agent.clock.fencedOf(cell.writer - 1) < cell.writeStep)
      return Mistake{"proxy",
                     "read of " + describe(offset) +
                         " by the asynchronous proxy without a fence.proxy.async after the "
                         "write by " +
                         name(cell.writer)};
    return std::nullopt;
  }
  if (unseen(cell.reader, cell.readStep) && !(atomic && cell.atomicRead))
    return Mistake{"race", "write of " + describe(offset) +
                               " without a barrier after the read by " + name(cell.reader)};
  if (unseen(cell.other, cell.otherStep) && !(atomic && cell.atomicOther))
    return Mistake{"race", "write of " + describe(offset) +
                               " without a barrier after the read by " + name(cell.other)};
  if (access == Access::Asynchronous && cell.writer && !cell.asynchronousWrite &&
      agent.clock.fencedOf(cell.writer - 1) < cell.writeStep)
    return Mistake{"proxy", "write of " + describe(offset) +
                                " by the asynchronous proxy without a fence.proxy.async after the "
                                "write by " +
                                name(cell.writer)};
  // A read's data may still be on its way when its thread arrives at a barrier: seen on an H200.
  const auto unfenced = [&](uint16_t reader, uint32_t step, bool asynchronous) {
    return access == Access::Asynchronous && reader && !asynchronous &&
           agent.clock.fencedOf(reader - 1) < step;
  };
  for (const auto &[reader, step, asynchronous] :
       {std::tuple(cell.reader, cell.readStep, cell.asynchronousRead),
        std::tuple(cell.other, cell.otherStep, cell.asynchronousOther)})
    if (unfenced(reader, step, asynchronous))
      return Mistake{"proxy", "write of " + describe(offset) +
                                  " by the asynchronous proxy without a fence.proxy.async after "
                                  "the read by " +
                                  name(reader)};
  return std::nullopt;
}

std::optional<SharedMemory::Mistake> SharedMemory::read(const Agent &agent, const void *address,
                                                        std::size_t size, Access access) {
  if (auto mistake = outOfRange(address, size, "read"))
    return mistake;
  const auto self = static_cast<uint16_t>(agent.number + 1);
  const uint32_t step = agent.clock.of(agent.number);
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
      if (auto mistake = unordered(agent, cell, at, false, access))
        return mistake;
    if (cell.reader && cell.reader != self && agent.clock.of(cell.reader - 1) < cell.readStep) {
      cell.other = cell.reader;
      cell.otherStep = cell.readStep;
      cell.atomicOther = cell.atomicRead;
      cell.asynchronousOther = cell.asynchronousRead;
    }
    cell.reader = self;
    cell.readStep = step;
    cell.atomicRead = access == Access::Atomic || access == Access::Barrier;
    cell.asynchronousRead = access == Access::Asynchronous;
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
    return options().races ? unordered(agent, cell, at, true, access) : std::nullopt;
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
