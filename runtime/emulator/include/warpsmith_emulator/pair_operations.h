/// The operations of __half2 and __nv_bfloat162: those of the elements, side by side.
#pragma once

#include "warpsmith_emulator/atomics.h"

namespace warpsmith::emulator {

/// Base class of a pair with elements x (the lower 16 bits) and y.
template <typename Pair, typename Number>
struct PairOperations {
#define WARPSMITH_UNARY(pairName, name)                                                            \
  friend WARPSMITH_DEVICE Pair pairName(const Pair a) { return Pair(name(a.x), name(a.y)); }
#define WARPSMITH_BINARY(pairName, name)                                                           \
  friend WARPSMITH_DEVICE Pair pairName(const Pair a, const Pair b) {                              \
    return Pair(name(a.x, b.x), name(a.y, b.y));                                                   \
  }
#define WARPSMITH_TERNARY(pairName, name)                                                          \
  friend WARPSMITH_DEVICE Pair pairName(const Pair a, const Pair b, const Pair c) {                \
    return Pair(name(a.x, b.x, c.x), name(a.y, b.y, c.y));                                         \
  }
  WARPSMITH_BINARY(__hadd2, __hadd)
  WARPSMITH_BINARY(__hsub2, __hsub)
  WARPSMITH_BINARY(__hmul2, __hmul)
  WARPSMITH_BINARY(__hadd2_rn, __hadd)
  WARPSMITH_BINARY(__hsub2_rn, __hsub)
  WARPSMITH_BINARY(__hmul2_rn, __hmul)
  WARPSMITH_BINARY(__h2div, __hdiv)
  WARPSMITH_BINARY(__hadd2_sat, __hadd_sat)
  WARPSMITH_BINARY(__hsub2_sat, __hsub_sat)
  WARPSMITH_BINARY(__hmul2_sat, __hmul_sat)
  WARPSMITH_BINARY(__hmax2, __hmax)
  WARPSMITH_BINARY(__hmin2, __hmin)
  WARPSMITH_BINARY(__hmax2_nan, __hmax_nan)
  WARPSMITH_BINARY(__hmin2_nan, __hmin_nan)
  WARPSMITH_TERNARY(__hfma2, __hfma)
  WARPSMITH_TERNARY(__hfma2_sat, __hfma_sat)
  WARPSMITH_TERNARY(__hfma2_relu, __hfma_relu)
  WARPSMITH_UNARY(__hneg2, __hneg)
  WARPSMITH_UNARY(__habs2, __habs)
  WARPSMITH_UNARY(h2sqrt, hsqrt)
  WARPSMITH_UNARY(h2rsqrt, hrsqrt)
  WARPSMITH_UNARY(h2rcp, hrcp)
  WARPSMITH_UNARY(h2log, hlog)
  WARPSMITH_UNARY(h2log2, hlog2)
  WARPSMITH_UNARY(h2log10, hlog10)
  WARPSMITH_UNARY(h2exp, hexp)
  WARPSMITH_UNARY(h2exp2, hexp2)
  WARPSMITH_UNARY(h2exp10, hexp10)
  WARPSMITH_UNARY(h2sin, hsin)
  WARPSMITH_UNARY(h2cos, hcos)
  WARPSMITH_UNARY(h2tanh, htanh)
  WARPSMITH_UNARY(h2tanh_approx, htanh_approx)
  WARPSMITH_UNARY(h2trunc, htrunc)
  WARPSMITH_UNARY(h2ceil, hceil)
  WARPSMITH_UNARY(h2floor, hfloor)
  WARPSMITH_UNARY(h2rint, hrint)
#undef WARPSMITH_UNARY
#undef WARPSMITH_BINARY
#undef WARPSMITH_TERNARY

// As numbers (1.0 or 0.0), as masks (0xffff or 0), and for both at once.
#define WARPSMITH_COMPARISON(name)                                                                 \
  friend WARPSMITH_DEVICE Pair __h##name##2(const Pair a, const Pair b) {                          \
    return Pair(Number::fromFloat(__h##name(a.x, b.x) ? 1.0f : 0.0f),                              \
                Number::fromFloat(__h##name(a.y, b.y) ? 1.0f : 0.0f));                             \
  }                                                                                                \
  friend WARPSMITH_DEVICE unsigned int __h##name##2_mask(const Pair a, const Pair b) {             \
    return (__h##name(a.x, b.x) ? 0xffffu : 0u) | (__h##name(a.y, b.y) ? 0xffff0000u : 0u);        \
  }                                                                                                \
  friend WARPSMITH_DEVICE bool __hb##name##2(const Pair a, const Pair b) {                         \
    return __h##name(a.x, b.x) && __h##name(a.y, b.y);                                             \
  }
  WARPSMITH_COMPARISON(eq)
  WARPSMITH_COMPARISON(ne)
  WARPSMITH_COMPARISON(le)
  WARPSMITH_COMPARISON(ge)
  WARPSMITH_COMPARISON(lt)
  WARPSMITH_COMPARISON(gt)
  WARPSMITH_COMPARISON(equ)
  WARPSMITH_COMPARISON(neu)
  WARPSMITH_COMPARISON(leu)
  WARPSMITH_COMPARISON(geu)
  WARPSMITH_COMPARISON(ltu)
  WARPSMITH_COMPARISON(gtu)
#undef WARPSMITH_COMPARISON
  friend WARPSMITH_DEVICE Pair __hisnan2(const Pair a) {
    return Pair(Number::fromFloat(__hisnan(a.x) ? 1.0f : 0.0f),
                Number::fromFloat(__hisnan(a.y) ? 1.0f : 0.0f));
  }

  /// Complex a * b + c: two fused steps, each rounded.
  friend WARPSMITH_DEVICE Pair __hcmadd(const Pair a, const Pair b, const Pair c) {
    const Pair step(__hfma(a.x, b.x, c.x), __hfma(a.x, b.y, c.y));
    return Pair(__hfma(__hneg(a.y), b.y, step.x), __hfma(a.y, b.x, step.y));
  }
  friend WARPSMITH_DEVICE Pair __lowhigh2highlow(const Pair a) { return Pair(a.y, a.x); }
  friend WARPSMITH_DEVICE float __low2float(const Pair a) { return Number::widen(a.x); }
  friend WARPSMITH_DEVICE float __high2float(const Pair a) { return Number::widen(a.y); }
  /// Each element is atomic by itself.
  friend WARPSMITH_INLINE Pair atomicAdd(Pair *address, const Pair value) {
    return readModifyWrite(address, [=](Pair old) { return __hadd2(old, value); });
  }
};

} // namespace warpsmith::emulator
