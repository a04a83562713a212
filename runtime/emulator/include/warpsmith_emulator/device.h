/// What the CUDA headers of emulation mode stand on: the running thread, its block and warp.
///
/// Kernels run as ordinary C++ functions, one fiber a CUDA thread, all fibers on one OS thread.
/// Every function here is called by device code; a mistake of the emulated program (a deadlock, an
/// access out of range) does not return: it is reported and the kernel is abandoned.
#pragma once

#include <cstddef>
#include <cstdint>
#include <source_location>

namespace warpsmith::emulator {

using Location = std::source_location;

/// Barriers of the block. `number` 0 with `count` 0 is __syncthreads(), which all threads of the
/// block must reach at the same place of the source; other barriers take a count that is a multiple
/// of the warp's size (PTX ISA, bar).
void synchronize(int number, int count, Location where = Location::current());
/// bar.arrive: counts the thread without waiting.
void arrive(int number, int count, Location where = Location::current());
enum class Reduction { Popcount, And, Or };
/// __syncthreads_count and its kin, bar.red: the same for every thread.
int synchronizeReduce(Reduction reduction, bool predicate, int number = 0, int count = 0,
                      Location where = Location::current());

/// All lanes of `mask` (those that have exited are left out) meet; then each has seen what the
/// others wrote. A lane that is not in its own mask is an error.
void synchronizeWarp(uint32_t mask, Location where = Location::current());
/// All lanes of `mask` meet and pass `bytes` bytes (at most 64 KiB) each. When all have come, the
/// last one runs combine(context, values), where values[lane] points to the bytes of each lane of
/// the mask and is null for the others; it may change them, and each lane finds its own changed on
/// return. Without `ordered` it is no barrier for memory.
using Combine = void (*)(void *context, void *const values[32]);
void combineWarp(uint32_t mask, void *value, std::size_t bytes, Combine combine, void *context,
                 Location where = Location::current(), bool ordered = true);
/// Lanes of the warp that have not exited. What a divergent __activemask() returns is unspecified.
uint32_t activeLanes();
int laneIndex();

/// Lets other threads run: __nanosleep, and each turn of a loop that polls.
void yield();
/// Nanoseconds since the emulator started; clock64() and %globaltimer.
uint64_t clockNanoseconds();

/// Storage of a __shared__ variable in the running block: the same address for all its threads,
/// poisoned when the block starts. `key` tells one declaration from another.
void *sharedVariable(const void *key, const char *name, std::size_t bytes, std::size_t alignment);
/// The block's dynamic shared memory, at least 128-byte aligned.
void *dynamicSharedMemory();
/// Conversions between generic addresses and those of the shared window (`cvta.to.shared`): the
/// 32-bit offset within the block's shared memory, plus a base so that 0 is never valid.
uint32_t sharedAddress(const void *generic);
void *genericFromShared(uint32_t address);
bool isShared(const void *generic);
bool isGlobal(const void *generic);

/// cp.async: copies `sourceBytes` (0 ... bytes) and zeros; the destination is poison until the
/// thread has waited for its group.
void copyAsync(void *shared, const void *global, int bytes, int sourceBytes,
               Location where = Location::current());
void commitCopies();
/// cp.async.wait_group N; wait_all is waitForCopies(0) after a commit.
void waitForCopies(int pending);
/// cp.async.mbarrier.arrive{.noinc}: the arrival happens when this thread's copies so far complete.
void arriveWhenCopied(uint64_t *barrier, bool increment, Location where = Location::current());

/// mbarrier objects (PTX ISA, mbarrier), 8 bytes of shared memory each.
void barrierInitialize(uint64_t *barrier, uint32_t count, Location where = Location::current());
void barrierInvalidate(uint64_t *barrier, Location where = Location::current());
/// Returns the state token of the phase before the arrival.
uint64_t barrierArrive(uint64_t *barrier, uint32_t count = 1, Location where = Location::current());
uint64_t barrierArriveDrop(uint64_t *barrier, uint32_t count = 1,
                           Location where = Location::current());
/// expect_tx and complete_tx on the current phase.
void barrierExpect(uint64_t *barrier, int64_t bytes, Location where = Location::current());
/// True when the phase of the token, or of the parity, is complete; false after other threads have
/// had their turn.
bool barrierTest(uint64_t *barrier, uint64_t token, Location where = Location::current());
bool barrierTestParity(uint64_t *barrier, uint32_t parity, Location where = Location::current());
uint32_t barrierPendingCount(uint64_t token);

/// Notes that an instruction reads or writes registers, which no product in flight may have. Its
/// other operands are values that the program has read itself.
void accessRegisters(void *const *registers, int count, int bytes, bool write, Location where);

/// fence.mbarrier_init: the barriers that the thread has initialised are so for the cluster, and
/// for bulk copies.
void fenceBarrierInitializations();

/// griddepcontrol.wait: the kernels before this one in the stream have ended.
void waitForPreviousGrid();

/// __threadfence(): what the thread has done and seen, its next atomic operations publish to other
/// blocks.
void fenceDevice();
/// fence.proxy.async: what the thread has written and seen is there for wgmma and bulk copies.
void fenceAsynchronousProxy();

/// While one is alive, the thread's loads and stores are those of an atomic operation: two of them
/// on one address are no race.
class AtomicScope {
public:
  AtomicScope();
  ~AtomicScope();
  AtomicScope(const AtomicScope &) = delete;
  AtomicScope &operator=(const AtomicScope &) = delete;
};

/// A mistake found by a header: reported as `file:line: error: message [block, thread] [kind]`; the
/// kernel is abandoned.
[[noreturn]] void fail(const char *kind, const char *message, Location where = Location::current());
/// __trap() and failed device assertions.
[[noreturn]] void trap(const char *message, Location where = Location::current());

/// Grid-wide facts of the running thread; threadIdx and its kin are plain variables that change
/// when another fiber runs.
unsigned dynamicSharedBytes();
/// Compute capability of the emulated device, 10 * major + minor.
int computeCapability();

} // namespace warpsmith::emulator
