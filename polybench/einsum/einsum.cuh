// einsum.cuh: sizes and types of EINSUM, C := einsum("bijl,lk->bijk", A, B)
#ifndef EINSUM_CUH
#define EINSUM_CUH

#include "../common/element_types.cuh"
#include "../common/polybench_abi.h"

/* Thread block dimensions */
#define DIM_THREAD_BLOCK_X 32
#define DIM_THREAD_BLOCK_Y 8

#endif
