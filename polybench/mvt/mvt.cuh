// mvt.cuh: sizes and types of MVT, x1 := x1 + A * y1 and x2 := x2 + A' * y2
#ifndef MVT_CUH
#define MVT_CUH

#include "../common/element_types.cuh"
#include "../common/polybench_abi.h"

/* Thread block dimensions */
#define DIM_THREAD_BLOCK_X 256
#define DIM_THREAD_BLOCK_Y 1

#endif
