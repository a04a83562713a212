/// The operations of __half and __nv_bfloat16, which are the same but for the format: CUDA Math
/// API, "Half" and "Bfloat16 Precision Intrinsics".
///
/// Each rounds once, to nearest even. Sums, products, quotients and square roots of 16-bit numbers
/// are computed in float, whose 24 bits are enough for the second rounding to change nothing
/// (2 * 11 + 2 for half); the fused multiply-add goes through round-to-odd. An addition of a
/// product by operators is never fused, though nvcc may do so.
#pragma once

#include "warpsmith_emulator/atomics.h"
#include "warpsmith_emulator/narrow_float.h"
#include <math.h>

namespace warpsmith::emulator {

/// Base class of a 16-bit type: friends, so that they are overloads and not templates.
template <typename Number, typename Format>
struct NarrowOperations {
#define WARPSMITH_BINARY(name, expression)                                                         \
  friend WARPSMITH_DEVICE Number name(const Number a, const Number b) {                            \
    const float x = widen(a), y = widen(b);                                                        \
    return fromFloat(expression);                                                                  \
  }
  WARPSMITH_BINARY(__hadd, x + y)
  WARPSMITH_BINARY(__hsub, x - y)
  WARPSMITH_BINARY(__hmul, x *y)
  WARPSMITH_BINARY(__hadd_rn, x + y)
  WARPSMITH_BINARY(__hsub_rn, x - y)
  WARPSMITH_BINARY(__hmul_rn, x *y)
  WARPSMITH_BINARY(__hdiv, x / y)
  WARPSMITH_BINARY(__hadd_sat, saturate(widen(fromFloat(x + y))))
  WARPSMITH_BINARY(__hsub_sat, saturate(widen(fromFloat(x - y))))
  WARPSMITH_BINARY(__hmul_sat, saturate(widen(fromFloat(x *y))))
#undef WARPSMITH_BINARY

  friend WARPSMITH_DEVICE Number __hfma(const Number a, const Number b, const Number c) {
    return fused(a, b, c);
  }
  friend WARPSMITH_DEVICE Number __hfma_sat(const Number a, const Number b, const Number c) {
    return fromFloat(saturate(widen(fused(a, b, c))));
  }
  /// Negative results become 0.
  friend WARPSMITH_DEVICE Number __hfma_relu(const Number a, const Number b, const Number c) {
    const Number result = fused(a, b, c);
    return widen(result) < 0.0f ? fromBits(0) : result;
  }
  friend WARPSMITH_DEVICE Number __hneg(const Number a) {
    return widen(a) != widen(a) ? fromBits(0x7fff) : fromBits(bits(a) ^ 0x8000);
  }
  friend WARPSMITH_DEVICE Number __habs(const Number a) {
    return widen(a) != widen(a) ? fromBits(0x7fff) : fromBits(bits(a) & 0x7fff);
  }

// The forms with u are true when an operand is NaN, the others false (but for __hne).
#define WARPSMITH_COMPARISON(name, operation)                                                      \
  friend WARPSMITH_DEVICE bool __h##name(const Number a, const Number b) {                         \
    const float x = widen(a), y = widen(b);                                                        \
    return x == x && y == y && x operation y;                                                      \
  }                                                                                                \
  friend WARPSMITH_DEVICE bool __h##name##u(const Number a, const Number b) {                      \
    const float x = widen(a), y = widen(b);                                                        \
    return x != x || y != y || x operation y;                                                      \
  }
  WARPSMITH_COMPARISON(eq, ==)
  WARPSMITH_COMPARISON(ne, !=)
  WARPSMITH_COMPARISON(le, <=)
  WARPSMITH_COMPARISON(ge, >=)
  WARPSMITH_COMPARISON(lt, <)
  WARPSMITH_COMPARISON(gt, >)
#undef WARPSMITH_COMPARISON

  friend WARPSMITH_DEVICE bool __hisnan(const Number a) { return widen(a) != widen(a); }
  /// -1, 0 or 1.
  friend WARPSMITH_DEVICE int __hisinf(const Number a) {
    if ((bits(a) & 0x7fff) != Format::Infinity)
      return 0;
    return bits(a) & 0x8000 ? -1 : 1;
  }

  // -0 is below +0. Of a number and NaN, the number; or, with _nan, NaN.
  friend WARPSMITH_DEVICE Number __hmax(const Number a, const Number b) { return larger(a, b); }
  friend WARPSMITH_DEVICE Number __hmin(const Number a, const Number b) { return smaller(a, b); }
  friend WARPSMITH_DEVICE Number __hmax_nan(const Number a, const Number b) {
    return eitherNan(a, b) ? fromBits(0x7fff) : larger(a, b);
  }
  friend WARPSMITH_DEVICE Number __hmin_nan(const Number a, const Number b) {
    return eitherNan(a, b) ? fromBits(0x7fff) : smaller(a, b);
  }

