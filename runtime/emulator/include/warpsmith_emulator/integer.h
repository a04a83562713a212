/// Integer intrinsics: CUDA Math API, "Integer Intrinsics".
#pragma once

#include "warpsmith_emulator/qualifiers.h"

WARPSMITH_DEVICE int __popc(unsigned int value) {
  return __builtin_popcount(value);
}
WARPSMITH_DEVICE int __popcll(unsigned long long value) {
  return __builtin_popcountll(value);
}
WARPSMITH_DEVICE int __clz(int value) {
  return value ? __builtin_clz(static_cast<unsigned int>(value)) : 32;
}
WARPSMITH_DEVICE int __clzll(long long value) {
  return value ? __builtin_clzll(static_cast<unsigned long long>(value)) : 64;
}
/// 1 + the index of the lowest bit that is set; 0 when none is.
WARPSMITH_DEVICE int __ffs(int value) {
  return __builtin_ffs(value);
}
WARPSMITH_DEVICE int __ffsll(long long value) {
  return __builtin_ffsll(value);
}
WARPSMITH_DEVICE unsigned int __brev(unsigned int value) {
  return __builtin_bitreverse32(value);
}
WARPSMITH_DEVICE unsigned long long __brevll(unsigned long long value) {
  return __builtin_bitreverse64(value);
}

/// PTX prmt: each of the selector's four nibbles picks a byte of y:x; its top bit replicates the
/// sign.
WARPSMITH_DEVICE unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector) {
  const unsigned long long bytes = (static_cast<unsigned long long>(y) << 32) | x;
  unsigned int result = 0;
  for (int i = 0; i < 4; ++i) {
    const unsigned int pick = (selector >> (4 * i)) & 0xf;
    unsigned int byte = static_cast<unsigned int>(bytes >> (8 * (pick & 7))) & 0xff;
    if (pick & 8)
      byte = byte & 0x80 ? 0xff : 0;
    result |= byte << (8 * i);
  }
  return result;
}

/// The upper (lower, for _r) 32 bits of high:low shifted; _c clamps the distance to 32.
WARPSMITH_DEVICE unsigned int __funnelshift_l(unsigned int low, unsigned int high,
                                              unsigned int distance) {
  const unsigned long long both = (static_cast<unsigned long long>(high) << 32) | low;
  return static_cast<unsigned int>((both << (distance & 31)) >> 32);
}
WARPSMITH_DEVICE unsigned int __funnelshift_lc(unsigned int low, unsigned int high,
                                               unsigned int distance) {
  return distance >= 32 ? low : __funnelshift_l(low, high, distance);
}
WARPSMITH_DEVICE unsigned int __funnelshift_r(unsigned int low, unsigned int high,
                                              unsigned int distance) {
  const unsigned long long both = (static_cast<unsigned long long>(high) << 32) | low;
  return static_cast<unsigned int>(both >> (distance & 31));
}
WARPSMITH_DEVICE unsigned int __funnelshift_rc(unsigned int low, unsigned int high,
                                               unsigned int distance) {
  return distance >= 32 ? high : __funnelshift_r(low, high, distance);
}

