// syrk.cuh: sizes and types of SYRK, C := alpha * A * A' + beta * C
#ifndef SYRK_CUH
#define SYRK_CUH

#include "../common/element_types.cuh"
#include "../common/polybench_abi.h"

/* Thread block dimensions */
#define DIM_THREAD_BLOCK_X 32
#define DIM_THREAD_BLOCK_Y 8

#endif
