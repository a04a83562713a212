/// min() and max() of CUDA: overloads without templates, also of mixed signedness and precision.
#pragma once

#include "warpsmith_emulator/qualifiers.h"

#define WARPSMITH_EXTREMA(result, first, second)                                                   \
  WARPSMITH_DEVICE result min(first a, second b) {                                                 \
    return static_cast<result>(a) < static_cast<result>(b) ? static_cast<result>(a)                \
                                                           : static_cast<result>(b);               \
  }                                                                                                \
  WARPSMITH_DEVICE result max(first a, second b) {                                                 \
    return static_cast<result>(a) > static_cast<result>(b) ? static_cast<result>(a)                \
                                                           : static_cast<result>(b);               \
  }
#define WARPSMITH_INTEGER_EXTREMA(type)                                                            \
  WARPSMITH_EXTREMA(type, type, type)                                                              \
  WARPSMITH_EXTREMA(unsigned type, unsigned type, unsigned type)                                   \
  WARPSMITH_EXTREMA(unsigned type, type, unsigned type)                                            \
  WARPSMITH_EXTREMA(unsigned type, unsigned type, type)

WARPSMITH_INTEGER_EXTREMA(int)
WARPSMITH_INTEGER_EXTREMA(long)
WARPSMITH_INTEGER_EXTREMA(long long)
#undef WARPSMITH_INTEGER_EXTREMA
#undef WARPSMITH_EXTREMA

// Of a number and NaN, the number.
#define WARPSMITH_REAL_EXTREMA(result, first, second, smaller, larger)                             \
  WARPSMITH_DEVICE result min(first a, second b) {                                                 \
    return smaller(a, b);                                                                          \
  }                                                                                                \
  WARPSMITH_DEVICE result max(first a, second b) {                                                 \
    return larger(a, b);                                                                           \
  }

WARPSMITH_REAL_EXTREMA(float, float, float, __builtin_fminf, __builtin_fmaxf)
WARPSMITH_REAL_EXTREMA(double, double, double, __builtin_fmin, __builtin_fmax)
WARPSMITH_REAL_EXTREMA(double, float, double, __builtin_fmin, __builtin_fmax)
WARPSMITH_REAL_EXTREMA(double, double, float, __builtin_fmin, __builtin_fmax)
#undef WARPSMITH_REAL_EXTREMA

WARPSMITH_DEVICE unsigned int umin(unsigned int a, unsigned int b) {
  return a < b ? a : b;
}
WARPSMITH_DEVICE unsigned int umax(unsigned int a, unsigned int b) {
  return a > b ? a : b;
}
WARPSMITH_DEVICE long long llmin(long long a, long long b) {
  return a < b ? a : b;
}
WARPSMITH_DEVICE long long llmax(long long a, long long b) {
  return a > b ? a : b;
}
WARPSMITH_DEVICE unsigned long long ullmin(unsigned long long a, unsigned long long b) {
  return a < b ? a : b;
}
WARPSMITH_DEVICE unsigned long long ullmax(unsigned long long a, unsigned long long b) {
  return a > b ? a : b;
}