WARPSMITH_DEVICE int __mulhi(int a, int b) {
  return static_cast<int>((static_cast<long long>(a) * b) >> 32);
}
WARPSMITH_DEVICE unsigned int __umulhi(unsigned int a, unsigned int b) {
  return static_cast<unsigned int>((static_cast<unsigned long long>(a) * b) >> 32);
}
WARPSMITH_DEVICE long long __mul64hi(long long a, long long b) {
  return static_cast<long long>((static_cast<__int128>(a) * b) >> 64);
}
WARPSMITH_DEVICE unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return static_cast<unsigned long long>((static_cast<unsigned __int128>(a) * b) >> 64);
}
/// The low 32 bits of the product of the operands' low 24 bits.
WARPSMITH_DEVICE int __mul24(int a, int b) {
  const int left = static_cast<int>(static_cast<unsigned int>(a) << 8) >> 8;
  const int right = static_cast<int>(static_cast<unsigned int>(b) << 8) >> 8;
  return static_cast<int>(static_cast<long long>(left) * right);
}
WARPSMITH_DEVICE unsigned int __umul24(unsigned int a, unsigned int b) {
  return (a & 0xffffff) * (b & 0xffffff);
}
WARPSMITH_DEVICE int mul24(int a, int b) {
  return __mul24(a, b);
}
WARPSMITH_DEVICE unsigned int umul24(unsigned int a, unsigned int b) {
  return __umul24(a, b);
}
WARPSMITH_DEVICE int mulhi(int a, int b) {
  return __mulhi(a, b);
}
WARPSMITH_DEVICE unsigned int umulhi(unsigned int a, unsigned int b) {
  return __umulhi(a, b);
}

/// |a - b| + c.
WARPSMITH_DEVICE unsigned int __sad(int a, int b, unsigned int c) {
  const long long difference = static_cast<long long>(a) - b;
  return static_cast<unsigned int>(difference < 0 ? -difference : difference) + c;
}
WARPSMITH_DEVICE unsigned int __usad(unsigned int a, unsigned int b, unsigned int c) {
  return (a > b ? a - b : b - a) + c;
}
/// Averages without overflow; __hadd rounds towards minus infinity, __rhadd up.
WARPSMITH_DEVICE int __hadd(int a, int b) {
  return static_cast<int>((static_cast<long long>(a) + b) >> 1);
}
WARPSMITH_DEVICE int __rhadd(int a, int b) {
  return static_cast<int>((static_cast<long long>(a) + b + 1) >> 1);
}
WARPSMITH_DEVICE unsigned int __uhadd(unsigned int a, unsigned int b) {
  return static_cast<unsigned int>((static_cast<unsigned long long>(a) + b) >> 1);
}
WARPSMITH_DEVICE unsigned int __urhadd(unsigned int a, unsigned int b) {
  return static_cast<unsigned int>((static_cast<unsigned long long>(a) + b + 1) >> 1);
}

/// PTX dp4a: c + the dot product of four bytes.
WARPSMITH_DEVICE int __dp4a(int a, int b, int c) {
  unsigned int sum = static_cast<unsigned int>(c);
  for (int i = 0; i < 32; i += 8)
    sum += static_cast<unsigned int>(static_cast<signed char>(a >> i) *
                                     static_cast<signed char>(b >> i));
  return static_cast<int>(sum);
}
WARPSMITH_DEVICE unsigned int __dp4a(unsigned int a, unsigned int b, unsigned int c) {
  for (int i = 0; i < 32; i += 8)
    c += ((a >> i) & 0xff) * ((b >> i) & 0xff);
  return c;
}
/// PTX dp2a: c + two 16-bit halves of a times the low or high pair of b's bytes.
WARPSMITH_DEVICE int __dp2a_lo(int a, int b, int c) {
  return static_cast<int>(
      static_cast<unsigned int>(c) +
      static_cast<unsigned int>(static_cast<short>(a) * static_cast<signed char>(b)) +
      static_cast<unsigned int>(static_cast<short>(a >> 16) * static_cast<signed char>(b >> 8)));
}
WARPSMITH_DEVICE int __dp2a_hi(int a, int b, int c) {
  return __dp2a_lo(a, b >> 16, c);
}
WARPSMITH_DEVICE unsigned int __dp2a_lo(unsigned int a, unsigned int b, unsigned int c) {
  return c + (a & 0xffff) * (b & 0xff) + (a >> 16) * ((b >> 8) & 0xff);
}
WARPSMITH_DEVICE unsigned int __dp2a_hi(unsigned int a, unsigned int b, unsigned int c) {
  return __dp2a_lo(a, b >> 16, c);
}
