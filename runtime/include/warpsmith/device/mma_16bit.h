/// Products of 16-bit numbers on the tensor cores, summed in FP32: PTX ISA "mma.sync", m16n8k16.
/// Needs sm_80.
#pragma once

namespace warpsmith {

/// sum += A * B for 16 x 8 elements of C and 16 steps of k, by a warp. Of lane 4 * g + t, `a` is
/// rows g and g + 8 of A in steps 2 * t and 2 * t + 1, then both rows eight steps on; `b0` and `b1`
/// are column g of B in the same steps; `sum` is row g, columns 2 * t and 2 * t + 1, and below them
/// row g + 8: PTX ISA "Matrix Fragments for mma.m16n8k16 with floating point type".
__device__ __forceinline__ void multiplyFp16(float (&sum)[4], const unsigned (&a)[4], unsigned b0,
                                             unsigned b1) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, "
               "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
               : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

/// The same of BF16.
__device__ __forceinline__ void multiplyBf16(float (&sum)[4], const unsigned (&a)[4], unsigned b0,
                                             unsigned b1) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, "
               "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
               : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

} // namespace warpsmith
