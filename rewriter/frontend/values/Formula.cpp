#include "rewriter/frontend/values/Formula.h"
#include <algorithm>

namespace warpsmith::frontend {

FormulaRef Formula::constant(bool holds) {
  return std::make_shared<const Formula>(Formula{Kind::Constant, holds});
}

FormulaRef Formula::positive(index::Affine sum) {
  if (const auto number = sum.isUniform() ? sum.constant().constant() : std::nullopt)
    return constant(*number > 0);
  return std::make_shared<const Formula>(Formula{.kind = Kind::Positive, .sum = std::move(sum)});
}

FormulaRef Formula::comparison(ExpressionRef data) {
  return std::make_shared<const Formula>(
      Formula{.kind = Kind::Data, .holds = true, .data = std::move(data)});
}

FormulaRef Formula::ofParameter(Predicate question) {
  return std::make_shared<const Formula>(
      Formula{.kind = Kind::Parameter, .holds = true, .parameter = std::move(question)});
}

/// One of the parts, all of which hold, says the opposite.
static bool excluded(const Formula &choice, const std::vector<FormulaRef> &parts) {
  return std::ranges::any_of(parts, [&](const FormulaRef &part) {
    if (part->kind == Formula::Kind::All)
      return excluded(choice, part->parts);
    return choice.kind == Formula::Kind::Positive && part->kind == Formula::Kind::Positive &&
           part->sum + choice.sum == index::Affine(1);
  });
}

FormulaRef Formula::all(std::vector<FormulaRef> parts) {
  std::erase_if(parts, [](const FormulaRef &part) { return part->is(true); });
  if (std::ranges::any_of(parts, [](const FormulaRef &part) { return part->is(false); }))
    return constant(false);
  if (parts.size() < 2)
    return parts.empty() ? constant(true) : parts[0];
  // Of alternatives, those that another part excludes are none.
  for (FormulaRef &part : parts)
    if (part->kind == Kind::Any) {
      std::vector<FormulaRef> left = part->parts;
      std::erase_if(left, [&](const FormulaRef &choice) { return excluded(*choice, parts); });
      if (left.size() < part->parts.size()) {
        part = any(std::move(left));
        return all(std::move(parts));
      }
    }
  return std::make_shared<const Formula>(Formula{.kind = Kind::All, .parts = std::move(parts)});
}

FormulaRef Formula::any(std::vector<FormulaRef> parts) {
  std::erase_if(parts, [](const FormulaRef &part) { return part->is(false); });
  if (parts.size() < 2)
    return parts.empty() ? constant(false) : parts[0];
  if (std::ranges::any_of(parts, [](const FormulaRef &part) { return part->is(true); }))
    return constant(true);
  return std::make_shared<const Formula>(Formula{.kind = Kind::Any, .parts = std::move(parts)});
}

FormulaRef Formula::opposite(const FormulaRef &formula) {
  Formula result = *formula;
  switch (formula->kind) {
  case Kind::Constant:
    return constant(!formula->holds);
  case Kind::Positive:
    return positive(index::Affine(1) - formula->sum);
  case Kind::Data:
  case Kind::Parameter:
    result.holds = !formula->holds;
    break;
  case Kind::All:
  case Kind::Any:
    result.kind = formula->kind == Kind::All ? Kind::Any : Kind::All;
    for (FormulaRef &part : result.parts)
      part = opposite(part);
    break;
  }
  return std::make_shared<const Formula>(std::move(result));
}

std::optional<index::Guards> Formula::conjunction() const {
  if (kind == Kind::Positive)
    return index::Guards{sum};
  if (is(true))
    return index::Guards();
  if (kind != Kind::All)
    return std::nullopt;
  index::Guards guards;
  for (const FormulaRef &part : parts) {
    const auto inner = part->conjunction();
    if (!inner)
      return std::nullopt;
    for (const index::Affine &guard : *inner)
      if (std::ranges::find(guards, guard) == guards.end())
        guards.push_back(guard);
  }
  return guards;
}

FormulaRef Formula::mapped(const FormulaRef &formula, const SumMapper &sums,
                           const DataMapper &data) {
  Formula result = *formula;
  if (formula->kind == Kind::Positive) {
    const auto sum = sums(formula->sum);
    return sum ? positive(*sum) : nullptr;
  }
  if (formula->kind == Kind::Data) {
    result.data = data(formula->data);
    return result.data ? std::make_shared<const Formula>(std::move(result)) : nullptr;
  }
  for (FormulaRef &part : result.parts) {
    part = mapped(part, sums, data);
    if (!part)
      return nullptr;
  }
  return formula->kind == Kind::All   ? all(std::move(result.parts))
         : formula->kind == Kind::Any ? any(std::move(result.parts))
                                      : formula;
}

FormulaRef Formula::where(const FormulaRef &formula, const Expression &data, bool isTrue) {
  if (formula->kind == Kind::Data)
    return same(*formula->data, data) ? constant(formula->holds == isTrue) : formula;
  if (formula->kind != Kind::All && formula->kind != Kind::Any)
    return formula;
  std::vector<FormulaRef> left;
  for (const FormulaRef &part : formula->parts)
    left.push_back(where(part, data, isTrue));
  return formula->kind == Kind::All ? all(std::move(left)) : any(std::move(left));
}

void Formula::collect(const FormulaRef &formula,
                      const std::function<bool(const Expression &)> &isWanted,
                      std::vector<ExpressionRef> &found) {
  const auto isSame = [&](const ExpressionRef &known) { return same(*known, *formula->data); };
  if (formula->kind == Kind::Data && isWanted(*formula->data) &&
      std::ranges::none_of(found, isSame))
    found.push_back(formula->data);
  for (const FormulaRef &part : formula->parts)
    collect(part, isWanted, found);
}

/// No thread's index occurs in the sum.
static bool isAlike(const index::Affine &sum, const index::Symbols &symbols) {
  return std::ranges::all_of(sum.coefficients(), [&](const auto &term) {
    const index::Symbol &symbol = symbols[term.first];
    using index::SymbolKind;
    return symbol.kind == SymbolKind::Block || symbol.kind == SymbolKind::Step ||
           (symbol.isMade() && isAlike(symbol.left, symbols) && isAlike(symbol.right, symbols));
  });
}

bool Formula::isAlikeInBlock(const index::Symbols &symbols) const {
  return kind != Kind::Data && (kind != Kind::Positive || isAlike(sum, symbols)) &&
         std::ranges::all_of(parts,
                             [&](const FormulaRef &part) { return part->isAlikeInBlock(symbols); });
}

namespace {

/// The comparisons that formulas are made of: what excludes each other is one.
class Atoms {
public:
  void collect(const Formula &formula) {
    if (formula.kind != Formula::Kind::Constant && formula.parts.empty())
      numberOf(formula);
    for (const FormulaRef &part : formula.parts)
      collect(*part);
  }

