/// Conversions between integers and floating point with an explicit rounding mode: CUDA Math API,
/// "Type Casting Intrinsics". Out of range saturates; NaN becomes 0 in 32 bits and the smallest
/// number (or, unsigned, the highest bit) in 64 (PTX ISA, cvt).
#pragma once

#include "warpsmith_emulator/rounding.h"
#include <limits.h>
#include <math.h>

namespace warpsmith::emulator {

/// `value` is a whole number, infinite or NaN.
template <typename Integer>
WARPSMITH_DEVICE Integer saturated(double value, Integer smallest, Integer largest) {
  if (value != value)
    return sizeof(Integer) == 8 ? static_cast<Integer>(1ull << 63) : Integer(0);
  if (value <= static_cast<double>(smallest))
    return smallest;
  if (value >= static_cast<double>(largest))
    return largest;
  return static_cast<Integer>(value);
}

} // namespace warpsmith::emulator

#define WARPSMITH_TO_INTEGER(name, integer, real, smallest, largest)                               \
  WARPSMITH_DEVICE integer name##_rn(real a) {                                                     \
    return warpsmith::emulator::saturated<integer>(__builtin_rint(double(a)), smallest, largest);  \
  }                                                                                                \
  WARPSMITH_DEVICE integer name##_rz(real a) {                                                     \
    return warpsmith::emulator::saturated<integer>(__builtin_trunc(double(a)), smallest, largest); \
  }                                                                                                \
  WARPSMITH_DEVICE integer name##_ru(real a) {                                                     \
    return warpsmith::emulator::saturated<integer>(__builtin_ceil(double(a)), smallest, largest);  \
  }                                                                                                \
  WARPSMITH_DEVICE integer name##_rd(real a) {                                                     \
    return warpsmith::emulator::saturated<integer>(__builtin_floor(double(a)), smallest, largest); \
  }
WARPSMITH_TO_INTEGER(__float2int, int, float, INT_MIN, INT_MAX)
WARPSMITH_TO_INTEGER(__float2uint, unsigned int, float, 0u, UINT_MAX)
WARPSMITH_TO_INTEGER(__float2ll, long long, float, LLONG_MIN, LLONG_MAX)
WARPSMITH_TO_INTEGER(__float2ull, unsigned long long, float, 0ull, ULLONG_MAX)
WARPSMITH_TO_INTEGER(__double2int, int, double, INT_MIN, INT_MAX)
WARPSMITH_TO_INTEGER(__double2uint, unsigned int, double, 0u, UINT_MAX)
WARPSMITH_TO_INTEGER(__double2ll, long long, double, LLONG_MIN, LLONG_MAX)
WARPSMITH_TO_INTEGER(__double2ull, unsigned long long, double, 0ull, ULLONG_MAX)
#undef WARPSMITH_TO_INTEGER

#define WARPSMITH_CONVERSION(name, to, from)                                                       \
  WARPSMITH_DEVICE to name##_rn(from a) {                                                          \
    return static_cast<to>(a);                                                                     \
  }                                                                                                \
  WARPSMITH_CONVERSION_MODE(name##_rz, to, from, FE_TOWARDZERO)                                    \
  WARPSMITH_CONVERSION_MODE(name##_ru, to, from, FE_UPWARD)                                        \
  WARPSMITH_CONVERSION_MODE(name##_rd, to, from, FE_DOWNWARD)
#define WARPSMITH_CONVERSION_MODE(name, to, from, mode)                                            \
  WARPSMITH_DEVICE to name(from a) {                                                               \
    return warpsmith::emulator::rounded<to>(                                                       \
        mode, [](from value) { return static_cast<to>(value); }, a);                               \
  }
WARPSMITH_CONVERSION(__int2float, float, int)
WARPSMITH_CONVERSION(__uint2float, float, unsigned int)
WARPSMITH_CONVERSION(__ll2float, float, long long)
WARPSMITH_CONVERSION(__ull2float, float, unsigned long long)
WARPSMITH_CONVERSION(__ll2double, double, long long)
WARPSMITH_CONVERSION(__ull2double, double, unsigned long long)
WARPSMITH_CONVERSION(__double2float, float, double)
#undef WARPSMITH_CONVERSION
#undef WARPSMITH_CONVERSION_MODE

WARPSMITH_DEVICE double __int2double_rn(int a) {
  return a;
}
WARPSMITH_DEVICE double __uint2double_rn(unsigned int a) {
  return a;
}
