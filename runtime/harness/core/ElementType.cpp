#include "runtime/harness/core/ElementType.h"
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>

namespace warpsmith::harness {
namespace {

struct TypeRow {
  std::string_view name;
  std::string_view cudaName;
  std::string_view shortName;
  std::size_t size;
  double unitRoundoff;
  ElementType type;
  ElementType result;
};

constexpr TypeRow Types[] = {
    {"float", "float", "fp32", 4, 0x1p-24, ElementType::Float, ElementType::Float},
    {"double", "double", "fp64", 8, 0x1p-53, ElementType::Double, ElementType::Double},
    {"half", "__half", "fp16", 2, 0x1p-11, ElementType::Half, ElementType::Float},
    {"bfloat16", "__nv_bfloat16", "bf16", 2, 0x1p-8, ElementType::BFloat16, ElementType::Float},
    {"int8", "signed char", "i8", 1, 0, ElementType::Int8, ElementType::Int32},
    {"uint8", "unsigned char", "u8", 1, 0, ElementType::UInt8, ElementType::Int32},
    {"int16", "short", "i16", 2, 0, ElementType::Int16, ElementType::Int32},
    {"int32", "int", "i32", 4, 0, ElementType::Int32, ElementType::Int32},
    {"uint32", "unsigned int", "u32", 4, 0, ElementType::UInt32, ElementType::UInt32},
    {"fp8", "__nv_fp8_e4m3", "e4m3", 1, 0x1p-4, ElementType::E4M3, ElementType::Float},
    {"fp8-e5m2", "__nv_fp8_e5m2", "e5m2", 1, 0x1p-3, ElementType::E5M2, ElementType::Float},
};

/// Arm, Intel and NVIDIA, "FP8 formats for deep learning" (arXiv 2209.05433).
struct Fp8Format {
  int fraction, bias;
  unsigned largest; ///< the bits of the largest number
};
Fp8Format fp8Format(ElementType type) {
  return type == ElementType::E4M3 ? Fp8Format{3, 7, 0x7e} : Fp8Format{2, 15, 0x7b};
}

/// The nearest whole number that the type has; 0 for NaN.
template <typename Integer>
void storeInteger(void *array, std::size_t index, double value) {
  constexpr auto Lowest = static_cast<double>(std::numeric_limits<Integer>::lowest());
  constexpr auto Largest = static_cast<double>(std::numeric_limits<Integer>::max());
  const double whole = std::isnan(value) ? 0 : std::clamp(std::nearbyint(value), Lowest, Largest);
  static_cast<Integer *>(array)[index] = static_cast<Integer>(whole);
}

const TypeRow &row(ElementType type) {
  return Types[static_cast<int>(type)];
}

} // namespace

bool isInteger(ElementType type) {
  return row(type).unitRoundoff == 0;
}
bool isFp8(ElementType type) {
  return sizeOf(type) == 1 && !isInteger(type);
}

std::string_view spelling(ElementType type) {
  return row(type).name;
}
std::string_view cudaSpelling(ElementType type) {
  return row(type).cudaName;
}
std::size_t sizeOf(ElementType type) {
  return row(type).size;
}
ElementType resultType(ElementType type) {
  return row(type).result;
}
double unitRoundoff(ElementType type) {
  return row(type).unitRoundoff;
}

double largestFinite(ElementType type) {
  switch (type) {
  case ElementType::Double:
    return std::numeric_limits<double>::max();
  case ElementType::Half:
    return fromHalf(0x7bff);
  case ElementType::BFloat16:
    return fromBFloat16(0x7f7f);
  case ElementType::E4M3:
  case ElementType::E5M2:
    return fromFp8(type, static_cast<unsigned char>(fp8Format(type).largest));
  default:
    return std::numeric_limits<float>::max();
  }
}

double smallestPositive(ElementType type) {
  switch (type) {
  case ElementType::Double:
    return std::numeric_limits<double>::denorm_min();
  case ElementType::Half:
    return fromHalf(1);
  case ElementType::BFloat16:
    return fromBFloat16(1);
  case ElementType::E4M3:
  case ElementType::E5M2:
    return fromFp8(type, 1);
  default:
    return std::numeric_limits<float>::denorm_min();
  }
}

std::optional<ElementType> parseElementType(std::string_view text) {
  for (const TypeRow &candidate : Types) {
    if (text == candidate.name || text == candidate.cudaName || text == candidate.shortName)
      return candidate.type;
  }
  return std::nullopt;
}

unsigned short toHalf(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = (bits >> 16) & 0x8000U;
  const std::uint32_t magnitude = bits & 0x7fffffffU;
  if (magnitude > 0x7f800000U)
    return static_cast<unsigned short>(sign | 0x7e00U);
  if (magnitude >= 0x477ff000U) // 65520 and above round to infinity
    return static_cast<unsigned short>(sign | 0x7c00U);
  if (magnitude < 0x38800000U) { // below 2^-14: a subnormal, a multiple of 2^-24
    const float scaled = std::bit_cast<float>(magnitude) * 0x1p24F;
    return static_cast<unsigned short>(sign | static_cast<std::uint32_t>(std::nearbyint(scaled)));
  }
  const std::uint32_t odd = (magnitude >> 13) & 1U;
  return static_cast<unsigned short>(sign | ((magnitude - 0x38000000U + 0xfffU + odd) >> 13));
}

float fromHalf(unsigned short bits) {
  const std::uint32_t sign = (bits & 0x8000U) << 16;
  const std::uint32_t exponent = (bits >> 10) & 0x1fU;
  const std::uint32_t fraction = bits & 0x3ffU;
  if (exponent == 0) {
    const float magnitude = static_cast<float>(fraction) * 0x1p-24F;
    return sign ? -magnitude : magnitude;
  }
  const std::uint32_t widened = exponent == 0x1fU ? 0xffU : exponent + 112U;
  return std::bit_cast<float>(sign | (widened << 23) | (fraction << 13));
}

unsigned short toBFloat16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if ((bits & 0x7fffffffU) > 0x7f800000U)
    return static_cast<unsigned short>((bits >> 16) | 0x40U);
  const std::uint32_t odd = (bits >> 16) & 1U;
  return static_cast<unsigned short>((bits + 0x7fffU + odd) >> 16);
}

