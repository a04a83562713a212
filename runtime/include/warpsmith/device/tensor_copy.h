/// Copies of boxes of a matrix into shared memory and back by the tensor memory accelerator: PTX
/// ISA "cp.async.bulk.tensor", "mbarrier.arrive.expect_tx" and "Completion Mechanisms for
/// Asynchronous Copy Operations". Needs sm_90.
#pragma once

#include "warpsmith/device/mbarrier.h"

namespace warpsmith {

/// The driver API's CUtensorMap: how a matrix lies in global memory, for TMA alone to read.
/// Declared here because <cuda.h> uses names that programs define as macros.
struct alignas(64) TensorMap {
  unsigned long long opaque[16];
};

/// True for one thread of a warp, always the same, when all its threads ask: PTX ISA "elect.sync".
/// In what that thread does alone, ptxas knows that operands of copies have one value.
__device__ __forceinline__ bool isElected() {
  unsigned elected;
  asm volatile("{\n"
               ".reg .pred elected;\n"
               "elect.sync _|elected, 0xffffffff;\n"
               "selp.u32 %0, 1, 0, elected;\n"
               "}"
               : "=r"(elected));
  return elected != 0;
}

/// Arrives at the barrier, whose phase is then complete when `bytes` bytes have been copied, too.
__device__ __forceinline__ void arriveExpecting(Barrier *barrier, int bytes) {
  asm volatile(
      "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(sharedAddress(barrier)),
      "r"(bytes)
      : "memory");
}

/// Makes barriers that were just initialised visible to copies, and to the cluster.
__device__ __forceinline__ void publishBarriers() {
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

/// What this thread has read of shared memory has arrived before copies overwrite it. A barrier
/// alone does not say so: reads may still be on their way when their thread arrives at it, and
/// copies belong to another proxy (PTX ISA "Async proxy"). Seen on an H200.
__device__ __forceinline__ void finishReads() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

/// Copies that are started later read what this thread has written to global memory, or has seen to
/// be written by others that did the same.
__device__ __forceinline__ void fenceGlobalProxies() {
  asm volatile("fence.proxy.async.global;" ::: "memory");
}

/// Starts to copy the box at (plane, row, column) to `box`; its bytes count at the barrier.
__device__ __forceinline__ void copyBox(void *box, const TensorMap &map, int plane, int row,
                                        int column, Barrier *barrier) {
  asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
               "[%0], [%1, {%2, %3, %4}], [%5];" ::"r"(sharedAddress(box)),
               "l"(&map), "r"(column), "r"(row), "r"(plane), "r"(sharedAddress(barrier))
               : "memory");
}

/// The same to this place in `Blocks` blocks of the cluster, and at the barrier of each: those with
/// the ranks first, first + Step, and so on.
template <int Blocks, int Step>
__device__ __forceinline__ void copyBoxToAll(int first, void *box, const TensorMap &map, int plane,
                                             int row, int column, Barrier *barrier) {
  unsigned short mask = 0;
#pragma unroll
  for (int i = 0; i < Blocks; ++i)
    mask |= 1 << i * Step;
  if constexpr (Blocks == 1)
    copyBox(box, map, plane, row, column, barrier);
  else
    asm volatile(
        "cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
        ".multicast::cluster [%0], [%1, {%2, %3, %4}], [%5], %6;" ::"r"(sharedAddress(box)),
        "l"(&map), "r"(column), "r"(row), "r"(plane), "r"(sharedAddress(barrier)),
        "h"((unsigned short)(mask << first))
        : "memory");
}

/// What this thread has written to shared memory is there for stores that are started later, by it
/// or by threads that it meets at a barrier.
__device__ __forceinline__ void publishToStores() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

// What the L2 cache of an H100 or H200 holds, about, in bytes.
constexpr long long BytesOfL2 = 48 << 20;

/// A policy for the stores of so many bytes of results: where the L2 cache cannot hold them, it
/// gives them up before what is read again. PTX ISA, "createpolicy".
__device__ __forceinline__ unsigned long long storePolicy(long long bytes) {
  unsigned long long policy;
  if (bytes > BytesOfL2)
    asm("createpolicy.fractional.L2::evict_first.b64 %0;" : "=l"(policy));
  else
    asm("createpolicy.fractional.L2::evict_normal.b64 %0;" : "=l"(policy));
  return policy;
}

/// Starts to store a box at (plane, row, column). Elements beyond the matrix are left out.
__device__ __forceinline__ void storeBox(const TensorMap &map, int plane, int row, int column,
                                         const void *box, unsigned long long policy) {
  asm volatile("cp.async.bulk.tensor.3d.global.shared::cta.tile.bulk_group.L2::cache_hint "
               "[%0, {%1, %2, %3}], [%4], %5;" ::"l"(&map),
               "r"(column), "r"(row), "r"(plane), "r"(sharedAddress(box)), "l"(policy)
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
