// corr.cuh: sizes and types of CORR, correlation of the columns of a table
#ifndef CORR_CUH
#define CORR_CUH

#include "../common/element_types.cuh"
#include "../common/polybench_abi.h"

// data is replaced by its centred form, so both have one type.
static_assert(sizeof(DATA_TYPE) == sizeof(RESULT), "CORR takes float or double");

// A column that varies no more than this counts as constant; it is not divided by its deviation.
#define EPS ((DATA_TYPE)0.005)

/* Thread block dimensions */
#define DIM_THREAD_BLOCK_KERNEL_1_X 256
#define DIM_THREAD_BLOCK_KERNEL_1_Y 1

#define DIM_THREAD_BLOCK_KERNEL_2_X 256
#define DIM_THREAD_BLOCK_KERNEL_2_Y 1

#define DIM_THREAD_BLOCK_KERNEL_3_X 32
#define DIM_THREAD_BLOCK_KERNEL_3_Y 8

#define DIM_THREAD_BLOCK_KERNEL_4_X 256
#define DIM_THREAD_BLOCK_KERNEL_4_Y 1

#endif
