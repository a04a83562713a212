/// Tensor maps of FP16 and BF16 matrices. Host code.
#pragma once

#include "warpsmith/device/tensor_map.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace warpsmith {

template <>
constexpr int TensorMapType<__half> = TensorMapFloat16;
template <>
constexpr int TensorMapType<__nv_bfloat16> = TensorMapBfloat16;

} // namespace warpsmith
