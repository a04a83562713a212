/// Integer polynomials over named symbols: the form in which indices, strides and bounds are
/// compared and printed.
///
/// An access `a[i * lda + k]` is affine in the indices `%i` and `%k` with coefficients that are
/// themselves polynomials in sizes (`lda`). Symbols whose name starts with '%' are indices; every
/// other name is spelled as in the source (a parameter, a macro, `blockDim.x`). Arithmetic is that
/// of the integers: overflow of the original's index type is undefined there and ignored here.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpsmith {

class Polynomial {
public:
  Polynomial() = default;
  /*implicit*/ Polynomial(int64_t constant);
  static Polynomial symbol(std::string name);

  Polynomial operator+(const Polynomial &other) const;
  Polynomial operator-(const Polynomial &other) const;
  Polynomial operator*(const Polynomial &other) const;
  Polynomial &operator+=(const Polynomial &other) { return *this = *this + other; }
  bool operator==(const Polynomial &other) const = default;
  auto operator<=>(const Polynomial &other) const = default;

  bool isZero() const { return terms.empty(); }
  /// The value when no symbol occurs.
  std::optional<int64_t> constant() const;
  /// All coefficients are negative, and there is one: it is negative where no symbol is.
  bool isNegative() const;
  bool dependsOn(std::string_view symbol) const;
  /// True when any index ('%' symbol) occurs.
  bool dependsOnIndices() const;
  std::vector<std::string> symbols() const;

  /// Splits p into coefficient * symbol + rest; nothing when p is not affine in the symbol.
  struct Affine;
  std::optional<Affine> affineIn(std::string_view symbol) const;
  /// The polynomial that, multiplied by a divisor of one term, gives this one; nothing when there
  /// is none with integer coefficients.
  std::optional<Polynomial> quotient(const Polynomial &divisor) const;
  /// The summands: polynomials of one term each.
  std::vector<Polynomial> summands() const;
  Polynomial substitute(std::string_view symbol, const Polynomial &value) const;

  /// As C++ source, highest degree first: `%i * nk + %k`.
  std::string str() const;
  /// As C++ source whose arithmetic is that of `long long`, whatever the symbols' types:
  /// `(long long)i * nk + k`. A symbol alone is left to the conversion of what it initialises.
  std::string wide() const;
  /// As str(), in parentheses when it is a sum of several terms (to stand in a product).
  std::string factor() const;

private:
  using Monomial = std::vector<std::string>;                 // sorted
  std::vector<std::pair<Monomial, int64_t>> ordered() const; // highest degree first
  std::map<Monomial, int64_t> terms;                         // no zero coefficients

  void add(const Monomial &monomial, int64_t coefficient);
};

struct Polynomial::Affine {
  Polynomial coefficient, rest;
};

} // namespace warpsmith
