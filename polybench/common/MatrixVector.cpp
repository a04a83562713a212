#include "polybench/common/MatrixVector.h"
#include "runtime/harness/core/Parallel.h"
#include <cmath>

namespace warpsmith::polybench {

using namespace warpsmith::harness;

MatrixVectorReference::MatrixVectorReference(int buffer, std::size_t elements)
    : result(elementwiseReference(buffer, 0, std::vector<double>(elements),
                                  std::vector<double>(elements))) {
  result.addend.resize(elements);
  result.rounds = false;
}

MatrixVectorReference &MatrixVectorReference::multiply(double alpha, const HostArray &matrix,
                                                       const std::vector<double> &x,
                                                       bool transposed) {
  const std::size_t rows = matrix.extents[0];
  const std::size_t columns = matrix.extents[1];
  const auto accumulate = [&](std::size_t element, double term) {
    result.value[element] += term;
    result.products[element] += std::fabs(term);
  };
  withLoader(matrix.type, matrix.bytes.get(), [&](auto load) {
    // Each thread has elements of its own and walks its part of the matrix along rows.
    parallelFor(transposed ? columns : rows, 64, [&](std::size_t begin, std::size_t end) {
      if (!transposed) {
        for (std::size_t row = begin; row < end; ++row) {
          for (std::size_t column = 0; column < columns; ++column)
            accumulate(row, alpha * load(row * columns + column) * x[column]);
        }
        return;
      }
      for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t column = begin; column < end; ++column)
          accumulate(column, alpha * load(row * columns + column) * x[row]);
      }
    });
  });
  result.length = std::max(result.length, transposed ? rows : columns);
  return *this;
}

MatrixVectorReference &MatrixVectorReference::add(const std::vector<double> &addend) {
  for (std::size_t index = 0; index < addend.size(); ++index) {
    result.value[index] += addend[index];
    result.addend[index] += std::fabs(addend[index]);
  }
  return *this;
}

} // namespace warpsmith::polybench
