/// Parse mode: the C library's functions that kernels may call, as device overloads of the host's.
///
/// Declared before the C++ library is included, so that its using-declarations bring both into
/// namespace std. The overloads that <cmath> adds are constexpr, which makes them callable from
/// kernels as they are.
#pragma once

#include <stddef.h>
#include <sys/types.h>

extern "C" {
#define WARPSMITH_UNARY(name)                                                                      \
  __attribute__((device)) double name(double);                                                     \
  __attribute__((device)) float name##f(float);
#define WARPSMITH_BINARY(name)                                                                     \
  __attribute__((device)) double name(double, double);                                             \
  __attribute__((device)) float name##f(float, float);

WARPSMITH_UNARY(acos)
WARPSMITH_UNARY(acosh)
WARPSMITH_UNARY(asin)
WARPSMITH_UNARY(asinh)
WARPSMITH_UNARY(atan)
WARPSMITH_UNARY(atanh)
WARPSMITH_UNARY(cbrt)
WARPSMITH_UNARY(ceil)
WARPSMITH_UNARY(cos)
WARPSMITH_UNARY(cosh)
WARPSMITH_UNARY(erf)
WARPSMITH_UNARY(erfc)
WARPSMITH_UNARY(exp)
WARPSMITH_UNARY(exp2)
WARPSMITH_UNARY(expm1)
WARPSMITH_UNARY(fabs)
WARPSMITH_UNARY(floor)
WARPSMITH_UNARY(lgamma)
WARPSMITH_UNARY(log)
WARPSMITH_UNARY(log10)
WARPSMITH_UNARY(log1p)
WARPSMITH_UNARY(log2)
WARPSMITH_UNARY(logb)
WARPSMITH_UNARY(nearbyint)
WARPSMITH_UNARY(rint)
WARPSMITH_UNARY(round)
WARPSMITH_UNARY(sin)
WARPSMITH_UNARY(sinh)
WARPSMITH_UNARY(sqrt)
WARPSMITH_UNARY(tan)
WARPSMITH_UNARY(tanh)
WARPSMITH_UNARY(tgamma)
WARPSMITH_UNARY(trunc)
WARPSMITH_UNARY(exp10)
WARPSMITH_UNARY(j0)
WARPSMITH_UNARY(j1)
WARPSMITH_UNARY(y0)
WARPSMITH_UNARY(y1)
WARPSMITH_BINARY(atan2)
WARPSMITH_BINARY(copysign)
WARPSMITH_BINARY(fdim)
WARPSMITH_BINARY(fmax)
WARPSMITH_BINARY(fmin)
WARPSMITH_BINARY(fmod)
WARPSMITH_BINARY(hypot)
WARPSMITH_BINARY(nextafter)
WARPSMITH_BINARY(pow)
WARPSMITH_BINARY(remainder)
#undef WARPSMITH_UNARY
#undef WARPSMITH_BINARY

__attribute__((device)) double fma(double, double, double);
__attribute__((device)) float fmaf(float, float, float);
__attribute__((device)) double frexp(double, int *);
__attribute__((device)) float frexpf(float, int *);
__attribute__((device)) double ldexp(double, int);
__attribute__((device)) float ldexpf(float, int);
__attribute__((device)) double scalbn(double, int);
__attribute__((device)) float scalbnf(float, int);
__attribute__((device)) double jn(int, double);
__attribute__((device)) float jnf(int, float);
__attribute__((device)) double yn(int, double);
__attribute__((device)) float ynf(int, float);
__attribute__((device)) double scalbln(double, long);
__attribute__((device)) float scalblnf(float, long);
__attribute__((device)) double modf(double, double *);
__attribute__((device)) float modff(float, float *);
__attribute__((device)) double remquo(double, double, int *);
__attribute__((device)) float remquof(float, float, int *);
__attribute__((device)) double nan(const char *);
__attribute__((device)) float nanf(const char *);
__attribute__((device)) int ilogb(double);
__attribute__((device)) int ilogbf(float);
__attribute__((device)) long lrint(double);
__attribute__((device)) long lrintf(float);
__attribute__((device)) long lround(double);
__attribute__((device)) long lroundf(float);
__attribute__((device)) long long llrint(double);
__attribute__((device)) long long llrintf(float);
__attribute__((device)) long long llround(double);
__attribute__((device)) long long llroundf(float);
__attribute__((device)) void sincos(double, double *, double *);
__attribute__((device)) void sincosf(float, float *, float *);

__attribute__((device)) int abs(int);
__attribute__((device)) long labs(long);
__attribute__((device)) long long llabs(long long);

__attribute__((device)) int printf(const char *, ...) __attribute__((format(printf, 1, 2)));
__attribute__((device)) int puts(const char *);
__attribute__((device)) void *malloc(size_t);
__attribute__((device)) void free(void *);
__attribute__((device)) void *memcpy(void *, const void *, size_t);
__attribute__((device)) void *memmove(void *, const void *, size_t);
__attribute__((device)) void *memset(void *, int, size_t);
__attribute__((device)) int memcmp(const void *, const void *, size_t);
__attribute__((device)) size_t strlen(const char *);
__attribute__((device)) __clock_t clock(void);
__attribute__((device, noreturn)) void abort(void);
__attribute__((device, noreturn)) void __assert_fail(const char *, const char *, unsigned int,
                                                     const char *);
} // extern "C"

__attribute__((device)) long abs(long);
__attribute__((device)) long long abs(long long);
