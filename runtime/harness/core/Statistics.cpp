#include "runtime/harness/core/Statistics.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace warpsmith::harness {
namespace {

std::vector<double> sorted(std::span<const double> samples) {
  std::vector<double> result(samples.begin(), samples.end());
  std::sort(result.begin(), result.end());
  return result;
}

/// P(X <= k) for X binomial(n, 1/2), summed in logarithms so that large n does not overflow.
double fairBinomialAtMost(std::size_t k, std::size_t n) {
  double sum = 0;
  const auto count = static_cast<double>(n);
  for (std::size_t index = 0; index <= k; ++index) {
    const auto chosen = static_cast<double>(index);
    sum += std::exp(std::lgamma(count + 1) - std::lgamma(chosen + 1) -
                    std::lgamma(count - chosen + 1) - count * std::log(2.0));
  }
  return sum;
}

} // namespace

double quantile(std::span<const double> samples, double probability) {
  if (samples.empty())
    return std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> ordered = sorted(samples);
  const double position = probability * static_cast<double>(ordered.size() - 1);
  const auto below = static_cast<std::size_t>(std::floor(position));
  const std::size_t above = std::min(below + 1, ordered.size() - 1);
  return std::lerp(ordered[below], ordered[above], position - static_cast<double>(below));
}

double median(std::span<const double> samples) {
  return quantile(samples, 0.5);
}

double medianAbsoluteDeviation(std::span<const double> samples) {
  const double center = median(samples);
  std::vector<double> deviations;
  deviations.reserve(samples.size());
  for (const double sample : samples)
    deviations.push_back(std::fabs(sample - center));
  return median(deviations);
}

double mean(std::span<const double> samples) {
  if (samples.empty())
    return std::numeric_limits<double>::quiet_NaN();
  return std::accumulate(samples.begin(), samples.end(), 0.0) / static_cast<double>(samples.size());
}

double standardDeviation(std::span<const double> samples) {
  if (samples.size() < 2)
    return 0;
  const double center = mean(samples);
  double squares = 0;
  for (const double sample : samples)
    squares += (sample - center) * (sample - center);
  return std::sqrt(squares / static_cast<double>(samples.size() - 1));
}

Interval medianInterval(std::span<const double> samples, double coverage) {
  if (samples.empty()) {
    const double none = std::numeric_limits<double>::quiet_NaN();
    return {none, none, 0};
  }
  const std::vector<double> ordered = sorted(samples);
  const std::size_t count = ordered.size();
  // [x_(rank+1), x_(count-rank)] misses the median with probability 2 P(X <= rank).
  std::size_t rank = 0;
  while (rank + 1 < (count + 1) / 2 && 1 - 2 * fairBinomialAtMost(rank + 1, count) >= coverage)
    ++rank;
  const double covered = std::max(0.0, 1 - 2 * fairBinomialAtMost(rank, count));
  return {ordered[rank], ordered[count - 1 - rank], covered};
}

std::vector<double> pairedRatios(std::span<const double> first, std::span<const double> second) {
  std::vector<double> ratios(std::min(first.size(), second.size()));
  for (std::size_t index = 0; index < ratios.size(); ++index)
    ratios[index] = first[index] / second[index];
  return ratios;
}

} // namespace warpsmith::harness
