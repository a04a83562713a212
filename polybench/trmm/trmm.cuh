// trmm.cuh: sizes and types of TRMM, C := alpha * A' * B of a unit lower triangular A
#ifndef TRMM_CUH
#define TRMM_CUH

#include "../common/element_types.cuh"
#include "../common/polybench_abi.h"

/* Thread block dimensions */
#define DIM_THREAD_BLOCK_X 32
#define DIM_THREAD_BLOCK_Y 8

#endif
