/// Conversions of the 16-bit types, for one type at a time: their names differ only by the type's.
#pragma once

#include "vector_types.h"
#include "warpsmith_emulator/conversions.h"
#include "warpsmith_emulator/narrow_float.h"

namespace warpsmith::emulator {

template <typename Number, typename Format>
WARPSMITH_DEVICE Number toNarrow(double value, Rounding rounding) {
  return bitCast<Number>(narrowDouble<Format>(value, rounding));
}

} // namespace warpsmith::emulator

/// Between float or double and Number, whose name within names is `name`.
#define WARPSMITH_NARROW_FROM_REAL(Number, name, Format)                                           \
  WARPSMITH_INLINE Number __float2##name(const float a) {                                          \
    return warpsmith::emulator::bitCast<Number>(warpsmith::emulator::Format::narrow(a));           \
  }                                                                                                \
  WARPSMITH_DEVICE Number __float2##name##_rn(const float a) {                                     \
    return __float2##name(a);                                                                      \
  }                                                                                                \
  WARPSMITH_DEVICE Number __float2##name##_rz(const float a) {                                     \
    return warpsmith::emulator::toNarrow<Number, warpsmith::emulator::Format>(                     \
        a, warpsmith::emulator::Rounding::TowardZero);                                             \
  }                                                                                                \
  WARPSMITH_DEVICE Number __float2##name##_rd(const float a) {                                     \
    return warpsmith::emulator::toNarrow<Number, warpsmith::emulator::Format>(                     \
        a, warpsmith::emulator::Rounding::Down);                                                   \
  }                                                                                                \
  WARPSMITH_DEVICE Number __float2##name##_ru(const float a) {                                     \
    return warpsmith::emulator::toNarrow<Number, warpsmith::emulator::Format>(                     \
        a, warpsmith::emulator::Rounding::Up);                                                     \
  }                                                                                                \
  WARPSMITH_DEVICE Number __double2##name(const double a) {                                        \
    return warpsmith::emulator::toNarrow<Number, warpsmith::emulator::Format>(                     \
        a, warpsmith::emulator::Rounding::Nearest);                                                \
  }                                                                                                \
  WARPSMITH_INLINE float __##name##2float(const Number a) {                                        \
    return warpsmith::emulator::Format::widen(warpsmith::emulator::bitCast<unsigned short>(a));    \
  }                                                                                                \
  WARPSMITH_DEVICE short __##name##_as_short(const Number a) {                                     \
    return warpsmith::emulator::bitCast<short>(a);                                                 \
  }                                                                                                \
  WARPSMITH_DEVICE unsigned short __##name##_as_ushort(const Number a) {                           \
    return warpsmith::emulator::bitCast<unsigned short>(a);                                        \
  }                                                                                                \
  WARPSMITH_DEVICE Number __short_as_##name(const short a) {                                       \
    return warpsmith::emulator::bitCast<Number>(a);                                                \
  }                                                                                                \
  WARPSMITH_DEVICE Number __ushort_as_##name(const unsigned short a) {                             \
    return warpsmith::emulator::bitCast<Number>(a);                                                \
  }

