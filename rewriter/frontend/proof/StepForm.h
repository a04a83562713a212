/// The form of a step of a sum: what it may do with the elements that it multiplies.
#pragma once

#include "rewriter/ir/Expression.h"
#include <functional>
#include <optional>

namespace warpsmith::frontend {

/// The loads that a step multiplies.
struct Factors {
  int row, column;
};

/// `sum + x * y` or `sum - x * y`, also by fma and by the intrinsics that are never contracted,
/// where x is a pure function of one row operand and y of one column operand: `(a - zero) * b`.
/// Operands are numbers of loads; `roleOf` gives the same number to loads of one element.
std::optional<Factors> factorsOf(const Expression &update, const std::function<bool(int)> &isRow,
                                 const std::function<int(int)> &roleOf);

} // namespace warpsmith::frontend
