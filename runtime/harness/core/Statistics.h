// Robust statistics of timing samples.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace warpsmith::harness {

/// Quantile of `samples` for 0 <= probability <= 1, interpolated linearly between order statistics
/// (R. J. Hyndman, Y. Fan, "Sample quantiles in statistical packages", 1996, definition 7).
/// NaN for no samples.
double quantile(std::span<const double> samples, double probability);
double median(std::span<const double> samples);

/// Median absolute deviation from the median, unscaled.
double medianAbsoluteDeviation(std::span<const double> samples);

double mean(std::span<const double> samples);
/// With n - 1 in the denominator; 0 for fewer than two samples.
double standardDeviation(std::span<const double> samples);

struct Interval {
  double low = 0;
  double high = 0;
  double coverage = 0; // probability that it holds the true median, at least what was asked for
                       // when there are enough samples (6 for 95 %)
};

/// Nonparametric confidence interval of the median from order statistics: the number of samples
/// below the median is binomial(n, 1/2) whatever the distribution (H. A. David, H. N. Nagaraja,
/// Order Statistics, 3rd ed., 7.1). With too few samples, the whole range and its coverage.
Interval medianInterval(std::span<const double> samples, double coverage = 0.95);

/// first[i] / second[i] over the shorter of the two: samples of one round belong together, so that
/// drift cancels.
std::vector<double> pairedRatios(std::span<const double> first, std::span<const double> second);

} // namespace warpsmith::harness
