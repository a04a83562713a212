/// Element types of matrices and accumulators.
#pragma once

#include <optional>
#include <string_view>

namespace warpsmith {

/// Char is plain `char`, an 8-bit integer whose pointers are another type than signed char's.
enum class ElementType { F16, BF16, F32, F64, I8, Char, U8, I16, I32, U32 };

constexpr bool isInteger(ElementType type) {
  return type >= ElementType::I8;
}

/// Short name as the contraction prints it: f16, bf16, f32, f64, i8, …
std::string_view shortName(ElementType type);

/// CUDA C++ spelling: __half, __nv_bfloat16, float, double, signed char, …
std::string_view cudaName(ElementType type);

/// Size in bytes.
int sizeOf(ElementType type);

} // namespace warpsmith
