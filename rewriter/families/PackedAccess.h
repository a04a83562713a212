/// Products of matrices in packed layouts, such as [columns/16][rows][16], as products of plain
/// matrices, whose elements TMA copies as they lie (runtime/include/warpsmith/device/
/// packed_layout.h).
#pragma once

#include "rewriter/families/Schedule.h"
#include <string>
#include <variant>

namespace warpsmith {

/// How a matrix lies: what a PackedLayout has.
struct PackedMatrix {
  PackedDigits digits; ///< none of a plain matrix
  int along = 1;       ///< its group of indices along which elements are side by side
  Polynomial run = 1, runs = 1, runPitch = 0, lines = 1, linePitch = 0, blocks = 1, blockPitch = 0;
};

struct PackedAccess {
  PackedMatrix a, b, c;
  /// The product, with one index for rows, columns and steps each. A matrix in a packed layout has
  /// the distance of its first lines as its leading dimension.
  Contraction product;
  bool ordersSteps = false; ///< its steps are in another order than the original's
};

/// How the matrices lie, or why the kernels have no such layouts.
std::variant<PackedAccess, std::string> packedAccess(const Contraction &contraction);

/// The columns of each product of a batch lie between those of others in a row of C: kernels of
/// batches take no such products, which packed operands beside a plain C may be read as.
bool columnsAreBetween(const Contraction &contraction);

/// Of a contraction that has them.
Contraction productOfPacked(const Contraction &contraction);

} // namespace warpsmith
