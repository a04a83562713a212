// gramschm.cuh: sizes and types of GRAMSCHM, A = Q * R by Gram and Schmidt
#ifndef GRAMSCHM_CUH
#define GRAMSCHM_CUH

#include "../common/element_types.cuh"
#include "../common/polybench_abi.h"

// A is replaced by what is orthogonal, so both have one type.
static_assert(sizeof(DATA_TYPE) == sizeof(RESULT), "GRAMSCHM takes float or double");

/* Thread block dimensions */
#define DIM_THREAD_BLOCK_X 256
#define DIM_THREAD_BLOCK_Y 1

#endif
