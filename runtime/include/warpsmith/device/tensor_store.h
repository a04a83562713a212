/// Boxes that TMA stores from shared memory: PTX ISA "cp.async.bulk.tensor" and "Completion
/// Mechanisms for Asynchronous Copy Operations". Needs sm_90.
#pragma once

#include "warpsmith/device/tensor_copy.h"

namespace warpsmith {

/// What this thread has written to shared memory is there for stores that are started later, by it
/// or by threads that it meets at a barrier.
__device__ __forceinline__ void publishToStores() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

/// Starts to store a box at (plane, row, column). Elements beyond the matrix are left out.
__device__ __forceinline__ void storeBox(const TensorMap &map, int plane, int row, int column,
                                         const void *box) {
  asm volatile("cp.async.bulk.tensor.3d.global.shared::cta.tile.bulk_group "
               "[%0, {%1, %2, %3}], [%4];" ::"l"(&map),
               "r"(column), "r"(row), "r"(plane), "r"(sharedAddress(box))
               : "memory");
}
/// Makes a group of the stores that this thread has started since the last one.
__device__ __forceinline__ void commitStores() {
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}
/// Waits until all but the thread's latest `Pending` groups have read shared memory.
template <int Pending>
__device__ __forceinline__ void waitForStoresToRead() {
  asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(Pending) : "memory");
}

} // namespace warpsmith
