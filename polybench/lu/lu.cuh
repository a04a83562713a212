// lu.cuh: sizes and types of LU, a decomposition without pivoting
#ifndef LU_CUH
#define LU_CUH

#include "../common/element_types.cuh"
#include "../common/polybench_abi.h"

// A is replaced by its factors, so both have one type.
static_assert(sizeof(DATA_TYPE) == sizeof(RESULT), "LU takes float or double");

/* Thread block dimensions */
#define DIM_THREAD_BLOCK_KERNEL_1_X 256
#define DIM_THREAD_BLOCK_KERNEL_1_Y 1

#define DIM_THREAD_BLOCK_KERNEL_2_X 32
#define DIM_THREAD_BLOCK_KERNEL_2_Y 8

#endif
