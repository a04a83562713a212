// What the tests of bulk tensor copies share: maps, mbarriers, the instructions.
#pragma once

#include "wgmma.h"
#include <cstdio>
#include <cstdlib>
#include <cuda.h>
#include <cuda_runtime.h>

// A row-major matrix; the box is boxColumns wide.
inline CUtensorMap matrixMap(void *data, CUtensorMapDataType type, int bytes, uint64_t columns,
                             uint64_t rows, uint32_t boxColumns, uint32_t boxRows,
                             CUtensorMapSwizzle swizzle, uint64_t pitch = 0) {
  void *function = nullptr;
  cudaDriverEntryPointQueryResult status;
  cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000, cudaEnableDefault,
                                   &status);
  if (status != cudaDriverEntryPointSuccess)
    std::abort();
  CUtensorMap map;
  const cuuint64_t extents[] = {columns, rows};
  const cuuint64_t strides[] = {pitch ? pitch : columns * bytes};
  const cuuint32_t box[] = {boxColumns, boxRows}, steps[] = {1, 1};
  const CUresult result = reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(function)(
      &map, type, 2, data, extents, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle,
      CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (result != CUDA_SUCCESS)
    std::exit(3);
  return map;
}

__device__ inline void initialize(uint64_t *barrier, int count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(toShared(barrier)), "r"(count));
}
__device__ inline void initialized() {
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}
__device__ inline void expect(uint64_t *barrier, uint32_t bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(toShared(barrier)),
               "r"(bytes)
               : "memory");
}
__device__ inline void arrive(uint64_t *barrier) {
  asm volatile("mbarrier.arrive.release.cta.shared::cta.b64 _, [%0];" ::"r"(toShared(barrier))
               : "memory");
}
__device__ inline void wait(uint64_t *barrier, uint32_t parity) {
  uint32_t done = 0;
  while (!done)
    asm volatile("{ .reg .pred p;\n"
                 "mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 p, [%1], %2;\n"
                 "selp.u32 %0, 1, 0, p; }"
                 : "=r"(done)
                 : "r"(toShared(barrier)), "r"(parity)
                 : "memory");
}
__device__ inline void load(void *to, const CUtensorMap &map, int x, int y, uint64_t *barrier) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
               "[%0], [%1, {%2, %3}], [%4];" ::"r"(toShared(to)),
               "l"(&map), "r"(x), "r"(y), "r"(toShared(barrier))
               : "memory");
}
__device__ inline void store(const CUtensorMap &map, int x, int y, const void *from) {
  asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%1, %2}], "
               "[%3];" ::"l"(&map),
               "r"(x), "r"(y), "r"(toShared(from))
               : "memory");
}
__device__ inline void commitStores() {
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}
__device__ inline void waitForStores() {
  asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
}
