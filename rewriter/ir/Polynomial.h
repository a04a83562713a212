/// Integer polynomials over named symbols: the form in which indices, strides and bounds are
/// compared and printed.
///
/// An access `a[i * lda + k]` is affine in the indices `%i` and `%k` with coefficients that are
/// themselves polynomials in sizes (`lda`). Symbols whose name starts with '%' are indices; every
/// other name is spelled as in the source (a parameter, a macro, `blockDim.x`). Arithmetic is that
/// of the integers: overflow of the original's index type is undefined there and ignored here. A
/// coefficient beyond 64 bits throws std::overflow_error.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace warpsmith {

class Polynomial {
public:
  Polynomial() = default;
  /*implicit*/ Polynomial(int64_t constant);
  static Polynomial symbol(std::string name);
  /// What C++ makes of dividend / divisor, or of dividend % divisor: a symbol, whose name is the
  /// quotient's text.
  struct Quotient;
  static Polynomial symbol(Quotient quotient);

  Polynomial operator+(const Polynomial &other) const;
  Polynomial operator-(const Polynomial &other) const;
  Polynomial operator*(const Polynomial &other) const;
  Polynomial &operator+=(const Polynomial &other) { return *this = *this + other; }
  bool operator==(const Polynomial &other) const = default;
  std::strong_ordering operator<=>(const Polynomial &other) const { return terms <=> other.terms; }

  bool isZero() const { return terms.empty(); }
  /// The value when no symbol occurs.
  std::optional<int64_t> constant() const;
  /// The quotient that a symbol in it is; null where it is none.
  const Quotient *quotientOf(std::string_view symbol) const;
  /// All coefficients are negative, and there is one: it is negative where no symbol is.
  bool isNegative() const;
  /// A term is printed with a `*`, outside of quotients.
  bool hasProducts() const;
  bool dependsOn(std::string_view symbol) const;
  /// True when any index ('%' symbol) occurs.
  bool dependsOnIndices() const;
  std::vector<std::string> symbols() const;
  /// The symbols inside of quotients.
  std::set<std::string> quotientSymbols() const;
  /// What all of it is made of, inside of quotients and outside: no quotient is among them.
  std::set<std::string> names() const;

  /// Splits p into coefficient * symbol + rest; nothing when p is not affine in the symbol.
  struct Affine;
  std::optional<Affine> affineIn(std::string_view symbol) const;
  /// The polynomial that, multiplied by a divisor of one term, gives this one; nothing when there
  /// is none with integer coefficients.
  std::optional<Polynomial> quotient(const Polynomial &divisor) const;
  /// The summands: polynomials of one term each.
  std::vector<Polynomial> summands() const;
  Polynomial substitute(std::string_view symbol, const Polynomial &value) const;
  /// The value where each of names() has one. Nothing where one has none, where a divisor is zero,
  /// or beyond 64 bits.
  using Valuation = std::function<std::optional<int64_t>(const std::string &)>;
  std::optional<int64_t> evaluate(const Valuation &valueOf) const;

  /// How symbols that are no quotients are spelled; null to spell them by their names.
  using Spelling = std::function<std::string(const std::string &)>;
  /// As C++ source, highest degree first: `%i * nk + %k`.
  std::string str(const Spelling &spelling = {}) const;
  /// As C++ source whose arithmetic is that of `long long`, whatever the symbols' types:
  /// `(long long)i * nk + k`. A symbol alone is left to the conversion of what it initialises.
  std::string wide(const Spelling &spelling = {}) const;
  /// As str(), in parentheses when it is a sum of several terms (to stand in a product).
  std::string factor() const;

private:
  struct Symbol; // a name, and the quotient that it says; one for all polynomials, kept for good
  class Factor {
  public:
    explicit Factor(const Symbol *interned) : symbol(interned) {}
    const std::string &name() const;
    const Quotient *quotient() const; ///< nothing but what its name says
    bool operator==(const Factor &other) const;
    bool operator==(std::string_view other) const { return name() == other; }
    std::strong_ordering operator<=>(const Factor &other) const;
    std::string text(const Spelling &spelling) const;

  private:
    const Symbol *symbol;
  };
  using Monomial = std::vector<Factor>; // sorted
  struct Term;
  static std::string print(const std::vector<Term> &printed);
  std::vector<std::pair<Monomial, int64_t>> ordered() const; // highest degree first
  std::map<Monomial, int64_t> terms;                         // no zero coefficients

  void add(const Monomial &monomial, int64_t coefficient);
};

struct Polynomial::Affine {
  Polynomial coefficient, rest;
};

struct Polynomial::Quotient {
  Polynomial dividend, divisor;
  bool remainder = false;
  /// Spelled so that a divisor which is not positive makes no division by zero.
  bool guarded = false;

  std::string text(const Spelling &spelling) const;
  std::optional<int64_t> evaluate(const Valuation &valueOf) const;
};

} // namespace warpsmith
