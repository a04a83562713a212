/// The arithmetic of a contraction split by where it runs: once per element of a tile, once per
/// step of k, once per element of C.
#pragma once

#include "rewriter/ir/Contraction.h"

namespace warpsmith {

struct Computation {
  /// Functions of one element of A or B alone (leaf Operand 0 or 1) and scalars: `alpha * A`.
  ExpressionRef a, b;
  ExpressionRef a2, b2; ///< of the second product of a step
  /// The sum after a step, with the values of `a` and `b` as Operand leaves.
  ExpressionRef step;
  /// What the sum starts from, and what is stored, from Sum and Output.
  ExpressionRef start, finish;
  /// What each product is multiplied by, where that is neither in `step` nor in `finish`.
  std::vector<ExpressionRef> factors;

  const ExpressionRef &own(int operand) const {
    const ExpressionRef *const all[] = {&a, &b, &a2, &b2};
    return *all[operand];
  }
};

/// Keeps every rounding of the original: work is only moved, never regrouped.
Computation exactComputation(const Contraction &contraction);

/// Sums bare products A * B and applies constant factors and the start once, at the end: for
/// contracts under which operands are rounded anyway.
/// `factorsApart` leaves the constant factors to the caller.
Computation productComputation(const Contraction &contraction, bool factorsApart = false);

/// True when a stored value depends on what the element of C was.
bool readsOldC(const Computation &computation, const Contraction &contraction);

/// The same arithmetic in FP64: leaves are converted, roundings to FP32 in between are dropped.
ExpressionRef widened(const ExpressionRef &expression);

} // namespace warpsmith
