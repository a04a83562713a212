/// Waiting for an mbarrier: sm_80 and newer.
#pragma once

#include "warpsmith/device/mbarrier.h"

namespace warpsmith {

/// Waits until the phase of this parity is complete. From sm_90 on the hardware suspends the thread
/// meanwhile; before, it polls.
__device__ __forceinline__ void wait(Barrier *barrier, int parity) {
  unsigned done = 0;
  while (!done)
    asm volatile("{\n"
                 ".reg .pred complete;\n"
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
                 "mbarrier.test_wait.parity.shared.b64 complete, [%1], %2;\n"
#else
                 "mbarrier.try_wait.parity.shared.b64 complete, [%1], %2;\n"
#endif
                 "selp.u32 %0, 1, 0, complete;\n"
                 "}"
                 : "=r"(done)
                 : "r"(sharedAddress(barrier)), "r"(parity)
                 : "memory");
}

} // namespace warpsmith
