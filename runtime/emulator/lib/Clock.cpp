// Joining clocks is what the emulator does most: each of a block's threads, at each of its
// barriers.
#include "runtime/emulator/lib/Clock.h"
#include <functional>

// The largest and the smallest of unsigned numbers are vector instructions from SSE4.1 on, which
// not every machine has that runs the emulator: both forms are made, and the machine chooses.
#ifdef __x86_64__
#define FOR_EACH_VECTOR_WIDTH __attribute__((target_clones("avx2", "default")))
#else
#define FOR_EACH_VECTOR_WIDTH
#endif

namespace warpsmith::emulator {
namespace {

FOR_EACH_VECTOR_WIDTH void takeLarger(uint32_t *to, const uint32_t *from, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    to[i] = std::max(to[i], from[i]);
}

FOR_EACH_VECTOR_WIDTH void takeSmaller(uint32_t *to, const uint32_t *from, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    to[i] = std::min(to[i], from[i]);
}

bool covers(const std::vector<uint32_t> &all, const std::vector<uint32_t> &some) {
  return some.size() <= all.size() &&
         std::equal(some.begin(), some.end(), all.begin(), std::less_equal<>());
}

} // namespace

StepSet::Steps &StepSet::own() {
  if (!steps) {
    steps = std::make_shared<Steps>();
  } else if (steps.use_count() != 1) {
    joined = steps;
    steps = std::make_shared<Steps>(*steps);
  }
  return *steps;
}

void StepSet::raise(int agent, uint32_t step) {
  if (of(agent) >= step)
    return;
  Steps &changed = own();
  if (changed.size() <= static_cast<std::size_t>(agent))
    changed.resize(agent + 1, 0);
  changed[agent] = step;
}

void StepSet::join(const StepSet &other) {
  if (!other.steps || other.steps == steps || other.steps == joined)
    return;
  // What covers all of this set takes its place.
  if (!steps || steps == other.joined || covers(*other.steps, *steps)) {
    *this = other;
    return;
  }
  Steps &changed = own();
  if (changed.size() < other.steps->size())
    changed.resize(other.steps->size(), 0);
  takeLarger(changed.data(), other.steps->data(), other.steps->size());
  joined = other.steps;
}

void StepSet::meet(const StepSet &other) {
  if (other.steps == steps || !steps)
    return;
  joined.reset();
  if (!other.steps) {
    steps.reset();
    return;
  }
  Steps &changed = own();
  changed.resize(std::min(changed.size(), other.steps->size()));
  takeSmaller(changed.data(), other.steps->data(), changed.size());
}

} // namespace warpsmith::emulator
