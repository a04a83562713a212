#include "runtime/harness/core/Reference.h"
#include "runtime/harness/core/Parallel.h"
#include <algorithm>
#include <cmath>

namespace warpsmith::harness {
namespace {

double elementOrZero(const std::vector<double> &values, std::size_t index) {
  return values.empty() ? 0 : values[index];
}

/// Sum of absolute values of each row, from its first column on.
std::vector<double> rowMagnitudes(const MatrixView &matrix) {
  std::vector<double> sums(matrix.rows);
  if (matrix.rowStride < matrix.columnStride) { // as the elements lie in memory
    for (std::size_t column = 0; column < matrix.columns; ++column) {
      for (std::size_t row = 0; row < matrix.rows; ++row)
        sums[row] += std::fabs(matrix.at(row, column));
    }
    return sums;
  }
  for (std::size_t row = 0; row < matrix.rows; ++row) {
    for (std::size_t column = 0; column < matrix.columns; ++column)
      sums[row] += std::fabs(matrix.at(row, column));
  }
  return sums;
}

} // namespace

void HostProductEngine::multiply(const MatrixView &left, const MatrixView &right, double *value,
                                 double *magnitude) {
  const std::size_t columns = right.columns;
  parallelFor(left.rows, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      double *valueRow = value + row * columns;
      double *magnitudeRow = magnitude + row * columns;
      std::fill_n(valueRow, columns, 0.0);
      std::fill_n(magnitudeRow, columns, 0.0);
      for (std::size_t k = 0; k < left.columns; ++k) {
        const double factor = left.at(row, k);
        for (std::size_t column = 0; column < columns; ++column) {
          const double product = factor * right.at(k, column);
          valueRow[column] += product;
          magnitudeRow[column] += std::fabs(product);
        }
      }
    }
  });
}

Magnitudes OutputReference::magnitudes(std::size_t index) const {
  return {elementOrZero(products, index), elementOrZero(addend, index),
          elementOrZero(operands, index)};
}

void allowRounding(OutputReference &reference, ElementType type) {
  const double roundoff = unitRoundoff(type);
  const double sums = gamma(2 * static_cast<double>(reference.length) + 32, 0x1p-23);
  reference.rounds = true;
  reference.allowance.resize(reference.value.size());
  parallelFor(reference.value.size(), 1 << 14, [&](std::size_t begin, std::size_t end) {
    for (std::size_t index = begin; index < end; ++index) {
      reference.allowance[index] =
          roundoff * (std::fabs(reference.value[index]) + sums * reference.products[index]) +
          smallestPositive(type) / 2;
    }
  });
}

void append(OutputReference &whole, const OutputReference &part) {
  for (const auto elements : {&OutputReference::value, &OutputReference::products,
                              &OutputReference::addend, &OutputReference::operands})
    (whole.*elements)
        .insert((whole.*elements).end(), (part.*elements).begin(), (part.*elements).end());
}

double OutputReference::allowed(std::size_t index) const {
  return elementOrZero(allowance, index);
}

std::vector<double> toDouble(const HostArray &array) {
  std::vector<double> values(array.elements());
  withLoader(array.type, array.bytes.get(), [&](auto load) {
    parallelFor(values.size(), 1 << 16, [&](std::size_t begin, std::size_t end) {
      for (std::size_t index = begin; index < end; ++index)
        values[index] = load(index);
    });
  });
  return values;
}

std::vector<double> finiteValues(const HostArray &array) {
  std::vector<double> values = toDouble(array);
  for (double &value : values) {
    if (!std::isfinite(value))
      value = 0;
  }
  return values;
}

MatrixView asMatrix(const std::vector<double> &values, std::size_t rows, std::size_t columns) {
  return {values.data(), rows, columns, columns, 1};
}

MatrixView asMatrix(const std::vector<double> &values, const HostArray &array) {
  return asMatrix(values, array.extents[0], array.extents[1]);
}

double largestMagnitude(const std::vector<double> &values) {
  double largest = 0;
  for (const double value : values)
    largest = std::max(largest, std::fabs(value));
  return largest;
}

OutputReference productReference(ProductEngine &engine, int buffer, double alpha,
                                 const MatrixView &left, const MatrixView &right, double beta,
                                 const double *addend) {
  const std::size_t count = left.rows * right.columns;
  OutputReference result;
  result.buffer = buffer;
  result.length = left.columns;
  for (std::vector<double> *values :
       {&result.value, &result.products, &result.addend, &result.operands})
    values->resize(count);
  engine.multiply(left, right, result.value.data(), result.products.data());
  const std::vector<double> leftSums = rowMagnitudes(left);
  const std::vector<double> rightSums = rowMagnitudes(right.transposed());
  const double weight = std::max(1.0, std::fabs(alpha));
  parallelFor(left.rows, 16, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      for (std::size_t column = 0; column < right.columns; ++column) {
        const std::size_t index = row * right.columns + column;
        const double added = addend ? beta * addend[index] : 0;
        result.value[index] = alpha * result.value[index] + added;
        result.products[index] *= std::fabs(alpha);
        result.addend[index] = std::fabs(added);
        result.operands[index] = weight * (leftSums[row] + rightSums[column]);
      }
    }
  });
  return result;
}

OutputReference elementwiseReference(int buffer, std::size_t length, std::vector<double> value,
                                     std::vector<double> products) {
  OutputReference result;
  result.buffer = buffer;
  result.length = length;
  result.isProduct = false;
  result.rounds = true;
  result.value = std::move(value);
  result.products = std::move(products);
  return result;
}

} // namespace warpsmith::harness
