// Exact-as-possible results: FP64 values with the magnitudes that an error bound needs.
#pragma once

#include "runtime/harness/core/ErrorBound.h"
#include "runtime/harness/core/Problem.h"
#include <vector>

namespace warpsmith::harness {

/// A matrix in FP64; strides in elements, so that a transpose is a view.
struct MatrixView {
  const double *data = nullptr;
  std::size_t rows = 0, columns = 0;
  std::size_t rowStride = 0, columnStride = 1;

  double at(std::size_t row, std::size_t column) const {
    return data[row * rowStride + column * columnStride];
  }
  MatrixView transposed() const { return {data, columns, rows, columnStride, rowStride}; }
};

/// Multiplies FP64 matrices, on the GPU where there is one.
class ProductEngine {
public:
  virtual ~ProductEngine() = default;
  /// value := left * right and magnitude := |left| * |right|, row-major without padding.
  virtual void multiply(const MatrixView &left, const MatrixView &right, double *value,
                        double *magnitude) = 0;
};

/// The same in plain C++ on all cores.
class HostProductEngine : public ProductEngine {
public:
  void multiply(const MatrixView &left, const MatrixView &right, double *value,
                double *magnitude) override;
};

/// Reference values of one written buffer. Every vector but `value` may be empty, meaning zeros.
struct OutputReference {
  int buffer = 0;
  std::size_t length = 0;    // number of products in each element's sum
  double largestOperand = 0; // largest |a|, |b| among those that are results themselves
  bool isProduct = true;     // false: no pass touches it; it is judged as fp32 under every contract
  bool rounds = false;       // even when the inputs are integers (a mean)
  std::vector<double> value;
  std::vector<double> products;
  std::vector<double> addend;
  std::vector<double> operands;
  /// Error that is allowed besides: of roundings to types narrower than the sum's, or the whole
  /// bound where it was found together with the value (RunningError.h).
  std::vector<double> allowance;

  double allowed(std::size_t index) const;
  Magnitudes magnitudes(std::size_t index) const;
};

/// Results of a type that is narrower than sums are rounded once more. `sum` is off by less than
/// the sum of the terms' magnitudes times gamma.
void allowRounding(OutputReference &reference, ElementType type);

/// Puts the elements of `part` behind those of `whole`: of an output that is computed piece by
/// piece.
void append(OutputReference &whole, const OutputReference &part);

/// An array of a problem in FP64, and as a matrix; `array` has the extents.
std::vector<double> toDouble(const HostArray &array);
MatrixView asMatrix(const std::vector<double> &values, std::size_t rows, std::size_t columns);
MatrixView asMatrix(const std::vector<double> &values, const HostArray &array);
/// An array that a run has left, with zeros where it is not finite: a NaN would spread over whole
/// rows of a product, also to results that do not depend on it. Those that do are NaN in the run
/// and not in the reference.
std::vector<double> finiteValues(const HostArray &array);
double largestMagnitude(const std::vector<double> &values);

/// alpha * left * right + beta * addend for one buffer; `addend` may be null when beta is 0.
OutputReference productReference(ProductEngine &engine, int buffer, double alpha,
                                 const MatrixView &left, const MatrixView &right, double beta,
                                 const double *addend);

/// Values of which each is the sum of `length` terms of magnitude `products`, by no product kernel.
OutputReference elementwiseReference(int buffer, std::size_t length, std::vector<double> value,
                                     std::vector<double> products);

} // namespace warpsmith::harness
