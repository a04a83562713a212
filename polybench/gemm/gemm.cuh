// gemm.cuh: sizes and types of GEMM, C := alpha * A * B + beta * C
#ifndef GEMM_CUH
#define GEMM_CUH

#include "../common/element_types.cuh"
#include "../common/polybench_abi.h"

/* Thread block dimensions */
#define DIM_THREAD_BLOCK_X 32
#define DIM_THREAD_BLOCK_Y 8

#endif
