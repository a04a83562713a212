/// A ring of stages in shared memory between threads that fill and threads that empty them.
#pragma once

namespace warpsmith {

/// The next stage, and the parity of the phase that its barriers are in.
template <int Stages>
struct RingPlace {
  int stage = 0, parity = 0;

  /// The stage before.
  __device__ __forceinline__ int previous() const { return stage == 0 ? Stages - 1 : stage - 1; }
  __device__ __forceinline__ void advance() {
    if (++stage == Stages) {
      stage = 0;
      parity ^= 1;
    }
  }
};

} // namespace warpsmith
