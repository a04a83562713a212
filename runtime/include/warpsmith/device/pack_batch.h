/// Packed copies of the matrices of a batch.
#pragma once

#include "warpsmith/device/pack_transposed.h"

namespace warpsmith {

/// Copies `products` matrices of rows x columns elements, `stride` elements apart, or one where
/// that is 0; packed ones lie behind each other. Transposed: they become columns x rows
/// (pack_transposed.h). Aligned: 16 bytes can be read at once, or Width elements where their bits
/// change. This is block `block` of `blocks`.
template <bool Aligned, bool Transposed, int Width, typename Element, typename Packed>
__device__ void packBatch(const Element *matrices, long long stride, int products,
                          long long leadingDimension, int rows, int columns, Packed *packed,
                          long long pitch, int block, int blocks) {
  const int count = stride == 0 ? 1 : products, groups = min(count, blocks);
  const int group = block % groups;
  const int own = block / groups, together = (blocks - group + groups - 1) / groups;
  for (int product = group; product < count; product += groups) {
    const Element *const from = matrices + product * stride;
    Packed *const to = packed + (long long)product * (Transposed ? columns : rows) * pitch;
    if constexpr (Transposed)
      packTransposed<Aligned ? 16 / sizeof(Element) : 1>(from, leadingDimension, rows, columns, to,
                                                         pitch, own, together);
    else
      packMatrix<Aligned ? Width : 1>(from, leadingDimension, rows, columns, to, pitch, own,
                                      together);
  }
}

} // namespace warpsmith
