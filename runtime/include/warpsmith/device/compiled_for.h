/// Instructions that only code for some GPUs can have: CUDA C++ Programming Guide, "__CUDA_ARCH__".
///
/// A file may be compiled for several architectures. A kernel is empty in code that cannot have its
/// instructions, and bounds its blocks to one thread there: kernel_code.h.
#pragma once

namespace warpsmith {

/// Whether the code that is compiled is for GPUs of this compute capability (80) or newer ones; to
/// the host's it makes no difference.
template <int Capability>
constexpr bool CompiledFor =
#ifdef __CUDA_ARCH__
    __CUDA_ARCH__ >= 10 * Capability;
#else
    true;
#endif

} // namespace warpsmith
