// The fastest of several ways to do the same.
#pragma once

#include "runtime/harness/core/Statistics.h"
#include <cstddef>
#include <limits>
#include <vector>

namespace warpsmith::harness {

/// The index of 0 to `count` - 1 with the least median of `rounds` measurements, which are taken in
/// turns. `measure(index)` gives seconds, or a negative number where that way is not possible,
/// which is not asked again; the answer is then -1 if that is so of all.
template <typename Measure>
int fastestOf(int count, int rounds, Measure measure) {
  std::vector<std::vector<double>> times(static_cast<std::size_t>(count));
  std::vector<bool> possible(times.size(), true);
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t index = 0; index < times.size(); ++index) {
      if (!possible[index])
        continue;
      const double seconds = measure(static_cast<int>(index));
      possible[index] = seconds >= 0;
      times[index].push_back(seconds);
    }
  }
  int fastest = -1;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t index = 0; index < times.size(); ++index) {
    if (!possible[index] || times[index].empty() || median(times[index]) >= least)
      continue;
    least = median(times[index]);
    fastest = static_cast<int>(index);
  }
  return fastest;
}

} // namespace warpsmith::harness
