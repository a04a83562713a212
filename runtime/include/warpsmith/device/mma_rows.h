/// Tiles in shared memory whose rows are contiguous and swizzled, and a warp's fragments from them
/// for mma.sync. Of 16-bit elements, and of TF32. Needs sm_80.
#pragma once

#include "warpsmith/device/mma_boxes.h"

namespace warpsmith {

/// Where an element lies in a tile of rows of Pitch elements, of steps of k side by side (AlongK),
/// or of rows of A or columns of B. Chunks of 16 bytes are swizzled within 128 bytes, so that what
/// a warp reads at once lies in different banks: a chunk of each of eight rows, or of 32-bit
/// elements across k two chunks of each of four rows.
template <typename Element, bool AlongK, int Pitch>
__device__ __forceinline__ int placeInRows(int row, int inRow) {
  constexpr int Width = 16 / sizeof(Element), Chunks = Pitch / Width;
  static_assert(Chunks == 2 || Chunks == 4 || Chunks % 8 == 0,
                "Rows divide 128 bytes, or are whole multiples of them.");
  const int change = !AlongK && sizeof(Element) == 4 ? row % 4 * 2
                     : Chunks >= 8                   ? row % 8
                                                     : row / (8 / Chunks) % Chunks;
  return row * Pitch + (inRow / Width ^ change) * Width + inRow % Width;
}

/// Loads 16 rows of A (OfA), or columns of B, from `first` on, a multiple of 16, for 32 bytes of
/// steps of k from `step` on, as mma.sync takes them:
///
///                     [0]           [1]            [2]            [3]
///   rows of A         0-7           8-15           0-7            8-15
///   its steps         first half    first half     second half    second half
///   columns of B      0-7           0-7            8-15           8-15
///   its steps         first half    second half    first half     second half
///
/// Across k, elements of 16 bits are transposed by ldmatrix.
template <bool OfA, bool AlongK, int Pitch, typename Element>
__device__ __forceinline__ void loadFragmentOfRows(unsigned (&fragment)[4], const Element *tile,
                                                   int first, int step, int lane) {
  static_assert(sizeof(Element) == 2 || sizeof(Element) == 4, "Elements have 16 or 32 bits.");
  constexpr int Half = 16 / sizeof(Element); // the steps of a part
  if constexpr (AlongK || sizeof(Element) == 2) {
    const int upper = OfA ? lane / 8 % 2 : lane / 16; // of the rows or columns, the other eight
    const int later = OfA ? lane / 16 : lane / 8 % 2; // of the steps
    const Element *const row =
        tile +
        (AlongK
             ? placeInRows<Element, true, Pitch>(first + upper * 8 + lane % 8, step + later * Half)
             : placeInRows<Element, false, Pitch>(step + later * 8 + lane % 8, first + upper * 8));
    loadMatrices<!AlongK>(fragment, row);
  } else {
#pragma unroll
    for (int part = 0; part < 4; ++part) {
      const int upper = OfA ? part % 2 : part / 2, later = OfA ? part / 2 : part % 2;
      fragment[part] = __float_as_uint(tile[placeInRows<Element, false, Pitch>(
          step + later * Half + lane % 4, first + upper * 8 + lane / 4)]);
    }
  }
}

} // namespace warpsmith
