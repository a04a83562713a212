// jacobi2d.cuh: sizes and types of JACOBI2D, a 5-point stencil
#ifndef JACOBI2D_CUH
#define JACOBI2D_CUH

#include "../common/element_types.cuh"
#include "../common/polybench_abi.h"

// What a step computes, the next one reads, so both have one type.
static_assert(sizeof(DATA_TYPE) == sizeof(RESULT), "JACOBI2D takes float or double");

/* Thread block dimensions */
#define DIM_THREAD_BLOCK_X 32
#define DIM_THREAD_BLOCK_Y 8

#endif
