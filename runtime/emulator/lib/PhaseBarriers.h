/// mbarrier objects, beyond what device.h offers to the CUDA headers.
#pragma once

#include "runtime/emulator/lib/Block.h"

namespace warpsmith::emulator {

/// One more arrival is needed in the current phase (cp.async.mbarrier.arrive without .noinc).
void addPending(Thread &thread, uint64_t *barrier, const Location &where);

} // namespace warpsmith::emulator
