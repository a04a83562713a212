/// Direct convolutions whose input has its channels last, as products of plain matrices: rows of A
/// are pixels, which TMA copies as they lie (runtime/include/warpsmith/device/pixels.h).
#pragma once

#include "rewriter/families/Schedule.h"
#include <string>
#include <variant>

namespace warpsmith {

/// One dimension of the input's pictures: what PixelDimension has.
struct PixelDirection {
  Polynomial count = 1, stride = 1, first = 0, extent = 1, places = 1, dilation = 0, pitch = 0;
};

struct PixelAccess {
  Polynomial channels;
  Polynomial pitch; ///< elements from one picture to the next
  PixelDirection down, across;
  /// The product, with one index for rows, columns and steps each. A lies as if pixels were its
  /// rows, and keeps what padding is to the original.
  Contraction product;
};

/// How the product reads pixels, or why it does not.
std::variant<PixelAccess, std::string> pixelAccess(const Contraction &contraction);

/// Of a contraction that does.
Contraction productOfPixels(const Contraction &contraction);

} // namespace warpsmith
