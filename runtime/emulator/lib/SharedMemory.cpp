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

std::string name(uint16_t agent) {
  return current->block->agentName(agent - 1);
}

} // namespace

SharedMemory::SharedMemory() : shadow(new Shadow[SharedMemoryBytes]()) {
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

void SharedMemory::start(std::size_t bytes) {
  const std::size_t touched = std::max(used, bytes);
  std::memset(memory, Poison, touched);
  std::fill_n(shadow.get(), touched, Shadow{});
  dynamicBytes = used = bytes;
  variables.clear();
}

void *SharedMemory::variable(const void *key, const char *name, std::size_t bytes,
                             std::size_t alignment, std::size_t limit) {
  for (const Variable &variable : variables)
    if (variable.key == key)
      return memory + variable.offset;
  const std::size_t offset = (used + alignment - 1) / alignment * alignment;
  if (offset + bytes > limit)
    return nullptr;
  std::memset(memory + offset, Poison, bytes);
  std::fill_n(shadow.get() + offset, bytes, Shadow{});
  variables.push_back({key, name, offset, bytes});
  used = offset + bytes;
  return memory + offset;
}

std::string SharedMemory::describe(std::size_t offset) const {
  for (const Variable &variable : variables)
    if (offset >= variable.offset && offset < variable.offset + variable.bytes)
      return "'" + variable.name + "' at byte " + std::to_string(offset - variable.offset);
  return (offset < dynamicBytes ? "dynamic shared memory at byte " : "shared memory at byte ") +
         std::to_string(offset);
}

std::optional<SharedMemory::Mistake>
SharedMemory::outOfRange(const void *address, std::size_t bytes, const char *what) const {
  const std::size_t first = offset(address);
  if (first + bytes <= dynamicBytes)
    return std::nullopt;
  for (const Variable &variable : variables)
    if (first >= variable.offset && first + bytes <= variable.offset + variable.bytes)
      return std::nullopt;
  return Mistake{"out-of-range", std::string(what) + " of " + std::to_string(bytes) +
                                     " bytes of shared memory beyond " +
                                     (first < dynamicBytes || variables.empty()
                                          ? "its " + std::to_string(dynamicBytes) + " dynamic bytes"
                                          : "the variable it lies in, near " + describe(first))};
}

std::optional<SharedMemory::Mistake> SharedMemory::unordered(const Agent &agent, std::size_t offset,
                                                             bool write, Access access) const {
  const Shadow &byte = shadow[offset];
  const bool atomic = access == Access::Atomic;
  const int self = agent.number + 1;
  const auto unseen = [&](uint16_t other, uint32_t step) {
    return other && other != self && agent.clock.of(other - 1) < step;
  };
  const char *const mine = write ? "write" : "read";
  if (unseen(byte.writer, byte.writeStep) && !(atomic && byte.atomicWrite))
    return Mistake{"race", std::string(mine) + " of " + describe(offset) +
                               " without a barrier after the write by " + name(byte.writer)};
  if (!write) {
    if (access == Access::Asynchronous && byte.writer && !byte.asynchronousWrite &&
        agent.clock.fencedOf(byte.writer - 1) < byte.writeStep)
      return Mistake{"proxy",
                     "read of " + describe(offset) +
                         " by the asynchronous proxy without a fence.proxy.async after the "
                         "write by " +
                         name(byte.writer)};
    return std::nullopt;
  }
  if (unseen(byte.reader, byte.readStep) && !(atomic && byte.atomicRead))
    return Mistake{"race", "write of " + describe(offset) +
                               " without a barrier after the read by " + name(byte.reader)};
  if (unseen(byte.other, byte.otherStep) && !(atomic && byte.atomicOther))
    return Mistake{"race", "write of " + describe(offset) +
                               " without a barrier after the read by " + name(byte.other)};
  // A read's data may still be on its way when its thread arrives at a barrier: seen on an H200.
  const auto unfenced = [&](uint16_t reader, uint32_t step, bool asynchronous) {
    return access == Access::Asynchronous && reader && !asynchronous &&
           agent.clock.fencedOf(reader - 1) < step;
  };
  for (const auto &[reader, step, asynchronous] :
       {std::tuple(byte.reader, byte.readStep, byte.asynchronousRead),
        std::tuple(byte.other, byte.otherStep, byte.asynchronousOther)})
    if (unfenced(reader, step, asynchronous))
      return Mistake{"proxy", "write of " + describe(offset) +
                                  " by the asynchronous proxy without a fence.proxy.async after "
                                  "the read by " +
                                  name(reader)};
  return std::nullopt;
}

std::optional<SharedMemory::Mistake> SharedMemory::read(const Agent &agent, const void *address,
                                                        std::size_t bytes, Access access) {
  if (auto mistake = outOfRange(address, bytes, "read"))
    return mistake;
  const std::size_t first = offset(address);
  const uint32_t step = agent.clock.of(agent.number);
  // Neighbours mostly have the same past.
  Shadow past{}, now{};
  for (std::size_t at = first; at < first + bytes; ++at) {
    Shadow &byte = shadow[at];
    if (at > first && byte == past) {
      byte = now;
      continue;
    }
    past = byte;
    if (byte.state == State::InFlight)
      return Mistake{"asynchronous-copy",
                     "read of " + describe(at) +
                         (byte.asynchronousWrite ? " before the wait for "
                                                 : " before the matching cp.async wait of ") +
                         name(byte.writer)};
    if (byte.state == State::Unwritten && options().uninitialised)
      return Mistake{"uninitialised", "read of " + describe(at) + ", which no thread has written"};
    if (options().races)
      if (auto mistake = unordered(agent, at, false, access))
        return mistake;
    const auto self = static_cast<uint16_t>(agent.number + 1);
    if (byte.reader && byte.reader != self && agent.clock.of(byte.reader - 1) < byte.readStep) {
      byte.other = byte.reader;
      byte.otherStep = byte.readStep;
      byte.atomicOther = byte.atomicRead;
      byte.asynchronousOther = byte.asynchronousRead;
    }
    byte.reader = self;
    byte.readStep = step;
    byte.atomicRead = access == Access::Atomic;
    byte.asynchronousRead = access == Access::Asynchronous;
    now = byte;
  }
  return std::nullopt;
}

std::optional<SharedMemory::Mistake> SharedMemory::write(const Agent &agent, void *address,
                                                         std::size_t bytes, Access access) {
  if (auto mistake = outOfRange(address, bytes, "write"))
    return mistake;
  const std::size_t first = offset(address);
  const uint32_t step = agent.clock.of(agent.number);
  for (std::size_t at = first; at < first + bytes; ++at) {
    Shadow &byte = shadow[at];
    if (byte.state == State::InFlight)
      return Mistake{"asynchronous-copy",
                     "write of " + describe(at) + ", into which " +
                         (byte.asynchronousWrite ? "" : "a cp.async of ") + name(byte.writer) +
                         (byte.asynchronousWrite ? " writes" : " is in flight")};
    if (options().races)
      if (auto mistake = unordered(agent, at, true, access))
        return mistake;
    byte = {};
    byte.writeStep = step;
    byte.writer = static_cast<uint16_t>(agent.number + 1);
    byte.state = State::Written;
    byte.atomicWrite = access == Access::Atomic;
    byte.asynchronousWrite = access == Access::Asynchronous;
  }
  return std::nullopt;
}

std::optional<SharedMemory::Mistake> SharedMemory::startCopy(const Agent &agent, void *address,
                                                             std::size_t bytes, Access access) {
  if (auto mistake = write(agent, address, bytes, access))
    return mistake;
  std::memset(address, Poison, bytes);
  const std::size_t first = offset(address);
  for (std::size_t at = first; at < first + bytes; ++at)
    shadow[at].state = State::InFlight;
  return std::nullopt;
}

void SharedMemory::land(const Agent &agent, void *address, std::size_t bytes) {
  const std::size_t first = offset(address);
  for (std::size_t at = first; at < first + bytes; ++at) {
    shadow[at].state = State::Written;
    shadow[at].writeStep = agent.clock.of(agent.number);
  }
}

} // namespace warpsmith::emulator
