// Conditions on indices in the sum: those that the guard around the store implies, ends of the
// loop, and places in padding.
#include "rewriter/frontend/index/Symbols.h"
#include "rewriter/frontend/proof/ComplexNumbers.h"
#include "rewriter/frontend/proof/ContractionProof.h"
#include "rewriter/ir/FusedProducts.h"
#include <algorithm>

namespace warpsmith::frontend {

/// Takes conditions on indices out of the sum: those that the guard around the store implies, and
/// those that end the loop early.
bool ContractionProof::conditions() {
  bool valid = true, filled = false, predicated = false;
  bool isInside = false; // of what the sum's own conditions have ended
  std::optional<Polynomial> limit;
  bool isPadding = false; // of what was resolved last
  const auto resolve = [&](const Bounds &bounds) {
    bool limits = false;
    isPadding = false;
    for (const Polynomial &bound : bounds) {
      if (space.implied(bound))
        continue;
      Polynomial condition = bound;
      const auto row = rowInside(bound);
      if (!tooManySteps.empty()) {
        valid = fail(form.location, tooManySteps);
        return false;
      }
      if (row) {
        const auto inSteps = row->affineIn("%k");
        if (space.implied(*row))
          continue;
        if (inSteps && inSteps->coefficient.constant() == -1 && isUniform(inSteps->rest)) {
          if (haveSteps(inSteps->rest))
            continue;
          valid = fail(form.location, tooManySteps);
          return false;
        }
        condition = *row;
      }
      const auto affine = condition.affineIn("%k");
      const bool isLimit =
          affine && affine->coefficient.constant() == -1 && isUniform(affine->rest);
      // Columns of A and rows of B: sizes that the launch has to have alike.
      const bool differs = isLimit && limit && *limit != affine->rest;
      if (differs && !(*limit - affine->rest).constant()) {
        state.preconditions.push_back({*limit, affine->rest, true});
        limits |= !isInside;
        continue;
      }
      if (isOtherSize(condition))
        continue;
      if (!isLimit) {
        if (std::ranges::find(padding, condition) == padding.end())
          padding.push_back(condition);
        isPadding = true;
        continue;
      }
      // Where the sum has ended nothing is multiplied.
      if (isInside && (affine->rest - *limit).constant().value_or(-1) >= 0)
        continue;
      if (differs) {
        valid = notImplied(bound);
        return false;
      }
      limit = affine->rest;
      limits = true;
    }
    return limits;
  };
  int limited = 0, unlimited = 0;
  while (form.update->kind == Kind::Select && form.update->children[2]->kind == Kind::Sum) {
    const auto number = conditionNumber(*form.update->children[0]);
    if (!number)
      break;
    predicated |= resolve(state.bounds[*number]);
    form.update = form.update->children[1];
  }
  skipsPadding = !padding.empty();
  bool isFactor = false;   // the node, of whole numbers whose product is added
  bool filledPart = false; // what is zero is less than a factor
  isInside = limit.has_value();
  const std::function<ExpressionRef(const ExpressionRef &, bool)> strip =
      [&](const ExpressionRef &node, bool isLimited) -> ExpressionRef {
    const bool isWhole = std::exchange(isFactor, false);
    if (node->kind == Kind::Operand) {
      plainLoads.insert(node->operand);
      ++(isLimited ? limited : unlimited);
      return node;
    }
    if (node->kind == Kind::Select) {
      const auto number = conditionNumber(*node->children[0]);
      ExpressionRef zero = node->children[2];
      if (number && zero->kind == Kind::Literal && zero->text == NothingStored) {
        for (const Polynomial &bound : state.bounds[*number])
          if (!space.implied(bound))
            valid = fail(form.location, "where '" + index::comparisonText(bound) +
                                            "' does not hold, a value is read that no "
                                            "thread has stored, or that an earlier step has "
                                            "left");
        return strip(node->children[1], isLimited);
      }
      // A choice by the values alone may be a part of what is multiplied.
      if (!number) {
        std::vector<ExpressionRef> children;
        for (const ExpressionRef &child : node->children)
          children.push_back(strip(child, isLimited));
        return Expression::withChildren(*node, children);
      }
      // A sum that a condition sets to zero is more than padding.
      if (!zero->isLiteralZero() || node->children[1]->contains(Kind::Sum)) {
        valid = fail(form.location, "condition inside the loop");
        return node;
      }
      const bool limits = resolve(state.bounds[*number]);
      if (isPadding) {
        valid &= !limits && takesZero(node->children[1]);
        if (!valid)
          fail(form.location, "condition inside the loop");
        return node->children[1];
      }
      filled |= limits;
      filledPart |= limits && !isWhole;
      // A product that a condition chooses is rounded before it is added: nvcc makes no FMA of
      // both, unless it sees that the condition holds.
      const ExpressionRef product = strip(node->children[1], isLimited || limits);
      const ExpressionRef rounded = roundedAlone(product);
      if (!limits && !same(*product, *rounded) && holdsAround(state.bounds[*number]))
        valid = fail(form.location, "a condition chooses a product where it holds anyway, by the "
                                    "loop or by a guard around it: take it out of the loop");
      return rounded;
    }
    std::vector<ExpressionRef> children;
    for (const ExpressionRef &child : node->children) {
      const bool isAddend = node == form.update && node->kind == Kind::Binary &&
                            (node->text == "+" || node->text == "-") && child->kind != Kind::Sum &&
                            node->contains(Kind::Sum) && !child->contains(Kind::Sum);
      const bool isPart = isWhole && (node->kind == Kind::Negate || node->kind == Kind::Cast ||
                                      (node->kind == Kind::Binary && node->text == "*"));
      isFactor = (isAddend || isPart) && isInteger(node->type) && isInteger(child->type);
      children.push_back(strip(child, isLimited));
    }
    isFactor = false;
    return Expression::withChildren(*node, children);
  };
  form.update = strip(form.update, false);
  const auto implied = [&](const ExpressionRef &expression) {
    return map(expression, [&](const ExpressionRef &node) -> ExpressionRef {
      const auto number =
          node->kind == Kind::Select ? conditionNumber(*node->children[0]) : std::nullopt;
      if (!number)
        return nullptr;
      for (const Polynomial &bound : state.bounds[*number])
        if (!space.implied(bound))
          valid = fail(kernel,
                       "a value depends on the condition '" + index::comparisonText(bound) + "'");
      return node->children[1];
    });
  };
  form.initial = implied(form.initial);
  stored = positions.placed(state.cells[0].value, kernel);
  if (!valid || !stored || !positions.summedForAll(state.reductions[form.number], form.location))
    return false;
  zeroFilled = filledPart;
  if (filled && unlimited)
    return fail(form.location, "only some operands are zero beyond the end of the sum");
  if ((filled && predicated) || (limit && !padding.empty()) || (skipsPadding && !zeroLoads.empty()))
    return fail(form.location, "condition inside the loop");
  if (!limit)
    return true;
  if (filled && !isInteger(form.type) &&
      (form.update->contains(Kind::Scalar) || form.update->contains(Kind::Negate)))
    return fail(form.location, "a factor of the products of zeros beyond the end of the sum may "
                               "be negative or infinite");
  state.preconditions.push_back({form.steps, *limit, false});
  if (filled && isComplex(form.type) && !partsMadePositive(*form.update))
    return fail(form.location, "the step '" + described(form.update) +
                                   "' of zeros beyond the end of the sum may change it");
  if (filled && !isInteger(form.type))
    pad(*limit);
  form.steps = *limit;
  return true;
}

/// Conditions that are none but those of the loop and of what is around it.
bool ContractionProof::holdsAround(const Bounds &bounds) const {
  const Bounds &around = state.reductions[form.number].where;
  return std::ranges::all_of(bounds, [&](const Polynomial &bound) {
    return std::ranges::find(around, bound) != around.end() || bound.dependsOn("%k");
  });
}

/// `row < rowsOfA` where the output has `row < rowsOfC`, or no guard: the launch must have as
/// many of them.
bool ContractionProof::isOtherSize(const Polynomial &bound) {
  for (const Dimension &dimension : space.dimensions) {
    const auto affine = bound.affineIn(dimension.symbol);
    if (!affine || affine->coefficient.constant() != -1 || !isUniform(affine->rest) ||
        affine->rest.constant())
      continue;
    if (dimension.extent.constant() || (affine->rest - dimension.extent).constant().value_or(0) < 0)
      continue;
    state.preconditions.push_back({affine->rest, dimension.extent, false});
    return true;
  }
  return false;
}

/// `rows * columns - (row * columns + column) > 0`, a condition on the place in a whole matrix:
/// that the row is inside of it, where the column is.
std::optional<Polynomial> ContractionProof::rowInside(const Polynomial &bound) {
  for (const std::string &column : bound.symbols()) {
    const auto affine = bound.affineIn(column);
    if (!affine || affine->coefficient.constant() != -1)
      continue;
    for (const std::string &size : affine->rest.symbols()) {
      const Polynomial width = Polynomial::symbol(size);
      const auto inside = isUniform(width) ? affine->rest.quotient(width) : std::nullopt;
      if (!inside || inside->dependsOn(column) || isUniform(*inside))
        continue;
      if (column == "%k") {
        return haveSteps(width) ? inside : std::nullopt;
      }
      const auto isIt = [&](const Dimension &dimension) { return dimension.symbol == column; };
      if (std::ranges::any_of(space.dimensions, isIt) &&
          space.implied(width - Polynomial::symbol(column)))
        return inside;
    }
  }
  return std::nullopt;
}

/// No step of the sum goes beyond that number of them: it must be the number, where it is not
/// known that there are no more steps. False where there are.
bool ContractionProof::haveSteps(const Polynomial &number) {
  const Precondition fact{form.steps, number, true};
  if (const auto left = (number - form.steps).constant()) {
    if (*left < 0)
      tooManySteps = "the sum has '" + form.steps.str() +
                     "' steps, and the condition on the place in the whole matrix tells rows "
                     "apart only up to '" +
                     number.str() + "' of them";
    return *left >= 0;
  }
  if (std::ranges::find(state.preconditions, fact) == state.preconditions.end())
    state.preconditions.push_back(fact);
  return true;
}

bool ContractionProof::notImplied(const Polynomial &bound) {
  return fail(form.location, "the condition '" + index::comparisonText(bound) +
                                 "' in the loop is not implied by the guard");
}

/// An element, maybe converted, in the place of which zero stands in the padding.
bool ContractionProof::takesZero(const ExpressionRef &value) {
  if (value->kind == Kind::Cast)
    return takesZero(value->children[0]);
  if (value->kind != Kind::Operand)
    return false;
  zeroLoads.insert(value->operand);
  return true;
}

/// The original adds products of zeros after the last step, which makes +0 of -0 and changes
/// nothing else; adding -0 changes nothing.
void ContractionProof::pad(const Polynomial &limit) {
  const ExpressionRef zero = Expression::literal(
      partType(form.type) == ElementType::F64 ? "0.0" : "0.0f", partType(form.type));
  state.derived["padding_of_last_tile"] = Expression::select(
      Expression::compare(">", Expression::size(form.steps), Expression::size(limit)), zero,
      Expression::negate(zero));
  const ExpressionRef summand = Expression::scalar("padding_of_last_tile", zero->type);
  if (!isComplex(form.type)) {
    stored = map(stored, [&](const ExpressionRef &node) -> ExpressionRef {
      return node->kind == Kind::Sum ? Expression::binary('+', node, summand) : nullptr;
    });
    return;
  }
  const auto parts = *partsMadePositive(*form.update);
  const auto padded = [&](int part, const ExpressionRef &sum) {
    const ExpressionRef own = Expression::part(part, sum);
    return parts[part] ? Expression::binary('+', own, summand) : own;
  };
  stored = map(stored, [&](const ExpressionRef &node) -> ExpressionRef {
    if (node->kind == Kind::Part && node->children[0]->kind == Kind::Sum)
      return padded(node->operand, node->children[0]);
    return node->kind == Kind::Sum ? Expression::pair(padded(0, node), padded(1, node)) : nullptr;
  });
}

} // namespace warpsmith::frontend
