/// Division of index sums, rounded down: what is left of it is a quotient of fewer parts, or none.
#pragma once

#include "rewriter/frontend/index/Prover.h"

namespace warpsmith::frontend::index {

/// `dividend / divisor` of a dividend that is not negative and a positive divisor: without a
/// quotient where the parts' bounds show that none is needed.
Affine divided(const Affine &dividend, const Polynomial &divisor, Symbols &symbols,
               const Prover &prover);

/// As C++ divides: the dividend and the divisor's sign are proved or demanded, and so is that a
/// size in all of the dividend is a multiple of a number (`i * pitch / 4`). Nothing where they
/// cannot be.
std::optional<Affine> quotientOf(const Affine &dividend, const Polynomial &divisor,
                                 Symbols &symbols, Prover &prover, const Guards &guards);

/// A sum as `factor * (x % d) + rest`.
struct Digit {
  Polynomial factor, divisor;
  Affine remainder, rest;
};
/// Of the quotient `x / d` in the sum, which may be written `(x / e) / f`; nothing where x is no
/// part of it.
std::optional<Digit> digitOf(const Affine &sum, SymbolId quotient, const Symbols &symbols);

/// `1 - x % 2` as `(x + 1) % 2`, of a sum that is `x % 2`. Nothing where it is not.
std::optional<Affine> otherOfTwo(const Affine &digit, Symbols &symbols, const Prover &prover);

/// `left ^ right` of two values below the extent, a power of two: one of them where the other has
/// been in it twice.
Affine exclusive(const Affine &left, const Affine &right, int64_t extent, Symbols &symbols);

/// The values of which `^` makes the sum: itself, where it is nothing of that kind.
std::vector<Affine> exclusiveParts(const Affine &sum, const Symbols &symbols);

/// Other sums in place of variables, also in what other symbols are made of.
Affine substituted(const Affine &sum, const std::map<SymbolId, Affine> &values, Symbols &symbols,
                   const Prover &prover);

} // namespace warpsmith::frontend::index
