/// Waiting for an mbarrier by polling: sm_80 and newer.
#pragma once

#include "warpsmith/device/mbarrier.h"

namespace warpsmith {

/// Waits until the phase of this parity is complete.
__device__ __forceinline__ void wait(Barrier *barrier, int parity) {
  unsigned done = 0;
  while (!done)
    asm volatile("{\n"
                 ".reg .pred complete;\n"
                 "mbarrier.test_wait.parity.shared.b64 complete, [%1], %2;\n"
                 "selp.u32 %0, 1, 0, complete;\n"
                 "}"
                 : "=r"(done)
                 : "r"(sharedAddress(barrier)), "r"(parity)
                 : "memory");
}

} // namespace warpsmith
