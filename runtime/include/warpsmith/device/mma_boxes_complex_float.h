/// Boxes of complex numbers of floats in shared memory for products by warps: copies into them by
/// cp.async, and a warp's fragments from them, of which both parts of a number are two steps of k.
/// Needs sm_80.
#pragma once

#include "warpsmith/device/copy_async.h"

namespace warpsmith {

/// Complex numbers of a row of a box: 128 bytes, all banks.
constexpr int BoxColumnsComplexFloat = 16;

/// Where an element lies in a box: within each row, pairs of elements change places with the row.
/// Four numbers in each of four rows below each other, which half a warp loads, lie in different
/// banks, also where it is four rows of each of four columns.
__device__ __forceinline__ int swizzledComplexFloat(int row, int column) {
  return row * BoxColumnsComplexFloat + (column ^ row % 4 * 4);
}

/// Of a row of A, or column of B, the number at step `step` + lane % 4 of k; the first step is a
/// multiple of four. Boxes of Rows rows lie behind each other; they have steps of k in their
/// columns (AlongK) or in their rows. The row or column is lane / 4 of number `eight` of the warp's
/// eights.
template <bool AlongK, int Rows>
__device__ __forceinline__ float2 loadComplexFloat(const float2 *tile, int eight, int step,
                                                   int lane) {
  if constexpr (AlongK)
    return tile[(step / 16 * Rows + 8 * eight) * BoxColumnsComplexFloat +
                swizzledComplexFloat(lane / 4, step % 16 + lane % 4)];
  else
    return tile[(eight / 2 * Rows + step) * BoxColumnsComplexFloat +
                swizzledComplexFloat(lane % 4, eight % 2 * 8 + lane / 4)];
}

/// Both numbers rounded to FP16, the first one in the lower half.
__device__ __forceinline__ unsigned packFp16(float lower, float upper) {
  unsigned packed;
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(packed) : "f"(upper), "f"(lower));
  return packed;
}
/// The same of BF16.
__device__ __forceinline__ unsigned packBf16(float lower, float upper) {
  unsigned packed;
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(packed) : "f"(upper), "f"(lower));
  return packed;
}

/// The nearest TF32 number.
__device__ __forceinline__ unsigned roundToTf32(float number) {
  unsigned rounded;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(rounded) : "f"(number));
  return rounded;
}

/// What the low parts of a number are multiplied by: so they are subnormal only where it is.
constexpr float LowPartScale = 256.0f;

/// The number, or NaN in place of one so small that BF16 has too few bits for its parts: what is
/// left out of products of such parts would count. Zero has parts.
__device__ __forceinline__ float orNaN(float number) {
  constexpr float Least = 0x1p-100f;
  return fabsf(number) < Least && number != 0 ? __uint_as_float(0x7fffffffu) : number;
}

/// Takes 8 bits of either number, and leaves the rest, scaled. Three times, nothing is left: all
/// FP32 numbers that do not become infinite when they are rounded to BF16 are such sums.
__device__ __forceinline__ unsigned takeBf16(float2 &rest) {
  const unsigned taken = packBf16(rest.x, rest.y);
  rest.x = (rest.x - __uint_as_float(taken << 16)) * LowPartScale;
  rest.y = (rest.y - __uint_as_float(taken & 0xffff0000u)) * LowPartScale;
  return taken;
}

/// Of a complex number as two numbers of 16 bits, the imaginary part first if First is 1, each
/// negative if its bit of Signs is set.
template <int First, int Signs>
__device__ __forceinline__ unsigned orderedParts(unsigned number) {
  const unsigned ordered = First == 1 ? number << 16 | number >> 16 : number;
  return ordered ^ ((Signs % 2 == 1 ? 0x8000u : 0u) | (Signs / 2 == 1 ? 0x80000000u : 0u));
}

/// The number with the other sign if Negative is 1.
template <int Negative>
__device__ __forceinline__ unsigned withSignBit(unsigned number) {
  return Negative == 1 ? number ^ 0x80000000u : number;
}

/// Whether copies of two elements at a time can begin at each even one.
__device__ __forceinline__ bool isPaired(const float2 *matrix, int leadingDimension) {
  return reinterpret_cast<unsigned long long>(matrix) % 16 == 0 && leadingDimension % 2 == 0;
}

/// Starts to copy the tile whose first element is *matrix into boxes of Rows rows, two elements at
/// a time if `paired`; of it, rows x columns elements exist and the others become zero.
template <int Rows, int Columns, int Threads>
__device__ __forceinline__ void copyComplexFloatBoxesAsync(float2 *boxes, const float2 *matrix,
                                                           long long leadingDimension, bool paired,
                                                           int rows, int columns, int thread) {
  if (paired) {
#pragma unroll 4
    for (int pair = thread; pair < Rows * Columns / 2; pair += Threads) {
      const int row = pair / (Columns / 2), column = pair % (Columns / 2) * 2;
      const bool exists = row < rows && column < columns;
      copyPartAsync(boxes + column / BoxColumnsComplexFloat * Rows * BoxColumnsComplexFloat +
                        swizzledComplexFloat(row, column % BoxColumnsComplexFloat),
                    exists ? matrix + row * leadingDimension + column : matrix,
                    exists ? columns - column > 1 ? 16 : 8 : 0);
    }
  } else {
#pragma unroll 2 // more would fill the registers with addresses
    for (int element = thread; element < Rows * Columns; element += Threads) {
      const int row = element / Columns, column = element % Columns;
      const bool exists = row < rows && column < columns;
      copyAsync<8>(boxes + column / BoxColumnsComplexFloat * Rows * BoxColumnsComplexFloat +
                       swizzledComplexFloat(row, column % BoxColumnsComplexFloat),
                   exists ? matrix + row * leadingDimension + column : matrix, exists);
    }
  }
}

} // namespace warpsmith
