/// Members that structures of the runtime have lost. Removed in CUDA 13.0 from cudaDeviceProp
/// (release notes of 13.0), in 11.0 from cudaPointerAttributes.
#pragma once

struct cudaDeviceProp_before_13 : cudaDeviceProp {
  int clockRate, deviceOverlap, kernelExecTimeoutEnabled, computeMode, maxTexture1DLinear,
      memoryClockRate, singleToDoublePrecisionPerfRatio, cooperativeMultiDeviceLaunch;
};
#define cudaDeviceProp cudaDeviceProp_before_13

struct cudaPointerAttributes_before_11 : cudaPointerAttributes {
  int memoryType, isManaged;
};
#define cudaPointerAttributes cudaPointerAttributes_before_11
