/// make_float4() and its kin.
#pragma once

#include "vector_types.h"

#define WARPSMITH_MAKE(name, element)                                                              \
  WARPSMITH_DEVICE name##1 make_##name##1(element x) {                                             \
    return {x};                                                                                    \
  }                                                                                                \
  WARPSMITH_DEVICE name##2 make_##name##2(element x, element y) {                                  \
    return {x, y};                                                                                 \
  }                                                                                                \
  WARPSMITH_DEVICE name##3 make_##name##3(element x, element y, element z) {                       \
    return {x, y, z};                                                                              \
  }                                                                                                \
  WARPSMITH_DEVICE name##4 make_##name##4(element x, element y, element z, element w) {            \
    return {x, y, z, w};                                                                           \
  }
#define WARPSMITH_MAKE_ALIGNED(name, element)                                                      \
  WARPSMITH_DEVICE name##4_16a make_##name##4_16a(element x, element y, element z, element w) {    \
    return {x, y, z, w};                                                                           \
  }                                                                                                \
  WARPSMITH_DEVICE name##4_32a make_##name##4_32a(element x, element y, element z, element w) {    \
    return {x, y, z, w};                                                                           \
  }

WARPSMITH_MAKE(char, signed char)
WARPSMITH_MAKE(uchar, unsigned char)
WARPSMITH_MAKE(short, short)
WARPSMITH_MAKE(ushort, unsigned short)
WARPSMITH_MAKE(int, int)
WARPSMITH_MAKE(uint, unsigned int)
WARPSMITH_MAKE(long, long)
WARPSMITH_MAKE(ulong, unsigned long)
WARPSMITH_MAKE(longlong, long long)
WARPSMITH_MAKE(ulonglong, unsigned long long)
WARPSMITH_MAKE(float, float)
WARPSMITH_MAKE(double, double)
WARPSMITH_MAKE_ALIGNED(long, long)
WARPSMITH_MAKE_ALIGNED(ulong, unsigned long)
WARPSMITH_MAKE_ALIGNED(longlong, long long)
WARPSMITH_MAKE_ALIGNED(ulonglong, unsigned long long)
WARPSMITH_MAKE_ALIGNED(double, double)
#undef WARPSMITH_MAKE
#undef WARPSMITH_MAKE_ALIGNED
