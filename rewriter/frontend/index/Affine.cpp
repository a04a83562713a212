#include "rewriter/frontend/index/Affine.h"

namespace warpsmith::frontend::index {

Affine Affine::operator+(const Affine &other) const {
  Affine sum = *this;
  sum.constantPart += other.constantPart;
  for (const auto &[symbol, coefficient] : other.terms) {
    Polynomial &own = sum.terms[symbol];
    own += coefficient;
    if (own.isZero())
      sum.terms.erase(symbol);
  }
  return sum;
}

Affine Affine::operator-(const Affine &other) const {
  return *this + other * Polynomial(-1);
}

Affine Affine::operator*(const Polynomial &factor) const {
  Affine product(constantPart * factor);
  if (!factor.isZero())
    for (const auto &[symbol, coefficient] : terms)
      product.terms.emplace(symbol, coefficient * factor);
  return product;
}

Polynomial Affine::coefficient(SymbolId symbol) const {
  const auto found = terms.find(symbol);
  return found == terms.end() ? Polynomial() : found->second;
}

bool Affine::is(SymbolId symbol) const {
  return constantPart.isZero() && terms.size() == 1 && terms.begin()->first == symbol &&
         terms.begin()->second.constant() == 1;
}

Affine Affine::substitute(SymbolId symbol, const Affine &value) const {
  const auto found = terms.find(symbol);
  if (found == terms.end())
    return *this;
  Affine rest = *this;
  rest.terms.erase(symbol);
  return rest + value * found->second;
}

Affine Affine::withParameter(const std::string &name, const Polynomial &value) const {
  Affine result(constantPart.substitute(name, value));
  for (const auto &[symbol, coefficient] : terms)
    result = result + Affine(symbol) * coefficient.substitute(name, value);
  return result;
}

std::optional<Affine> Affine::quotient(const Polynomial &divisor) const {
  const auto constant = constantPart.quotient(divisor);
  if (!constant)
    return std::nullopt;
  Affine result(*constant);
  for (const auto &[symbol, coefficient] : terms) {
    const auto part = coefficient.quotient(divisor);
    if (!part)
      return std::nullopt;
    result.terms.emplace(symbol, *part);
  }
  return result;
}

Polynomial Affine::polynomial(const std::function<std::string(SymbolId)> &nameOf) const {
  Polynomial sum = constantPart;
  for (const auto &[symbol, coefficient] : terms)
    sum += coefficient * Polynomial::symbol(nameOf(symbol));
  return sum;
}

} // namespace warpsmith::frontend::index
