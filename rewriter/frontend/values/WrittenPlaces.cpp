#include "rewriter/frontend/values/WrittenPlaces.h"
#include "rewriter/frontend/index/Strides.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <array>

namespace warpsmith::frontend {

using index::Affine;
using index::Guards;
using index::SymbolId;
using index::SymbolKind;

namespace {

/// What all threads of the block and all own steps have alike is a number to the coordinates: it
/// has this name.
constexpr char AlikeMark[] = "%alike";

std::string alikeName(SymbolId id) {
  return AlikeMark + std::to_string(id.number);
}

/// Also below a quotient.
bool mentions(const Affine &sum, SymbolId wanted, const index::Symbols &symbols) {
  return std::ranges::any_of(sum.coefficients(), [&](const auto &term) {
    const index::Symbol &symbol = symbols[term.first];
    return term.first == wanted || mentions(symbol.left, wanted, symbols) ||
           mentions(symbol.right, wanted, symbols);
  });
}

} // namespace

Within::Within(const Guards &guards, index::Symbols &all) : symbols(all) {
  for (const Affine &guard : guards) {
    if (guard.coefficients().size() != 1)
      continue;
    const auto &[id, coefficient] = *guard.coefficients().begin();
    const auto &extent = symbols[id].extent;
    const auto room = guard.constant().constant();
    if (coefficient.constant() != -1 || !extent || !room || *room <= 0 ||
        extent->constant().value_or(INT64_MAX) <= *room)
      continue;
    before.emplace_back(id, *extent);
    symbols.setExtent(id, *room);
  }
}

Within::~Within() {
  while (!before.empty()) {
    symbols.setExtent(before.back().first, before.back().second);
    before.pop_back();
  }
}

WrittenPlaces::WrittenPlaces(const SharedWrite &statement, index::Symbols &all,
                             index::Prover &bounds, Steps known,
                             const std::vector<SymbolId> &ownLoops)
    : write(statement),
      symbols(all),
      prover(bounds),
      steps(std::move(known)) {
  std::vector<SymbolId> mine = ownLoops;
  for (const char axis : {'x', 'y', 'z'})
    mine.push_back(symbols.thread(axis));
  for (const SymbolId id : mine) {
    index::Symbol copy = symbols[id];
    copy.kind = SymbolKind::Coordinate;
    copy.left = Affine(id);
    variables[id] = symbols.add(std::move(copy));
  }
}

bool WrittenPlaces::isOwn(SymbolId id) const {
  const auto isMade = [&](const Affine &sum) {
    return std::ranges::any_of(sum.coefficients(),
                               [&](const auto &term) { return isOwn(term.first); });
  };
  return variables.contains(id) || isMade(symbols[id].left) || isMade(symbols[id].right);
}

/// In the writer's variables, with names for what is alike.
Affine WrittenPlaces::own(const Affine &sum) const {
  const Affine moved = index::substituted(sum, steps, symbols, prover);
  std::map<SymbolId, Affine> values(variables.begin(), variables.end());
  const auto name = [&](const Affine &part, const auto &self) -> void {
    for (const auto &[id, coefficient] : part.coefficients()) {
      if (!isOwn(id)) {
        prover.assumeAtLeast(alikeName(id), 0);
        values[id] = Polynomial::symbol(alikeName(id));
      } else if (!variables.contains(id)) {
        self(symbols[id].left, self);
        self(symbols[id].right, self);
      }
    }
  };
  name(moved, name);
  return index::substituted(moved, values, symbols, prover);
}

/// `(n + 3) / 2` is `(n + 1) / 2 + 1`: what is added to what is divided is below the divisor.
static Polynomial withLeastDividends(Polynomial size) {
  for (const std::string &name : size.symbols()) {
    const auto *quotient = size.quotientOf(name);
    const auto by = quotient && !quotient->remainder ? quotient->divisor.constant() : std::nullopt;
    const auto affine = by && *by > 0 ? size.affineIn(name) : std::nullopt;
    if (!affine)
      continue;
    int64_t added = 0;
    for (const Polynomial &summand : quotient->dividend.summands())
      added += summand.constant().value_or(0);
    const int64_t least = (added % *by + *by) % *by;
    if (added == least)
      continue;
    Polynomial::Quotient other = *quotient;
    other.dividend += Polynomial(least - added);
    size = affine->rest +
           affine->coefficient * (Polynomial::symbol(other) + Polynomial((added - least) / *by));
  }
  return size;
}

/// Names are what they stand for again.
Affine WrittenPlaces::opened(const Affine &sum) const {
  Polynomial rest = sum.constant();
  Affine result = sum - Affine(rest);
  for (const std::string &name : rest.symbols()) {
    if (!name.starts_with(AlikeMark))
      continue;
    const auto affine = rest.affineIn(name);
    const SymbolId id{std::stoi(name.substr(sizeof AlikeMark - 1))};
    result = result + Affine(id) * affine->coefficient;
    rest = affine->rest;
  }
  return result + Affine(rest);
}

bool WrittenPlaces::build(const std::vector<Affine> &sums) {
  const size_t demands = prover.demands().size();
  // Where fewer are limits, the launch is asked for less. Digits that end otherwise are conditions.
  std::optional<size_t> before;
  for (const Limits which : {Limits{true, false}, Limits{true, true}, Limits{false, true}}) {
    limits.clear();
    conditions = takeLimits(Formula::all(write.path), which);
    if (before != limits.size() && buildOf(sums))
      return true;
    before = limits.size();
    prover.forget(demands);
  }
  // A limit of several values, which the coordinates do not take in, is a condition, too.
  limits.clear();
  conditions = Formula::all(write.path);
  return before != 0 && buildOf(sums);
}

/// What an attempt to find coordinates has ended runs over all its values again.
void WrittenPlaces::restoreExtents() {
  for (const auto &[id, copy] : variables)
    if (const auto extent = symbols[id].extent)
      symbols.setExtent(copy, *extent);
}

bool WrittenPlaces::buildOf(const std::vector<Affine> &sums) {
  restoreExtents();
  const Affine target = own(write.place);
  std::vector<Affine> uses;
  for (const Affine &sum : sums)
    uses.push_back(own(sum));
  const size_t demands = prover.demands().size();
  if (buildFor(target, uses))
    return true;
  if (sums.empty())
    return false;
  prover.forget(demands);
  injective = buildFor(target, {}) && isInjective();
  return injective;
}

/// Which part of an exclusive or is the column, `sides` says for one after the other.
std::optional<Affine> WrittenPlaces::straightened(const Affine &sum, unsigned sides) {
  Affine result = sum;
  swizzles.clear();
  for (const auto &[id, coefficient] : sum.coefficients()) {
    if (symbols[id].kind != SymbolKind::Exclusive)
      continue;
    std::vector<Affine> parts = index::exclusiveParts(id, symbols);
    const auto column = parts.begin() + sides % parts.size();
    sides /= static_cast<unsigned>(parts.size());
    result = result.substitute(id, *column);
    swizzles.push_back({*column, {}, *symbols[id].extent->constant()});
    parts.erase(column);
    swizzles.back().by = std::move(parts);
  }
  return sides == 0 ? std::optional(result) : std::nullopt;
}

bool WrittenPlaces::buildFor(const Affine &target, const std::vector<Affine> &sums) {
  constexpr unsigned MostWays = 16;
  const size_t demands = prover.demands().size();
  for (unsigned sides = 0; sides < MostWays; ++sides) {
    const auto straight = straightened(target, sides);
    if (!straight)
      return false;
    std::vector<Affine> uses = {*straight};
    uses.insert(uses.end(), sums.begin(), sums.end());
    for (const Swizzle &each : swizzles) {
      uses.push_back(each.column);
      uses.insert(uses.end(), each.by.begin(), each.by.end());
    }
    if (buildStraight(std::move(uses)) && keepsSwizzles())
      return true;
    prover.forget(demands);
    restoreExtents();
  }
  return false;
}

/// The columns are coordinates that have all values, whatever the others are.
bool WrittenPlaces::keepsSwizzles() {
  for (Swizzle &each : swizzles) {
    const Affine column = coordinates->apply(each.column);
    if (column.coefficients().size() != 1)
      return false;
    each.coordinate = column.coefficients().begin()->first;
    if (!column.is(each.coordinate) || symbols[each.coordinate].extent->constant() != each.extent)
      return false;
  }
  return std::ranges::all_of(swizzles, [&](const Swizzle &one) {
    return std::ranges::all_of(one.by, [&](const Affine &part) {
      const Affine by = coordinates->apply(part);
      return std::ranges::none_of(
          swizzles, [&](const Swizzle &other) { return mentions(by, other.coordinate, symbols); });
    });
  });
}

/// The first of these is the place.
bool WrittenPlaces::buildStraight(std::vector<Affine> uses) {
  const Affine target = uses[0];
  coordinates.emplace(symbols, prover);
  Guards ends;
  for (const Affine &limit : limits)
    ends.push_back(own(limit));
  if (!coordinates->build(std::move(uses), ends,
                          {.sums = {}, .elements = {}, .coversThreads = false}))
    return false;
  place = coordinates->apply(target);
  std::vector<SymbolId> placed;
  free.clear();
  for (const SymbolId id : coordinates->all())
    if (place.dependsOn(id))
      placed.push_back(id);
    else
      free.insert(id);
  const auto order = index::outermostFirst(place, placed, symbols, prover);
  if (!order)
    return false;
  ordered = *order;
  reach = Polynomial(1);
  for (const SymbolId id : ordered)
    reach += place.coefficient(id) * (*symbols[id].extent - 1);
  return true;
}

/// No two threads or steps write one place: what is not in the place has one value.
bool WrittenPlaces::isInjective() {
  const Affine target = own(write.place);
  return free.empty() && std::ranges::all_of(variables, [&](const auto &variable) {
           const auto &extent = symbols[variable.second].extent;
           return extent && (mentions(target, variable.second, symbols) ||
                             prover.demandNotNegative(Affine(Polynomial(1) - *extent)));
         });
}

FormulaRef WrittenPlaces::takeLimits(const FormulaRef &formula, Limits which) {
  if (formula->kind == Formula::Kind::Positive && isLimit(formula->sum, which)) {
    limits.push_back(formula->sum);
    return Formula::constant(true);
  }
  if (formula->kind != Formula::Kind::All)
    return formula;
  std::vector<FormulaRef> parts;
  for (const FormulaRef &part : formula->parts)
    parts.push_back(takeLimits(part, which));
  return Formula::all(std::move(parts));
}

bool WrittenPlaces::isLimit(const Affine &guard, Limits which) const {
  const auto areOwn = [&](const Affine &sum, const auto &self) -> bool {
    return std::ranges::all_of(sum.coefficients(), [&](const auto &term) {
      const bool isDigit = which.ofDigits && symbols[term.first].kind == SymbolKind::Quotient;
      return variables.contains(term.first) || (isDigit && self(symbols[term.first].left, self));
    });
  };
  const Affine sum = index::substituted(guard, steps, symbols, prover);
  return !sum.isUniform() && areOwn(sum, areOwn) && (which.beyond || !isBeyond(sum));
}

/// `n - i > 0` of an i below a number, which may be less than n.
bool WrittenPlaces::isBeyond(const Affine &guard) const {
  if (guard.coefficients().size() != 1 || guard.constant().constant())
    return false;
  const auto &[id, coefficient] = *guard.coefficients().begin();
  const auto reached = symbols[id].extent ? symbols[id].extent->constant() : std::nullopt;
  return reached && coefficient == Polynomial(-1) &&
         !prover.provesNotNegative(Polynomial(*reached) - guard.constant());
}

/// How far the place is behind the first one that is written.
Affine WrittenPlaces::beyond(const Affine &target) const {
  const Affine distance = target - opened(Affine(place.constant()));
  return distance - Affine(distance.constant()) + Affine(withLeastDividends(distance.constant()));
}

Polynomial WrittenPlaces::distance(const Affine &target) const {
  return beyond(target).constant();
}

/// The place where the guards hold. A guard that is at most 1 leaves one value: `x % 4 < 1` makes x
/// a multiple.
Affine WrittenPlaces::withEqualities(Affine target, const Guards &guards) const {
  for (const Affine &guard : guards) {
    const Affine zero = Affine(1) - guard;
    if (!symbols.contains(zero, SymbolKind::Quotient) || !prover.provesNotNegative(zero))
      continue;
    for (const auto &[id, coefficient] : zero.coefficients())
      if (const auto factor = target.coefficient(id).quotient(coefficient);
          factor && !factor->isZero() && symbols[id].kind != SymbolKind::Quotient) {
        target = target - zero * *factor;
        break;
      }
  }
  return target;
}

bool WrittenPlaces::solve(const Affine &target, const Guards &guards) {
  Affine rest = beyond(withEqualities(target, guards));
  solved.clear();
  // A loop of the writer's whose steps all write the same places must have a step.
  for (const auto &[id, copy] : variables)
    if (const auto &extent = symbols[id].extent;
        extent && symbols[id].kind == SymbolKind::Step && !mentions(write.place, id, symbols) &&
        !prover.demandNotNegative(Affine(*extent - 1), guards))
      return false;
  for (const SymbolId id : ordered) {
    const Polynomial each = prover.withEqualities(place.coefficient(id));
    const auto exact = rest.quotient(each);
    if (!exact && !prover.demandNotNegative(rest, guards))
      return false;
    const Affine digit = exact ? *exact : index::divided(rest, each, symbols, prover);
    const Polynomial extent = *symbols[id].extent;
    if (!prover.demandNotNegative(digit, guards) ||
        !prover.demandNotNegative(Affine(extent - 1) - digit, guards))
      return false;
    rest = rest - digit * each;
    solved[id] = digit;
  }
  const auto written = solved;
  for (const Swizzle &each : swizzles) {
    if (!written.contains(each.coordinate))
      return false;
    for (const Affine &part : each.by) {
      const auto by = whereSolved(part);
      if (!by)
        return false;
      solved[each.coordinate] =
          index::exclusive(solved.at(each.coordinate), *by, each.extent, symbols);
    }
  }
  return rest == Affine();
}

bool WrittenPlaces::isApart(const Affine &target, const Guards &guards) const {
  Affine rest = beyond(withEqualities(target, guards));
  if (isOtherDigit(rest, guards))
    return true;
  const auto isNegative = [&](const Affine &sum) {
    return prover.provesNotNegative(Affine(-1) - sum, guards);
  };
  Polynomial span = reach; // of the coordinates that are left
  for (const SymbolId id : ordered) {
    if (isNegative(rest) || isNegative(Affine(span - 1) - rest))
      return true;
    const Polynomial each = place.coefficient(id), extent = *symbols[id].extent;
    const Affine digit = index::divided(rest, each, symbols, prover);
    const Affine within = rest - digit * each;
    // Only then is it the digit.
    if (!prover.provesNotNegative(within, guards) ||
        !prover.provesNotNegative(Affine(each - 1) - within, guards))
      return false;
    if (isNegative(digit) || isNegative(Affine(extent - 1) - digit))
      return true;
    rest = within;
    span = span - each * (extent - 1);
  }
  return isNegative(rest) || isNegative(Affine(span - 1) - rest);
}

bool WrittenPlaces::demandApart(const Affine &target, const Guards &guards) {
  const Affine rest = beyond(withEqualities(target, guards));
  const Polynomial base = rest.constant();
  const Polynomial outermost = ordered.empty() ? Polynomial(1) : place.coefficient(ordered[0]);
  return (base.isNegative() && prover.demandNotNegative(Affine(-1) - rest, guards)) ||
         (prover.provesNotNegative(base - outermost) &&
          prover.demandNotNegative(rest - Affine(reach), guards));
}

Affine WrittenPlaces::demandStage(const Affine &target) {
  const Polynomial between = distance(target);
  for (const std::string &name : between.symbols()) {
    const auto *quotient = between.quotientOf(name);
    const auto by = quotient && !quotient->remainder ? quotient->divisor.constant() : std::nullopt;
    const auto part = by && *by > 1 ? between.affineIn(name) : std::nullopt;
    const auto size = part ? part->coefficient.quotient(Polynomial(-*by)) : std::nullopt;
    if (!size || !size->constant())
      continue;
    // The place is so many beyond the first one of the stage.
    const auto sum = (quotient->dividend * *size - part->rest).constant();
    const int64_t places = *size->constant();
    if (!sum || places == 0)
      continue;
    const int64_t stage =
        places > 0 ? llvm::divideCeilSigned(*sum, places) : llvm::divideFloorSigned(*sum, places);
    Polynomial::Quotient remainder = *quotient;
    remainder.remainder = true;
    if (stage >= 0 && stage < *by &&
        prover.demandEqual(Polynomial::symbol(remainder), Polynomial(stage)))
      return target - Affine(between) + Affine(stage * places - *sum);
  }
  return target;
}

/// Both are in parts of one size, of which the numbers differ: they have another remainder each.
bool WrittenPlaces::isOtherDigit(const Affine &rest, const Guards &guards) const {
  for (const auto &[id, coefficient] : rest.coefficients()) {
    if (symbols[id].kind != SymbolKind::Quotient)
      continue;
    const Polynomial by = symbols[id].right.constant();
    const auto number = by.constant();
    auto part = coefficient.quotient(by);
    if (!number || *number < 2 || !part)
      continue;
    if (part->isNegative())
      part = Polynomial(0) - *part;
    Affine digits, within;
    const auto take = [&](const Affine &summand, const Polynomial &factor) {
      if (const auto exact = factor.quotient(*part))
        digits = digits + summand * *exact;
      else
        within = within + summand * factor;
    };
    for (const Polynomial &summand : rest.constant().summands())
      if (const auto distance = summand.constant(), size = part->constant(); distance && size) {
        const int64_t low = (*distance % *size + *size) % *size;
        digits = digits + Affine((*distance - low) / *size);
        within = within + Affine(low);
      } else {
        take(Affine(1), summand);
      }
    for (const auto &[own, factor] : rest.coefficients())
      take(Affine(own), factor);
    // Modulo the number of parts.
    int64_t left = 0;
    bool isKnown = true;
    for (const Polynomial &summand : digits.constant().summands())
      isKnown &= summand.constant().has_value();
    if (isKnown)
      left = digits.constant().constant().value_or(0) % *number;
    for (const auto &[own, factor] : digits.coefficients())
      isKnown &= factor.quotient(by).has_value();
    // What is within may begin before the part.
    for (const int64_t before : {0, 1}) {
      const Affine inPart = within - Affine(*part * before);
      if (isKnown && (left + before) % *number != 0 &&
          prover.provesNotNegative(inPart + Affine(*part - reach), guards) &&
          prover.provesNotNegative(Affine(*part - 1) - inPart, guards))
        return true;
    }
  }
  return false;
}

bool WrittenPlaces::isAlike(const Affine &sum) const {
  if (injective)
    return true;
  const Affine made = coordinates->apply(own(sum));
  return std::ranges::none_of(free, [&](SymbolId id) { return made.dependsOn(id); });
}

std::optional<Affine> WrittenPlaces::forReader(const Affine &sum) const {
  if (!isAlike(sum))
    return std::nullopt;
  if (!injective)
    return whereSolved(own(sum));
  std::map<SymbolId, Affine> values; // of who has written the place
  const Affine target = own(write.place);
  for (const auto &[id, copy] : variables) {
    // What is not in the place has one value.
    const auto value = mentions(target, copy, symbols) ? whereSolved(copy) : Affine();
    if (!value)
      return std::nullopt;
    values[id] = *value;
  }
  return index::substituted(index::substituted(sum, steps, symbols, prover), values, symbols,
                            prover);
}

/// A sum of the writer's variables, with the digits of the place that was solved.
std::optional<Affine> WrittenPlaces::whereSolved(const Affine &sum) const {
  Affine result = coordinates->apply(sum);
  for (const auto &[id, value] : solved)
    result = result.substitute(id, value);
  // A coordinate of one value has no digit.
  const Affine whole = result;
  for (const auto &[id, coefficient] : whole.coefficients())
    if (symbols[id].kind == SymbolKind::Coordinate && symbols[id].extent &&
        symbols[id].extent->constant() == 1)
      result = result.substitute(id, Affine());
  return symbols.contains(result, SymbolKind::Coordinate) ? std::nullopt
                                                          : std::optional(opened(result));
}

/// A coordinate by the threads and steps that it was made of.
Affine WrittenPlaces::meaning(SymbolId id) const {
  const index::Symbol symbol = symbols[id];
  if (symbol.kind != SymbolKind::Coordinate)
    return id;
  std::map<SymbolId, Affine> values;
  const auto collect = [&](const Affine &sum, const auto &self) -> void {
    for (const auto &[part, coefficient] : sum.coefficients())
      if (symbols[part].kind == SymbolKind::Coordinate)
        values[part] = meaning(part);
      else if (symbols[part].kind == SymbolKind::Quotient)
        self(symbols[part].left, self);
  };
  collect(symbol.left, collect);
  return index::substituted(symbol.left, values, symbols, prover);
}

bool WrittenPlaces::isSameThread(const Steps &others, const Guards &guards) const {
  const auto atOthers = [&](const Affine &sum) {
    return index::substituted(sum, others, symbols, prover);
  };
  if (!free.empty() || !std::ranges::all_of(solved, [&](const auto &part) {
        return atOthers(meaning(part.first)) == part.second;
      }))
    return false;
  std::vector<Affine> known; // all that tells who writes the place
  for (const auto &[id, digit] : solved)
    known.push_back(meaning(id));
  for (const Affine &limit : limits) {
    const Affine sum = index::substituted(limit, steps, symbols, prover);
    if (!prover.provesNotNegative(atOthers(sum) - Affine(1), guards))
      return false;
    known.push_back(sum);
  }
  return std::ranges::all_of(std::array{'x', 'y', 'z'}, [&](char axis) {
    const SymbolId thread = symbols.thread(axis);
    const auto &extent = symbols[thread].extent;
    return std::ranges::any_of(known,
                               [&](const Affine &sum) { return mentions(sum, thread, symbols); }) ||
           (extent && prover.demandNotNegative(Affine(Polynomial(1) - *extent), guards));
  });
}

} // namespace warpsmith::frontend
