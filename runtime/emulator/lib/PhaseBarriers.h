/// mbarrier objects, beyond what device.h offers to the CUDA headers.
#pragma once

#include "runtime/emulator/lib/Block.h"

namespace warpsmith::emulator {

/// The initialised barrier at an address of the block's shared memory; anything else is an error.
PhaseBarrier &phaseBarrier(Thread &thread, Block &block, const uint64_t *address,
                           const Location &where);
/// The running thread expects the bytes and arrives; returns the phase before the arrival.
uint64_t arriveAt(PhaseBarrier &barrier, uint32_t count, int64_t bytes, const Location &where,
                  bool drop = false);

/// The bulk copy signals the barrier, whose initialisation a fence must have passed on to it.
void requireVisible(const Agent &copy, const PhaseBarrier &barrier, const Location &where);

/// Copies the bytes of a bulk copy to shared memory (BulkCopies.cpp).
void landCopy(const BulkCopy &copy);
/// What a thread that ends, and the last one of a block, must have waited for.
std::optional<ErrorRecord> unfinishedStores(const Thread &thread);
std::optional<ErrorRecord> unfinishedLoads(const Thread &thread);

/// One more arrival is needed in the current phase (cp.async.mbarrier.arrive without .noinc).
void addPending(Thread &thread, uint64_t *barrier, const Location &where);

} // namespace warpsmith::emulator
