// atax.cuh: sizes and types of ATAX, y := A' * (A * x)
#ifndef ATAX_CUH
#define ATAX_CUH

#include "../common/element_types.cuh"
#include "../common/polybench_abi.h"

// tmp is a result and then an operand, so both have one type.
static_assert(sizeof(DATA_TYPE) == sizeof(RESULT), "ATAX takes float or double");

/* Thread block dimensions */
#define DIM_THREAD_BLOCK_X 256
#define DIM_THREAD_BLOCK_Y 1

#endif
