// gesummv.cuh: sizes and types of GESUMMV, y := alpha * A * x + beta * B * x
#ifndef GESUMMV_CUH
#define GESUMMV_CUH

#include "../common/element_types.cuh"
#include "../common/polybench_abi.h"

/* Thread block dimensions */
#define DIM_THREAD_BLOCK_X 256
#define DIM_THREAD_BLOCK_Y 1

#endif
