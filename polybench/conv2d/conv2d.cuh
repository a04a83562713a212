// conv2d.cuh: sizes and types of CONV2D, Y := X convolved with the filters F
#ifndef CONV2D_CUH
#define CONV2D_CUH

#include "../common/element_types.cuh"
#include "../common/polybench_abi.h"

/* Thread block dimensions */
#define DIM_THREAD_BLOCK_X 32
#define DIM_THREAD_BLOCK_Y 8

#endif
