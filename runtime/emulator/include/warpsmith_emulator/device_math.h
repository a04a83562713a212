/// Functions of the CUDA Math API that the C library lacks.
#pragma once

#include "warpsmith_emulator/qualifiers.h"
#include <features.h>
#include <math.h>

// From 2.41 and 2.42 on, the C library has some of them.
#if !defined(__GLIBC_PREREQ) || !__GLIBC_PREREQ(2, 42)
WARPSMITH_DEVICE double rsqrt(double a) {
  return 1.0 / sqrt(a);
}
WARPSMITH_DEVICE float rsqrtf(float a) {
  return static_cast<float>(1.0 / sqrt(double(a)));
}
#elif defined(__CUDA__)
extern "C" __attribute__((device)) double rsqrt(double);
extern "C" __attribute__((device)) float rsqrtf(float);
#endif
#if !defined(__GLIBC_PREREQ) || !__GLIBC_PREREQ(2, 41)
WARPSMITH_DEVICE double sinpi(double a) {
  const double turns = fmod(a, 2.0), half = fmod(fabs(turns), 1.0);
  return half == 0.0 ? copysign(0.0, a) : sin(turns * M_PI);
}
WARPSMITH_DEVICE double cospi(double a) {
  const double turns = fmod(fabs(a), 2.0);
  return fmod(turns, 1.0) == 0.5 ? 0.0 : cos(turns * M_PI);
}
WARPSMITH_DEVICE float sinpif(float a) {
  return static_cast<float>(sinpi(double(a)));
}
WARPSMITH_DEVICE float cospif(float a) {
  return static_cast<float>(cospi(double(a)));
}
#elif defined(__CUDA__)
extern "C" __attribute__((device)) double sinpi(double);
extern "C" __attribute__((device)) float sinpif(float);
extern "C" __attribute__((device)) double cospi(double);
extern "C" __attribute__((device)) float cospif(float);
#endif

WARPSMITH_DEVICE float rsqrt(float a) {
  return rsqrtf(a);
}
WARPSMITH_DEVICE void sincospi(double a, double *sine, double *cosine) {
  *sine = sinpi(a);
  *cosine = cospi(a);
}
WARPSMITH_DEVICE void sincospif(float a, float *sine, float *cosine) {
  *sine = sinpif(a);
  *cosine = cospif(a);
}
WARPSMITH_DEVICE double rcbrt(double a) {
  return 1.0 / cbrt(a);
}
WARPSMITH_DEVICE float rcbrtf(float a) {
  return static_cast<float>(1.0 / cbrt(double(a)));
}

WARPSMITH_DEVICE double rhypot(double a, double b) {
  return 1.0 / hypot(a, b);
}
WARPSMITH_DEVICE float rhypotf(float a, float b) {
  return static_cast<float>(1.0 / sqrt(double(a) * a + double(b) * b));
}
WARPSMITH_DEVICE double norm3d(double a, double b, double c) {
  return hypot(hypot(a, b), c);
}
WARPSMITH_DEVICE double rnorm3d(double a, double b, double c) {
  return 1.0 / norm3d(a, b, c);
}
WARPSMITH_DEVICE double norm4d(double a, double b, double c, double d) {
  return hypot(hypot(a, b), hypot(c, d));
}
WARPSMITH_DEVICE double rnorm4d(double a, double b, double c, double d) {
  return 1.0 / norm4d(a, b, c, d);
}
WARPSMITH_DEVICE float norm3df(float a, float b, float c) {
  return static_cast<float>(sqrt(double(a) * a + double(b) * b + double(c) * c));
}
WARPSMITH_DEVICE float rnorm3df(float a, float b, float c) {
  return static_cast<float>(1.0 / sqrt(double(a) * a + double(b) * b + double(c) * c));
}
WARPSMITH_DEVICE float norm4df(float a, float b, float c, float d) {
  return static_cast<float>(sqrt(double(a) * a + double(b) * b + double(c) * c + double(d) * d));
}
WARPSMITH_DEVICE float rnorm4df(float a, float b, float c, float d) {
  return static_cast<float>(1.0 /
                            sqrt(double(a) * a + double(b) * b + double(c) * c + double(d) * d));
}
WARPSMITH_DEVICE double norm(int count, const double *values) {
  double result = 0.0;
  for (int i = 0; i < count; ++i)
    result = hypot(result, values[i]);
  return result;
}
WARPSMITH_DEVICE float normf(int count, const float *values) {
  double sum = 0.0;
  for (int i = 0; i < count; ++i)
    sum += double(values[i]) * values[i];
  return static_cast<float>(sqrt(sum));
}
WARPSMITH_DEVICE double rnorm(int count, const double *values) {
  return 1.0 / norm(count, values);
}
WARPSMITH_DEVICE float rnormf(int count, const float *values) {
  return static_cast<float>(1.0 / double(normf(count, values)));
}

/// The standard normal distribution.
WARPSMITH_DEVICE double normcdf(double a) {
  return 0.5 * erfc(-a * M_SQRT1_2);
}
WARPSMITH_DEVICE float normcdff(float a) {
  return static_cast<float>(normcdf(double(a)));
}
