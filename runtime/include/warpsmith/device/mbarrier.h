/// Barriers in shared memory between warps with different roles: PTX ISA "Parallel Synchronization
/// and Communication Instructions: mbarrier". Needs sm_80.
#pragma once

namespace warpsmith {

/// A barrier completes a phase when it has seen its count of arrivals; phases have parity 0, 1,
/// 0...
using Barrier = unsigned long long;

__device__ __forceinline__ unsigned sharedAddress(const void *shared) {
  return static_cast<unsigned>(__cvta_generic_to_shared(shared));
}

/// One thread does this for all, before a __syncthreads().
__device__ __forceinline__ void initialize(Barrier *barrier, int arrivals) {
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(sharedAddress(barrier)), "r"(arrivals)
               : "memory");
}

__device__ __forceinline__ void arrive(Barrier *barrier) {
  asm volatile("{\n"
               ".reg .b64 state;\n"
               "mbarrier.arrive.shared.b64 state, [%0];\n"
               "}" ::"r"(sharedAddress(barrier))
               : "memory");
}

/// Arrives once all cp.async that this thread has started are complete; the barrier's count must
/// include this arrival.
__device__ __forceinline__ void arriveWhenCopied(Barrier *barrier) {
  asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(sharedAddress(barrier))
               : "memory");
}

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
