/// What a warpgroup's wgmma instructions leave in flight.
#pragma once

#include "runtime/emulator/include/warpsmith_emulator/warpgroup.h"
#include "runtime/emulator/lib/Block.h"
#include "runtime/emulator/lib/RegisterWatch.h"
#include <deque>

namespace warpsmith::emulator {

constexpr int WarpgroupThreads = 128, WgmmaRows = 64;

/// The sums of a warpgroup while the tensor cores own them: 64 x n, row by row.
struct WgmmaSums {
  int n;
  std::vector<uint32_t> values;
};

/// One wgmma.mma_async, from its first thread's issue to the wait.
struct WgmmaOperation : Agent {
  WarpgroupProduct product; ///< without the pointers, which each thread has for itself
  bool aInRegisters = false;
  bool continues = false; ///< its sums were in flight already
  Location where;
  int issued = 0; ///< threads
  std::shared_ptr<WgmmaSums> sums;
  uint32_t aValues[WarpgroupThreads][4];
};

struct Warpgroup {
  std::vector<int> registerChanges; ///< what setmaxnreg has been given, in order
  int agent = 0;                    ///< 0 before its first wgmma
  uint64_t computed = 0; ///< operations that are done; the deque starts with the next one
  std::deque<WgmmaOperation> operations;
  struct Waiting {
    Thread *thread;
    uint64_t target;
  };
  std::vector<Waiting> waiting;
};

/// A thread's view of its warpgroup's operations.
struct WgmmaThread {
  explicit WgmmaThread(const Stack &stack) : watch(stack) {}

  struct Registers {
    std::vector<void *> addresses;
    std::shared_ptr<WgmmaSums> sums;
    uint64_t last; ///< number of operations up to and with the last one on them
    bool inFlight;
  };
  uint64_t issued = 0;
  std::deque<uint64_t> groups; ///< operations up to the end of each committed group
  std::vector<Registers> registers;
  bool fenced = false; ///< once, at least
  RegisterWatch watch;
};

/// A thread that ends must have waited for its products.
std::optional<ErrorRecord> unfinishedProducts(const Thread &thread);
/// A thread that ends must have executed the setmaxnreg instructions of its warpgroup.
std::optional<ErrorRecord> missedRegisterChange(const Thread &thread);

} // namespace warpsmith::emulator
