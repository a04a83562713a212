/// Complex numbers as pairs.
#pragma once

#include <cuda_runtime.h>

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#define WARPSMITH_COMPLEX(type, real, suffix, infix)                                               \
  __host__ __device__ type make_cu##infix##Complex(real, real);                                    \
  __host__ __device__ type cuCadd##suffix(type, type);                                             \
  __host__ __device__ type cuCsub##suffix(type, type);                                             \
  __host__ __device__ type cuCmul##suffix(type, type);                                             \
  __host__ __device__ type cuCdiv##suffix(type, type);                                             \
  __host__ __device__ type cuCfma##suffix(type, type, type);                                       \
  __host__ __device__ type cuConj##suffix(type);                                                   \
  __host__ __device__ real cuCabs##suffix(type);                                                   \
  __host__ __device__ real cuCreal##suffix(type);                                                  \
  __host__ __device__ real cuCimag##suffix(type);
WARPSMITH_COMPLEX(cuFloatComplex, float, f, Float)
WARPSMITH_COMPLEX(cuDoubleComplex, double, , Double)
#undef WARPSMITH_COMPLEX
__host__ __device__ cuComplex make_cuComplex(float, float);
