/// A ring of stages in shared memory between threads that fill and threads that empty them.
#pragma once

namespace warpsmith {

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

} // namespace warpsmith
