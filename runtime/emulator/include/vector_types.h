/// CUDA's vector types with nvcc's sizes and alignments (CUDA C++ Programming Guide, "Built-in
/// Vector Types"), and dim3.
#pragma once

#include "warpsmith_emulator/qualifiers.h"

#define WARPSMITH_VECTORS(name, element, align2, align4)                                           \
  struct name##1 {                                                                                 \
    element x;                                                                                     \
  };                                                                                               \
  struct __align__(align2) name##2 {                                                               \
    element x, y;                                                                                  \
  };                                                                                               \
  struct name##3 {                                                                                 \
    element x, y, z;                                                                               \
  };                                                                                               \
  struct __align__(align4) name##4 {                                                               \
    element x, y, z, w;                                                                            \
  };

WARPSMITH_VECTORS(char, signed char, 2, 4)
WARPSMITH_VECTORS(uchar, unsigned char, 2, 4)
WARPSMITH_VECTORS(short, short, 4, 8)
WARPSMITH_VECTORS(ushort, unsigned short, 4, 8)
WARPSMITH_VECTORS(int, int, 8, 16)
WARPSMITH_VECTORS(uint, unsigned int, 8, 16)
WARPSMITH_VECTORS(long, long, 16, 16)
WARPSMITH_VECTORS(ulong, unsigned long, 16, 16)
WARPSMITH_VECTORS(longlong, long long, 16, 16)
WARPSMITH_VECTORS(ulonglong, unsigned long long, 16, 16)
WARPSMITH_VECTORS(float, float, 8, 16)
WARPSMITH_VECTORS(double, double, 16, 16)
#undef WARPSMITH_VECTORS

// CUDA 13 names the alignment of 32-byte vectors.
#define WARPSMITH_ALIGNED_VECTORS(name, element)                                                   \
  struct __align__(16) name##4_16a {                                                               \
    element x, y, z, w;                                                                            \
  };                                                                                               \
  struct __align__(32) name##4_32a {                                                               \
    element x, y, z, w;                                                                            \
  };

WARPSMITH_ALIGNED_VECTORS(long, long)
WARPSMITH_ALIGNED_VECTORS(ulong, unsigned long)
WARPSMITH_ALIGNED_VECTORS(longlong, long long)
WARPSMITH_ALIGNED_VECTORS(ulonglong, unsigned long long)
WARPSMITH_ALIGNED_VECTORS(double, double)
#undef WARPSMITH_ALIGNED_VECTORS

/// Extents of a grid or block; what is not given is 1.
struct dim3 {
  unsigned int x, y, z;

  __host__ __device__ constexpr dim3(unsigned int width = 1, unsigned int height = 1,
                                     unsigned int depth = 1)
      : x(width),
        y(height),
        z(depth) {}
  __host__ __device__ constexpr dim3(uint3 extents) : x(extents.x), y(extents.y), z(extents.z) {}
  __host__ __device__ constexpr operator uint3() const { return uint3{x, y, z}; }
};
