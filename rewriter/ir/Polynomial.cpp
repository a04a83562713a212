#include "rewriter/ir/Polynomial.h"
#include <algorithm>
#include <iterator>
#include <limits>
#include <mutex>
#include <set>
#include <stdexcept>

namespace warpsmith {

Polynomial::Polynomial(int64_t constant) {
  add({}, constant);
}

struct Polynomial::Symbol {
  std::string name;
  std::optional<Quotient> quotient;

  /// The only one of its name and kind: polynomials hold pointers instead of names.
  static Factor interned(std::string name, std::optional<Quotient> quotient) {
    static std::mutex guard;
    static std::map<std::pair<std::string, bool>, Symbol> all;
    const std::lock_guard lock(guard);
    const auto [place, isNew] = all.try_emplace({name, quotient.has_value()});
    if (isNew)
      place->second = {std::move(name), std::move(quotient)};
    return Factor(&place->second);
  }
};

const std::string &Polynomial::Factor::name() const {
  return symbol->name;
}

const Polynomial::Quotient *Polynomial::Factor::quotient() const {
  return symbol->quotient ? &*symbol->quotient : nullptr;
}

bool Polynomial::Factor::operator==(const Factor &other) const {
  return symbol == other.symbol || name() == other.name();
}

std::strong_ordering Polynomial::Factor::operator<=>(const Factor &other) const {
  return symbol == other.symbol ? std::strong_ordering::equal : name() <=> other.name();
}

Polynomial Polynomial::symbol(std::string name) {
  Polynomial result;
  result.add({Symbol::interned(std::move(name), std::nullopt)}, 1);
  return result;
}

Polynomial Polynomial::symbol(Quotient quotient) {
  Polynomial result;
  std::string name = quotient.text({});
  result.add({Symbol::interned(std::move(name), std::move(quotient))}, 1);
  return result;
}

std::string Polynomial::Quotient::text(const Spelling &spelling) const {
  std::string by = divisor.constant() ? divisor.str(spelling) : "(" + divisor.wide(spelling) + ")";
  if (guarded)
    by = "(" + by + " > 0 ? " + by + " : 1)";
  return "((" + dividend.wide(spelling) + (remainder ? ") % " : ") / ") + by + ")";
}

std::string Polynomial::Factor::text(const Spelling &spelling) const {
  if (!spelling)
    return name();
  return quotient() ? quotient()->text(spelling) : spelling(name());
}

void Polynomial::add(const Monomial &monomial, int64_t coefficient) {
  auto &value = terms[monomial];
  if (__builtin_add_overflow(value, coefficient, &value))
    throw std::overflow_error("a sum beyond 64 bits");
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
      int64_t coefficient = 0;
      if (__builtin_mul_overflow(leftCoefficient, rightCoefficient, &coefficient))
        throw std::overflow_error("a product beyond 64 bits");
      result.add(product, coefficient);
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

bool Polynomial::hasProducts() const {
  return std::any_of(terms.begin(), terms.end(), [](const auto &term) {
    const auto &[monomial, coefficient] = term;
    return monomial.size() > 1 || (monomial.size() == 1 && coefficient != 1 && coefficient != -1);
  });
}

const Polynomial::Quotient *Polynomial::quotientOf(std::string_view symbol) const {
  for (const auto &[monomial, coefficient] : terms)
    for (const Factor &factor : monomial)
      if (factor == symbol && factor.quotient())
        return factor.quotient();
  return nullptr;
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
    for (const Factor &factor : monomial)
      names.insert(factor.name());
  return {names.begin(), names.end()};
}

std::set<std::string> Polynomial::quotientSymbols() const {
  std::set<std::string> all;
  for (const auto &[monomial, coefficient] : terms)
    for (const Factor &factor : monomial)
      if (factor.quotient())
        for (const Polynomial *part : {&factor.quotient()->dividend, &factor.quotient()->divisor}) {
          all.merge(part->quotientSymbols());
          for (const std::string &symbol : part->symbols())
            all.insert(symbol);
        }
  return all;
}

std::set<std::string> Polynomial::names() const {
  std::set<std::string> all;
  for (const auto &[monomial, coefficient] : terms)
    for (const Factor &factor : monomial)
      if (factor.quotient()) {
        all.merge(factor.quotient()->dividend.names());
        all.merge(factor.quotient()->divisor.names());
      } else {
        all.insert(factor.name());
      }
  return all;
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
    if (std::find(monomial.begin(), monomial.end(), symbol) == monomial.end()) {
      result.add(monomial, coefficient);
      continue;
    }
    Polynomial term(coefficient);
    for (const Factor &factor : monomial) {
      Polynomial kept;
      kept.add({factor}, 1);
      term = term * (factor == symbol ? value : kept);
    }
    result += term;
  }
  return result;
}

std::optional<int64_t> Polynomial::Quotient::evaluate(const Valuation &valueOf) const {
  const auto value = dividend.evaluate(valueOf);
  auto by = divisor.evaluate(valueOf);
  if (by && guarded && *by <= 0)
    by = 1;
  const bool overflows = value == std::numeric_limits<int64_t>::min() && by == -1;
  if (!value || !by || *by == 0 || overflows)
    return std::nullopt;
  return remainder ? *value % *by : *value / *by;
}

std::optional<int64_t> Polynomial::evaluate(const Valuation &valueOf) const {
  int64_t sum = 0;
  for (const auto &[monomial, coefficient] : terms) {
    int64_t product = coefficient;
    for (const Factor &factor : monomial) {
      const auto value =
          factor.quotient() ? factor.quotient()->evaluate(valueOf) : valueOf(factor.name());
      if (!value || __builtin_mul_overflow(product, *value, &product))
        return std::nullopt;
    }
    if (__builtin_add_overflow(sum, product, &sum))
      return std::nullopt;
  }
  return sum;
}

std::vector<std::pair<Polynomial::Monomial, int64_t>> Polynomial::ordered() const {
  std::vector<std::pair<Monomial, int64_t>> result(terms.begin(), terms.end());
  std::sort(result.begin(), result.end(), [](const auto &left, const auto &right) {
    return left.first.size() != right.first.size() ? left.first.size() > right.first.size()
                                                   : left.first < right.first;
  });
  return result;
}

/// A term as it is printed: its factors, and by which texts they are ordered.
struct Polynomial::Term {
  int64_t coefficient;
  std::vector<std::string> texts, keys;
};

std::string Polynomial::wide(const Spelling &spelling) const {
  const bool alone = terms.size() == 1 && terms.begin()->second == 1;
  if (constant() || (alone && terms.begin()->first.size() == 1))
    return str(spelling);
  std::vector<Term> printed;
  for (const auto &[monomial, coefficient] : ordered()) {
    Term term{coefficient, {}, {}};
    for (const Factor &factor : monomial) {
      // One operand of each product is wide, and one of each sum.
      const bool product = monomial.size() > 1 || (coefficient != 1 && coefficient != -1);
      const bool cast = term.texts.empty() && (product || printed.empty());
      term.texts.push_back((cast ? "(long long)" : "") + factor.text(spelling));
      term.keys.push_back((cast ? "(long long)" : "") + factor.name());
    }
    printed.push_back(std::move(term));
  }
  std::sort(printed.begin(), printed.end(), [](const Term &left, const Term &right) {
    return left.keys.size() != right.keys.size() ? left.keys.size() > right.keys.size()
                                                 : left.keys < right.keys;
  });
  return print(printed);
}

std::string Polynomial::str(const Spelling &spelling) const {
  std::vector<Term> printed;
  for (const auto &[monomial, coefficient] : ordered()) {
    printed.push_back({coefficient, {}, {}});
    for (const Factor &factor : monomial)
      printed.back().texts.push_back(factor.text(spelling));
  }
  return print(printed);
}

std::string Polynomial::print(const std::vector<Term> &printed) {
  if (printed.empty())
    return "0";
  std::string text;
  for (const Term &term : printed) {
    const bool negative = term.coefficient < 0;
    if (text.empty())
      text += negative ? "-" : "";
    else
      text += negative ? " - " : " + ";
    const int64_t magnitude = negative ? -term.coefficient : term.coefficient;
    bool first = true;
    if (magnitude != 1 || term.texts.empty()) {
      text += std::to_string(magnitude);
      first = false;
    }
    for (const std::string &factor : term.texts) {
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
