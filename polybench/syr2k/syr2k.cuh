// syr2k.cuh: sizes and types of SYR2K, C := alpha * A * B' + alpha * B * A' + beta * C
#ifndef SYR2K_CUH
#define SYR2K_CUH

#include "../common/element_types.cuh"
#include "../common/polybench_abi.h"

/* Thread block dimensions */
#define DIM_THREAD_BLOCK_X 32
#define DIM_THREAD_BLOCK_Y 8

#endif
