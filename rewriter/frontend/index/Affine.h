/// Integers as a sum of box variables with polynomial coefficients.
///
/// A *box variable* runs over [0, extent): a thread's or a block's index along an axis, a step of a
/// loop, a digit. Coefficients and extents are polynomials in parameters (`lda`, `blockDim.x`).
///
/// The algebra is our own because libraries of Presburger arithmetic take neither coefficients nor
/// divisors that are known at run time: there `i * lda + j` is no affine form, and `j / size` none
/// either. What is lost is completeness. A question that is not answered leads to a check at the
/// launch or to a refusal.
#pragma once

#include "rewriter/ir/Polynomial.h"
#include <compare>
#include <functional>
#include <map>

namespace warpsmith::frontend::index {

/// A box variable. What it is, `Symbols` knows.
struct SymbolId {
  int number = -1;
  auto operator<=>(const SymbolId &) const = default;
};

class Affine {
public:
  Affine() = default;
  /*implicit*/ Affine(Polynomial uniform) : constantPart(std::move(uniform)) {}
  /*implicit*/ Affine(int64_t number) : constantPart(number) {}
  /*implicit*/ Affine(SymbolId symbol) { terms.emplace(symbol, Polynomial(1)); }

  Affine operator+(const Affine &other) const;
  Affine operator-(const Affine &other) const;
  /// By something that all threads and steps have alike.
  Affine operator*(const Polynomial &factor) const;
  bool operator==(const Affine &) const = default;

  /// What is left where all box variables are 0.
  const Polynomial &constant() const { return constantPart; }
  const std::map<SymbolId, Polynomial> &coefficients() const { return terms; }
  Polynomial coefficient(SymbolId symbol) const;
  bool isUniform() const { return terms.empty(); }
  bool dependsOn(SymbolId symbol) const { return terms.contains(symbol); }
  /// The symbol, if it is that and nothing else.
  bool is(SymbolId symbol) const;

  Affine substitute(SymbolId symbol, const Affine &value) const;
  /// Another polynomial in place of a parameter.
  Affine withParameter(const std::string &name, const Polynomial &value) const;
  /// The sum that, multiplied by the divisor, gives this one.
  std::optional<Affine> quotient(const Polynomial &divisor) const;
  /// As a polynomial in which `nameOf` names the box variables.
  Polynomial polynomial(const std::function<std::string(SymbolId)> &nameOf) const;

private:
  Polynomial constantPart;
  std::map<SymbolId, Polynomial> terms; // without zeros
};

} // namespace warpsmith::frontend::index
