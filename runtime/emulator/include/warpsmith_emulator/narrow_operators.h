/// Operators of the 16-bit types and of their pairs.
#pragma once

#include "warpsmith_emulator/qualifiers.h"

namespace warpsmith::emulator {

/// Base class of a 16-bit type that wants operators.
template <typename Number>
struct NarrowOperators {
  friend WARPSMITH_DEVICE Number operator+(const Number &a, const Number &b) {
    return __hadd(a, b);
  }
  friend WARPSMITH_DEVICE Number operator-(const Number &a, const Number &b) {
    return __hsub(a, b);
  }
  friend WARPSMITH_DEVICE Number operator*(const Number &a, const Number &b) {
    return __hmul(a, b);
  }
  friend WARPSMITH_DEVICE Number operator/(const Number &a, const Number &b) {
    return __hdiv(a, b);
  }
  friend WARPSMITH_DEVICE Number &operator+=(Number &a, const Number &b) { return a = a + b; }
  friend WARPSMITH_DEVICE Number &operator-=(Number &a, const Number &b) { return a = a - b; }
  friend WARPSMITH_DEVICE Number &operator*=(Number &a, const Number &b) { return a = a * b; }
  friend WARPSMITH_DEVICE Number &operator/=(Number &a, const Number &b) { return a = a / b; }
  friend WARPSMITH_DEVICE Number operator+(const Number &a) { return a; }
  friend WARPSMITH_DEVICE Number operator-(const Number &a) { return __hneg(a); }
  friend WARPSMITH_DEVICE Number &operator++(Number &a) { return a = a + Number::fromFloat(1.0f); }
  friend WARPSMITH_DEVICE Number &operator--(Number &a) { return a = a - Number::fromFloat(1.0f); }
  friend WARPSMITH_DEVICE Number operator++(Number &a, int) {
    const Number old = a;
    ++a;
    return old;
  }
  friend WARPSMITH_DEVICE Number operator--(Number &a, int) {
    const Number old = a;
    --a;
    return old;
  }
  friend WARPSMITH_DEVICE bool operator==(const Number &a, const Number &b) { return __heq(a, b); }
  friend WARPSMITH_DEVICE bool operator!=(const Number &a, const Number &b) { return __hneu(a, b); }
  friend WARPSMITH_DEVICE bool operator>(const Number &a, const Number &b) { return __hgt(a, b); }
  friend WARPSMITH_DEVICE bool operator<(const Number &a, const Number &b) { return __hlt(a, b); }
  friend WARPSMITH_DEVICE bool operator>=(const Number &a, const Number &b) { return __hge(a, b); }
  friend WARPSMITH_DEVICE bool operator<=(const Number &a, const Number &b) { return __hle(a, b); }
};

/// Base class of a pair; a comparison is true when it is for both elements.
template <typename Pair>
struct PairOperators {
  friend WARPSMITH_DEVICE Pair operator+(const Pair &a, const Pair &b) { return __hadd2(a, b); }
  friend WARPSMITH_DEVICE Pair operator-(const Pair &a, const Pair &b) { return __hsub2(a, b); }
  friend WARPSMITH_DEVICE Pair operator*(const Pair &a, const Pair &b) { return __hmul2(a, b); }
  friend WARPSMITH_DEVICE Pair operator/(const Pair &a, const Pair &b) { return __h2div(a, b); }
  friend WARPSMITH_DEVICE Pair &operator+=(Pair &a, const Pair &b) { return a = a + b; }
  friend WARPSMITH_DEVICE Pair &operator-=(Pair &a, const Pair &b) { return a = a - b; }
  friend WARPSMITH_DEVICE Pair &operator*=(Pair &a, const Pair &b) { return a = a * b; }
  friend WARPSMITH_DEVICE Pair &operator/=(Pair &a, const Pair &b) { return a = a / b; }
  friend WARPSMITH_DEVICE Pair operator+(const Pair &a) { return a; }
  friend WARPSMITH_DEVICE Pair operator-(const Pair &a) { return __hneg2(a); }
  friend WARPSMITH_DEVICE Pair &operator++(Pair &a) { return a = a + ones(); }
  friend WARPSMITH_DEVICE Pair &operator--(Pair &a) { return a = a - ones(); }
  friend WARPSMITH_DEVICE Pair operator++(Pair &a, int) {
    const Pair old = a;
    ++a;
    return old;
  }
  friend WARPSMITH_DEVICE Pair operator--(Pair &a, int) {
    const Pair old = a;
    --a;
    return old;
  }
  friend WARPSMITH_DEVICE bool operator==(const Pair &a, const Pair &b) { return __hbeq2(a, b); }
  friend WARPSMITH_DEVICE bool operator!=(const Pair &a, const Pair &b) { return __hbneu2(a, b); }
  friend WARPSMITH_DEVICE bool operator>(const Pair &a, const Pair &b) { return __hbgt2(a, b); }
  friend WARPSMITH_DEVICE bool operator<(const Pair &a, const Pair &b) { return __hblt2(a, b); }
  friend WARPSMITH_DEVICE bool operator>=(const Pair &a, const Pair &b) { return __hbge2(a, b); }
  friend WARPSMITH_DEVICE bool operator<=(const Pair &a, const Pair &b) { return __hble2(a, b); }

private:
  WARPSMITH_DEVICE static Pair ones() {
    const auto one = decltype(Pair::x)::fromFloat(1.0f);
    return Pair(one, one);
  }
};

} // namespace warpsmith::emulator
