#include "rewriter/frontend/values/ParameterCases.h"
#include "rewriter/ir/LaunchSymbols.h"
#include "llvm/ADT/StringSwitch.h"
#include <algorithm>

namespace warpsmith::frontend {
namespace {

using index::Affine;
using Kind = Expression::Kind;

std::optional<Relation> relationOf(const std::string &op) {
  return llvm::StringSwitch<std::optional<Relation>>(op)
      .Case("<", Relation::Less)
      .Case("<=", Relation::LessOrEqual)
      .Case(">", Relation::Greater)
      .Case(">=", Relation::GreaterOrEqual)
      .Case("==", Relation::Equal)
      .Case("!=", Relation::Unequal)
      .Default(std::nullopt);
}

Relation mirrored(Relation relation) {
  switch (relation) {
  case Relation::Less:
    return Relation::Greater;
  case Relation::LessOrEqual:
    return Relation::GreaterOrEqual;
  case Relation::Greater:
    return Relation::Less;
  case Relation::GreaterOrEqual:
    return Relation::LessOrEqual;
  case Relation::Equal:
  case Relation::Unequal:
    break;
  }
  return relation;
}

/// A parameter or a member of one: neither what a launch's shape is nor an element of an array.
bool isOfParameter(const std::string &name) {
  return !isOfLaunch(name) && name.find('[') == std::string::npos;
}

/// The host compares no numbers in half but what they are as floats.
bool isOfParameters(const Expression &value, bool isConverted = false) {
  const auto names = value.polynomial.names();
  const bool isLeaf =
      value.kind == Kind::Scalar || value.kind == Kind::Literal || value.kind == Kind::Size;
  const bool isCalculated =
      value.kind == Kind::Cast || value.kind == Kind::Binary || value.kind == Kind::Negate;
  const bool hasType = isInteger(value.type) || sizeOf(value.type) >= 4 ||
                       (isConverted && (isLeaf || value.kind == Kind::Cast));
  return (isLeaf || isCalculated) && hasType &&
         (value.kind != Kind::Scalar || isOfParameter(value.text)) &&
         std::ranges::all_of(names, isOfParameter) &&
         std::ranges::all_of(value.children, [&](const ExpressionRef &child) {
           return isOfParameters(*child, value.kind == Kind::Cast);
         });
}

class Cases {
public:
  Cases(Decisions &all, const std::vector<std::string> &sizes)
      : decisions(all),
        unsignedSizes(sizes) {}

  FormulaRef decided(const FormulaRef &formula) {
    const auto question = this->question(*formula);
    const auto answer = question ? decisions.ask(*question) : std::nullopt;
    if (answer)
      return Formula::constant(*answer);
    if (question || formula->parts.empty())
      return formula;
    std::vector<FormulaRef> parts;
    for (const FormulaRef &part : formula->parts)
      parts.push_back(decided(part));
    return formula->kind == Formula::Kind::All ? Formula::all(std::move(parts))
                                               : Formula::any(std::move(parts));
  }

private:
  std::optional<Predicate> question(const Formula &formula) const {
    switch (formula.kind) {
    case Formula::Kind::Positive:
      return compared(formula.sum, Relation::Greater);
    case Formula::Kind::Parameter:
      return formula.holds ? *formula.parameter : !*formula.parameter;
    case Formula::Kind::Data:
      if (const auto relation = relationOf(formula.data->text);
          relation && isOfParameters(*formula.data->children[0]) &&
          isOfParameters(*formula.data->children[1])) {
        const Predicate test =
            Predicate::Values{formula.data->children[0], *relation, formula.data->children[1]};
        return formula.holds ? test : !test;
      }
      return std::nullopt;
    case Formula::Kind::All:
    case Formula::Kind::Any:
      return equality(formula);
    case Formula::Kind::Constant:
      break;
    }
    return std::nullopt;
  }

  /// `x == y` is `x + 1 > y && x < y + 1`, and `x != y` is `x > y || x < y`.
  std::optional<Predicate> equality(const Formula &formula) const {
    if (formula.parts.size() != 2 || formula.parts[0]->kind != Formula::Kind::Positive ||
        formula.parts[1]->kind != Formula::Kind::Positive)
      return std::nullopt;
    const Affine &one = formula.parts[0]->sum, both = one + formula.parts[1]->sum;
    const bool isAll = formula.kind == Formula::Kind::All;
    return both == Affine(isAll ? 2 : 0) ? compared(isAll ? one - Affine(1) : one,
                                                    isAll ? Relation::Equal : Relation::Unequal)
                                         : std::nullopt;
  }

  /// The sum, compared with 0, with all that is subtracted on the other side.
  std::optional<Predicate> compared(const Affine &sum, Relation relation) const {
    const auto names = sum.constant().names();
    if (!sum.isUniform() || names.empty() || !std::ranges::all_of(names, isOfParameter))
      return std::nullopt;
    Polynomial left, right;
    for (const Polynomial &summand : sum.constant().summands())
      if (!isWithinLong(summand))
        return std::nullopt;
      else if (summand.isNegative())
        right += Polynomial(0) - summand;
      else
        left += summand;
    if (!left.constant())
      return Predicate(Predicate::Sizes{side(left), relation, side(right)});
    // A number is written behind what it is compared with.
    return Predicate(Predicate::Sizes{side(right), mirrored(relation), side(left)});
  }

  /// The host calculates in 64 bits: that is enough for products of two signed numbers of 32.
  bool isWithinLong(const Polynomial &summand) const {
    const auto names = summand.symbols();
    const auto isUnsigned = [&](const std::string &name) {
      return std::ranges::find(unsignedSizes, name) != unsignedSizes.end();
    };
    return names.size() <= 1
               ? names.empty() || summand.affineIn(names[0]).has_value()
               : names.size() == 2 && summand.affineIn(names[0]) && summand.affineIn(names[1]) &&
                     std::ranges::none_of(names, isUnsigned);
  }

  Predicate::Sizes::Side side(const Polynomial &value) const {
    const auto names = value.names();
    return {value, std::ranges::any_of(unsignedSizes,
                                       [&](const auto &name) { return names.contains(name); })};
  }

  Decisions &decisions;
  const std::vector<std::string> &unsignedSizes;
};

} // namespace

FormulaRef decided(const FormulaRef &formula, Decisions &decisions,
                   const std::vector<std::string> &unsignedSizes) {
  return Cases(decisions, unsignedSizes).decided(formula);
}

static bool hasOneOf(const std::set<std::string> &names, const Polynomial &value) {
  return std::ranges::any_of(value.names(),
                             [&](const std::string &name) { return names.contains(name); });
}

static bool hasOneOf(const std::set<std::string> &names, const Expression &value) {
  return hasOneOf(names, value.polynomial) ||
         std::ranges::any_of(value.children,
                             [&](const ExpressionRef &child) { return hasOneOf(names, *child); });
}

bool asksFor(const FormulaRef &formula, const std::set<std::string> &names) {
  const bool isOfSizes = formula->kind == Formula::Kind::Positive && formula->sum.isUniform() &&
                         hasOneOf(names, formula->sum.constant());
  const bool isOfNumbers =
      formula->kind == Formula::Kind::Data && hasOneOf(names, *formula->data) &&
      std::ranges::all_of(formula->data->children,
                          [](const ExpressionRef &side) { return isOfParameters(*side); });
  return isOfSizes || isOfNumbers ||
         std::ranges::any_of(formula->parts,
                             [&](const FormulaRef &part) { return asksFor(part, names); });
}

} // namespace warpsmith::frontend
