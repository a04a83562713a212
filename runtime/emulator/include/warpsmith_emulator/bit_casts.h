/// __float_as_int() and its kin: the same bits as another type.
#pragma once

#include "warpsmith_emulator/qualifiers.h"

namespace warpsmith::emulator {

template <typename To, typename From>
WARPSMITH_INLINE constexpr To bitCast(const From &value) {
  return __builtin_bit_cast(To, value);
}

} // namespace warpsmith::emulator

#define WARPSMITH_BIT_CAST(name, to, from)                                                         \
  WARPSMITH_DEVICE to name(from value) {                                                           \
    return warpsmith::emulator::bitCast<to>(value);                                                \
  }

WARPSMITH_BIT_CAST(__float_as_int, int, float)
WARPSMITH_BIT_CAST(__float_as_uint, unsigned int, float)
WARPSMITH_BIT_CAST(__int_as_float, float, int)
WARPSMITH_BIT_CAST(__uint_as_float, float, unsigned int)
WARPSMITH_BIT_CAST(__double_as_longlong, long long, double)
WARPSMITH_BIT_CAST(__longlong_as_double, double, long long)
#undef WARPSMITH_BIT_CAST

WARPSMITH_DEVICE int __double2hiint(double value) {
  return static_cast<int>(__double_as_longlong(value) >> 32);
}
WARPSMITH_DEVICE int __double2loint(double value) {
  return static_cast<int>(__double_as_longlong(value));
}
WARPSMITH_DEVICE double __hiloint2double(int high, int low) {
  return __longlong_as_double(static_cast<long long>(
      (static_cast<unsigned long long>(static_cast<unsigned int>(high)) << 32) |
      static_cast<unsigned int>(low)));
}
