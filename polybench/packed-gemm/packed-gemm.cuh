// packed-gemm.cuh: sizes and types of PACKED-GEMM, C := A * B of packed matrices
#ifndef PACKED_GEMM_CUH
#define PACKED_GEMM_CUH

#include "../common/element_types.cuh"
#include "../common/polybench_abi.h"

/* Rows and columns of a block of a packed matrix */
#define PACK 16

/* Thread block dimensions */
#define DIM_THREAD_BLOCK_X 32
#define DIM_THREAD_BLOCK_Y 8

#endif