  size_t count() const { return atoms.size(); }

  bool holds(const Formula &formula, uint64_t values) {
    const auto part = [&](const FormulaRef &each) { return holds(*each, values); };
    switch (formula.kind) {
    case Formula::Kind::Constant:
      return formula.holds;
    case Formula::Kind::All:
      return std::ranges::all_of(formula.parts, part);
    case Formula::Kind::Any:
      return std::ranges::any_of(formula.parts, part);
    default:
      break;
    }
    const auto [number, isOpposite] = numberOf(formula);
    return ((values >> number & 1) != 0) != isOpposite;
  }

private:
  std::pair<size_t, bool> numberOf(const Formula &formula) {
    for (size_t number = 0; number < atoms.size(); ++number) {
      const Formula &atom = atoms[number];
      if (atom.kind != formula.kind)
        continue;
      if (atom.kind == Formula::Kind::Data) {
        if (same(*atom.data, *formula.data))
          return {number, atom.holds != formula.holds};
      } else if (atom.kind == Formula::Kind::Parameter) {
        if (atom.parameter == formula.parameter)
          return {number, atom.holds != formula.holds};
      } else if (atom.sum == formula.sum || atom.sum + formula.sum == index::Affine(1)) {
        return {number, atom.sum != formula.sum};
      }
    }
    atoms.push_back(formula);
    return {atoms.size() - 1, false};
  }

  std::vector<Formula> atoms;
};

} // namespace

bool Formula::oneHolds(const std::vector<FormulaRef> &formulas) {
  constexpr size_t Most = 12;
  Atoms atoms;
  for (const FormulaRef &formula : formulas)
    atoms.collect(*formula);
  if (atoms.count() > Most)
    return false;
  for (uint64_t values = 0; values < uint64_t(1) << atoms.count(); ++values)
    if (std::ranges::none_of(formulas,
                             [&](const FormulaRef &each) { return atoms.holds(*each, values); }))
      return false;
  return true;
}

} // namespace warpsmith::frontend
