#include "rewriter/families/ResultReads.h"
#include <algorithm>

namespace warpsmith {
namespace {

/// Whatever the values of its other leaves are, the expression reads this element.
bool alwaysReads(const Expression &expression, int extra) {
  if (expression.kind == Expression::Kind::Extra)
    return expression.operand == extra;
  const auto reads = [&](const ExpressionRef &child) { return alwaysReads(*child, extra); };
  if (expression.kind != Expression::Kind::Select)
    return std::ranges::any_of(expression.children, reads);
  return reads(expression.children[0]) ||
         (reads(expression.children[1]) && reads(expression.children[2]));
}

/// Rows of neighbours, as those of C are.
bool liesInRows(const Matrix &matrix) {
  return matrix.strides[1].one().constant() == 1 && !matrix.strides[0].areZero() &&
         !matrix.strides[0].one().isNegative() && !matrix.batchStride().isNegative();
}

} // namespace

std::vector<ReadBy> resultReads(const Contraction &contraction, const Computation &computation) {
  const bool isPlain = contraction.m.isPlain() && contraction.n.isPlain() &&
                       contraction.batch.isPlain() && !contraction.diagonal;
  std::vector<ReadBy> reads(contraction.extras.size(), ReadBy::Element);
  for (size_t index = 0; index < reads.size(); ++index) {
    const Matrix &extra = contraction.extras[index];
    if (!isPlain || !alwaysReads(*computation.finish, static_cast<int>(index)))
      continue;
    if (extra.strides[1].areZero())
      reads[index] = ReadBy::Row;
    else if (extra.strides[0].areZero())
      reads[index] = ReadBy::Column;
    else if (liesInRows(extra))
      reads[index] = ReadBy::Matrix;
  }
  return reads;
}

int bytesReadBy(ReadBy kind, const Contraction &contraction, const std::vector<ReadBy> &reads) {
  int bytes = 0, alignment = 1;
  for (size_t index = 0; index < reads.size(); ++index) {
    if (reads[index] != kind)
      continue;
    const int size = sizeOf(contraction.extras[index].type);
    bytes = (bytes + size - 1) / size * size + size;
    alignment = std::max(alignment, size);
  }
  return (bytes + alignment - 1) / alignment * alignment;
}

} // namespace warpsmith
