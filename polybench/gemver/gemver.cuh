// gemver.cuh: sizes and types of GEMVER, a rank-2 update of A and two products with it
#ifndef GEMVER_CUH
#define GEMVER_CUH

#include "../common/element_types.cuh"
#include "../common/polybench_abi.h"

// A and x are results and then operands, so all have one type.
static_assert(sizeof(DATA_TYPE) == sizeof(RESULT), "GEMVER takes float or double");

/* Thread block dimensions */
#define DIM_THREAD_BLOCK_KERNEL_1_X 32
#define DIM_THREAD_BLOCK_KERNEL_1_Y 8

#define DIM_THREAD_BLOCK_KERNEL_2_X 256
#define DIM_THREAD_BLOCK_KERNEL_2_Y 1

#define DIM_THREAD_BLOCK_KERNEL_3_X 256
#define DIM_THREAD_BLOCK_KERNEL_3_Y 1

#endif
