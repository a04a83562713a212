/// Copies that a group of threads makes together into shared memory, and waits for them.
#pragma once

#include "cooperative_groups.h"
#include "cuda_pipeline_primitives.h"

namespace cooperative_groups {

/// So many bytes, of elements that follow each other. Each call is committed by itself.
template <typename Group, typename Type, typename Count>
WARPSMITH_DEVICE void
memcpy_async(const Group &group, Type *shared, const Type *global, const Count &bytes,
             warpsmith::emulator::Location where = warpsmith::emulator::Location::current()) {
  const size_t elements = static_cast<size_t>(bytes) / sizeof(Type);
  for (size_t element = group.thread_rank(); element < elements; element += group.size())
    if constexpr (sizeof(Type) == 4 || sizeof(Type) == 8 || sizeof(Type) == 16)
      __pipeline_memcpy_async(shared + element, global + element, sizeof(Type), 0, where);
    else
      shared[element] = global[element];
  __pipeline_commit();
}

/// Waits for all but the last copies, so many, and for the group.
template <unsigned int Pending, typename Group>
WARPSMITH_DEVICE void
wait_prior(const Group &group,
           warpsmith::emulator::Location where = warpsmith::emulator::Location::current()) {
  __pipeline_wait_prior(Pending);
  group.sync(where);
}

/// Waits for all copies and for the group.
template <typename Group>
WARPSMITH_DEVICE void
wait(const Group &group,
     warpsmith::emulator::Location where = warpsmith::emulator::Location::current()) {
  wait_prior<0>(group, where);
}

} // namespace cooperative_groups
