// What the wgmma tests share: descriptors, layouts of shared memory, and the instructions.
#pragma once

#include <cstdint>
#include <cuda_fp16.h>

__device__ inline uint32_t toShared(const void *pointer) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(pointer));
}
// Mode 0: none, 1: 128, 2: 64, 3: 32 bytes.
__device__ inline uint64_t descriptor(const void *start, uint32_t leading, uint32_t stride,
                                      uint64_t mode) {
  return ((toShared(start) & 0x3ffff) >> 4) | uint64_t((leading & 0x3ffff) >> 4) << 16 |
         uint64_t((stride & 0x3ffff) >> 4) << 32 | mode << 62;
}
// Bytes of a swizzled row.
__host__ __device__ constexpr int spanOf(int mode) {
  return mode == 1 ? 128 : mode == 2 ? 64 : mode == 3 ? 32 : 16;
}
// Where byte `at` of row `row` goes in rows of one span: its 16-byte chunks trade places.
__host__ __device__ inline int swizzledByte(int mode, int row, int at) {
  const int span = spanOf(mode);
  const int turn = mode == 0 ? 0 : (row * span / 128) % (span / 16);
  return row * span + (at / 16 ^ turn) * 16 + at % 16;
}

__device__ inline void wgmmaFence() {
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}
__device__ inline void wgmmaCommit() {
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}
template <int Pending>
__device__ inline void wgmmaWait() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(Pending) : "memory");
}
__device__ inline void proxyFence() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}
// Row and column of sum i of a thread.
__device__ inline int rowOf(int i) {
  return threadIdx.x % 128 / 32 * 16 + threadIdx.x % 32 / 4 + i / 2 % 2 * 8;
}
__device__ inline int columnOf(int i) {
  return threadIdx.x % 4 * 2 + i % 2 + i / 4 * 8;
}

// 64x16 of FP16, both operands in shared memory.
template <int TransA = 0, int TransB = 0, int ScaleA = 1>
__device__ inline void multiply16(float (&d)[8], uint64_t a, uint64_t b, int accumulate) {
  asm volatile("{\n"
               ".reg .pred p;\n"
               "setp.ne.b32 p, %10, 0;\n"
               "wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16 "
               "{%0, %1, %2, %3, %4, %5, %6, %7}, %8, %9, p, %11, 1, %12, %13;\n"
               "}\n"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]),
                 "+f"(d[7])
               : "l"(a), "l"(b), "r"(accumulate), "n"(ScaleA), "n"(TransA), "n"(TransB));
}
