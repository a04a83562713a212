/// __nv_fp8_e4m3 and __nv_fp8_e5m2, pairs and fours of them: FP8 with 4 or 5 bits of exponent.
#pragma once

#include "cuda_bf16.h"
#include "warpsmith_emulator/fp8_format.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

WARPSMITH_DEVICE __nv_fp8_storage_t __nv_cvt_float_to_fp8(const float value,
                                                          const __nv_saturation_t saturation,
                                                          const __nv_fp8_interpretation_t kind) {
  return kind == __NV_E4M3
             ? warpsmith::emulator::E4m3Format::narrow(value, saturation == __NV_SATFINITE)
             : warpsmith::emulator::E5m2Format::narrow(value, saturation == __NV_SATFINITE);
}
WARPSMITH_DEVICE __nv_fp8_storage_t __nv_cvt_double_to_fp8(const double value,
                                                           const __nv_saturation_t saturation,
                                                           const __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float_to_fp8(warpsmith::emulator::roundToOdd(value), saturation, kind);
}
WARPSMITH_DEVICE __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(const __half_raw value,
                                                            const __nv_saturation_t saturation,
                                                            const __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float_to_fp8(warpsmith::emulator::HalfFormat::widen(value.x), saturation, kind);
}
WARPSMITH_DEVICE __nv_fp8_storage_t
__nv_cvt_bfloat16raw_to_fp8(const __nv_bfloat16_raw value, const __nv_saturation_t saturation,
                            const __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float_to_fp8(warpsmith::emulator::Bfloat16Format::widen(value.x), saturation,
                               kind);
}
WARPSMITH_DEVICE __half_raw __nv_cvt_fp8_to_halfraw(const __nv_fp8_storage_t value,
                                                    const __nv_fp8_interpretation_t kind) {
  return __half_raw{warpsmith::emulator::HalfFormat::narrow(
      kind == __NV_E4M3 ? warpsmith::emulator::E4m3Format::widen(value)
                        : warpsmith::emulator::E5m2Format::widen(value))};
}

/// The class Number, all of whose conversions but from wide integers are explicit, as in CUDA 13.
#define WARPSMITH_FP8(Number, Format)                                                              \
  struct __align__(1) Number {                                                                     \
    __nv_fp8_storage_t __x;                                                                        \
    Number() = default;                                                                            \
    WARPSMITH_DEVICE explicit Number(const float value)                                            \
        : __x(warpsmith::emulator::Format::narrow(value)) {}                                       \
    WARPSMITH_DEVICE explicit Number(const double value)                                           \
        : Number(warpsmith::emulator::roundToOdd(value)) {}                                        \
    WARPSMITH_DEVICE explicit Number(const __half value) : Number(__half2float(value)) {}          \
    WARPSMITH_DEVICE explicit Number(const __nv_bfloat16 value)                                    \
        : Number(__bfloat162float(value)) {}                                                       \
    WARPSMITH_FP8_FROM(Number, short)                                                              \
    WARPSMITH_FP8_FROM(Number, unsigned short)                                                     \
    WARPSMITH_FP8_FROM(Number, int)                                                                \
    WARPSMITH_FP8_FROM(Number, unsigned int)                                                       \
    WARPSMITH_DEVICE explicit operator float() const {                                             \
      return warpsmith::emulator::Format::widen(__x);                                              \
    }                                                                                              \
    WARPSMITH_DEVICE explicit operator double() const { return float(*this); }                     \
    WARPSMITH_DEVICE explicit operator __half() const { return __float2half(float(*this)); }       \
    WARPSMITH_DEVICE explicit operator __nv_bfloat16() const {                                     \
      return __float2bfloat16(float(*this));                                                       \
    }                                                                                              \
    WARPSMITH_DEVICE explicit operator bool() const { return (__x & 0x7f) != 0; }                  \
  };
#define WARPSMITH_FP8_FROM(Number, integer)                                                        \
  WARPSMITH_DEVICE explicit Number(const integer value) : Number(double(value)) {                  \
  }

WARPSMITH_FP8(__nv_fp8_e4m3, E4m3Format)
WARPSMITH_FP8(__nv_fp8_e5m2, E5m2Format)

/// Pairs and fours, the first number in the lowest bits.
#define WARPSMITH_FP8_VECTORS(Number, Pair, Four, Format)                                          \
  struct __align__(2) Pair {                                                                       \
    __nv_fp8x2_storage_t __x;                                                                      \
    Pair() = default;                                                                              \
    WARPSMITH_DEVICE explicit Pair(const float2 value)                                             \
        : __x(static_cast<__nv_fp8x2_storage_t>(Number(value.x).__x | Number(value.y).__x << 8)) { \
    }                                                                                              \
    WARPSMITH_DEVICE explicit operator float2() const {                                            \
      return float2{warpsmith::emulator::Format::widen(static_cast<unsigned char>(__x)),           \
                    warpsmith::emulator::Format::widen(static_cast<unsigned char>(__x >> 8))};     \
    }                                                                                              \
  };                                                                                               \
  struct __align__(4) Four {                                                                       \
    __nv_fp8x4_storage_t __x;                                                                      \
    Four() = default;                                                                              \
    WARPSMITH_DEVICE explicit Four(const float4 value)                                             \
        : __x(Number(value.x).__x | Number(value.y).__x << 8 | Number(value.z).__x << 16 |         \
              static_cast<unsigned>(Number(value.w).__x) << 24) {}                                 \
    WARPSMITH_DEVICE explicit operator float4() const {                                            \
      return float4{warpsmith::emulator::Format::widen(static_cast<unsigned char>(__x)),           \
                    warpsmith::emulator::Format::widen(static_cast<unsigned char>(__x >> 8)),      \
                    warpsmith::emulator::Format::widen(static_cast<unsigned char>(__x >> 16)),     \
                    warpsmith::emulator::Format::widen(static_cast<unsigned char>(__x >> 24))};    \
    }                                                                                              \
  };

WARPSMITH_FP8_VECTORS(__nv_fp8_e4m3, __nv_fp8x2_e4m3, __nv_fp8x4_e4m3, E4m3Format)
WARPSMITH_FP8_VECTORS(__nv_fp8_e5m2, __nv_fp8x2_e5m2, __nv_fp8x4_e5m2, E5m2Format)
