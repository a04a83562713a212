/// What warps with different roles need beside mbarriers: barriers by number, the ring of stages in
/// shared memory that they fill and empty, and registers that they give each other.
///
/// Barriers by number are among some of a block's warps: PTX ISA "barrier". Number 0 is
/// __syncthreads(). Not the aligned form (bar.sync): the lanes of a warp that has copied an edge of
/// a matrix need not have come together again.
///
/// Registers change hands by PTX ISA "setmaxnreg", which needs sm_90a.
#pragma once

namespace warpsmith {

/// Waits until `threads` threads, a multiple of 32, have come to barrier `number`.
__device__ __forceinline__ void synchronize(int number, int threads) {
  asm volatile("barrier.sync %0, %1;" ::"r"(number), "r"(threads) : "memory");
}

/// Comes to the barrier, too, but does not wait.
__device__ __forceinline__ void arriveAtNumber(int number, int threads) {
  asm volatile("barrier.arrive %0, %1;" ::"r"(number), "r"(threads) : "memory");
}

/// The next stage, and the parity of the phase that its barriers are in.
template <int Stages>
struct RingPlace {
  int stage = 0, parity = 0;

  /// The stage before.
  __device__ __forceinline__ int previous() const { return stage == 0 ? Stages - 1 : stage - 1; }
  /// By at most as many as there are stages.
  __device__ __forceinline__ void advance(int stages = 1) {
    stage += stages;
    if (stage >= Stages) {
      stage -= Stages;
      parity ^= 1;
    }
  }
};

/// Changes the registers of each thread of the warpgroup to Count, which the block has or gets
/// back; 0 leaves them as they are.
template <int Count>
__device__ __forceinline__ void growRegisters() {
  if constexpr (Count > 0)
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(Count));
}
template <int Count>
__device__ __forceinline__ void shrinkRegisters() {
  if constexpr (Count > 0)
    asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(Count));
}

} // namespace warpsmith
