#include "polybench/common/ColumnStatistics.h"
#include <cmath>

namespace warpsmith::polybench {

using namespace warpsmith::harness;

OutputReference meanReference(int buffer, const HostArray &table) {
  const std::size_t rows = table.extents[0];
  const std::size_t columns = table.extents[1];
  const std::vector<double> data = toDouble(table);
  std::vector<double> value(columns);
  std::vector<double> magnitude(columns);
  for (std::size_t index = 0; index < data.size(); ++index) {
    value[index % columns] += data[index] / static_cast<double>(rows);
    magnitude[index % columns] += std::fabs(data[index]) / static_cast<double>(rows);
  }
  return elementwiseReference(buffer, rows, std::move(value), std::move(magnitude));
}

// A square has 3 roundings (a difference of relative error u, twice, and the product), the sum of n
// of them n - 1, the quotient 1; the root halves the relative error of all these and adds 1: no
// more than the n + 3 that ErrorBound allows for n terms.
OutputReference deviationReference(int buffer, const HostArray &table,
                                   const std::vector<double> &means, double epsilon) {
  const std::size_t rows = table.extents[0];
  const std::size_t columns = table.extents[1];
  const std::vector<double> data = toDouble(table);
  std::vector<double> value(columns);
  for (std::size_t index = 0; index < data.size(); ++index) {
    const double difference = data[index] - means[index % columns];
    value[index % columns] += difference * difference;
  }
  for (double &deviation : value) {
    deviation = std::sqrt(deviation / static_cast<double>(rows));
    if (deviation <= epsilon)
      deviation = 1;
  }
  std::vector<double> magnitude = value;
  return elementwiseReference(buffer, rows, std::move(value), std::move(magnitude));
}

// At most 4 roundings: the difference, the root of n, its product with the deviation, the quotient.
// ErrorBound allows 3 more than the length.
OutputReference centredReference(int buffer, const HostArray &table,
                                 const std::vector<double> &means,
                                 const std::vector<double> &divisors) {
  const std::size_t columns = table.extents[1];
  std::vector<double> value = toDouble(table);
  std::vector<double> magnitude(value.size());
  for (std::size_t index = 0; index < value.size(); ++index) {
    const std::size_t column = index % columns;
    value[index] = (value[index] - means[column]) / (divisors.empty() ? 1 : divisors[column]);
    magnitude[index] = std::fabs(value[index]);
  }
  return elementwiseReference(buffer, 1, std::move(value), std::move(magnitude));
}

} // namespace warpsmith::polybench
