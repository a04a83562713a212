/// Arithmetic with an explicit rounding mode, never contracted: CUDA Math API, "Single Precision
/// Intrinsics" and "Double Precision Intrinsics", __fadd_rn to __dsqrt_ru.
#pragma once

#include "warpsmith_emulator/qualifiers.h"
#include "warpsmith_emulator/rounding.h"
#include <math.h>

#define WARPSMITH_ROUNDED(name, type, expression, parameters, arguments)                           \
  WARPSMITH_DEVICE type name##_rn parameters {                                                     \
    return warpsmith::emulator::exactly<type>(                                                     \
        [] parameters { return static_cast<type>(expression); }, WARPSMITH_EXPAND arguments);      \
  }                                                                                                \
  WARPSMITH_ROUNDED_MODE(name##_rz, type, expression, parameters, arguments, FE_TOWARDZERO)        \
  WARPSMITH_ROUNDED_MODE(name##_ru, type, expression, parameters, arguments, FE_UPWARD)            \
  WARPSMITH_ROUNDED_MODE(name##_rd, type, expression, parameters, arguments, FE_DOWNWARD)
#define WARPSMITH_ROUNDED_MODE(name, type, expression, parameters, arguments, mode)                \
  WARPSMITH_DEVICE type name parameters {                                                          \
    return warpsmith::emulator::rounded<type>(                                                     \
        mode, [] parameters { return static_cast<type>(expression); },                             \
        WARPSMITH_EXPAND arguments);                                                               \
  }
#define WARPSMITH_EXPAND(...) __VA_ARGS__

#define WARPSMITH_ROUNDED_OPERATIONS(prefix, fma, type, suffix)                                    \
  WARPSMITH_ROUNDED(prefix##add, type, a + b, (type a, type b), (a, b))                            \
  WARPSMITH_ROUNDED(prefix##sub, type, a - b, (type a, type b), (a, b))                            \
  WARPSMITH_ROUNDED(prefix##mul, type, a *b, (type a, type b), (a, b))                             \
  WARPSMITH_ROUNDED(prefix##div, type, a / b, (type a, type b), (a, b))                            \
  WARPSMITH_ROUNDED(prefix##rcp, type, type(1) / a, (type a), (a))                                 \
  WARPSMITH_ROUNDED(prefix##sqrt, type, __builtin_sqrt##suffix(a), (type a), (a))                  \
  WARPSMITH_ROUNDED(fma, type, __builtin_fma##suffix(a, b, c), (type a, type b, type c), (a, b, c))

WARPSMITH_ROUNDED_OPERATIONS(__f, __fmaf, float, f)
WARPSMITH_ROUNDED_OPERATIONS(__d, __fma, double, )
#undef WARPSMITH_ROUNDED_OPERATIONS
#undef WARPSMITH_EXPAND
#undef WARPSMITH_ROUNDED_MODE
#undef WARPSMITH_ROUNDED

/// Without flushing subnormals whatever the compiler's flags; here nothing ever is.
WARPSMITH_DEVICE float __fmaf_ieee_rn(float a, float b, float c) {
  return __fmaf_rn(a, b, c);
}
WARPSMITH_DEVICE float __frsqrt_rn(float a) {
  return static_cast<float>(1.0 / __builtin_sqrt(static_cast<double>(a)));
}
