// 2dconv.cuh: sizes and types of 2DCONV, a 3 x 3 convolution
#ifndef CONVOLUTION_2D_CUH
#define CONVOLUTION_2D_CUH

#include "../common/element_types.cuh"
#include "../common/polybench_abi.h"

/* Thread block dimensions */
#define DIM_THREAD_BLOCK_X 32
#define DIM_THREAD_BLOCK_Y 8

#endif
