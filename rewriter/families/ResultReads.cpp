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

std::vector<int> extrasInRuns(const Contraction &contraction, const Computation &computation) {
  const std::vector<ReadBy> reads = resultReads(contraction, computation);
  std::vector<int> inRuns;
  for (size_t index = 0; index < reads.size(); ++index) {
    const Matrix &extra = contraction.extras[index];
    if (reads[index] == ReadBy::Matrix ||
        (reads[index] == ReadBy::Column && extra.strides[1].one().constant() == 1 &&
         !extra.batchStride().isNegative()))
      inRuns.push_back(static_cast<int>(index));
  }
  return inRuns;
}

namespace {

/// An element that is read so is in the expression, and nothing that an element of C is made of.
bool isMadeOf(const Expression &expression, ReadBy kind, const std::vector<ReadBy> &reads) {
  using Kind = Expression::Kind;
  if (expression.kind == Kind::Extra)
    return reads[expression.operand] == kind;
  const bool isOperation = expression.kind == Kind::Negate || expression.kind == Kind::Binary ||
                           expression.kind == Kind::Cast || expression.kind == Kind::Call;
  if (!isOperation)
    return false;
  bool found = false;
  for (const ExpressionRef &child : expression.children) {
    if (child->kind == Kind::Scalar || child->kind == Kind::Literal)
      continue;
    if (!isMadeOf(*child, kind, reads))
      return false;
    found = true;
  }
  return found;
}

/// Whatever is done with it cannot become one with what it is made by.
bool standsAlone(const Expression &expression) {
  if (expression.kind == Expression::Kind::Cast && expression.type == expression.children[0]->type)
    return standsAlone(*expression.children[0]);
  return expression.kind == Expression::Kind::Extra || expression.kind == Expression::Kind::Cast ||
         expression.kind == Expression::Kind::Call;
}

void collectValues(const ExpressionRef &expression, ReadBy kind, const std::vector<ReadBy> &reads,
                   std::vector<ExpressionRef> &values) {
  if (standsAlone(*expression) && isMadeOf(*expression, kind, reads)) {
    if (std::ranges::none_of(values, [&](const auto &other) { return same(*other, *expression); }))
      values.push_back(expression);
    return;
  }
  for (const ExpressionRef &child : expression->children)
    collectValues(child, kind, reads, values);
}

} // namespace

std::vector<ExpressionRef> valuesReadBy(ReadBy kind, const Computation &computation,
                                        const std::vector<ReadBy> &reads) {
  std::vector<ExpressionRef> values;
  collectValues(computation.finish, kind, reads, values);
  return values;
}

int bytesOf(const std::vector<ExpressionRef> &values) {
  int bytes = 0, alignment = 1;
  for (const ExpressionRef &value : values) {
    const int size = sizeOf(value->type);
    bytes = (bytes + size - 1) / size * size + size;
    alignment = std::max(alignment, size);
  }
  return (bytes + alignment - 1) / alignment * alignment;
}

} // namespace warpsmith
