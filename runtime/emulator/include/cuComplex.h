/// Complex numbers as pairs: a real part, then an imaginary one.
#pragma once

#include <cuda_runtime.h>

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#define WARPSMITH_COMPLEX(Type, Real, suffix, Name)                                                \
  __host__ __device__ inline Type make_##Name(Real real, Real imaginary) {                         \
    Type made;                                                                                     \
    made.x = real;                                                                                 \
    made.y = imaginary;                                                                            \
    return made;                                                                                   \
  }                                                                                                \
  __host__ __device__ inline Real cuCreal##suffix(Type x) {                                        \
    return x.x;                                                                                    \
  }                                                                                                \
  __host__ __device__ inline Real cuCimag##suffix(Type x) {                                        \
    return x.y;                                                                                    \
  }                                                                                                \
  __host__ __device__ inline Type cuConj##suffix(Type x) {                                         \
    return make_##Name(x.x, -x.y);                                                                 \
  }                                                                                                \
  __host__ __device__ inline Type cuCadd##suffix(Type x, Type y) {                                 \
    return make_##Name(x.x + y.x, x.y + y.y);                                                      \
  }                                                                                                \
  __host__ __device__ inline Type cuCsub##suffix(Type x, Type y) {                                 \
    return make_##Name(x.x - y.x, x.y - y.y);                                                      \
  }                                                                                                \
  __host__ __device__ inline Type cuCmul##suffix(Type x, Type y) {                                 \
    return make_##Name(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);                              \
  }                                                                                                \
  __host__ __device__ inline Type cuCfma##suffix(Type x, Type y, Type sum) {                       \
    return make_##Name(-(x.y * y.y) + (x.x * y.x + sum.x), x.y * y.x + (x.x * y.y + sum.y));       \
  }                                                                                                \
  __host__ __device__ inline Type cuCdiv##suffix(Type x, Type y) {                                 \
    /* Scaled, so that no square overflows. */                                                     \
    const Real largest = fabs(y.x) + fabs(y.y), one = 1, scale = one / largest;                    \
    const Real xr = x.x * scale, xi = x.y * scale, yr = y.x * scale, yi = y.y * scale;             \
    const Real square = one / (yr * yr + yi * yi);                                                 \
    return make_##Name((xr * yr + xi * yi) * square, (xi * yr - xr * yi) * square);                \
  }                                                                                                \
  __host__ __device__ inline Real cuCabs##suffix(Type x) {                                         \
    return hypot(x.x, x.y);                                                                        \
  }
WARPSMITH_COMPLEX(cuFloatComplex, float, f, cuFloatComplex)
WARPSMITH_COMPLEX(cuDoubleComplex, double, , cuDoubleComplex)
#undef WARPSMITH_COMPLEX

__host__ __device__ inline cuComplex make_cuComplex(float real, float imaginary) {
  return make_cuFloatComplex(real, imaginary);
}
__host__ __device__ inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex x) {
  return make_cuDoubleComplex(x.x, x.y);
}
__host__ __device__ inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex x) {
  return make_cuFloatComplex((float)x.x, (float)x.y);
}
