// matmul.cuh: sizes and types of the matrix product, C := A * B
#ifndef MATMUL_CUH
#define MATMUL_CUH

#include "../common/element_types.cuh"
#include "../common/polybench_abi.h"

/* Thread block dimensions */
#define DIM_THREAD_BLOCK_X 32
#define DIM_THREAD_BLOCK_Y 8

/* The type of C: that of A and B, or with MATMUL_WIDE that of the sums */
#ifdef MATMUL_WIDE
typedef RESULT OUTPUT;
#else
typedef DATA_TYPE OUTPUT;
#endif

// What C gets of a sum. Only 8-bit integers use the scale.
template <typename Stored>
__device__ Stored storedSum(SCALAR sum, float scale) {
  return (Stored)sum;
}

template <>
__device__ inline signed char storedSum<signed char>(SCALAR sum, float scale) {
  return (signed char)fminf(fmaxf(rintf(scale * (float)sum), -128.0f), 127.0f);
}

#endif
