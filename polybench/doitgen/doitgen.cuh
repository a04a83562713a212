// doitgen.cuh: sizes and types of DOITGEN, A[r] := A[r] * C4 for every r
#ifndef DOITGEN_CUH
#define DOITGEN_CUH

#include "../common/element_types.cuh"
#include "../common/polybench_abi.h"

// sum goes back into A, so both have one type.
static_assert(sizeof(DATA_TYPE) == sizeof(RESULT), "DOITGEN takes float or double");

/* Thread block dimensions */
#define DIM_THREAD_BLOCK_X 32
#define DIM_THREAD_BLOCK_Y 8

#endif
