/// Kernels that may begin before the one before them in the stream has ended: CUDA C++ Programming
/// Guide, "Programmatic Dependent Launch and Synchronization"; PTX ISA, "griddepcontrol".
///
/// Kernels run one after the other here. What is checked is that such a kernel would be right
/// beside its predecessors: its threads touch global memory only after griddepcontrol.wait, and
/// every block waits, so that whoever waits for this kernel has waited for those before it, too.
/// CUDA allows more: a kernel may read early what no earlier one writes.
#pragma once

#include "runtime/emulator/lib/Block.h"
#include "runtime/emulator/lib/GlobalMemory.h"

namespace warpsmith::emulator {

/// Checks an access of the thread to global memory.
std::optional<GlobalMemory::Mistake> checkGlobal(Thread &thread, const void *address,
                                                 std::size_t bytes, bool write);

/// Of a block that has ended: no thread of it has waited, though it may have begun early.
std::optional<ErrorRecord> missedPreviousKernel(const Thread &thread);

} // namespace warpsmith::emulator
