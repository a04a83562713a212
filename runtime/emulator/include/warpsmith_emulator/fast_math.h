/// The fast, approximate functions: CUDA Math API, "Single Precision Intrinsics".
///
/// The hardware's last bits are not specified. Here each is computed the way its PTX is, from
/// base-2 functions that are right to about the last bit.
#pragma once

#include "warpsmith_emulator/qualifiers.h"
#include <math.h>

WARPSMITH_DEVICE float __fdividef(float a, float b) {
  return a / b;
}
WARPSMITH_DEVICE float fdividef(float a, float b) {
  return a / b;
}
WARPSMITH_DEVICE double fdivide(double a, double b) {
  return a / b;
}
/// Clamped to [0, 1]; NaN becomes 0.
WARPSMITH_DEVICE float __saturatef(float a) {
  return !(a > 0.0f) ? 0.0f : a < 1.0f ? a : 1.0f;
}

// The C library declares these names for itself, with C linkage.
#ifdef __CUDA__
#define WARPSMITH_FAST extern "C" __attribute__((device)) inline
#else
#define WARPSMITH_FAST extern "C" inline
#endif
WARPSMITH_FAST float __expf(float a) noexcept {
  return exp2f(a * 0x1.715476p+0f);
}
WARPSMITH_FAST float __exp10f(float a) noexcept {
  return exp2f(a * 0x1.a934f0p+1f);
}
WARPSMITH_FAST float __log2f(float a) noexcept {
  return log2f(a);
}
WARPSMITH_FAST float __logf(float a) noexcept {
  return log2f(a) * 0x1.62e430p-1f;
}
WARPSMITH_FAST float __log10f(float a) noexcept {
  return log2f(a) * 0x1.344136p-2f;
}
WARPSMITH_FAST float __powf(float a, float b) noexcept {
  return exp2f(b * log2f(a));
}
WARPSMITH_FAST float __sinf(float a) noexcept {
  return sinf(a);
}
WARPSMITH_FAST float __cosf(float a) noexcept {
  return cosf(a);
}
WARPSMITH_FAST float __tanf(float a) noexcept {
  return sinf(a) / cosf(a);
}
WARPSMITH_FAST float __tanhf(float a) noexcept {
  return tanhf(a);
}
WARPSMITH_FAST void __sincosf(float a, float *sine, float *cosine) noexcept {
  *sine = sinf(a);
  *cosine = cosf(a);
}
#undef WARPSMITH_FAST
