#include "rewriter/frontend/index/Division.h"
#include <algorithm>
#include <set>

namespace warpsmith::frontend::index {
namespace {

/// A sum in two parts: one that a number divides, and the rest.
struct Parts {
  Affine multiple; ///< already divided
  Affine rest;
};

Parts partsBy(const Affine &sum, const Polynomial &divisor, const Symbols &symbols) {
  Parts parts;
  // A multiple of x % d is one, though x / d has another factor.
  for (const auto &term : sum.coefficients()) {
    const SymbolId id = term.first;
    const auto digit = digitOf(sum, id, symbols);
    const auto part = digit ? digit->factor.quotient(divisor) : std::nullopt;
    const bool isMultiple = digit && digit->rest.coefficient(id).quotient(divisor).has_value();
    if (!digit || part.has_value() == isMultiple)
      continue;
    parts = partsBy(digit->rest, divisor, symbols);
    if (part)
      parts.multiple = parts.multiple + digit->remainder * *part;
    else
      parts.rest = parts.rest + digit->remainder * digit->factor;
    return parts;
  }
  for (const Polynomial &summand : sum.constant().summands())
    if (const auto part = summand.quotient(divisor)) {
      parts.multiple = parts.multiple + Affine(*part);
    } else if (const auto number = summand.constant(), by = divisor.constant();
               number && by && *by > 0 && (*number > *by || (*number < 0 && !sum.isUniform()))) {
      const int64_t rest = (*number % *by + *by) % *by;
      parts.multiple = parts.multiple + Affine((*number - rest) / *by);
      parts.rest = parts.rest + Affine(rest);
    } else {
      parts.rest = parts.rest + Affine(summand);
    }
  for (const auto &[symbol, coefficient] : sum.coefficients())
    for (const Polynomial &summand : coefficient.summands())
      if (const auto part = summand.quotient(divisor))
        parts.multiple = parts.multiple + Affine(symbol) * *part;
      else
        parts.rest = parts.rest + Affine(symbol) * summand;
  return parts;
}

bool isBelow(const Affine &sum, const Polynomial &limit, const Prover &prover) {
  return prover.provesNotNegative(sum) && prover.provesNotNegative(Affine(limit - 1) - sum);
}

/// (g y + r) / (g e) = y / e where 0 <= r < g.
std::optional<Affine> withoutLowDigits(const Affine &dividend, const Polynomial &divisor,
                                       Symbols &symbols, const Prover &prover) {
  for (const auto &[symbol, factor] : dividend.coefficients()) {
    const auto rest = factor.constant() == 1 ? std::nullopt : divisor.quotient(factor);
    if (!rest || !prover.provesNotNegative(*rest - 1))
      continue;
    const Parts parts = partsBy(dividend, factor, symbols);
    if (isBelow(parts.rest, factor, prover))
      return divided(parts.multiple, *rest, symbols, prover);
  }
  return std::nullopt;
}

/// A size that all summands contain, once each, as so many times its part of it.
std::optional<Affine> byDividedSize(const Affine &dividend, const Polynomial &divisor,
                                    Prover &prover) {
  if (!divisor.constant())
    return std::nullopt;
  std::set<std::string> names;
  for (const auto &[symbol, coefficient] : dividend.coefficients())
    for (const std::string &name : coefficient.symbols())
      names.insert(name);
  for (const std::string &name : names) {
    const Polynomial size = Polynomial::symbol(name);
    if (name.find("Dim.") != std::string::npos || !dividend.quotient(size))
      continue;
    if (const auto part = prover.demandQuotient(size, divisor))
      return *dividend.quotient(size) * *part;
  }
  return std::nullopt;
}

/// Of numbers, or of sizes: no box variable is left.
std::optional<Affine> ofSizes(const Polynomial &dividend, const Polynomial &divisor,
                              const Prover &prover) {
  const auto number = dividend.constant(), by = divisor.constant();
  if (number && by && *by > 0)
    return Affine((*number - ((*number % *by) + *by) % *by) / *by);
  if (!by || !prover.provesNotNegative(dividend))
    return std::nullopt;
  return Affine(Polynomial::symbol({dividend, divisor, false, false}));
}

} // namespace

std::optional<Digit> digitOf(const Affine &sum, SymbolId quotient, const Symbols &symbols) {
  const Symbol &symbol = symbols[quotient];
  if (symbol.kind != SymbolKind::Quotient || symbol.left.isUniform())
    return std::nullopt;
  Affine dividend = symbol.left;
  Polynomial divisor = symbol.right.constant();
  for (;;) {
    const auto &[first, each] = *dividend.coefficients().begin();
    const auto factor = sum.coefficient(first).quotient(each);
    if (factor && !factor->isZero()) {
      const Affine remainder = dividend - Affine(quotient) * divisor;
      return Digit{*factor, divisor, remainder, sum - remainder * *factor};
    }
    const Symbol &inner = symbols[first];
    if (inner.kind != SymbolKind::Quotient || !dividend.is(first) || inner.left.isUniform() ||
        !divisor.constant() || !inner.right.constant().constant())
      return std::nullopt;
    divisor = divisor * inner.right.constant();
    dividend = inner.left;
  }
}

Affine divided(const Affine &dividend, const Polynomial &divisor, Symbols &symbols,
               const Prover &prover) {
  if (const auto exact = dividend.quotient(divisor))
    return *exact;
  const Parts parts = partsBy(dividend, divisor, symbols);
  if (isBelow(parts.rest, divisor, prover))
    return parts.multiple;
  if (const auto higher = withoutLowDigits(dividend, divisor, symbols, prover))
    return *higher;
  if (parts.rest.isUniform())
    if (const auto size = ofSizes(parts.rest.constant(), divisor, prover))
      return parts.multiple + *size;
  if (prover.provesNotNegative(parts.rest))
    return parts.multiple + Affine(symbols.quotient(parts.rest, divisor));
  return symbols.quotient(dividend, divisor);
}

std::optional<Affine> quotientOf(const Affine &dividend, const Polynomial &divisor,
                                 Symbols &symbols, Prover &prover, const Guards &guards) {
  if (!prover.demandAtLeast(divisor, 1) || !prover.demandNotNegative(dividend, guards))
    return std::nullopt;
  if (dividend.isUniform()) {
    if (const auto number = dividend.constant().constant(), by = divisor.constant(); number && by)
      return Affine(*number / *by);
    const auto exact = dividend.constant().quotient(divisor);
    const bool isGuarded = !divisor.constant();
    return Affine(exact ? *exact
                        : Polynomial::symbol({dividend.constant(), divisor, false, isGuarded}));
  }
  const Affine quotient = divided(dividend, divisor, symbols, prover);
  if (quotient.isUniform() || !symbols.contains(quotient, SymbolKind::Quotient))
    return quotient;
  if (const auto part = byDividedSize(dividend, divisor, prover))
    return part;
  return quotient;
}

std::optional<Affine> otherOfTwo(const Affine &digit, Symbols &symbols, const Prover &prover) {
  const Polynomial two(2);
  const auto next = [&](const Affine &whole) {
    const Affine moved = whole + Affine(1);
    return moved - divided(moved, two, symbols, prover) * two;
  };
  for (const auto &[id, coefficient] : digit.coefficients())
    if (symbols[id].kind == SymbolKind::Quotient && coefficient.constant() == -2 &&
        symbols[id].right == Affine(two) && digit + Affine(id) * two == symbols[id].left)
      return next(symbols[id].left);
  for (const std::string &name : digit.constant().symbols()) {
    const auto *quotient = digit.constant().quotientOf(name);
    if (quotient && !quotient->remainder && quotient->divisor == two &&
        digit + Affine(Polynomial::symbol(*quotient)) * two == Affine(quotient->dividend))
      return next(Affine(quotient->dividend));
  }
  return std::nullopt;
}

/// In one form for all ways to write a digit: x / 8 for (x / 2) / 4, and x / 2 - 4 (x / 8) for
/// (x % 8) / 2.
static Affine flattened(const Affine &sum, Symbols &symbols) {
  Affine result(sum.constant());
  for (const auto &[id, coefficient] : sum.coefficients()) {
    const Polynomial divisor = symbols[id].right.constant();
    if (symbols[id].kind != SymbolKind::Quotient || !divisor.constant()) {
      result = result + Affine(id) * coefficient;
      continue;
    }
    const Affine dividend = flattened(symbols[id].left, symbols);
    Affine multiple, rest(dividend.constant());
    for (const auto &[part, factor] : dividend.coefficients())
      if (const auto exact = factor.quotient(divisor))
        multiple = multiple + Affine(part) * *exact;
      else
        rest = rest + Affine(part) * factor;
    Polynomial by = divisor;
    if (rest.coefficients().size() == 1 && rest.is(rest.coefficients().begin()->first)) {
      const Symbol inner = symbols[rest.coefficients().begin()->first];
      if (inner.kind == SymbolKind::Quotient && inner.right.constant().constant()) {
        by = by * inner.right.constant();
        rest = inner.left;
      }
    }
    result = result + (multiple + Affine(symbols.quotient(rest, by))) * coefficient;
  }
  return result;
}

std::vector<Affine> exclusiveParts(const Affine &sum, const Symbols &symbols) {
  const auto first = sum.coefficients().begin();
  if (sum.coefficients().size() != 1 || !sum.is(first->first) ||
      symbols[first->first].kind != SymbolKind::Exclusive)
    return {sum};
  std::vector<Affine> parts = exclusiveParts(symbols[first->first].left, symbols);
  for (const Affine &part : exclusiveParts(symbols[first->first].right, symbols))
    parts.push_back(part);
  return parts;
}

/// What is in it twice is not in it, and numbers are one. More than two parts are in one order,
/// whatever order they came in.
Affine exclusive(const Affine &left, const Affine &right, int64_t extent, Symbols &symbols) {
  const auto areSame = [&](const Affine &one, const Affine &other) {
    return one == other || flattened(one, symbols) == flattened(other, symbols);
  };
  std::vector<Affine> parts;
  int64_t bits = 0;
  for (const Affine &side : {left, right})
    for (const Affine &part : exclusiveParts(side, symbols)) {
      const auto number = part.isUniform() ? part.constant().constant() : std::nullopt;
      const auto same =
          std::ranges::find_if(parts, [&](const Affine &known) { return areSame(known, part); });
      if (number)
        bits ^= *number;
      else if (same != parts.end())
        parts.erase(same);
      else
        parts.push_back(part);
    }
  if (parts.size() + (bits != 0 ? 1 : 0) > 2)
    std::ranges::sort(parts, {}, [](const Affine &part) {
      return std::pair(part.coefficients(), part.constant());
    });
  if (bits != 0)
    parts.emplace_back(bits);
  Affine result = parts.empty() ? Affine() : parts[0];
  for (size_t part = 1; part < parts.size(); ++part)
    result = Affine(symbols.exclusive(result, parts[part], extent));
  return result;
}

Affine substituted(const Affine &sum, const std::map<SymbolId, Affine> &values, Symbols &symbols,
                   const Prover &prover) {
  Affine result(sum.constant());
  for (const auto &[id, coefficient] : sum.coefficients()) {
    const Symbol symbol = symbols[id];
    Affine value(id);
    if (const auto known = values.find(id); known != values.end()) {
      value = known->second;
    } else if (symbol.isMade()) {
      const Affine left = substituted(symbol.left, values, symbols, prover);
      const Affine right = substituted(symbol.right, values, symbols, prover);
      if (left != symbol.left || right != symbol.right)
        value = symbol.kind == SymbolKind::Quotient
                    ? divided(left, right.constant(), symbols, prover)
                : symbol.kind == SymbolKind::Exclusive
                    ? exclusive(left, right, *symbol.extent->constant(), symbols)
                    : Affine(symbols.extreme(left, right, symbol.isGreatest));
    }
    result = result + value * coefficient;
  }
  return result;
}

} // namespace warpsmith::frontend::index
