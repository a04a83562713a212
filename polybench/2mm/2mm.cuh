// 2mm.cuh: sizes and types of 2MM, D := alpha * A * B * C + beta * D
#ifndef MM2_CUH
#define MM2_CUH

#include "../common/element_types.cuh"
#include "../common/polybench_abi.h"

// tmp is a result and then an operand, so both have one type.
static_assert(sizeof(DATA_TYPE) == sizeof(RESULT), "2MM takes float or double");

/* Thread block dimensions */
#define DIM_THREAD_BLOCK_X 32
#define DIM_THREAD_BLOCK_Y 8

#endif
