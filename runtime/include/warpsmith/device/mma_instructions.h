/// Products of a warp on the tensor cores: PTX ISA "mma.sync". Of 16-bit numbers and of TF32,
/// summed in FP32, of 8-bit integers, and of doubles in 4 steps of k they need sm_80. Of doubles in
/// 4 steps at once, and in 16, they need sm_90.
///
/// Those of doubles in 4 steps are chains of FMAs in the order of k: no other bit than theirs was
/// seen on an H200 in 92 million sums, among them subnormal and infinite ones and NaNs.
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

/// The same of TF32 in 8 steps of k: of lane 4 * g + t, `a` is rows g and g + 8 of A in step t,
/// then both four steps on; `b0` and `b1` are column g of B in the same steps: PTX ISA "Matrix
/// Fragments for mma.m16n8k8". What an FP32 number has beyond TF32 is left out.
__device__ __forceinline__ void multiplyTf32(float (&sum)[4], const unsigned (&a)[4], unsigned b0,
                                             unsigned b1) {
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, "
               "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
               : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

/// The same of 8-bit integers in 32 steps of k, four in a word: signed ones or not. Sums wrap: PTX
/// ISA "Matrix Fragments for mma.m16n8k32".
template <bool SignedA, bool SignedB>
__device__ __forceinline__ void multiplyInt8(unsigned (&sum)[4], const unsigned (&a)[4],
                                             unsigned b0, unsigned b1) {
  if constexpr (SignedA && SignedB)
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, "
                 "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
  else if constexpr (SignedA)
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.u8.s32 {%0, %1, %2, %3}, "
                 "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
  else if constexpr (SignedB)
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 {%0, %1, %2, %3}, "
                 "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
  else
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.u8.u8.s32 {%0, %1, %2, %3}, "
                 "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

/// sum += A * B for 16 x 8 elements of C and 4 steps of k, by a warp. Of lane 4 * g + t, `a` is row
/// g and g + 8 of A in step t, `b` column g of B in step t; `sum` is row g, columns 2 * t and
/// 2 * t + 1, and below them row g + 8: PTX ISA "Matrix Fragments for mma.m8n8k4 with .f64 floating
/// point type", two of them.
__device__ __forceinline__ void multiplyDoubles(double (&sum)[4], const double (&a)[2], double b) {
#pragma unroll
  for (int half = 0; half < 2; ++half)
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
                 : "+d"(sum[2 * half]), "+d"(sum[2 * half + 1])
                 : "d"(a[half]), "d"(b));
}

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

/// sum += A * B for 16 x 8 elements of C and 16 steps of k, by a warp. Of lane 4 * g + t, `a` is
/// row g and g + 8 of A in step t, then both in steps t + 4, t + 8 and t + 12; `b` is column g of B
/// in these steps; `sum` is row g, columns 2 * t and 2 * t + 1, and below them row g + 8: PTX ISA
/// "Matrix Fragments for mma.m16n8k16 with .f64 floating point type".
__device__ __forceinline__ void multiplyDoublesIn16Steps(double (&sum)[4], const double (&a)[8],
                                                         const double (&b)[4]) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 "
               "{%0, %1, %2, %3}, {%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15}, "
               "{%0, %1, %2, %3};"
               : "+d"(sum[0]), "+d"(sum[1]), "+d"(sum[2]), "+d"(sum[3])
               : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]),
                 "d"(a[7]), "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]));
}

} // namespace warpsmith
