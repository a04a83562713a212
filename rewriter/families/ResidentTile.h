/// The sizes of a kernel that keeps its launch, whatever that is.
#pragma once

#include "rewriter/families/KernelFamily.h"

namespace warpsmith {

/// Threads of the smallest block in which tiles are computed.
constexpr int LeastResidentThreads = 64;
/// Registers of a thread that the smallest tile takes.
constexpr int LeastResidentRegisters = 64;
/// Static shared memory that every device gives a block.
constexpr int StaticSharedBytes = 48 * 1024;

struct ResidentTile {
  ThreadTile thread; ///< elements of C that a thread computes
  int steps;         ///< of k that a tile holds
  int sharedBytes;   ///< of the kernel's tiles, whatever the block
};

/// Registers that a thread has of a multiprocessor's, where blocks have so many threads.
int residentRegisters(const Contraction &contraction, int threads);

/// For blocks of at most `threads` threads: their registers hold the thread's elements. Nothing
/// where shared memory is too small beside that of the original.
std::optional<ResidentTile> residentTile(const Contraction &contraction, const Schedule &schedule,
                                         int threads);

} // namespace warpsmith
