/// __half and __half2: IEEE binary16, one and two of them.
#pragma once

#include "vector_types.h"
#include "warpsmith_emulator/narrow_conversions.h"
#include "warpsmith_emulator/narrow_members.h"
#include "warpsmith_emulator/narrow_operations.h"
#include "warpsmith_emulator/narrow_operators.h"
#include "warpsmith_emulator/narrow_shuffles.h"
#include "warpsmith_emulator/pair_operations.h"

struct __align__(2) __half_raw {
  unsigned short x;
};
struct __align__(4) __half2_raw {
  unsigned short x, y;
};
struct __nv_bfloat16;

struct __align__(2) __half
    : warpsmith::emulator::NarrowOperations<__half, warpsmith::emulator::HalfFormat>,
      warpsmith::emulator::ShuffleOverloads<__half>
#ifndef __CUDA_NO_HALF_OPERATORS__
    ,
      warpsmith::emulator::NarrowOperators<__half>
#endif
{
  __half() = default;
  WARPSMITH_DEVICE constexpr __half(const __half_raw &raw) : __x(raw.x) {}
  WARPSMITH_DEVICE operator __half_raw() const { return __half_raw{__x}; }
#ifndef __CUDA_NO_HALF_CONVERSIONS__
  WARPSMITH_NARROW_MEMBERS(__half, HalfFormat)
  WARPSMITH_DEVICE explicit __half(const __nv_bfloat16 value); // in cuda_bf16.h
#endif

protected:
  unsigned short __x;
};

struct __align__(4) __half2 : warpsmith::emulator::PairOperations<__half2, __half>,
                              warpsmith::emulator::ShuffleOverloads<__half2>
#ifndef __CUDA_NO_HALF2_OPERATORS__
    ,
                              warpsmith::emulator::PairOperators<__half2>
#endif
{
  __half x, y;

  __half2() = default;
  WARPSMITH_DEVICE constexpr __half2(const __half &low, const __half &high) : x(low), y(high) {}
  WARPSMITH_DEVICE constexpr __half2(const __half2_raw &raw)
      : x(__half_raw{raw.x}),
        y(__half_raw{raw.y}) {}
  WARPSMITH_DEVICE operator __half2_raw() const {
    return __half2_raw{static_cast<__half_raw>(x).x, static_cast<__half_raw>(y).x};
  }
};

static_assert(sizeof(__half) == 2 && sizeof(__half2) == 4, "CUDA's sizes");

WARPSMITH_NARROW_FROM_REAL(__half, half, HalfFormat)
WARPSMITH_NARROW_INTEGERS(__half, half, HalfFormat)
WARPSMITH_NARROW_PAIRS(__half2, half2, __half, half, halves)

typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;

#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7C00U)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7BFFU)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000U)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000U)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3C00U)
