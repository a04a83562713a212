/// Kernels that begin before the one before them in the stream has ended: CUDA C++ Programming
/// Guide, "Programmatic Dependent Launch"; PTX ISA "griddepcontrol". Needs sm_90.
#pragma once

namespace warpsmith {

/// Until here a kernel must not touch what the kernel before it in the stream writes or reads.
__device__ __forceinline__ void waitForPreviousKernel() {
  asm volatile("griddepcontrol.wait;" ::: "memory");
}
/// The next kernel may begin once all blocks have come here, and waits where it must.
__device__ __forceinline__ void allowNextKernel() {
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
}

} // namespace warpsmith
