/// Products of doubles on the tensor cores: PTX ISA "mma.sync", m16n8k16 of .f64. Needs sm_90.
#pragma once

namespace warpsmith {

/// sum += A * B for 16 x 8 elements of C and 16 steps of k, by a warp. Of lane 4 * g + t, `a` is
/// row g and g + 8 of A in step t, then both in steps t + 4, t + 8 and t + 12; `b` is column g of B
/// in these steps; `sum` is row g, columns 2 * t and 2 * t + 1, and below them row g + 8: PTX ISA
/// "Matrix Fragments for mma.m16n8k16 with .f64 floating point type".
__device__ __forceinline__ void multiplyDoubles(double (&sum)[4], const double (&a)[8],
                                                const double (&b)[4]) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 "
               "{%0, %1, %2, %3}, {%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15}, "
               "{%0, %1, %2, %3};"
               : "+d"(sum[0]), "+d"(sum[1]), "+d"(sum[2]), "+d"(sum[3])
               : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]),
                 "d"(a[7]), "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]));
}

} // namespace warpsmith
