/// The element types of matrices, scalars and sums, and all that is known of each of them. The
/// rewriter and the harness ask this table; it depends on nothing but the standard library.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string_view>

namespace warpsmith {

/// Char is plain `char`, an 8-bit integer whose pointers are another type than signed char's.
/// E4M3 and E5M2 are FP8, with as many bits of exponent and mantissa. C64 and C128 are complex
/// numbers: a real part, behind it an imaginary one, of 32 or 64 bits.
enum class ElementType {
  F16,
  BF16,
  F32,
  F64,
  E4M3,
  E5M2,
  I8,
  Char,
  U8,
  I16,
  U16,
  I32,
  U32,
  C64,
  C128
};

enum class NumberKind { Float, SignedInteger, UnsignedInteger, Complex };

/// A floating-point format; all zero for integers.
struct FloatFormat {
  int significandBits = 0; ///< with the one that is not stored
  double unitRoundoff = 0; ///< of rounding to nearest: 2^-significandBits
  double smallest = 0;     ///< the smallest positive number, a subnormal
  double largest = 0;      ///< the largest finite number
};

struct ElementTypeRow {
  ElementType type;
  std::string_view shortName;     ///< as the contraction prints it: f16, e4m3, i8
  std::string_view benchmarkName; ///< of --dtype and in reports: half, fp8, int8
  std::string_view precisionName; ///< what --dtype takes as well: fp16, e4m3, i8
  std::string_view cudaName;      ///< in CUDA C++: __half, __nv_fp8_e4m3, signed char
  int bits;
  NumberKind kind;
  FloatFormat format;
  ElementType result; ///< of sums, scalars and results of the suite's kernels
  /// cudaDataType_t of library_types.h; -1 where cuBLAS has no products of the type.
  int cudaDataType;
};

inline constexpr ElementTypeRow ElementTypes[] = {
    {ElementType::F16,
     "f16",
     "half",
     "fp16",
     "__half",
     16,
     NumberKind::Float,
     {11, 0x1p-11, 0x1p-24, 65504},
     ElementType::F32,
     2},
    {ElementType::BF16,
     "bf16",
     "bfloat16",
     "bf16",
     "__nv_bfloat16",
     16,
     NumberKind::Float,
     {8, 0x1p-8, 0x1p-133, 0x1.fep127},
     ElementType::F32,
     14},
    {ElementType::F32,
     "f32",
     "float",
     "fp32",
     "float",
     32,
     NumberKind::Float,
     {24, 0x1p-24, 0x1p-149, std::numeric_limits<float>::max()},
     ElementType::F32,
     0},
    {ElementType::F64,
     "f64",
     "double",
     "fp64",
     "double",
     64,
     NumberKind::Float,
     {53, 0x1p-53, std::numeric_limits<double>::denorm_min(), std::numeric_limits<double>::max()},
     ElementType::F64,
     1},
    {ElementType::E4M3,
     "e4m3",
     "fp8",
     "e4m3",
     "__nv_fp8_e4m3",
     8,
     NumberKind::Float,
     {4, 0x1p-4, 0x1p-9, 448},
     ElementType::F32,
     28},
    {ElementType::E5M2,
     "e5m2",
     "fp8-e5m2",
     "e5m2",
     "__nv_fp8_e5m2",
     8,
     NumberKind::Float,
     {3, 0x1p-3, 0x1p-16, 57344},
     ElementType::F32,
     29},
    {ElementType::I8,
     "i8",
     "int8",
     "i8",
     "signed char",
     8,
     NumberKind::SignedInteger,
     {},
     ElementType::I32,
     3},
    {ElementType::Char,
     "i8",
     "char",
     "char",
     "char",
     8,
     NumberKind::SignedInteger,
     {},
     ElementType::I32,
     3},
    {ElementType::U8,
     "u8",
     "uint8",
     "u8",
     "unsigned char",
     8,
     NumberKind::UnsignedInteger,
     {},
     ElementType::I32,
     -1},
    {ElementType::I16,
     "i16",
     "int16",
     "i16",
     "short",
     16,
     NumberKind::SignedInteger,
     {},
     ElementType::I32,
     -1},
    {ElementType::U16,
     "u16",
     "uint16",
     "u16",
     "unsigned short",
     16,
     NumberKind::UnsignedInteger,
     {},
     ElementType::I32,
     -1},
    {ElementType::I32,
     "i32",
     "int32",
     "i32",
     "int",
     32,
     NumberKind::SignedInteger,
     {},
     ElementType::I32,
     10},
    {ElementType::U32,
     "u32",
     "uint32",
     "u32",
     "unsigned",
     32,
     NumberKind::UnsignedInteger,
     {},
     ElementType::U32,
     -1},
    {ElementType::C64,
     "c64",
     "complex",
     "c64",
     "float2",
     64,
     NumberKind::Complex,
     {24, 0x1p-24, 0x1p-149, std::numeric_limits<float>::max()},
     ElementType::C64,
     4},
    {ElementType::C128,
     "c128",
     "double-complex",
     "c128",
     "double2",
     128,
     NumberKind::Complex,
     {53, 0x1p-53, std::numeric_limits<double>::denorm_min(), std::numeric_limits<double>::max()},
     ElementType::C128,
     5},
};

/// The row of a type, wherever it stands in the table.
constexpr const ElementTypeRow &rowOf(ElementType type) {
  for (const ElementTypeRow &candidate : ElementTypes)
    if (candidate.type == type)
      return candidate;
  return ElementTypes[0]; // unreachable: each type has a row
}

constexpr bool isInteger(ElementType type) {
  return rowOf(type).kind == NumberKind::SignedInteger ||
         rowOf(type).kind == NumberKind::UnsignedInteger;
}
constexpr bool isComplex(ElementType type) {
  return rowOf(type).kind == NumberKind::Complex;
}
/// The type of a complex number's parts; of any other number, its own.
constexpr ElementType partType(ElementType type) {
  return type == ElementType::C64    ? ElementType::F32
         : type == ElementType::C128 ? ElementType::F64
                                     : type;
}

constexpr bool isFp8(ElementType type) {
  return !isInteger(type) && rowOf(type).bits == 8;
}
/// A floating-point type of fewer bits than FP32, whose arithmetic rounds every step.
constexpr bool isNarrowFloat(ElementType type) {
  return !isInteger(type) && rowOf(type).bits < 32;
}

constexpr std::string_view shortName(ElementType type) {
  return rowOf(type).shortName;
}
/// The name on the command line and in reports: float, double, half, bfloat16, fp8, fp8-e5m2.
constexpr std::string_view spelling(ElementType type) {
  return rowOf(type).benchmarkName;
}
/// CUDA C++ spelling: __half, __nv_bfloat16, float, double, signed char, …
constexpr std::string_view cudaName(ElementType type) {
  return rowOf(type).cudaName;
}

/// Size in bytes.
constexpr int sizeOf(ElementType type) {
  return rowOf(type).bits / 8;
}

/// Type of scalars, sums and results: half-precision inputs are multiplied and summed in float,
/// integers in int.
constexpr ElementType resultType(ElementType type) {
  return rowOf(type).result;
}

/// Unit roundoff u of rounding to nearest: 2^-24, 2^-53, 2^-11, 2^-8, 2^-4, 2^-3; 0 for integers.
constexpr double unitRoundoff(ElementType type) {
  return rowOf(type).format.unitRoundoff;
}
/// Of a floating-point format.
constexpr double largestFinite(ElementType type) {
  return rowOf(type).format.largest;
}
constexpr double smallestPositive(ElementType type) {
  return rowOf(type).format.smallest;
}

/// Calls `body` with a zero of the C++ type that holds an integer type's elements.
template <typename Body>
decltype(auto) withInteger(ElementType type, Body body) {
  const bool isSigned = rowOf(type).kind == NumberKind::SignedInteger;
  switch (rowOf(type).bits) {
  case 8:
    return isSigned ? body(std::int8_t()) : body(std::uint8_t());
  case 16:
    return isSigned ? body(std::int16_t()) : body(std::uint16_t());
  case 32:
    return isSigned ? body(std::int32_t()) : body(std::uint32_t());
  default:
    std::abort();
  }
}

/// The type that CUDA C++ spells so.
constexpr std::optional<ElementType> elementTypeOfCudaName(std::string_view name) {
  for (const ElementTypeRow &candidate : ElementTypes)
    if (name == candidate.cudaName)
      return candidate.type;
  return std::nullopt;
}

/// The first type with that short name: signed char's, of the two that are i8.
constexpr std::optional<ElementType> elementTypeOfShortName(std::string_view name) {
  for (const ElementTypeRow &candidate : ElementTypes)
    if (name == candidate.shortName)
      return candidate.type;
  return std::nullopt;
}

/// Reads all names of a type.
constexpr std::optional<ElementType> parseElementType(std::string_view text) {
  for (const ElementTypeRow &candidate : ElementTypes)
    if (text == candidate.benchmarkName || text == candidate.cudaName ||
        text == candidate.precisionName || text == candidate.shortName)
      return candidate.type;
  return std::nullopt;
}

} // namespace warpsmith
