// FP64 references of products of a matrix and a vector.
#pragma once

#include "runtime/harness/core/Reference.h"

namespace warpsmith::polybench {

/// alpha * op(A) * x + addends of one buffer.
class MatrixVectorReference {
public:
  /// Of `buffer`, a vector of that many elements.
  MatrixVectorReference(int buffer, std::size_t elements);

  /// Adds alpha * A * x, or alpha * A' * x with `transposed`. `x` has A's columns, or its rows.
  MatrixVectorReference &multiply(double alpha, const harness::HostArray &matrix,
                                  const std::vector<double> &x, bool transposed = false);
  /// Adds a vector.
  MatrixVectorReference &add(const std::vector<double> &addend);

  harness::OutputReference take() { return std::move(result); }

private:
  harness::OutputReference result;
};

} // namespace warpsmith::polybench