#define WARPSMITH_FUNCTION(name, expression)                                                       \
  friend WARPSMITH_DEVICE Number name(const Number a) {                                            \
    const double x = widen(a);                                                                     \
    return fromDouble(expression);                                                                 \
  }
  WARPSMITH_FUNCTION(hsqrt, ::sqrt(x))
  WARPSMITH_FUNCTION(hrsqrt, 1.0 / ::sqrt(x))
  WARPSMITH_FUNCTION(hrcp, 1.0 / x)
  WARPSMITH_FUNCTION(hlog, ::log(x))
  WARPSMITH_FUNCTION(hlog2, ::log2(x))
  WARPSMITH_FUNCTION(hlog10, ::log10(x))
  WARPSMITH_FUNCTION(hexp, ::exp(x))
  WARPSMITH_FUNCTION(hexp2, ::exp2(x))
  WARPSMITH_FUNCTION(hexp10, ::pow(10.0, x))
  WARPSMITH_FUNCTION(hsin, ::sin(x))
  WARPSMITH_FUNCTION(hcos, ::cos(x))
  WARPSMITH_FUNCTION(htanh, ::tanh(x))
  WARPSMITH_FUNCTION(htanh_approx, ::tanh(x))
  WARPSMITH_FUNCTION(htrunc, ::trunc(x))
  WARPSMITH_FUNCTION(hceil, ::ceil(x))
  WARPSMITH_FUNCTION(hfloor, ::floor(x))
  WARPSMITH_FUNCTION(hrint, ::rint(x))
#undef WARPSMITH_FUNCTION

  friend WARPSMITH_INLINE Number atomicAdd(Number *address, const Number value) {
    return readModifyWrite(address,
                           [=](Number old) { return fromFloat(widen(old) + widen(value)); });
  }

  /// Conversions that the class's own conversions have no part in: programs can leave those out.
  WARPSMITH_DEVICE static float widen(const Number a) { return Format::widen(bits(a)); }
  WARPSMITH_DEVICE static Number fromFloat(float value) { return fromBits(Format::narrow(value)); }

protected:
  WARPSMITH_DEVICE static unsigned short bits(const Number a) { return bitCast<unsigned short>(a); }
  WARPSMITH_DEVICE static Number fromBits(int bits) {
    return bitCast<Number>(static_cast<unsigned short>(bits));
  }
  WARPSMITH_DEVICE static Number fromDouble(double value) {
    return fromBits(narrowDouble<Format>(value));
  }

private:
  WARPSMITH_DEVICE static Number fused(const Number a, const Number b, const Number c) {
    return fromDouble(addToOdd(double(widen(a)) * widen(b), widen(c)));
  }
  WARPSMITH_DEVICE static float saturate(float value) {
    return !(value > 0.0f) ? 0.0f : value < 1.0f ? value : 1.0f;
  }
  WARPSMITH_DEVICE static bool eitherNan(const Number a, const Number b) {
    return widen(a) != widen(a) || widen(b) != widen(b);
  }
  WARPSMITH_DEVICE static Number larger(const Number a, const Number b) {
    return bothNan(a, b) ? fromBits(0x7fff) : precedes(a, b) ? b : a;
  }
  WARPSMITH_DEVICE static Number smaller(const Number a, const Number b) {
    return bothNan(a, b) ? fromBits(0x7fff) : precedesForMinimum(a, b) ? a : b;
  }
  WARPSMITH_DEVICE static bool bothNan(const Number a, const Number b) {
    return widen(a) != widen(a) && widen(b) != widen(b);
  }
  /// Whether the larger is b: below it, or NaN.
  WARPSMITH_DEVICE static bool precedes(const Number a, const Number b) {
    const float x = widen(a), y = widen(b);
    return x != x || x < y || (x == y && (bits(a) & 0x8000) != 0);
  }
  WARPSMITH_DEVICE static bool precedesForMinimum(const Number a, const Number b) {
    const float x = widen(a), y = widen(b);
    return y != y || x < y || (x == y && (bits(a) & 0x8000) != 0);
  }
};

} // namespace warpsmith::emulator
