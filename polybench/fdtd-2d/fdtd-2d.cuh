// fdtd-2d.cuh: sizes and types of FDTD-2D, finite differences in the time domain
#ifndef FDTD_2D_CUH
#define FDTD_2D_CUH

#include "../common/element_types.cuh"
#include "../common/polybench_abi.h"

// What a step computes, the next one reads, so both have one type.
static_assert(sizeof(DATA_TYPE) == sizeof(RESULT), "FDTD-2D takes float or double");

/* Thread block dimensions */
#define DIM_THREAD_BLOCK_X 32
#define DIM_THREAD_BLOCK_Y 8

#endif
