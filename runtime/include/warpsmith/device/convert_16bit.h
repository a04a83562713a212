/// FP16 and BF16 numbers to FP32 and from it, by CUDA's functions: a program can be compiled
/// without the types' own conversions.
#pragma once

#include "warpsmith/device/convert.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace warpsmith {

template <>
__device__ __forceinline__ float toFloat<__half>(__half number) {
  return __half2float(number);
}
template <>
__device__ __forceinline__ float toFloat<__nv_bfloat16>(__nv_bfloat16 number) {
  return __bfloat162float(number);
}

template <>
__device__ __forceinline__ __half fromFloat<__half>(float number) {
  return __float2half(number);
}
template <>
__device__ __forceinline__ __nv_bfloat16 fromFloat<__nv_bfloat16>(float number) {
  return __float2bfloat16(number);
}

} // namespace warpsmith
