/// Device functions of earlier toolkits.
#pragma once

namespace warpsmith_removed {

// Warp functions without a mask, removed in CUDA 9 for sm_70.
template <class Type, class... Arguments>
WARPSMITH_ANYWHERE Type __shfl(Type, const Arguments &...);
template <class Type, class... Arguments>
WARPSMITH_ANYWHERE Type __shfl_up(Type, const Arguments &...);
template <class Type, class... Arguments>
WARPSMITH_ANYWHERE Type __shfl_down(Type, const Arguments &...);
template <class Type, class... Arguments>
WARPSMITH_ANYWHERE Type __shfl_xor(Type, const Arguments &...);
WARPSMITH_KNOWN(int, __all)
WARPSMITH_KNOWN(int, __any)
WARPSMITH_KNOWN(unsigned, __ballot)

// Of device_functions.h, under names that CUDA 9 deprecated and later removed.
WARPSMITH_KNOWN(int, mul24)
WARPSMITH_KNOWN(unsigned, umul24)
WARPSMITH_KNOWN(int, mulhi)
WARPSMITH_KNOWN(unsigned, umulhi)
WARPSMITH_KNOWN(float, saturate)
WARPSMITH_KNOWN(float, int_as_float)
WARPSMITH_KNOWN(int, float_as_int)
WARPSMITH_KNOWN(int, float2int)
WARPSMITH_KNOWN(unsigned, float2uint)
WARPSMITH_KNOWN(float, int2float)
WARPSMITH_KNOWN(float, uint2float)
WARPSMITH_KNOWN(unsigned, usad)
WARPSMITH_KNOWN(unsigned, __sad)
WARPSMITH_KNOWN(void, syncthreads)

// Intrinsics that the built-in declarations leave out.
WARPSMITH_KNOWN(unsigned, __vadd2)
WARPSMITH_KNOWN(unsigned, __vadd4)
WARPSMITH_KNOWN(unsigned, __vsub2)
WARPSMITH_KNOWN(unsigned, __vsub4)
WARPSMITH_KNOWN(unsigned, __vabsdiffu4)
WARPSMITH_KNOWN(unsigned, __vmaxu4)
WARPSMITH_KNOWN(unsigned, __vminu4)
WARPSMITH_KNOWN(unsigned, __vcmpeq4)
WARPSMITH_KNOWN(void, __pipeline_memcpy_async)
WARPSMITH_KNOWN(void, __pipeline_commit)
WARPSMITH_KNOWN(void, __pipeline_wait_prior)
WARPSMITH_KNOWN(int, printf)

} // namespace warpsmith_removed
