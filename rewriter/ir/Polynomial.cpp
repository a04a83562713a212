#include "rewriter/ir/Polynomial.h"
#include <algorithm>
#include <iterator>
#include <set>

namespace warpsmith {

Polynomial::Polynomial(int64_t constant) {
  add({}, constant);
}

Polynomial Polynomial::symbol(std::string name) {
  Polynomial result;
  result.add({std::move(name)}, 1);
  return result;
}

void Polynomial::add(const Monomial &monomial, int64_t coefficient) {
  auto &value = terms[monomial];
  value += coefficient;
  if (value == 0)
    terms.erase(monomial);
}

Polynomial Polynomial::operator+(const Polynomial &other) const {
  Polynomial result = *this;
  for (const auto &[monomial, coefficient] : other.terms)
    result.add(monomial, coefficient);
  return result;
}

Polynomial Polynomial::operator-(const Polynomial &other) const {
  return *this + other * Polynomial(-1);
}

Polynomial Polynomial::operator*(const Polynomial &other) const {
  Polynomial result;
  for (const auto &[left, leftCoefficient] : terms) {
    for (const auto &[right, rightCoefficient] : other.terms) {
      Monomial product = left;
      product.insert(product.end(), right.begin(), right.end());
      std::sort(product.begin(), product.end());
      result.add(product, leftCoefficient * rightCoefficient);
    }
  }
  return result;
}

std::optional<int64_t> Polynomial::constant() const {
  if (terms.empty())
    return 0;
  if (terms.size() == 1 && terms.begin()->first.empty())
    return terms.begin()->second;
  return std::nullopt;
}

bool Polynomial::isNegative() const {
  return !terms.empty() &&
         std::all_of(terms.begin(), terms.end(), [](const auto &term) { return term.second < 0; });
}

bool Polynomial::dependsOn(std::string_view symbol) const {
  return std::any_of(terms.begin(), terms.end(), [&](const auto &term) {
    return std::find(term.first.begin(), term.first.end(), symbol) != term.first.end();
  });
}

bool Polynomial::dependsOnIndices() const {
  const auto names = symbols();
  return std::any_of(names.begin(), names.end(),
                     [](const std::string &name) { return name.front() == '%'; });
}

std::vector<std::string> Polynomial::symbols() const {
  std::set<std::string> names;
  for (const auto &[monomial, coefficient] : terms)
    names.insert(monomial.begin(), monomial.end());
  return {names.begin(), names.end()};
}

std::optional<Polynomial::Affine> Polynomial::affineIn(std::string_view symbol) const {
  Affine result;
  for (const auto &[monomial, coefficient] : terms) {
    const auto count = std::count(monomial.begin(), monomial.end(), symbol);
    if (count > 1)
      return std::nullopt;
    if (count == 0) {
      result.rest.add(monomial, coefficient);
      continue;
    }
    Monomial others = monomial;
    others.erase(std::find(others.begin(), others.end(), symbol));
    result.coefficient.add(others, coefficient);
  }
  return result;
}

std::optional<Polynomial> Polynomial::quotient(const Polynomial &divisor) const {
  if (divisor.terms.size() != 1)
    return std::nullopt;
  const auto &[factors, number] = *divisor.terms.begin();
  Polynomial result;
  for (const auto &[monomial, coefficient] : terms) {
    Monomial rest;
    if (coefficient % number != 0 ||
        !std::includes(monomial.begin(), monomial.end(), factors.begin(), factors.end()))
      return std::nullopt;
    std::set_difference(monomial.begin(), monomial.end(), factors.begin(), factors.end(),
                        std::back_inserter(rest));
    result.add(rest, coefficient / number);
  }
  return result;
}

std::vector<Polynomial> Polynomial::summands() const {
  std::vector<Polynomial> result;
  for (const auto &[monomial, coefficient] : terms) {
    result.emplace_back();
    result.back().add(monomial, coefficient);
  }
  return result;
}

Polynomial Polynomial::substitute(std::string_view symbol, const Polynomial &value) const {
  Polynomial result;
  for (const auto &[monomial, coefficient] : terms) {
    Polynomial term(coefficient);
    for (const std::string &factor : monomial)
      term = term * (factor == symbol ? value : Polynomial::symbol(factor));
    result += term;
  }
  return result;
}

std::vector<std::pair<Polynomial::Monomial, int64_t>> Polynomial::ordered() const {
  std::vector<std::pair<Monomial, int64_t>> result(terms.begin(), terms.end());
  std::sort(result.begin(), result.end(), [](const auto &left, const auto &right) {
    return left.first.size() != right.first.size() ? left.first.size() > right.first.size()
                                                   : left.first < right.first;
  });
  return result;
}

std::string Polynomial::wide() const {
  const bool alone = terms.size() == 1 && terms.begin()->second == 1;
  if (constant() || (alone && terms.begin()->first.size() == 1))
    return str();
  Polynomial cast;
  for (const auto &[monomial, coefficient] : ordered()) {
    // One operand of each product is wide, and one of each sum.
    Monomial factors = monomial;
    const bool product = factors.size() > 1 || (coefficient != 1 && coefficient != -1);
    if (!factors.empty() && (product || cast.isZero()))
      factors[0] = "(long long)" + factors[0];
    cast.terms[factors] = coefficient; // not add(): the order of factors stays
  }
  return cast.str();
}

std::string Polynomial::str() const {
  if (terms.empty())
    return "0";
  std::string text;
  for (const auto &[monomial, coefficient] : ordered()) {
    const bool negative = coefficient < 0;
    if (text.empty())
      text += negative ? "-" : "";
    else
      text += negative ? " - " : " + ";
    const int64_t magnitude = negative ? -coefficient : coefficient;
    bool first = true;
    if (magnitude != 1 || monomial.empty()) {
      text += std::to_string(magnitude);
      first = false;
    }
    for (const std::string &factor : monomial) {
      text += first ? "" : " * ";
      text += factor;
      first = false;
    }
  }
  return text;
}

std::string Polynomial::factor() const {
  const bool single = terms.size() == 1 && terms.begin()->second >= 0;
  return single || terms.empty() ? str() : "(" + str() + ")";
}

} // namespace warpsmith
