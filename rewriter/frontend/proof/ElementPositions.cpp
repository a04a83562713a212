#include "rewriter/frontend/proof/ElementPositions.h"
#include "rewriter/frontend/index/Symbols.h"
#include <algorithm>
#include <cstdlib>
#include <functional>

namespace warpsmith::frontend {
namespace {

using Kind = Expression::Kind;

} // namespace

ExpressionRef ElementPositions::placed(const ExpressionRef &expression,
                                       clang::SourceLocation where) {
  bool valid = true;
  const std::function<ExpressionRef(const ExpressionRef &)> place =
      [&](const ExpressionRef &node) -> ExpressionRef {
    if (node->kind == Kind::Position) {
      const ExpressionRef number = positionOf(node->polynomial, where);
      valid &= number != nullptr;
      return number ? number : node;
    }
    const auto number =
        node->kind == Kind::Select ? conditionNumber(*node->children[0]) : std::nullopt;
    if (!number)
      return nullptr;
    ExpressionRef chosen = map(node->children[1], place);
    std::vector<ExpressionRef> conditions;
    for (const Polynomial &bound : state.bounds[*number]) {
      if (space.implied(bound))
        continue;
      const ExpressionRef condition = positive(bound, where);
      const bool isStored =
          node->children[2]->kind != Kind::Literal || node->children[2]->text != NothingStored;
      if (!condition || !isStored) {
        refuse(where, "a value depends on the condition '" + index::comparisonText(bound) + "'");
        valid = false;
        return node;
      }
      conditions.push_back(condition);
    }
    if (conditions.empty())
      return chosen;
    const ExpressionRef otherwise = map(node->children[2], place);
    for (size_t index = conditions.size(); index-- > 0;)
      chosen = Expression::select(conditions[index], chosen, otherwise);
    return chosen;
  };
  ExpressionRef whole = map(expression, place);
  return valid ? whole : nullptr;
}

ExpressionRef ElementPositions::positive(const Polynomial &value, clang::SourceLocation where) {
  Polynomial left, right;
  int64_t constant = 0;
  for (const Polynomial &summand : value.summands())
    if (const auto number = summand.constant())
      constant += *number;
    else
      (summand.isNegative() ? right : left) += summand;
  right = Polynomial(0) - right;
  (constant > 1 ? left : right) += constant > 1 ? constant - 1 : constant < 1 ? -constant : 0;
  const ExpressionRef one = positionOf(left, where),
                      other = one ? positionOf(right, where) : nullptr;
  return other ? Expression::compare(constant > 0 ? ">=" : ">", one, other) : nullptr;
}

ExpressionRef ElementPositions::positionOf(const Polynomial &value, clang::SourceLocation where) {
  Polynomial rest = value;
  const auto taken = [&](const std::vector<Dimension> &dimensions) -> std::optional<Strides> {
    std::vector<Polynomial> strides;
    for (const Dimension &dimension : dimensions) {
      const auto affine = rest.affineIn(dimension.symbol);
      if (!affine || !affine->coefficient.constant())
        return std::nullopt;
      strides.push_back(affine->coefficient);
      rest = affine->rest;
    }
    return Strides(std::move(strides));
  };
  const auto ofRows = taken(rows);
  const auto ofColumns = ofRows ? taken(columns) : std::nullopt;
  if (!ofColumns || !isUniform(rest)) {
    refuse(where, "a value depends on '" + value.str() +
                      "', which is no sum of a row, a column and sizes");
    return nullptr;
  }
  const Position position{rest, {*ofRows, *ofColumns}};
  const auto known = std::ranges::find(result.positions, position);
  const auto number = known - result.positions.begin();
  if (known == result.positions.end())
    result.positions.push_back(position);
  return Expression::position(static_cast<int>(number));
}

bool ElementPositions::summedForAll(const Reduction &sum, clang::SourceLocation where) {
  std::vector<Polynomial> others;
  for (const Polynomial &bound : sum.where)
    if (!space.implied(bound))
      others.push_back(bound);
  if (others.empty() || result.positions.empty())
    return true;
  if (others.size() == 1 && rows.size() == 1 && columns.size() == 1)
    for (const bool swapped : {false, true}) {
      const std::string &more = (swapped ? columns : rows)[0].symbol;
      const std::string &less = (swapped ? rows : columns)[0].symbol;
      const Polynomial rest = others[0] - Polynomial::symbol(more) + Polynomial::symbol(less);
      if (!isUniform(rest) || rest.constant().value_or(1) < 1)
        continue;
      sumsOnOneSide = {rest, swapped};
      return true;
    }
  refuse(where, "the sum depends on the condition '" + index::comparisonText(others[0]) +
                    "', and what it reads may exist there alone");
  return false;
}

void ElementPositions::reachAll() {
  if (!sumsOnOneSide)
    return;
  const auto &[offset, swapped] = *sumsOnOneSide;
  const Polynomial more = (swapped ? result.n : result.m).extent();
  const Polynomial less = (swapped ? result.m : result.n).extent();
  if (!offset.constant())
    state.preconditions.push_back({offset, Polynomial(1), false});
  const Precondition all{more + offset - 1, less, false};
  if ((all.left - all.right).constant().value_or(-1) < 0)
    state.preconditions.push_back(all);
}

void ElementPositions::finish() {
  reachAll();
  // So many terms, and sizes leave room for small constants.
  constexpr int64_t Most = 1 << 28, Small = 512;
  for (Position &position : result.positions) {
    std::vector<IndexRange::Index> indices;
    int rising = 0, falling = 0;
    bool alone = true;
    for (const int group : {0, 1}) {
      const IndexGroup &moved = group == 0 ? result.m : result.n;
      for (size_t index = 0; index < moved.size(); ++index) {
        const Polynomial &stride = position.strides[group].all()[index];
        if (stride.isZero())
          continue;
        indices.push_back({stride, moved.indices()[index].extent});
        rising += *stride.constant() > 0;
        falling += *stride.constant() < 0;
        alone &= std::abs(*stride.constant()) == 1;
      }
    }
    const auto constant = position.offset.constant();
    const bool isSmall = constant && *constant >= -Small && *constant <= Small;
    if (!isSmall || !alone || rising > 1 || falling > 1) {
      for (const IndexRange::Index &index : indices)
        result.ranges.push_back({0, {index}, -Most, Most});
      if (!isSmall)
        result.ranges.push_back({position.offset, {}, -Most, Most});
    }
    if (constant && *constant == static_cast<int>(*constant)) {
      position.amount = Expression::literal(std::to_string(*constant), ElementType::I32);
      continue;
    }
    const std::string name = "offset" + std::to_string(result.derived.size() + 1) + "_of_place";
    result.derived[name] = Expression::cast(ElementType::I32, Expression::size(position.offset));
    position.amount = Expression::scalar(name, ElementType::I32);
  }
}

} // namespace warpsmith::frontend
