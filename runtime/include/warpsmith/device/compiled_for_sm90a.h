/// Instructions that only code for sm_90a can have: CUDA C++ Programming Guide,
/// "Architecture-Specific Features".
///
/// A file may be compiled for several architectures; nvcc's `-arch=sm_90a` compiles it for
/// compute_90, too. A kernel is empty in code that cannot have its instructions, and bounds its
/// blocks to one thread there: kernel_code.h.
#pragma once

namespace warpsmith {

/// Whether the code that is compiled is for sm_90a; to the host's it makes no difference.
#if defined(__CUDA_ARCH__) && !defined(__CUDA_ARCH_FEAT_SM90_ALL)
constexpr bool CompiledForSm90a = false;
#else
constexpr bool CompiledForSm90a = true;
#endif

} // namespace warpsmith
