// The values of element types (types/ElementType.h) on the host.
#pragma once

#include "types/ElementType.h"
#include <cstddef>
#include <cstdint>

namespace warpsmith::harness {

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
  case ElementType::F32:
    return body([data = static_cast<const float *>(array)](std::size_t index) -> double {
      return data[index];
    });
  case ElementType::F64:
    return body([data = static_cast<const double *>(array)](std::size_t index) -> double {
      return data[index];
    });
  case ElementType::F16:
    return body([data = static_cast<const unsigned short *>(array)](std::size_t index) -> double {
      return fromHalf(data[index]);
    });
  case ElementType::BF16:
    return body([data = static_cast<const unsigned short *>(array)](std::size_t index) -> double {
      return fromBFloat16(data[index]);
    });
  case ElementType::E4M3:
  case ElementType::E5M2:
    return body([type, data = static_cast<const unsigned char *>(array)](
                    std::size_t index) -> double { return fromFp8(type, data[index]); });
  default:
    return withInteger(type, [&](auto zero) { return body(integerLoader<decltype(zero)>(array)); });
  }
}

} // namespace warpsmith::harness
