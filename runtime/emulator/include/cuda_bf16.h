/// __nv_bfloat16 and __nv_bfloat162: bfloat16, one and two of them.
#pragma once

#include "cuda_fp16.h"

struct __align__(2) __nv_bfloat16_raw {
  unsigned short x;
};
struct __align__(4) __nv_bfloat162_raw {
  unsigned short x, y;
};

struct __align__(2) __nv_bfloat16
    : warpsmith::emulator::NarrowOperations<__nv_bfloat16, warpsmith::emulator::Bfloat16Format>,
      warpsmith::emulator::ShuffleOverloads<__nv_bfloat16>
#ifndef __CUDA_NO_BFLOAT16_OPERATORS__
    ,
      warpsmith::emulator::NarrowOperators<__nv_bfloat16>
#endif
{
  __nv_bfloat16() = default;
  WARPSMITH_DEVICE constexpr __nv_bfloat16(const __nv_bfloat16_raw &raw) : __x(raw.x) {}
  WARPSMITH_DEVICE operator __nv_bfloat16_raw() const { return __nv_bfloat16_raw{__x}; }
#ifndef __CUDA_NO_BFLOAT16_CONVERSIONS__
  WARPSMITH_NARROW_MEMBERS(__nv_bfloat16, Bfloat16Format)
  WARPSMITH_DEVICE explicit __nv_bfloat16(const __half value)
      : __x(warpsmith::emulator::Bfloat16Format::narrow(__half2float(value))) {}
#endif

protected:
  unsigned short __x;
};

struct __align__(4) __nv_bfloat162
    : warpsmith::emulator::PairOperations<__nv_bfloat162, __nv_bfloat16>,
      warpsmith::emulator::ShuffleOverloads<__nv_bfloat162>
#ifndef __CUDA_NO_BFLOAT162_OPERATORS__
    ,
      warpsmith::emulator::PairOperators<__nv_bfloat162>
#endif
{
  __nv_bfloat16 x, y;

  __nv_bfloat162() = default;
  WARPSMITH_DEVICE constexpr __nv_bfloat162(const __nv_bfloat16 &low, const __nv_bfloat16 &high)
      : x(low),
        y(high) {}
  WARPSMITH_DEVICE constexpr __nv_bfloat162(const __nv_bfloat162_raw &raw)
      : x(__nv_bfloat16_raw{raw.x}),
        y(__nv_bfloat16_raw{raw.y}) {}
  WARPSMITH_DEVICE operator __nv_bfloat162_raw() const {
    return __nv_bfloat162_raw{static_cast<__nv_bfloat16_raw>(x).x,
                              static_cast<__nv_bfloat16_raw>(y).x};
  }
};

static_assert(sizeof(__nv_bfloat16) == 2 && sizeof(__nv_bfloat162) == 4, "CUDA's sizes");

WARPSMITH_NARROW_FROM_REAL(__nv_bfloat16, bfloat16, Bfloat16Format)
WARPSMITH_NARROW_INTEGERS(__nv_bfloat16, bfloat16, Bfloat16Format)
WARPSMITH_NARROW_PAIRS(__nv_bfloat162, bfloat162, __nv_bfloat16, bfloat16, halves)

#ifndef __CUDA_NO_HALF_CONVERSIONS__
WARPSMITH_DEVICE __half::__half(const __nv_bfloat16 value)
    : __x(warpsmith::emulator::HalfFormat::narrow(__bfloat162float(value))) {
}
#endif

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7F80U)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7F7FU)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x8000U)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000U)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3F80U)
