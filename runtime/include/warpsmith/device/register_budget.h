/// Registers that warps of different roles give each other: PTX ISA "setmaxnreg". Needs sm_90a.
#pragma once

namespace warpsmith {

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
