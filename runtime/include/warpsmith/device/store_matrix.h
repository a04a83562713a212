/// Matrices of 8 x 8 16-bit elements from a warp's registers to shared memory: PTX ISA "stmatrix".
/// Needs sm_90.
#pragma once

#include "warpsmith/device/mbarrier.h"

namespace warpsmith {

/// Stores four matrices. Of each, a lane has two neighbours of row lane / 4 in a word, as tensor
/// cores leave sums; lane i gives the address of row i % 8 of matrix i / 8, a multiple of 16 bytes.
__device__ __forceinline__ void storeMatrices(void *row, const unsigned (&words)[4]) {
  asm volatile(
      "stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(sharedAddress(row)),
      "r"(words[0]), "r"(words[1]), "r"(words[2]), "r"(words[3])
      : "memory");
}

} // namespace warpsmith
