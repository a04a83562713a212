// Which elements of the output the kernel stores: all, a triangle, or a symmetric matrix of which
// it computes one half.
#include "rewriter/frontend/proof/ContractionProof.h"
#include <algorithm>

namespace warpsmith::frontend {

/// A second store of the same value, across the diagonal: of a symmetric product the whole.
bool ContractionProof::mirrored() {
  if (state.cells.size() < 2)
    return !diagonal || fillsDiagonal(false);
  const Cell &cell = state.cells[1];
  if (!result.isPlain() || rows.size() > 1 || columns.size() > 1)
    return fail(cell.location, "'" + cell.array + "' is stored at more than one index");
  const Dimension &row = rows[0], &column = columns[0];
  const auto swapped = outputIndex.substitute(row.symbol, Polynomial::symbol("%swap"))
                           .substitute(column.symbol, Polynomial::symbol(row.symbol))
                           .substitute("%swap", Polynomial::symbol(column.symbol));
  const bool strict =
      result.region == Region::StrictlyUpper || result.region == Region::StrictlyLower;
  const bool upper = result.region == Region::Upper || result.region == Region::StrictlyUpper;
  if (cell.index != swapped || cell.where != state.cells[0].where ||
      result.region == Region::Full || !isSymmetric())
    return fail(cell.location, "'" + cell.array +
                                   "' is stored at more than one index, and not "
                                   "as a symmetric matrix");
  const Polynomial whole = (upper ? result.n : result.m).extent();
  const Polynomial part = (upper ? result.m : result.n).extent();
  if (part != whole && !(strict && part == whole - 1))
    return fail(cell.location, "the triangle that is stored is not a square's");
  result.m = result.n = IndexGroup(whole);
  result.region = strict ? Region::NotDiagonal : Region::Full;
  return !diagonal || fillsDiagonal(part == whole);
}

/// A constant that is stored on the diagonal makes the matrix whole.
bool ContractionProof::fillsDiagonal(bool allRows) {
  if (!result.isPlain() || rows.size() > 1 || columns.size() > 1)
    return fail(diagonal->location, "'" + diagonal->array + "' is stored at more than one index");
  const Dimension &row = rows[0], &column = columns[0];
  const bool upper = outputRowIsOuter();
  const std::string &outer = upper ? row.symbol : column.symbol;
  const std::string &inner = upper ? column.symbol : row.symbol;
  bool constant = true;
  forEachNode(diagonal->value, [&](const Expression &node) {
    constant &= node.kind == Kind::Literal || node.kind == Kind::Cast || node.kind == Kind::Scalar;
  });
  for (const Polynomial &guard : diagonal->where)
    constant &= space.implied(guard) && !guard.dependsOn(inner);
  if (!constant || (!allRows && !isDiagonalOfRows(inner)) || result.region != Region::NotDiagonal ||
      diagonal->index != outputIndex.substitute(inner, Polynomial::symbol(outer)))
    return fail(diagonal->location, "'" + diagonal->array +
                                        "' is stored at more than one index, and this is not the "
                                        "diagonal of a symmetric matrix");
  result.region = Region::Full;
  if (allRows)
    result.diagonal = diagonal->value;
  else
    return keepsLast(outer, inner);
  return true;
}

/// It is stored by the threads that store rows, under the same guards.
bool ContractionProof::isDiagonalOfRows(const std::string &inner) const {
  return std::ranges::all_of(state.cells[0].where, [&](const Polynomial &guard) {
    return guard.dependsOn(inner) ||
           std::ranges::find(diagonal->where, guard) != diagonal->where.end();
  });
}

/// The last row has no element beside the diagonal, and that one stays as it was.
bool ContractionProof::keepsLast(const std::string &outer, const std::string &inner) {
  const auto compared = [&](const char *op, const Polynomial &left, const Polynomial &right) {
    return positions.placed(
        Expression::compare(op, Expression::position(left), Expression::position(right)),
        diagonal->location);
  };
  const Polynomial row = Polynomial::symbol(outer);
  const ExpressionRef onDiagonal = compared("==", row, Polynomial::symbol(inner));
  const ExpressionRef isStored = compared("<", row, result.m.extent() - 1);
  if (!onDiagonal || !isStored)
    return false;
  state.preconditions.push_back({result.m.extent(), Polynomial(2), false});
  const ElementType type = result.c.type;
  const ExpressionRef element = Expression::select(
      isStored, Expression::cast(type, diagonal->value), Expression::output(type));
  result.result = Expression::select(onDiagonal, element, Expression::cast(type, result.result));
  return true;
}

/// Takes away the rows and columns in which the region has no element. The original never reads
/// them, and arrays may end before them.
void ContractionProof::leaveOutUnread() {
  const bool upper = result.region == Region::Upper || result.region == Region::StrictlyUpper;
  const bool lower = result.region == Region::Lower || result.region == Region::StrictlyLower;
  if (result.region == Region::NotDiagonal || result.diagonal)
    state.preconditions.push_back({result.m.extent(), Polynomial(2), false});
  if (!upper && !lower)
    return;
  const bool strict =
      result.region == Region::StrictlyUpper || result.region == Region::StrictlyLower;
  // Of m < n, the first column and all rows from the last column's number on.
  IndexGroup &larger = upper ? result.n : result.m, &smaller = upper ? result.m : result.n;
  if (strict) {
    const int group = upper ? 1 : 0;
    for (StepBound &bound : result.stepBounds)
      if ((bound.index == StepBound::Of::Column) == upper)
        bound.offset += 1;
    const auto skipFirst = [&](Matrix &matrix) { matrix.offset += matrix.stride(group); };
    skipFirst(result.c);
    skipFirst(upper ? result.b : result.a);
    if (!result.second.empty())
      skipFirst(result.second[upper ? 1 : 0]);
    std::ranges::for_each(result.extras, skipFirst);
    for (Position &position : result.positions)
      position.offset += position.strides[group].one();
    if (smaller == larger)
      smaller = IndexGroup(smaller.extent() - 1);
    larger = IndexGroup(larger.extent() - 1);
    result.region = upper ? Region::Upper : Region::Lower;
  }
  if (smaller != larger)
    state.preconditions.push_back({larger.extent(), smaller.extent(), false});
}

/// The threads own rows and each loops over columns, or the other way round.
bool ContractionProof::outputRowIsOuter() const {
  return rows[0].owner.axis != 0 || columns[0].owner.axis == 0;
}

/// The element (m, n) has the same bits as (n, m).
bool ContractionProof::isSymmetric() const {
  const Matrix &a = result.a, &b = result.b;
  if (!result.second.empty() || result.limitsSteps() || !result.positions.empty() ||
      a.name != b.name || a.offset != b.offset || a.stride(0) != b.stride(1) ||
      a.stride(1) != b.stride(0) || a.batchStrides != b.batchStrides || !result.extras.empty() ||
      result.initial->contains(Kind::Output) || result.result->contains(Kind::Output))
    return false;
  const ExpressionRef exchanged =
      map(result.update, [](const ExpressionRef &node) -> ExpressionRef {
        return node->kind == Kind::Operand
                   ? Expression::operandElement(1 - node->operand, node->type)
                   : nullptr;
      });
  // A product is the same with its factors exchanged, but not one of three factors.
  const auto commuted = map(exchanged, [](const ExpressionRef &node) -> ExpressionRef {
    const bool product = node->kind == Kind::Binary && node->text == "*";
    const bool fused = node->kind == Kind::Call && node->children.size() == 3;
    if (!product && !fused)
      return nullptr;
    auto children = node->children;
    std::swap(children[0], children[1]);
    return Expression::withChildren(*node, children);
  });
  return same(*commuted, *result.update);
}

} // namespace warpsmith::frontend
