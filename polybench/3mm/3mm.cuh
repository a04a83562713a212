// 3mm.cuh: sizes and types of 3MM, G := (A * B) * (C * D)
#ifndef MM3_CUH
#define MM3_CUH

#include "../common/element_types.cuh"
#include "../common/polybench_abi.h"

// E and F are results and then operands, so both have one type.
static_assert(sizeof(DATA_TYPE) == sizeof(RESULT), "3MM takes float or double");

/* Thread block dimensions */
#define DIM_THREAD_BLOCK_X 32
#define DIM_THREAD_BLOCK_Y 8

#endif
