// covar.cuh: sizes and types of COVAR, covariance of the columns of a table
#ifndef COVAR_CUH
#define COVAR_CUH

#include "../common/element_types.cuh"
#include "../common/polybench_abi.h"

// data is replaced by its centred form, so both have one type.
static_assert(sizeof(DATA_TYPE) == sizeof(RESULT), "COVAR takes float or double");

/* Thread block dimensions */
#define DIM_THREAD_BLOCK_KERNEL_1_X 256
#define DIM_THREAD_BLOCK_KERNEL_1_Y 1

#define DIM_THREAD_BLOCK_KERNEL_2_X 32
#define DIM_THREAD_BLOCK_KERNEL_2_Y 8

#define DIM_THREAD_BLOCK_KERNEL_3_X 256
#define DIM_THREAD_BLOCK_KERNEL_3_Y 1

#endif
