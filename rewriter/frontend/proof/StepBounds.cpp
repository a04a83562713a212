#include "rewriter/frontend/proof/StepBounds.h"
#include "rewriter/frontend/index/Symbols.h"
#include <algorithm>

namespace warpsmith::frontend {
namespace {

/// As one end of the range; nothing where it depends on something else than a row or a column.
std::optional<StepBound> stepBound(const Polynomial &condition, const std::string &row,
                                   const std::string &column) {
  const auto affine = condition.affineIn("%k");
  const auto direction = affine ? affine->coefficient.constant() : std::nullopt;
  if (direction != 1 && direction != -1)
    return std::nullopt;
  const bool isLower = direction == 1;
  // k >= 1 - rest, or k < rest.
  const Polynomial end = isLower ? Polynomial(1) - affine->rest : affine->rest;
  for (const bool ofRow : {true, false}) {
    const auto index = end.affineIn(ofRow ? row : column);
    if (index && index->coefficient.constant() == 1 && isUniform(index->rest))
      return StepBound{ofRow ? StepBound::Of::Row : StepBound::Of::Column, isLower, index->rest,
                       nullptr};
  }
  return std::nullopt;
}

/// k >= 0, or less.
bool holdsAlways(const Polynomial &condition) {
  const auto affine = condition.affineIn("%k");
  return affine && affine->coefficient.constant() == 1 && affine->rest.constant().value_or(0) > 0;
}

} // namespace

std::string addStepBounds(Contraction &contraction, const std::vector<Polynomial> &conditions,
                          const std::string &row, const std::string &column) {
  for (const Polynomial &condition : conditions) {
    if (holdsAlways(condition))
      continue;
    const auto bound = stepBound(condition, row, column);
    if (!bound)
      return "the condition '" + index::comparisonText(condition) +
             "' in the loop is not implied by the guard, and no end of the range of steps that "
             "a row or a column of the output has";
    if (std::ranges::find(contraction.stepBounds, *bound) == contraction.stepBounds.end())
      contraction.stepBounds.push_back(*bound);
  }
  return {};
}

std::optional<Polynomial> stepsWithoutLimit(const Contraction &contraction) {
  for (const StepBound &bound : contraction.stepBounds) {
    if (bound.isLower)
      continue;
    const Polynomial &extent =
        (bound.index == StepBound::Of::Row ? contraction.m : contraction.n).extent();
    // Where the last index has fewer steps than it counts, one more is no harm, and more sizes are
    // those of whole vectors.
    const Polynomial beyond = bound.offset - 1;
    return beyond.constant().value_or(0) < 0 ? extent : extent + beyond;
  }
  return std::nullopt;
}

std::string finishStepBounds(Contraction &contraction, ThreadSummary &state) {
  if (!contraction.limitsSteps())
    return {};
  // Kernels add the offsets to rows and columns, and take them from the ends of ranges, as numbers
  // of 32 bits. Sizes leave room for small ones.
  constexpr int64_t Small = 512, Least = INT32_MIN, Most = INT32_MAX - 1024;
  for (StepBound &bound : contraction.stepBounds) {
    const Polynomial &extent =
        (bound.index == StepBound::Of::Row ? contraction.m : contraction.n).extent();
    const auto constant = bound.offset.constant();
    if (!constant || *constant < -Small || *constant > Small) {
      contraction.ranges.push_back({bound.offset, {{1, extent}}, Least, Most});
      contraction.ranges.push_back(
          {Polynomial(0) - bound.offset, {{1, contraction.k.extent()}}, Least, Most});
    }
    if (constant && *constant == static_cast<int>(*constant)) {
      bound.amount = Expression::literal(std::to_string(*constant), ElementType::I32);
      continue;
    }
    const std::string name =
        "steps" + std::to_string(contraction.derived.size() + 1) + "_from_diagonal";
    contraction.derived[name] = Expression::cast(ElementType::I32, Expression::size(bound.offset));
    bound.amount = Expression::scalar(name, ElementType::I32);
  }
  // From the first end to the last one of a block's tile a kernel copies elements of A and B. Where
  // the range of each row, or of each column, is empty, the original reads none of them.
  for (const StepBound &lower : contraction.stepBounds)
    for (const StepBound &upper : contraction.stepBounds) {
      if (!lower.isLower || upper.isLower || lower.index != upper.index)
        continue;
      const Precondition steps{upper.offset - lower.offset, Polynomial(1), false};
      if (const auto constant = steps.left.constant()) {
        if (*constant < 1)
          return "no element of the output has a step";
      } else {
        state.requireStrongest(steps);
      }
    }
  // Kernels read elements of A and B that lie before those of the first steps: not before where the
  // arrays begin. Behind the last one that the original reads there are those of its 16 bytes
  // alone.
  for (int operand = 0; operand < contraction.operandCount(); ++operand) {
    const Matrix &matrix = contraction.operand(operand);
    if (matrix.offset.isNegative())
      return "'" + matrix.name + "' is read from '" + matrix.offset.str() +
             "' on, and the array may begin with the triangle";
    if (!matrix.offset.constant())
      state.requireStrongest({matrix.offset, Polynomial(0), false});
  }
  return {};
}

} // namespace warpsmith::frontend
