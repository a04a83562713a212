// attention-scores.cuh: sizes and types of ATTENTION-SCORES, S[h] := scale * Q[h] * K[h]' + mask
#ifndef ATTENTION_SCORES_CUH
#define ATTENTION_SCORES_CUH

#include "../common/element_types.cuh"
#include "../common/polybench_abi.h"

/* Thread block dimensions */
#define DIM_THREAD_BLOCK_X 32
#define DIM_THREAD_BLOCK_Y 8

#endif
