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

} // namespace warpsmith::frontend
