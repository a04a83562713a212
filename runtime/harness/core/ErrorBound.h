// How far a correct result may be from the exact one, per element.
//
// A benchmark's result is x = addend + sum of n products alpha*a*b. In floating point with unit
// roundoff u every term passes through at most n + 3 roundings, whatever the order and grouping of
// the sum: alpha*a, the product, n additions and one more where partial sums are joined. By
// N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., SIAM 2002, Lemma 3.1 and
// (3.3), hence
//     |fl(x) - x| <= gamma(n + 3) * (|addend| + sum |alpha a b|),   gamma(m) = m u / (1 - m u).
// FMA contraction only removes roundings.
//
// Tensor cores round operands first (relative error f each, absolute error e below the smallest
// normal number of the format), form exact products and add groups of them with truncation to 24
// or more bits aligned to the largest addend (M. Fasi, N. J. Higham, M. Mikaitis, S. Pranesh,
// "Numerical behavior of NVIDIA tensor cores", PeerJ CS 7:e330, 2021). A group of t products and
// the accumulator lose at most (t + 2) 2^-23 of the magnitude; over n products in groups of t >= 4,
// padded to a multiple of 16, that is covered by gamma(2 n + 32) with u = 2^-23. With the operand
// errors (P. Blanchard et al., "Mixed precision block fused multiply-add", SISC 42(3), 2020,
// Theorem 3.2):
//     |fl(x) - x| <= gamma * magnitude + (2f + f^2) sum |alpha a b| + e max(1, |alpha|)
//     sum(|a|+|b|).
//
// The FP64 reference has an error of the same form with u = 2^-53, and n underflows lose at most
// the smallest normal number each; both are added.
#pragma once

#include "runtime/harness/core/ElementType.h"
#include "types/Numerics.h"
#include <cstddef>

namespace warpsmith::harness {

/// The largest finite value of the format that a contract rounds elements of `data` to; infinity
/// when that is at least the data's own.
double operandRange(Numerics contract, ElementType data);
/// Up to this all integers are exact in that format; infinity when operands are not rounded.
double exactOperands(Numerics contract, ElementType data);

/// The quantities of one element that its bound needs.
struct Magnitudes {
  double products = 0; // sum of |alpha a b|
  double addend = 0;   // |beta c|
  double operands = 0; // max(1, |alpha|) * sum of (|a| + |b|)
};

/// Bounds for one contract, one type and one length of sum.
class ErrorBound {
public:
  /// `truncatedOperands`: operands are cut to the format rather than rounded, as libraries may do
  /// that hand FP32 bits to a TF32 instruction.
  ErrorBound(Numerics contract, ElementType dataType, std::size_t length,
             bool truncatedOperands = false);

  /// Infinity when the sum is so long that the theory says nothing (m u >= 1).
  double operator()(const Magnitudes &magnitudes) const;

private:
  double accumulation;
  double operandRounding = 0;
  double operandUnderflow = 0;
  double underflow;
};

/// Higham's gamma(m) = m u / (1 - m u); infinity for m u >= 1.
double gamma(double roundings, double unitRoundoff);

} // namespace warpsmith::harness
