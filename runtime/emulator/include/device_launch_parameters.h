/// threadIdx, blockIdx, blockDim, gridDim and warpSize.
#pragma once

#include "vector_types.h"

#ifdef __CUDA__
#include "__clang_cuda_builtin_vars.h"
#else
// The emulator's scheduler sets them whenever another thread runs.
extern uint3 threadIdx, blockIdx;
extern dim3 blockDim, gridDim;
constexpr int warpSize = 32;
#endif
