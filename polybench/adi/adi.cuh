// adi.cuh: sizes and types of ADI, alternating direction implicit sweeps
#ifndef ADI_CUH
#define ADI_CUH

#include "../common/element_types.cuh"
#include "../common/polybench_abi.h"

// What a step computes, the next one reads, so both have one type.
static_assert(sizeof(DATA_TYPE) == sizeof(RESULT), "ADI takes float or double");

/* Thread block dimensions */
#define DIM_THREAD_BLOCK_X 256
#define DIM_THREAD_BLOCK_Y 1

#endif
