/// cp.async as functions: __pipeline_memcpy_async() and its kin.
#pragma once

#include "cuda_awbarrier_primitives.h"
#include "warpsmith_emulator/core.h"

/// Copies all but the last `zeros` of `bytes` (4, 8 or 16) bytes and fills those with zeros.
WARPSMITH_DEVICE void __pipeline_memcpy_async(
    void *shared, const void *global, size_t bytes, size_t zeros = 0,
    warpsmith::emulator::Location where = warpsmith::emulator::Location::current()) {
  if (zeros > bytes)
    warpsmith::emulator::fail("emulator-cp-async", "more bytes are to be zeroed than copied",
                              where);
  warpsmith::emulator::copyAsync(shared, global, static_cast<int>(bytes),
                                 static_cast<int>(bytes - zeros), where);
}
WARPSMITH_DEVICE void __pipeline_commit() {
  warpsmith::emulator::commitCopies();
}
/// Waits for all but the last `pending` commits. CUDA waits for 8 when asked for more.
WARPSMITH_DEVICE void __pipeline_wait_prior(size_t pending) {
  warpsmith::emulator::waitForCopies(pending < 8 ? static_cast<int>(pending) : 8);
}
WARPSMITH_DEVICE void __pipeline_arrive_on(
    __mbarrier_t *barrier,
    warpsmith::emulator::Location where = warpsmith::emulator::Location::current()) {
  warpsmith::emulator::arriveWhenCopied(barrier, true, where);
}
