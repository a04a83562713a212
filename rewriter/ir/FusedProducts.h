/// Which product of a sum becomes part of an FMA.
///
/// With -fmad=true nvcc contracts `a * b + c * d` to one FMA and one rounded product. Which of the
/// two is rounded depends on the code around the expression: LLVM orders the operands of an
/// addition by how early they are available (Reassociate's ranks), and its code generator contracts
/// the first (DAGCombiner, visitFADDForFMACombine). Seen so in nvcc 13.0's PTX; tests/compile
/// checks it. To give the same bits from other surroundings, generated code rounds the other
/// product explicitly, with an intrinsic that is never contracted. Products of constants alone are
/// moved about, and one by 2 becomes an addition: sums with these are undecided.
///
/// A sum that a thread keeps in an array is available when it is read from there, if LLVM has not
/// yet unrolled the loops that number the array's elements: the frontend tells where that matters
/// (OutputFamily.h).
///
/// A product of the sum and a constant may have been computed elsewhere before that. Where a loop
/// can have no step at all, the sum behind it is either what it started from or the loop's result.
/// If it started from a constant, LLVM multiplies each of the two where it comes from (InstCombine,
/// foldOpIntoPhi): one product is a constant, the other stands at the loop's end, in a block of its
/// own, where no sum behind the loop contracts it. So `1.5f * sum + C` is rounded twice in a loop
/// over k < p, and once in a loop over k < 1024. Seen so in machine code of nvcc 13.0 for all
/// architectures. Whether LLVM knows that there is a step depends on all that is known of the
/// number of steps, so it is known here only where that number is a constant.
#pragma once

#include "rewriter/ir/Expression.h"
#include <cstdint>
#include <string>
#include <vector>

namespace warpsmith {

/// Loops of at most so many steps may be unrolled whole (nvcc 13.0 does up to 32): the start and
/// the first product are then one expression, and which product is contracted is the compiler's
/// choice.
constexpr int64_t UnrolledWhole = 64;

/// When the values of an expression became available in the original kernel.
struct Availability {
  bool outputBeforeLoop;      ///< the old element of C was read before the loop over k
  std::vector<int> readOrder; ///< of operands, in a step
  /// Products that other branches of the original compute as well: they may be computed before it
  /// branches, and then no sum contracts them. And those of several sums.
  // NOLINTNEXTLINE(readability-redundant-member-init): aggregates leave it out
  std::vector<ExpressionRef> shared = {};
  /// The sum starts from a constant, and as far as the compiler knows there may be no step.
  bool sumMayBeConstant = false;
};

/// The expression with every product rounded that the original does not contract.
ExpressionRef withFusedProductsFixed(const ExpressionRef &expression,
                                     const Availability &availability);

/// A product of floats, perhaps negated, by an intrinsic that is never contracted; anything else as
/// it is.
ExpressionRef roundedAlone(const ExpressionRef &value);

/// The products that roundedAlone() has made calls, as products.
ExpressionRef withoutRounding(const ExpressionRef &value);

/// The products in an expression.
std::vector<ExpressionRef> productsOf(const ExpressionRef &expression);

/// The products that an expression has in several different sums. The code generator contracts one
/// of those with whatever stands beside it, so in `a * b - c * d` it may be `c * d`: seen so in
/// machine code of nvcc 13.0.
std::vector<ExpressionRef> productsOfSeveralSums(const ExpressionRef &expression);

/// A sum of two products between which the order of availability does not decide, or of one that is
/// shared, as text; empty when there is none.
std::string undecidedSum(const Expression &expression, const Availability &availability);

/// A sum or a difference of two products.
bool addsTwoProducts(const Expression &expression);

/// A sum or a difference of which one side is a product.
bool addsProduct(const Expression &expression);

/// No value that the program computes is in it.
bool isConstant(const Expression &expression);

/// A sum with a product of the accumulator and constants that may have been rounded at the loop's
/// end, as text; empty when there is none.
std::string sumOfEarlyProduct(const Expression &expression, const Availability &availability);

} // namespace warpsmith
