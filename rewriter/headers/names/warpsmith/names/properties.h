/// Members that structures of the runtime have lost. Removed in CUDA 13.0 from cudaDeviceProp
/// (release notes of 13.0), in 11.0 from cudaPointerAttributes.
#pragma once

struct cudaDeviceProp_before_13 : cudaDeviceProp {
  int clockRate, deviceOverlap, kernelExecTimeoutEnabled, computeMode, maxTexture1DLinear,
      memoryClockRate, singleToDoublePrecisionPerfRatio, cooperativeMultiDeviceLaunch;
  cudaDeviceProp_before_13() = default;
  template <class... Values>
  constexpr cudaDeviceProp_before_13(const Values &...); // `= {0}`, also before C++17
};
#define cudaDeviceProp cudaDeviceProp_before_13

struct cudaPointerAttributes_before_11 : cudaPointerAttributes {
  int memoryType, isManaged;
  cudaPointerAttributes_before_11() = default;
  template <class... Values>
  constexpr cudaPointerAttributes_before_11(const Values &...);
};
#define cudaPointerAttributes cudaPointerAttributes_before_11
