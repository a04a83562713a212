/// Boxes of complex numbers of doubles in shared memory, as the tensor memory accelerator lays
/// them, for products by warps: copies into them by cp.async, and a warp's fragments from them.
/// Needs sm_80.
#pragma once

#include "warpsmith/device/copy_async.h"

namespace warpsmith {

/// Complex numbers of a row of a box: 128 bytes, all banks.
constexpr int BoxColumnsComplex = 8;

/// Where an element lies in a box that begins at a multiple of 1024 bytes: within each row,
/// elements change places with the row. PTX ISA "Tensor Copy: Swizzling Modes", 128 bytes.
__device__ __forceinline__ int swizzledComplex(int row, int column) {
  return row * BoxColumnsComplex + (column ^ (row % 8));
}

/// Which of eight rows of A, or columns of B, lanes 4 * group to 4 * group + 3 have. The order is
/// free, as long as C has the same; in this one both steps of k of half a warp's lanes lie in
/// different banks.
__device__ __forceinline__ int placeOfComplex(int group) {
  return group % 4 * 2 + group / 4;
}

/// Loads numbers of a row of A, or column of B, for two steps of k from `step` on, the first of
/// which lanes with t = lane % 4 below 2 have. Even lanes have part Real (0: the real one, 1: the
/// imaginary one) of the element for the products of real parts, and part Imaginary for those of
/// imaginary parts, odd lanes the other part. Boxes of Rows rows lie behind each other; they have
/// steps of k in their columns (AlongK) or in their rows. The rows or columns are number `eight` of
/// the warp's eights.
template <bool AlongK, int Rows, int Real, int Imaginary>
__device__ __forceinline__ double2 loadComplex(const double2 *tile, int eight, int step, int lane) {
  const int place = placeOfComplex(lane / 4), ofStep = step % 8 + lane % 4 / 2;
  // The lane's own part of the offset, which few steps differ in, is apart from the constant one.
  const int own = AlongK ? swizzledComplex(place, ofStep) : swizzledComplex(ofStep, place);
  const int constant = AlongK ? (step / 8 * Rows + 8 * eight) * BoxColumnsComplex
                              : (eight * Rows + step / 8 * 8) * BoxColumnsComplex;
  const double *const parts = reinterpret_cast<const double *>(tile + own) + 2 * constant;
  double2 numbers;
  numbers.x = parts[lane % 2 ^ Real];
  numbers.y = Real == Imaginary ? numbers.x : parts[lane % 2 ^ Imaginary];
  return numbers;
}

/// The number, negative in even lanes if bit 0 of Signs is set, in odd ones if bit 1 is.
template <int Signs>
__device__ __forceinline__ double withSign(double number, int lane) {
  return (Signs >> lane % 2) % 2 == 1 ? -number : number;
}

/// Starts to copy the tile whose first element is *matrix into boxes of Rows rows; of it, rows x
/// columns elements exist and the others become zero.
template <int Rows, int Columns, int Threads>
__device__ __forceinline__ void copyComplexBoxesAsync(double2 *boxes, const double2 *matrix,
                                                      long long leadingDimension, int rows,
                                                      int columns, int thread) {
#pragma unroll 2 // more would fill the registers with addresses
  for (int element = thread; element < Rows * Columns; element += Threads) {
    const int row = element / Columns, column = element % Columns;
    const bool exists = row < rows && column < columns;
    copyPartAsync(boxes + column / BoxColumnsComplex * Rows * BoxColumnsComplex +
                      swizzledComplex(row, column % BoxColumnsComplex),
                  exists ? matrix + row * leadingDimension + column : matrix, exists ? 16 : 0);
  }
}

} // namespace warpsmith
