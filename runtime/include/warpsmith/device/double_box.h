/// Boxes of doubles in shared memory as the tensor memory accelerator swizzles them, and a warp's
/// fragments from them.
#pragma once

#include "warpsmith/device/vector.h"

namespace warpsmith {

/// Doubles of a row of a box: 128 bytes.
constexpr int BoxColumns = 16;

/// Where an element lies in a box that begins at a multiple of 1024 bytes: within each row, pairs
/// change places with the row. PTX ISA "Tensor Copy: Swizzling Modes", 128 bytes.
__device__ __forceinline__ int swizzled(int row, int column) {
  return row * BoxColumns + ((column / 2) ^ (row % 8)) * 2 + column % 2;
}

/// Which of 16 rows of A, or columns of B, `part` (0 or 1) of the fragment of lane 4 * group + step
/// is. The order is free, as long as C has the same; in these lanes read from different banks.
/// Boxes have steps of k in their columns (AlongK) or in their rows.
template <bool AlongK>
__device__ __forceinline__ int placeOf(int group, int part) {
  return AlongK ? 2 * group + part : group / 2 * 2 + group % 2 * 8 + part;
}

/// Loads both parts from 16 rows of A, or columns of B, for 4 steps of k from `step` on. The boxes,
/// of Rows rows, lie behind each other; the 16 are rows of them from `first` on (AlongK), or the
/// columns of box `first`.
template <bool AlongK, int Rows>
__device__ __forceinline__ void loadFragment(double (&fragment)[2], const double *tile, int first,
                                             int step, int lane) {
  const int group = lane / 4, ofStep = lane % 4;
  // The lane's own part of the offset, which few steps differ in, is apart from the constant one.
  if constexpr (AlongK) {
    const int constant = (step / BoxColumns * Rows + first) * BoxColumns;
#pragma unroll
    for (int part = 0; part < 2; ++part)
      fragment[part] =
          (tile + swizzled(placeOf<true>(group, part), step % BoxColumns + ofStep))[constant];
  } else {
    const int constant = (first * Rows + step / 8 * 8) * BoxColumns;
    const double *own = tile + swizzled(step % 8 + ofStep, placeOf<false>(group, 0));
    const auto pair = loadVector<2>(own + constant);
    fragment[0] = pair.values[0];
    fragment[1] = pair.values[1];
  }
}

} // namespace warpsmith
