/// Products of doubles on the tensor cores: PTX ISA "mma.sync", m16n8k4 of .f64. Needs sm_90.
///
/// They are chains of FMAs in the order of k: no other bit than theirs was seen on an H200 in 92
/// million sums, among them subnormal and infinite ones and NaNs.
#pragma once

namespace warpsmith {

/// sum += A * B for 16 x 8 elements of C and 4 steps of k, by a warp. Of lane 4 * g + t, `a` is row
/// g and g + 8 of A in step t, `b` column g of B in step t; `sum` is row g, columns 2 * t and
/// 2 * t + 1, and below them row g + 8: PTX ISA "Matrix Fragments for mma.m16n8k4 with .f64
/// floating point type".
__device__ __forceinline__ void multiplyDoublesAtOnce(double (&sum)[4], const double (&a)[2],
                                                      double b) {
  asm volatile("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 "
               "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
               : "+d"(sum[0]), "+d"(sum[1]), "+d"(sum[2]), "+d"(sum[3])
               : "d"(a[0]), "d"(a[1]), "d"(b));
}

} // namespace warpsmith
