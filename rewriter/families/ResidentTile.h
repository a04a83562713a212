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

/// Elements of C of a thread of such a kernel on the FP32, FP64 or integer units.
ThreadTile threadOf(const Resident &resident);

/// Registers that a thread has of a multiprocessor's, where blocks have so many threads.
int residentRegisters(const Contraction &contraction, int threads);

/// Blocks of so many threads that a multiprocessor has room for if threads take the registers of
/// the largest tile whose sums have 4 bytes.
int residentBlocks(int threads);

/// For blocks of at most `threads` threads: their registers hold the warps' elements. `part` is the
/// operands' type on the tensor cores. Nothing where shared memory is too small beside that of the
/// original.
std::optional<Resident> residentTile(const Contraction &contraction, const Schedule &schedule,
                                     int threads, std::optional<ElementType> part);

} // namespace warpsmith
