// jacobi1d.cuh: sizes and types of JACOBI1D, a 3-point stencil
#ifndef JACOBI1D_CUH
#define JACOBI1D_CUH

#include "../common/element_types.cuh"
#include "../common/polybench_abi.h"

// What a step computes, the next one reads, so both have one type.
static_assert(sizeof(DATA_TYPE) == sizeof(RESULT), "JACOBI1D takes float or double");

/* Thread block dimensions */
#define DIM_THREAD_BLOCK_X 256
#define DIM_THREAD_BLOCK_Y 1

#endif
