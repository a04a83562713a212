/// Tensor maps: what cuTensorMapEncodeTiled and cuTensorMapEncodeIm2col have made of their
/// arguments, and the boxes and columns of pixels they describe.
#pragma once

#include "runtime/emulator/include/cuda.h"
#include "runtime/emulator/lib/MatrixDescriptor.h"
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace warpsmith::emulator {

constexpr int MaxTensorRank = 5;

/// What lies in a CUtensorMap's opaque bytes.
struct TensorMap {
  uint64_t magic;
  std::byte *address;
  uint64_t strides[MaxTensorRank]; ///< bytes; the first is an element's size
  uint64_t extents[MaxTensorRank];
  uint8_t boxLast[MaxTensorRank]; ///< box extents less one
  uint8_t steps[MaxTensorRank];   ///< element strides
  uint8_t rank;
  uint8_t span;       ///< bytes within which 16-byte chunks are exchanged
  bool roundedToTf32; ///< what is loaded: to nearest, ties to even
  /// Of a map for im2col: the pixels of a column, 0 of others, and where the first and the last
  /// pixel may lie in each dimension between channels and pictures: from the lower corner on, and
  /// before the extent and the upper corner. Its boxes are the channels of a pixel.
  uint16_t pixels;
  int16_t lower[MaxTensorRank - 2], upper[MaxTensorRank - 2];

  static constexpr uint64_t Magic = 0x70616d2d72736e74;
  /// Elements that are copied along a dimension.
  uint32_t count(int dimension) const {
    const uint32_t box = boxLast[dimension] + 1u, step = dimension ? steps[dimension] : 1u;
    return (box + step - 1) / step;
  }
  uint64_t boxBytes() const;
};
static_assert(sizeof(TensorMap) <= sizeof(CUtensorMap));

/// 16 bytes of a box. Those outside the tensor are zeros in shared memory and not there in global.
struct BoxPiece {
  std::byte *global;   ///< of the first byte, wherever it may lie
  uint32_t shared;     ///< shared address
  uint8_t first, last; ///< bytes [first, last) are in the tensor
};
/// The pieces of the box at these coordinates that lies, swizzled, at a shared address.
std::vector<BoxPiece> boxPieces(const TensorMap &map, const int *coordinates, uint32_t shared);
/// The same of a column of pixels, from the one at these coordinates on. Each is read so much
/// further on as the offsets say, of which there is one for each dimension between channels and
/// pictures.
std::vector<BoxPiece> pixelPieces(const TensorMap &map, const int *coordinates,
                                  const uint16_t *offsets, uint32_t shared);

} // namespace warpsmith::emulator
