// The element types a benchmark is built for, and their values on the host.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace warpsmith::harness {

/// Type of a benchmark's input arrays (its DATA_TYPE).
/// E4M3 and E5M2 are FP8.
enum class ElementType {
  Float,
  Double,
  Half,
  BFloat16,
  Int8,
  UInt8,
  Int16,
  Int32,
  UInt32,
  E4M3,
  E5M2
};

bool isInteger(ElementType type);
bool isFp8(ElementType type);

/// The name on the command line and in reports: float, double, half, bfloat16, fp8, fp8-e5m2.
std::string_view spelling(ElementType type);

/// The type's name in CUDA C++, for -DDATA_TYPE=: float, double, __half, __nv_bfloat16.
std::string_view cudaSpelling(ElementType type);

/// Reads spelling()'s names, the CUDA names, and fp32, fp64, fp16, bf16.
std::optional<ElementType> parseElementType(std::string_view text);

/// Bytes of one element.
std::size_t sizeOf(ElementType type);

/// Type of scalars, sums and results: half-precision inputs are multiplied and summed in float,
/// integers in int.
ElementType resultType(ElementType type);

/// Unit roundoff u of rounding to nearest: 2^-24, 2^-53, 2^-11, 2^-8, 2^-4, 2^-3; 0 for integers.
double unitRoundoff(ElementType type);

/// Of a floating-point format.
double largestFinite(ElementType type);
double smallestPositive(ElementType type);

/// IEEE binary16 and bfloat16, both rounded to nearest even, with infinities, NaN and subnormals.
unsigned short toHalf(float value);
float fromHalf(unsigned short bits);
unsigned short toBFloat16(float value);
float fromBFloat16(unsigned short bits);

/// FP8, one of the two types, rounded to nearest even. As CUDA's conversions do, what is too large
/// becomes the largest number; NaN is 0x7f.
unsigned char toFp8(ElementType type, float value);
float fromFp8(ElementType type, unsigned char bits);

/// One element of an array of `type`, converted to and from double.
double loadElement(ElementType type, const void *array, std::size_t index);
void storeElement(ElementType type, void *array, std::size_t index, double value);

template <typename Integer>
auto integerLoader(const void *array) {
  return [data = static_cast<const Integer *>(array)](std::size_t index) -> double {
    return static_cast<double>(data[index]);
  };
}

/// Calls `body` with a function that reads element i as a double, once per type rather than once
/// per element: body([](std::size_t index) -> double).
template <typename Body>
decltype(auto) withLoader(ElementType type, const void *array, Body body) {
  switch (type) {
  case ElementType::Float:
    return body([data = static_cast<const float *>(array)](std::size_t index) -> double {
      return data[index];
    });
  case ElementType::Double:
    return body([data = static_cast<const double *>(array)](std::size_t index) -> double {
      return data[index];
    });
  case ElementType::Half:
    return body([data = static_cast<const unsigned short *>(array)](std::size_t index) -> double {
      return fromHalf(data[index]);
    });
  case ElementType::BFloat16:
    return body([data = static_cast<const unsigned short *>(array)](std::size_t index) -> double {
      return fromBFloat16(data[index]);
    });
  case ElementType::E4M3:
  case ElementType::E5M2:
    return body([type, data = static_cast<const unsigned char *>(array)](
                    std::size_t index) -> double { return fromFp8(type, data[index]); });
  case ElementType::Int8:
    return body(integerLoader<std::int8_t>(array));
  case ElementType::UInt8:
    return body(integerLoader<std::uint8_t>(array));
  case ElementType::Int16:
    return body(integerLoader<std::int16_t>(array));
  case ElementType::Int32:
    return body(integerLoader<std::int32_t>(array));
  case ElementType::UInt32:
    return body(integerLoader<std::uint32_t>(array));
  }
  std::abort();
}

} // namespace warpsmith::harness