float fromBFloat16(unsigned short bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

unsigned char toFp8(ElementType type, float value) {
  if (std::isnan(value))
    return 0x7f;
  const Fp8Format format = fp8Format(type);
  const unsigned sign = std::signbit(value) ? 0x80 : 0;
  const float magnitude = std::fabs(value);
  if (!(magnitude < largestFinite(type)))
    return static_cast<unsigned char>(sign | format.largest);
  const int exponent =
      std::max(magnitude == 0 ? 1 - format.bias : std::ilogb(magnitude), 1 - format.bias);
  // A mantissa that becomes a power of two carries into the exponent.
  const auto steps =
      static_cast<unsigned>(std::nearbyint(std::ldexp(magnitude, format.fraction - exponent)));
  const auto biased = static_cast<unsigned>(exponent + format.bias - 1);
  return static_cast<unsigned char>(sign | ((biased << format.fraction) + steps));
}

float fromFp8(ElementType type, unsigned char bits) {
  const Fp8Format format = fp8Format(type);
  const unsigned magnitude = bits & 0x7fU;
  float value = 0;
  if (magnitude > format.largest) {
    const bool isInfinity = type == ElementType::E5M2 && magnitude == 0x7c;
    value = isInfinity ? std::numeric_limits<float>::infinity()
                       : std::numeric_limits<float>::quiet_NaN();
  } else {
    const auto biased = static_cast<int>(magnitude >> format.fraction);
    const auto fraction = static_cast<int>(magnitude & ((1U << format.fraction) - 1));
    value = std::ldexp(static_cast<float>(fraction + (biased > 0 ? 1 << format.fraction : 0)),
                       std::max(biased, 1) - format.bias - format.fraction);
  }
  return (bits & 0x80U) != 0 ? -value : value;
}

double loadElement(ElementType type, const void *array, std::size_t index) {
  return withLoader(type, array, [index](auto load) { return load(index); });
}

void storeElement(ElementType type, void *array, std::size_t index, double value) {
  switch (type) {
  case ElementType::Float:
    static_cast<float *>(array)[index] = static_cast<float>(value);
    return;
  case ElementType::Double:
    static_cast<double *>(array)[index] = value;
    return;
  case ElementType::Half:
    static_cast<unsigned short *>(array)[index] = toHalf(static_cast<float>(value));
    return;
  case ElementType::BFloat16:
    static_cast<unsigned short *>(array)[index] = toBFloat16(static_cast<float>(value));
    return;
  case ElementType::E4M3:
  case ElementType::E5M2:
    static_cast<unsigned char *>(array)[index] = toFp8(type, static_cast<float>(value));
    return;
  case ElementType::Int8:
    return storeInteger<std::int8_t>(array, index, value);
  case ElementType::UInt8:
    return storeInteger<std::uint8_t>(array, index, value);
  case ElementType::Int16:
    return storeInteger<std::int16_t>(array, index, value);
  case ElementType::Int32:
    return storeInteger<std::int32_t>(array, index, value);
  case ElementType::UInt32:
    return storeInteger<std::uint32_t>(array, index, value);
  }
}

} // namespace warpsmith::harness
