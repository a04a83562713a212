/// nvcuda::experimental::pipeline over the primitives.
#pragma once

#include "cuda_pipeline_primitives.h"

namespace nvcuda {
namespace experimental {

/// Counts the stages that were committed.
class pipeline {
public:
  pipeline() = default;
  pipeline(const pipeline &) = delete;
  pipeline &operator=(const pipeline &) = delete;

  /// Returns the stage's number, for wait().
  WARPSMITH_DEVICE size_t commit() {
    __pipeline_commit();
    return stages++;
  }
  WARPSMITH_DEVICE void commit_and_wait() {
    commit();
    __pipeline_wait_prior(0);
  }
  WARPSMITH_DEVICE void wait(size_t stage) { __pipeline_wait_prior(stages - stage - 1); }
  template <unsigned Pending>
  WARPSMITH_DEVICE void wait_prior() {
    __pipeline_wait_prior(Pending);
  }
  WARPSMITH_DEVICE void arrive_on(__mbarrier_t &barrier) { __pipeline_arrive_on(&barrier); }

private:
  size_t stages = 0;
};

template <typename Type>
WARPSMITH_DEVICE void
memcpy_async(Type &shared, const Type &global, pipeline &,
             warpsmith::emulator::Location where = warpsmith::emulator::Location::current()) {
  static_assert(sizeof(Type) == 4 || sizeof(Type) == 8 || sizeof(Type) == 16,
                "cp.async copies 4, 8 or 16 bytes.");
  __pipeline_memcpy_async(&shared, &global, sizeof(Type), 0, where);
}

} // namespace experimental
} // namespace nvcuda
