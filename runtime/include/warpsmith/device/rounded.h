/// Products that must not become part of an FMA.
#pragma once

namespace warpsmith {

/// The value, which the compiler can no longer contract with the sum that uses it.
__device__ __forceinline__ float rounded(float value) {
  asm("" : "+f"(value));
  return value;
}
__device__ __forceinline__ double rounded(double value) {
  asm("" : "+d"(value));
  return value;
}

} // namespace warpsmith
