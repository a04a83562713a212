// FP64 references of what CORR and COVAR compute of the columns of a table before they multiply it.
#pragma once

#include "runtime/harness/core/Reference.h"

namespace warpsmith::polybench {

/// The mean of each column.
harness::OutputReference meanReference(int buffer, const harness::HostArray &table);

/// The standard deviation of each column around the means that a run has found; 1 where it is at
/// most `epsilon`.
harness::OutputReference deviationReference(int buffer, const harness::HostArray &table,
                                            const std::vector<double> &means, double epsilon);

/// (x - mean) / divisor of each column, for the means and divisors of a run; no divisors: 1.
harness::OutputReference centredReference(int buffer, const harness::HostArray &table,
                                          const std::vector<double> &means,
                                          const std::vector<double> &divisors);

} // namespace warpsmith::polybench
