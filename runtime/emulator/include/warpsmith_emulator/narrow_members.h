/// Members of the 16-bit types that convert from and to arithmetic types, all implicit as in
/// CUDA 13.
#pragma once

#include "warpsmith_emulator/conversions.h"
#include "warpsmith_emulator/narrow_float.h"

/// Inside the class Number, whose bits are in `__x`.
#define WARPSMITH_NARROW_MEMBERS(Number, Format)                                                   \
  WARPSMITH_DEVICE Number(const float value) : __x(warpsmith::emulator::Format::narrow(value)) {   \
  }                                                                                                \
  WARPSMITH_DEVICE Number(const double value)                                                      \
      : __x(warpsmith::emulator::narrowDouble<warpsmith::emulator::Format>(value)) {               \
  }                                                                                                \
  WARPSMITH_NARROW_FROM(Number, Format, short, long long)                                          \
  WARPSMITH_NARROW_FROM(Number, Format, unsigned short, long long)                                 \
  WARPSMITH_NARROW_FROM(Number, Format, int, long long)                                            \
  WARPSMITH_NARROW_FROM(Number, Format, unsigned int, long long)                                   \
  WARPSMITH_NARROW_FROM(Number, Format, long, long long)                                           \
  WARPSMITH_NARROW_FROM(Number, Format, unsigned long, unsigned long long)                         \
  WARPSMITH_NARROW_FROM(Number, Format, long long, long long)                                      \
  WARPSMITH_NARROW_FROM(Number, Format, unsigned long long, unsigned long long)                    \
  WARPSMITH_DEVICE operator float() const {                                                        \
    return warpsmith::emulator::Format::widen(__x);                                                \
  }                                                                                                \
  WARPSMITH_DEVICE operator bool() const {                                                         \
    return (__x & 0x7fff) != 0;                                                                    \
  }                                                                                                \
  WARPSMITH_NARROW_TO(signed char, SCHAR_MIN, SCHAR_MAX)                                           \
  WARPSMITH_NARROW_TO(unsigned char, 0, UCHAR_MAX)                                                 \
  WARPSMITH_NARROW_TO(char, CHAR_MIN, CHAR_MAX)                                                    \
  WARPSMITH_NARROW_TO(short, SHRT_MIN, SHRT_MAX)                                                   \
  WARPSMITH_NARROW_TO(unsigned short, 0, USHRT_MAX)                                                \
  WARPSMITH_NARROW_TO(int, INT_MIN, INT_MAX)                                                       \
  WARPSMITH_NARROW_TO(unsigned int, 0, UINT_MAX)                                                   \
  WARPSMITH_NARROW_TO(long, LONG_MIN, LONG_MAX)                                                    \
  WARPSMITH_NARROW_TO(unsigned long, 0, ULONG_MAX)                                                 \
  WARPSMITH_NARROW_TO(long long, LLONG_MIN, LLONG_MAX)                                             \
  WARPSMITH_NARROW_TO(unsigned long long, 0, ULLONG_MAX)
#define WARPSMITH_NARROW_FROM(Number, Format, integer, Wide)                                       \
  WARPSMITH_DEVICE Number(const integer value)                                                     \
      : __x(warpsmith::emulator::narrowDouble<warpsmith::emulator::Format>(                        \
            warpsmith::emulator::integerToOdd(static_cast<Wide>(value)))) {                        \
  }
#define WARPSMITH_NARROW_TO(integer, smallest, largest)                                            \
  WARPSMITH_DEVICE operator integer() const {                                                      \
    return warpsmith::emulator::saturated<integer>(                                                \
        __builtin_trunc(double(static_cast<float>(*this))), smallest, largest);                    \
  }
