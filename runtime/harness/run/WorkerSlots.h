// How many more workers may verify at the same time: problems that run side by side share them.
#pragma once

#include <atomic>

namespace warpsmith::harness {

class WorkerSlots {
public:
  void open(int count) { free = count; }
  /// Whether there was a free one, which is now the caller's.
  bool take() {
    int seen = free;
    while (seen > 0 && !free.compare_exchange_weak(seen, seen - 1)) {
    }
    return seen > 0;
  }
  void giveBack() { ++free; }

private:
  std::atomic<int> free = 0;
};

} // namespace warpsmith::harness
