/// Element types of matrices and accumulators.
#pragma once

#include <optional>
#include <string_view>

namespace warpsmith {

/// Char is plain `char`, an 8-bit integer whose pointers are another type than signed char's.
/// E4M3 and E5M2 are FP8, with as many bits of exponent and mantissa.
enum class ElementType { F16, BF16, F32, F64, E4M3, E5M2, I8, Char, U8, I16, I32, U32 };

/// What kind of number a type holds.
bool isInteger(ElementType type);
bool isFp8(ElementType type);
/// A floating-point type of fewer bits than FP32, whose arithmetic rounds every step.
bool isNarrowFloat(ElementType type);

/// Short name as the contraction prints it: f16, bf16, e4m3, f32, f64, i8, …
std::string_view shortName(ElementType type);

/// CUDA C++ spelling: __half, __nv_bfloat16, float, double, signed char, …
std::string_view cudaName(ElementType type);

/// Size in bytes.
int sizeOf(ElementType type);

} // namespace warpsmith