/// Between Number and an integer type, whose name within names is `short_`.
#define WARPSMITH_NARROW_INTEGER(Number, name, Format, integer, short_, Wide, smallest, largest)   \
  WARPSMITH_NARROW_TO_INTEGER(Number, __##name##2##short_##_rn, integer, rint, smallest, largest)  \
  WARPSMITH_NARROW_TO_INTEGER(Number, __##name##2##short_##_rz, integer, trunc, smallest, largest) \
  WARPSMITH_NARROW_TO_INTEGER(Number, __##name##2##short_##_ru, integer, ceil, smallest, largest)  \
  WARPSMITH_NARROW_TO_INTEGER(Number, __##name##2##short_##_rd, integer, floor, smallest, largest) \
  WARPSMITH_NARROW_FROM_INTEGER(Number, __##short_##2##name##_rn, Format, integer, Wide, Nearest)  \
  WARPSMITH_NARROW_FROM_INTEGER(Number, __##short_##2##name##_rz, Format, integer, Wide,           \
                                TowardZero)                                                        \
  WARPSMITH_NARROW_FROM_INTEGER(Number, __##short_##2##name##_ru, Format, integer, Wide, Up)       \
  WARPSMITH_NARROW_FROM_INTEGER(Number, __##short_##2##name##_rd, Format, integer, Wide, Down)
#define WARPSMITH_NARROW_TO_INTEGER(Number, function, integer, round, smallest, largest)           \
  WARPSMITH_DEVICE integer function(const Number a) {                                              \
    return warpsmith::emulator::saturated<integer>(__builtin_##round(double(Number::widen(a))),    \
                                                   smallest, largest);                             \
  }
#define WARPSMITH_NARROW_FROM_INTEGER(Number, function, Format, integer, Wide, rounding)           \
  WARPSMITH_DEVICE Number function(const integer a) {                                              \
    return warpsmith::emulator::toNarrow<Number, warpsmith::emulator::Format>(                     \
        warpsmith::emulator::integerToOdd(static_cast<Wide>(a)),                                   \
        warpsmith::emulator::Rounding::rounding);                                                  \
  }
#define WARPSMITH_NARROW_INTEGERS(Number, name, Format)                                            \
  WARPSMITH_NARROW_INTEGER(Number, name, Format, short, short, long long, SHRT_MIN, SHRT_MAX)      \
  WARPSMITH_NARROW_INTEGER(Number, name, Format, unsigned short, ushort, long long, 0, USHRT_MAX)  \
  WARPSMITH_NARROW_INTEGER(Number, name, Format, int, int, long long, INT_MIN, INT_MAX)            \
  WARPSMITH_NARROW_INTEGER(Number, name, Format, unsigned int, uint, long long, 0, UINT_MAX)       \
  WARPSMITH_NARROW_INTEGER(Number, name, Format, long long, ll, long long, LLONG_MIN, LLONG_MAX)   \
  WARPSMITH_NARROW_INTEGER(Number, name, Format, unsigned long long, ull, unsigned long long, 0,   \
                           ULLONG_MAX)                                                             \
  WARPSMITH_NARROW_TO_INTEGER(Number, __##name##2char_rz, signed char, trunc, SCHAR_MIN,           \
                              SCHAR_MAX)                                                           \
  WARPSMITH_NARROW_TO_INTEGER(Number, __##name##2uchar_rz, unsigned char, trunc, 0, UCHAR_MAX)

/// Pairs, `pairName` within names, of numbers, `name` or, in the plural, `names`.
#define WARPSMITH_NARROW_PAIRS(Pair, pairName, Number, name, names)                                \
  WARPSMITH_DEVICE Pair __float2##pairName##_rn(const float a) {                                   \
    return Pair(__float2##name(a), __float2##name(a));                                             \
  }                                                                                                \
  WARPSMITH_DEVICE Pair __floats2##pairName##_rn(const float a, const float b) {                   \
    return Pair(__float2##name(a), __float2##name(b));                                             \
  }                                                                                                \
  WARPSMITH_DEVICE Pair __float22##pairName##_rn(const float2 a) {                                 \
    return Pair(__float2##name(a.x), __float2##name(a.y));                                         \
  }                                                                                                \
  WARPSMITH_DEVICE float2 __##pairName##2float2(const Pair a) {                                    \
    return float2{__##name##2float(a.x), __##name##2float(a.y)};                                   \
  }                                                                                                \
  WARPSMITH_DEVICE Pair __##name##2##pairName(const Number a) {                                    \
    return Pair(a, a);                                                                             \
  }                                                                                                \
  WARPSMITH_DEVICE Pair __##names##2##pairName(const Number a, const Number b) {                   \
    return Pair(a, b);                                                                             \
  }                                                                                                \
  WARPSMITH_DEVICE Pair make_##pairName(const Number a, const Number b) {                          \
    return Pair(a, b);                                                                             \
  }                                                                                                \
  WARPSMITH_DEVICE Pair __lows2##pairName(const Pair a, const Pair b) {                            \
    return Pair(a.x, b.x);                                                                         \
  }                                                                                                \
  WARPSMITH_DEVICE Pair __highs2##pairName(const Pair a, const Pair b) {                           \
    return Pair(a.y, b.y);                                                                         \
  }                                                                                                \
  WARPSMITH_DEVICE Number __low2##name(const Pair a) {                                             \
    return a.x;                                                                                    \
  }                                                                                                \
  WARPSMITH_DEVICE Number __high2##name(const Pair a) {                                            \
    return a.y;                                                                                    \
  }                                                                                                \
  WARPSMITH_DEVICE Pair __low2##pairName(const Pair a) {                                           \
    return Pair(a.x, a.x);                                                                         \
  }                                                                                                \
  WARPSMITH_DEVICE Pair __high2##pairName(const Pair a) {                                          \
    return Pair(a.y, a.y);                                                                         \
  }
