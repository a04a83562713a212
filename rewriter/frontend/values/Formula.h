/// Truth values of one thread: comparisons of index sums and of data, questions about parameters,
/// and what connects them.
#pragma once

#include "rewriter/frontend/index/Prover.h"
#include "rewriter/ir/Expression.h"
#include "rewriter/ir/Predicate.h"
#include <functional>
#include <memory>

namespace warpsmith::frontend {

class Formula;
using FormulaRef = std::shared_ptr<const Formula>;

class Formula {
public:
  enum class Kind { Constant, Positive, Data, Parameter, All, Any };

  Kind kind;
  bool holds = false;     ///< of a constant; of data and of parameters, that the comparison holds
  index::Affine sum = {}; ///< which is positive
  ExpressionRef data = nullptr;            ///< a comparison
  std::optional<Predicate> parameter = {}; ///< that is no bound, such as that a pointer is not null
  std::vector<FormulaRef> parts = {};

  static FormulaRef constant(bool holds);
  static FormulaRef positive(index::Affine sum);
  static FormulaRef comparison(ExpressionRef data);
  static FormulaRef ofParameter(Predicate question);
  static FormulaRef all(std::vector<FormulaRef> parts);
  static FormulaRef any(std::vector<FormulaRef> parts);
  static FormulaRef opposite(const FormulaRef &formula);

  /// With other sums and other data; nothing where there is none for one of them.
  using SumMapper = std::function<std::optional<index::Affine>(const index::Affine &)>;
  using DataMapper = std::function<ExpressionRef(const ExpressionRef &)>;
  static FormulaRef mapped(const FormulaRef &formula, const SumMapper &sums,
                           const DataMapper &data);
  /// What is left of it where a comparison of data holds, or does not.
  static FormulaRef where(const FormulaRef &formula, const Expression &data, bool isTrue);
  /// Adds the comparisons of data in it that are wanted, each once.
  static void collect(const FormulaRef &formula,
                      const std::function<bool(const Expression &)> &isWanted,
                      std::vector<ExpressionRef> &found);
  /// One of these holds, whatever its sums and data are: as far as few of them tell.
  static bool oneHolds(const std::vector<FormulaRef> &formulas);

  /// It holds for all threads of a block or for none, at each step.
  bool isAlikeInBlock(const index::Symbols &symbols) const;
  bool is(bool value) const { return kind == Kind::Constant && holds == value; }
  /// The sums that are all positive exactly where it holds; nothing where it is no conjunction.
  std::optional<index::Guards> conjunction() const;
};

} // namespace warpsmith::frontend
