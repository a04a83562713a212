/// Waiting for an mbarrier, suspended by the hardware: sm_90 and newer.
#pragma once

#include "warpsmith/device/mbarrier.h"

namespace warpsmith {

/// Waits until the phase of this parity is complete; the hardware suspends the thread meanwhile.
__device__ __forceinline__ void wait(Barrier *barrier, int parity) {
  unsigned done = 0;
  while (!done)
    asm volatile("{\n"
                 ".reg .pred complete;\n"
                 "mbarrier.try_wait.parity.shared.b64 complete, [%1], %2;\n"
                 "selp.u32 %0, 1, 0, complete;\n"
                 "}"
                 : "=r"(done)
                 : "r"(sharedAddress(barrier)), "r"(parity)
                 : "memory");
}

} // namespace warpsmith
