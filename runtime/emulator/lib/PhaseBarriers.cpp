// mbarrier: PTX ISA, "Parallel Synchronization and Communication Instructions: mbarrier".
#include "runtime/emulator/lib/PhaseBarriers.h"

namespace warpsmith::emulator {
namespace {

constexpr uint32_t MaxCount = (1u << 20) - 1;

[[noreturn]] void refuse(Thread &thread, const Location &where, const std::string &message) {
  thread.block->fail(thread, errorAt(thread, "mbarrier", message, spell(where)));
}

PhaseBarrier &find(Thread &thread, const uint64_t *address, const Location &where) {
  Block &block = *thread.block;
  if (!block.shared.contains(address) || reinterpret_cast<uintptr_t>(address) % 8)
    refuse(thread, where, "mbarrier at an address that is not 8-byte aligned shared memory");
  const auto found = block.phaseBarriers.find(address);
  if (found == block.phaseBarriers.end())
    refuse(thread, where, "mbarrier that has not been initialised");
  // Its initialisation is an ordinary write that the others must have been told of.
  if (const auto mistake = block.shared.read(thread, address, 8, Access::Atomic))
    thread.block->fail(
        thread, errorAt(thread, mistake->kind, "mbarrier: " + mistake->message, spell(where)));
  return found->second;
}

void completeIfDue(Thread &thread, PhaseBarrier &barrier) {
  if (barrier.pending != 0 || barrier.transactions != 0)
    return;
  ++barrier.phase;
  barrier.pending = barrier.count;
  barrier.completed.join(barrier.arriving);
  barrier.arriving.clear();
  thread.block->progress();
}

uint64_t arriveBy(uint64_t *address, uint32_t count, bool drop, const Location &where) {
  Thread &thread = *current;
  PhaseBarrier &barrier = find(thread, address, where);
  if (count == 0 || count > barrier.pending)
    refuse(thread, where,
           "arrival of " + std::to_string(count) + " on an mbarrier whose phase needs " +
               std::to_string(barrier.pending) + " more");
  const uint64_t token = barrier.phase;
  barrier.arriving.join(thread.clock);
  thread.clock.tick(thread.number);
  barrier.pending -= count;
  if (drop)
    barrier.count -= count;
  thread.block->progress();
  completeIfDue(thread, barrier);
  return token;
}

bool test(Thread &thread, PhaseBarrier &barrier, bool complete, const Location &where) {
  if (complete) {
    thread.clock.join(barrier.completed);
    return true;
  }
  thread.block->yield(thread, where);
  return false;
}

} // namespace

void barrierInitialize(uint64_t *address, uint32_t count, Location where) {
  Thread &thread = *current;
  Block &block = *thread.block;
  if (count == 0 || count > MaxCount)
    refuse(thread, where, "mbarrier for " + std::to_string(count) + " arrivals");
  if (!block.shared.contains(address) || reinterpret_cast<uintptr_t>(address) % 8)
    refuse(thread, where, "mbarrier at an address that is not 8-byte aligned shared memory");
  if (const auto mistake = block.shared.write(thread, address, 8, Access::Ordinary))
    block.fail(thread,
               errorAt(thread, mistake->kind, "mbarrier: " + mistake->message, spell(where)));
  PhaseBarrier barrier;
  barrier.count = barrier.pending = count;
  block.phaseBarriers[address] = barrier;
}

void barrierInvalidate(uint64_t *address, Location where) {
  find(*current, address, where);
  current->block->phaseBarriers.erase(address);
}

void addPending(Thread &thread, uint64_t *address, const Location &where) {
  ++find(thread, address, where).pending;
}

uint64_t barrierArrive(uint64_t *barrier, uint32_t count, Location where) {
  return arriveBy(barrier, count, false, where);
}

uint64_t barrierArriveDrop(uint64_t *barrier, uint32_t count, Location where) {
  return arriveBy(barrier, count, true, where);
}

void barrierExpect(uint64_t *address, int64_t bytes, Location where) {
  Thread &thread = *current;
  PhaseBarrier &barrier = find(thread, address, where);
  barrier.transactions += bytes;
  completeIfDue(thread, barrier);
}

bool barrierTest(uint64_t *address, uint64_t token, Location where) {
  Thread &thread = *current;
  PhaseBarrier &barrier = find(thread, address, where);
  return test(thread, barrier, barrier.phase != token, where);
}

bool barrierTestParity(uint64_t *address, uint32_t parity, Location where) {
  Thread &thread = *current;
  PhaseBarrier &barrier = find(thread, address, where);
  if (parity > 1)
    refuse(thread, where, "mbarrier parity " + std::to_string(parity) + "; it is 0 or 1");
  // The phase of this parity is complete when the current one has the other.
  return test(thread, barrier, (barrier.phase & 1) != parity, where);
}

uint32_t barrierPendingCount(uint64_t) {
  return 0;
}

} // namespace warpsmith::emulator
