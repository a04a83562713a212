// bicg.cuh: sizes and types of BICG, s := A' * r and q := A * p
#ifndef BICG_CUH
#define BICG_CUH

#include "../common/element_types.cuh"
#include "../common/polybench_abi.h"

/* Thread block dimensions */
#define DIM_THREAD_BLOCK_X 256
#define DIM_THREAD_BLOCK_Y 1

#endif
