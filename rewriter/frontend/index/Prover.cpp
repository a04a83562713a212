#include "rewriter/frontend/index/Prover.h"
#include <algorithm>

namespace warpsmith::frontend::index {
namespace {

bool isLaunchSize(const std::string &name) {
  return name.starts_with("blockDim.") || name.starts_with("gridDim.");
}

} // namespace

/// What is known of a parameter, or demanded already.
std::optional<int64_t> Prover::leastOf(const std::string &name) const {
  std::optional<int64_t> least;
  const auto take = [&](int64_t number) { least = std::max(least.value_or(number), number); };
  if (isLaunchSize(name))
    take(1);
  if (const auto known = atLeast.find(name); known != atLeast.end())
    take(known->second);
  for (const Precondition &fact : checks)
    if (const auto number = fact.right.constant();
        number && !fact.equal && fact.left == Polynomial::symbol(name))
      take(*number);
  return least;
}

Polynomial Prover::withEqualities(Polynomial size) const {
  for (const Precondition &fact : checks)
    for (const std::string &name : fact.left.symbols())
      if (fact.equal && fact.left == Polynomial::symbol(name) && !fact.left.quotientOf(name) &&
          !fact.right.dependsOn(name))
        size = size.substitute(name, fact.right);
  return size;
}

bool Prover::provesNotNegative(const Polynomial &whole) const {
  // Counted from the least value of each parameter on: then no summand may be negative.
  const Polynomial size = withEqualities(whole);
  Polynomial raised = size;
  for (const std::string &name : size.symbols()) {
    if (size.quotientOf(name))
      continue; // of sizes that are not negative, which whoever makes a quotient has to demand
    const auto known = leastOf(name);
    if (!known)
      return false;
    raised = raised.substitute(name, Polynomial::symbol(name) + *known);
  }
  return raised.isZero() || (Polynomial(0) - raised).isNegative();
}

/// The least value of a sum in the box: each variable at the end that its coefficient asks for.
std::optional<Prover::Least> Prover::least(const Affine &sum) const {
  // d (x / d) is at most x, and x / d as well.
  for (const auto &[id, coefficient] : sum.coefficients()) {
    const Symbol &symbol = symbols[id];
    if (symbol.kind != SymbolKind::Quotient || !coefficient.isNegative())
      continue;
    if (!provesNotNegative(Polynomial(0) - coefficient))
      return std::nullopt; // the sizes in it may be negative
    const auto exact = coefficient.quotient(symbol.right.constant());
    return least(sum - Affine(id) * coefficient + symbol.left * exact.value_or(coefficient));
  }
  Least found{sum.constant(), {}};
  for (const auto &[id, coefficient] : sum.coefficients()) {
    const Symbol &symbol = symbols[id];
    if (symbol.kind == SymbolKind::Unknown || symbol.kind == SymbolKind::Extreme)
      return std::nullopt;
    if (provesNotNegative(coefficient))
      continue;
    const Polynomial falls = Polynomial(0) - coefficient;
    if (provesNotNegative(falls) || coefficient.isNegative()) {
      if (!symbol.extent)
        return std::nullopt;
      found.value += coefficient * (*symbol.extent - 1);
      if (!provesNotNegative(falls))
        found.taken.push_back(falls);
    } else {
      found.taken.push_back(coefficient);
    }
  }
  return found;
}

bool Prover::provesNotNegative(const Affine &sum, const Guards &guards) const {
  const auto holds = [&](const Affine &one) {
    const auto bound = least(one);
    return bound && bound->taken.empty() && provesNotNegative(bound->value);
  };
  return holds(sum) || std::ranges::any_of(guards, [&](const Affine &guard) {
           return holds(sum - guard + Affine(1));
         });
}

bool Prover::demandNotNegative(const Affine &sum, const Guards &guards) {
  if (provesNotNegative(sum, guards))
    return true;
  auto bound = least(sum);
  for (const Affine &guard : guards)
    if (!bound)
      bound = least(sum - guard + Affine(1));
  if (!bound || provesNotNegative(Polynomial(-1) - bound->value))
    return false;
  for (const Polynomial &size : bound->taken)
    check(size, Polynomial(0), false);
  if (!provesNotNegative(bound->value))
    check(bound->value, Polynomial(0), false);
  return true;
}

bool Prover::demandAtLeast(const Polynomial &left, const Polynomial &right) {
  return demandNotNegative(Affine(left - right));
}

bool Prover::demandEqual(const Polynomial &left, const Polynomial &right) {
  const auto difference = (left - right).constant();
  if (difference)
    return *difference == 0;
  check(left, right, true);
  return true;
}

std::optional<Polynomial> Prover::demandQuotient(const Polynomial &size,
                                                 const Polynomial &divisor) {
  if (const auto exact = size.quotient(divisor))
    return exact;
  if (const auto number = size.constant(), by = divisor.constant(); number && by)
    return std::nullopt;
  if (!demandAtLeast(divisor, 1) || !demandAtLeast(size, 0))
    return std::nullopt;
  const Polynomial quotient = Polynomial::symbol({size, divisor, false, !divisor.constant()});
  check(size, quotient * divisor, true);
  return quotient;
}

/// Sums with few negative summands, moved to the other side, are what a reader expects.
void Prover::check(Polynomial left, Polynomial right, bool equal) {
  if (!equal) {
    const Polynomial difference = left - right;
    left = right = Polynomial(0);
    for (const Polynomial &summand : difference.summands())
      if (summand.isNegative())
        right += Polynomial(0) - summand;
      else
        left += summand;
  }
  const Precondition fact{std::move(left), std::move(right), equal};
  if (std::ranges::find(checks, fact) == checks.end())
    checks.push_back(fact);
}

} // namespace warpsmith::frontend::index
