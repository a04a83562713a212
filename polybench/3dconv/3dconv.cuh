// 3dconv.cuh: sizes and types of 3DCONV, a 3 x 3 x 3 convolution
#ifndef CONVOLUTION_3D_CUH
#define CONVOLUTION_3D_CUH

#include "../common/element_types.cuh"
#include "../common/polybench_abi.h"

/* Thread block dimensions */
#define DIM_THREAD_BLOCK_X 32
#define DIM_THREAD_BLOCK_Y 8

#endif
