/// Numbers of any type to FP32 and from it.
#pragma once

namespace warpsmith {

template <typename Number>
__device__ __forceinline__ float toFloat(Number number) {
  return static_cast<float>(number);
}

template <typename Number>
__device__ __forceinline__ Number fromFloat(float number) {
  return static_cast<Number>(number);
}

} // namespace warpsmith
