/// Truth values of one thread: comparisons of index sums and of data, and what connects them.
#pragma once

#include "rewriter/frontend/index/Prover.h"
#include "rewriter/ir/Expression.h"
#include <memory>

namespace warpsmith::frontend {

class Formula;
using FormulaRef = std::shared_ptr<const Formula>;

class Formula {
public:
  enum class Kind { Constant, Positive, Data, All, Any };

  Kind kind;
  bool holds = false;           ///< of a constant; of data, that the comparison holds
  index::Affine sum = {};       ///< which is positive
  ExpressionRef data = nullptr; ///< a comparison
  std::vector<FormulaRef> parts = {};

  static FormulaRef constant(bool holds);
  static FormulaRef positive(index::Affine sum);
  static FormulaRef comparison(ExpressionRef data);
  static FormulaRef all(std::vector<FormulaRef> parts);
  static FormulaRef any(std::vector<FormulaRef> parts);
  static FormulaRef opposite(const FormulaRef &formula);

  bool is(bool value) const { return kind == Kind::Constant && holds == value; }
  /// The sums that are all positive exactly where it holds; nothing where it is no conjunction.
  std::optional<index::Guards> conjunction() const;
};

} // namespace warpsmith::frontend
