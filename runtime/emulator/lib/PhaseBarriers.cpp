// mbarrier: PTX ISA, "Parallel Synchronization and Communication Instructions: mbarrier".
#include "runtime/emulator/lib/PhaseBarriers.h"

namespace warpsmith::emulator {
namespace {

constexpr uint32_t MaxCount = (1u << 20) - 1;

[[noreturn]] void refuse(Thread &thread, const Location &where, const std::string &message) {
  thread.block->fail(thread, errorAt(thread, "mbarrier", message, spell(where)));
}

PhaseBarrier &own(Thread &thread, const uint64_t *address, const Location &where) {
  return phaseBarrier(thread, *thread.block, address, where);
}

/// The memory of an mbarrier is written by its initialisation, of which others must be told, and by
/// its end.
void setBarrier(const Agent &agent, Block &block, uint64_t *address, bool valid,
                const Location &where) {
  if (const auto mistake = block.shared.setBarrier(agent, address, 8, valid))
    block.fail(*current,
               errorAt(*current, mistake->kind, "mbarrier: " + mistake->message, spell(where)));
}

void completeIfDue(Thread &thread, PhaseBarrier &barrier, const Location &where) {
  if (barrier.pending != 0 || barrier.transactions != 0)
    return;
  if (!barrier.copies.empty())
    refuse(thread, where,
           "the phase of the mbarrier completes while bulk copies of " +
               std::to_string(barrier.copiedBytes()) +
               " bytes to it are under way, which no expect_tx has announced");
  ++barrier.phase;
  barrier.pending = barrier.count;
  barrier.completed.join(barrier.arriving);
  barrier.arriving.clear();
  thread.block->progress();
}

/// Lets the bulk copies signal, when the current phase lacks only them.
void landCopies(Thread &thread, PhaseBarrier &barrier, const Location &where) {
  if (barrier.pending != 0 || barrier.copies.empty())
    return;
  const int64_t bytes = barrier.copiedBytes();
  if (bytes > barrier.transactions)
    refuse(thread, where,
           "bulk copies bring " + std::to_string(bytes) +
               " bytes to an mbarrier whose phase expects " + std::to_string(barrier.transactions));
  const std::vector<BulkCopy> copies = std::move(barrier.copies);
  barrier.copies.clear();
  for (const BulkCopy &copy : copies) {
    landCopy(copy);
    barrier.arriving.join(copy.clock);
  }
  barrier.transactions -= bytes;
  thread.block->progress();
  completeIfDue(thread, barrier, where);
}

void addTransactions(Thread &thread, PhaseBarrier &barrier, int64_t bytes, const Location &where) {
  barrier.transactions += bytes;
  if (barrier.transactions > MaxCount)
    refuse(thread, where,
           "a phase of the mbarrier expects " + std::to_string(barrier.transactions) +
               " bytes; the most are " + std::to_string(MaxCount));
}

template <typename Complete>
bool test(Thread &thread, PhaseBarrier &barrier, const Location &where, Complete complete) {
  if (!complete())
    landCopies(thread, barrier, where);
  if (complete()) {
    thread.clock.join(barrier.completed);
    return true;
  }
  thread.block->yield(thread, where,
                      barrier.pending == 0 && barrier.transactions > 0
                          ? "polling an mbarrier whose phase still expects " +
                                std::to_string(barrier.transactions) + " bytes"
                          : "polling");
  return false;
}

} // namespace

uint64_t arriveAt(PhaseBarrier &barrier, uint32_t count, int64_t bytes, const Location &where,
                  bool drop) {
  Thread &thread = *current;
  addTransactions(thread, barrier, bytes, where);
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
  completeIfDue(thread, barrier, where);
  return token;
}

int64_t PhaseBarrier::copiedBytes() const {
  int64_t bytes = 0;
  for (const BulkCopy &copy : copies)
    bytes += copy.bytes();
  return bytes;
}

PhaseBarrier &phaseBarrier(Thread &thread, Block &block, const uint64_t *address,
                           const Location &where) {
  if (!block.shared.contains(address) || reinterpret_cast<uintptr_t>(address) % 8)
    refuse(thread, where, "mbarrier at an address that is not 8-byte aligned shared memory");
  const auto found = block.phaseBarriers.find(address);
  if (found == block.phaseBarriers.end())
    refuse(thread, where, "mbarrier that has not been initialised");
  // Its initialisation is an ordinary write that the others must have been told of.
  if (const auto mistake = block.shared.read(thread, address, 8, Access::Barrier))
    thread.block->fail(
        thread, errorAt(thread, mistake->kind, "mbarrier: " + mistake->message, spell(where)));
  return found->second;
}

void barrierInitialize(uint64_t *address, uint32_t count, Location where) {
  Thread &thread = *current;
  Block &block = *thread.block;
  if (count == 0 || count > MaxCount)
    refuse(thread, where, "mbarrier for " + std::to_string(count) + " arrivals");
  if (!block.shared.contains(address) || reinterpret_cast<uintptr_t>(address) % 8)
    refuse(thread, where, "mbarrier at an address that is not 8-byte aligned shared memory");
  if (block.phaseBarriers.contains(address))
    refuse(thread, where,
           "mbarrier.init of what is an mbarrier already; mbarrier.inval comes before (PTX ISA, "
           "mbarrier.init)");
  if (!thread.initializations)
    thread.initializations =
        block.newAgent("the mbarrier.init of " + block.agentName(thread.number));
  thread.clock.tick(thread.initializations);
  Agent initializer;
  initializer.number = thread.initializations;
  initializer.clock = thread.clock;
  setBarrier(initializer, block, address, true, where);
  PhaseBarrier barrier;
  barrier.initializer = initializer.number;
  barrier.initializedIn = initializer.clock.of(initializer.number);
  barrier.count = barrier.pending = count;
  block.phaseBarriers[address] = barrier;
}

void barrierInvalidate(uint64_t *address, Location where) {
  Thread &thread = *current;
  if (!own(thread, address, where).copies.empty())
    refuse(thread, where,
           "mbarrier.inval while bulk copies that signal the mbarrier are under way");
  setBarrier(thread, *thread.block, address, false, where);
  thread.block->phaseBarriers.erase(address);
}

void fenceBarrierInitializations() {
  Thread &thread = *current;
  if (!thread.initializations)
    return;
  thread.fencedInitializations = thread.clock.of(thread.initializations);
  thread.clock.fence(thread.initializations, thread.fencedInitializations);
}

void requireVisible(const Agent &copy, const PhaseBarrier &barrier, const Location &where) {
  if (copy.clock.fencedOf(barrier.initializer) < barrier.initializedIn)
    current->block->fail(
        *current,
        errorAt(*current, "proxy",
                "bulk copy: it signals an mbarrier without a fence.mbarrier_init or "
                "fence.proxy.async after " +
                    current->block->agentName(barrier.initializer) + " (PTX ISA, \"Async proxy\")",
                spell(where)));
}

void addPending(Thread &thread, uint64_t *address, const Location &where) {
  ++own(thread, address, where).pending;
}

uint64_t barrierArrive(uint64_t *barrier, uint32_t count, Location where) {
  return arriveAt(own(*current, barrier, where), count, 0, where);
}

uint64_t barrierArriveDrop(uint64_t *barrier, uint32_t count, Location where) {
  return arriveAt(own(*current, barrier, where), count, 0, where, true);
}

void barrierExpect(uint64_t *address, int64_t bytes, Location where) {
  Thread &thread = *current;
  PhaseBarrier &barrier = own(thread, address, where);
  addTransactions(thread, barrier, bytes, where);
  completeIfDue(thread, barrier, where);
}

bool barrierTest(uint64_t *address, uint64_t token, Location where) {
  Thread &thread = *current;
  PhaseBarrier &barrier = own(thread, address, where);
  if (token != barrier.phase && token + 1 != barrier.phase)
    refuse(thread, where,
           "the state is of phase " + std::to_string(token) +
               " of the mbarrier, which is in phase " + std::to_string(barrier.phase) +
               ": a wait is for the current phase or the one before it");
  return test(thread, barrier, where, [&] { return barrier.phase != token; });
}

bool barrierTestParity(uint64_t *address, uint32_t parity, Location where) {
  Thread &thread = *current;
  PhaseBarrier &barrier = own(thread, address, where);
  if (parity > 1)
    refuse(thread, where, "mbarrier parity " + std::to_string(parity) + "; it is 0 or 1");
  // The phase of this parity is complete when the current one has the other.
  return test(thread, barrier, where, [&] { return (barrier.phase & 1) != parity; });
}

uint32_t barrierPendingCount(uint64_t) {
  return 0;
}

} // namespace warpsmith::emulator
