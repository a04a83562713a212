// A number that knows how far a kernel's may be from it.
//
// Running error analysis (N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed.,
// SIAM 2002, section 3.3): an operation adds the rounding of its own result, in the kernel's format
// and in FP64, to the errors that its operands bring. For iterations (stencils, sweeps), where a
// bound from the length of a sum does not apply; every step is bounded without neglecting
// higher orders, so a correct kernel is always within it. A kernel that contracts a product and a
// sum into an FMA rounds once less.
#pragma once

#include "runtime/harness/core/ElementType.h"
#include "runtime/harness/core/Reference.h"
#include <cmath>
#include <limits>

namespace warpsmith::harness {

/// An FP64 value and a bound on its distance from what a correct kernel computes in `Real`.
template <typename Real>
struct RunningError {
  using Format = Real;

  double value = 0;
  double error = 0;

  RunningError() = default;
  RunningError(double exact) : value(exact) {}
  RunningError(double value, double error) : value(value), error(error) {}

  /// The same value as the result of one more operation of the kernel. Where the FP64 result is
  /// subnormal in the kernel's format, its rounding is no longer relative.
  RunningError rounded() const {
    constexpr double Unit = std::numeric_limits<Real>::epsilon() / 2;
    constexpr double UnitOfValue = std::numeric_limits<double>::epsilon() / 2;
    constexpr double Smallest = std::numeric_limits<Real>::min();
    return {value,
            error + Unit * (std::fabs(value) + error) + UnitOfValue * std::fabs(value) + Smallest};
  }
};

template <typename Real>
RunningError<Real> operator+(RunningError<Real> a, RunningError<Real> b) {
  return RunningError<Real>(a.value + b.value, a.error + b.error).rounded();
}

template <typename Real>
RunningError<Real> operator-(RunningError<Real> a, RunningError<Real> b) {
  return RunningError<Real>(a.value - b.value, a.error + b.error).rounded();
}

template <typename Real>
RunningError<Real> operator*(RunningError<Real> a, RunningError<Real> b) {
  return RunningError<Real>(a.value * b.value, a.error * std::fabs(b.value) +
                                                   b.error * std::fabs(a.value) + a.error * b.error)
      .rounded();
}

template <typename Real>
RunningError<Real> operator*(double a, RunningError<Real> b) {
  return RunningError<Real>(a) * b;
}

/// The error is infinite where the kernel's divisor may be zero.
template <typename Real>
RunningError<Real> operator/(RunningError<Real> a, RunningError<Real> b) {
  const double quotient = a.value / b.value;
  const double divisor = std::fabs(b.value) - b.error; // the kernel's is no smaller
  return RunningError<Real>(quotient, divisor > 0
                                          ? (a.error + std::fabs(quotient) * b.error) / divisor
                                          : std::numeric_limits<double>::infinity())
      .rounded();
}

/// Calls body(RunningError<Real>()) for the type that a benchmark sums in.
template <typename Body>
decltype(auto) withRunningError(ElementType data, Body body) {
  return resultType(data) == ElementType::F64 ? body(RunningError<double>())
                                              : body(RunningError<float>());
}

/// An array of a problem, free of error.
template <typename Real>
std::vector<RunningError<Real>> exactValues(const HostArray &array) {
  const std::vector<double> values = toDouble(array);
  return {values.begin(), values.end()};
}

/// What a buffer must hold, each value within its error.
template <typename Real>
OutputReference boundedReference(int buffer, const std::vector<RunningError<Real>> &values) {
  OutputReference result = elementwiseReference(buffer, 0, {}, {});
  result.value.reserve(values.size());
  result.allowance.reserve(values.size());
  for (const RunningError<Real> &element : values) {
    result.value.push_back(element.value);
    result.allowance.push_back(element.error);
  }
  return result;
}

} // namespace warpsmith::harness
