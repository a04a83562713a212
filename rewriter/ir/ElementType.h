/// Element types of matrices and accumulators.
#pragma once

#include <optional>
#include <string_view>

namespace warpsmith {

enum class ElementType { F16, BF16, F32, F64 };

/// Short name as the contraction prints it: f16, bf16, f32, f64.
std::string_view shortName(ElementType type);

/// CUDA C++ spelling: __half, __nv_bfloat16, float, double.
std::string_view cudaName(ElementType type);

/// Size in bytes.
int sizeOf(ElementType type);

} // namespace warpsmith
