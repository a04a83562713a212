/// Vector clocks: which steps of the other threads a thread has seen, through barriers.
///
/// Mattern, "Virtual Time and Global States of Distributed Systems" (1989). Thread t's own entry is
/// the number of its current step; a step ends where the thread publishes what it did.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpsmith::emulator {

class Clock {
public:
  Clock() = default;
  explicit Clock(std::size_t threads) : steps(threads, 0) {}

  uint32_t of(int thread) const {
    return static_cast<std::size_t>(thread) < steps.size() ? steps[thread] : 0;
  }
  void tick(int thread) { ++steps[thread]; }
  void join(const Clock &other) {
    if (steps.size() < other.steps.size())
      steps.resize(other.steps.size(), 0);
    for (std::size_t i = 0; i < other.steps.size(); ++i)
      steps[i] = std::max(steps[i], other.steps[i]);
  }
  void clear() { steps.clear(); }

private:
  std::vector<uint32_t> steps;
};

} // namespace warpsmith::emulator
