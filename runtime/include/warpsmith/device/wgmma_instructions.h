/// The instruction of a product on warpgroups, `wgmma.mma_async`, for tiles of 64 rows: PTX ISA,
/// "Asynchronous Warpgroup Level Matrix Multiply-Accumulate Instructions". Made by the rewriter,
/// which writes one of them into a file that stands alone. Needs sm_90a.
#pragma once

#include "warpsmith/device/wgmma.h"

namespace warpsmith {

struct WgmmaF16 {

  /// sum += A * B for 64 x 48 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[24], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %26, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n48k16.f32.f16.f16 "
                 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, "
                 "%18, %19, %20, %21, %22, %23}, "
                 "%24, %25, add, 1, 1, 0, 0;\n"
                 "}"
                 : WARPSMITH_SUMS8("+f", 0), WARPSMITH_SUMS8("+f", 8), WARPSMITH_SUMS8("+f", 16)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 64 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[32], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %34, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 "
                 "{" WARPSMITH_REGISTERS0 "}, "
                 "%32, %33, add, 1, 1, 0, 0;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 96 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[48], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile(
        "{\n"
        ".reg .pred add;\n"
        "setp.ne.b32 add, %50, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n96k16.f32.f16.f16 "
        "{" WARPSMITH_REGISTERS0
        ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47}, "
        "%48, %49, add, 1, 1, 0, 0;\n"
        "}"
        : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS8("+f", 32), WARPSMITH_SUMS8("+f", 40)
        : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 128 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[64], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %66, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 "}, "
                 "%64, %65, add, 1, 1, 0, 0;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 160 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[80], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile(
        "{\n"
        ".reg .pred add;\n"
        "setp.ne.b32 add, %82, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n160k16.f32.f16.f16 "
        "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32
        ", %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79}, "
        "%80, %81, add, 1, 1, 0, 0;\n"
        "}"
        : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32), WARPSMITH_SUMS8("+f", 64),
          WARPSMITH_SUMS8("+f", 72)
        : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 192 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[96], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %98, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n192k16.f32.f16.f16 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 ", " WARPSMITH_REGISTERS64
                 "}, "
                 "%96, %97, add, 1, 1, 0, 0;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32), WARPSMITH_SUMS32("+f", 64)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 256 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[128], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %130, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 ", " WARPSMITH_REGISTERS64
                 ", " WARPSMITH_REGISTERS96 "}, "
                 "%128, %129, add, 1, 1, 0, 0;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32),
                   WARPSMITH_SUMS32("+f", 64), WARPSMITH_SUMS32("+f", 96)
                 : "l"(a), "l"(b), "r"(add));
  }
};

struct WgmmaF16AcrossB {

  /// sum += A * B for 64 x 48 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[24], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %26, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n48k16.f32.f16.f16 "
                 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, "
                 "%18, %19, %20, %21, %22, %23}, "
                 "%24, %25, add, 1, 1, 0, 1;\n"
                 "}"
                 : WARPSMITH_SUMS8("+f", 0), WARPSMITH_SUMS8("+f", 8), WARPSMITH_SUMS8("+f", 16)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 64 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[32], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %34, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 "
                 "{" WARPSMITH_REGISTERS0 "}, "
                 "%32, %33, add, 1, 1, 0, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 96 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[48], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile(
        "{\n"
        ".reg .pred add;\n"
        "setp.ne.b32 add, %50, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n96k16.f32.f16.f16 "
        "{" WARPSMITH_REGISTERS0
        ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47}, "
        "%48, %49, add, 1, 1, 0, 1;\n"
        "}"
        : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS8("+f", 32), WARPSMITH_SUMS8("+f", 40)
        : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 128 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[64], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %66, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 "}, "
                 "%64, %65, add, 1, 1, 0, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 160 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[80], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile(
        "{\n"
        ".reg .pred add;\n"
        "setp.ne.b32 add, %82, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n160k16.f32.f16.f16 "
        "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32
        ", %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79}, "
        "%80, %81, add, 1, 1, 0, 1;\n"
        "}"
        : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32), WARPSMITH_SUMS8("+f", 64),
          WARPSMITH_SUMS8("+f", 72)
        : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 192 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[96], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %98, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n192k16.f32.f16.f16 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 ", " WARPSMITH_REGISTERS64
                 "}, "
                 "%96, %97, add, 1, 1, 0, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32), WARPSMITH_SUMS32("+f", 64)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 256 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[128], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %130, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 ", " WARPSMITH_REGISTERS64
                 ", " WARPSMITH_REGISTERS96 "}, "
                 "%128, %129, add, 1, 1, 0, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32),
                   WARPSMITH_SUMS32("+f", 64), WARPSMITH_SUMS32("+f", 96)
                 : "l"(a), "l"(b), "r"(add));
  }
};

struct WgmmaF16AcrossA {

  /// sum += A * B for 64 x 48 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[24], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %26, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n48k16.f32.f16.f16 "
                 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, "
                 "%18, %19, %20, %21, %22, %23}, "
                 "%24, %25, add, 1, 1, 1, 0;\n"
                 "}"
                 : WARPSMITH_SUMS8("+f", 0), WARPSMITH_SUMS8("+f", 8), WARPSMITH_SUMS8("+f", 16)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 64 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[32], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %34, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 "
                 "{" WARPSMITH_REGISTERS0 "}, "
                 "%32, %33, add, 1, 1, 1, 0;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 96 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[48], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile(
        "{\n"
        ".reg .pred add;\n"
        "setp.ne.b32 add, %50, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n96k16.f32.f16.f16 "
        "{" WARPSMITH_REGISTERS0
        ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47}, "
        "%48, %49, add, 1, 1, 1, 0;\n"
        "}"
        : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS8("+f", 32), WARPSMITH_SUMS8("+f", 40)
        : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 128 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[64], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %66, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 "}, "
                 "%64, %65, add, 1, 1, 1, 0;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 160 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[80], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile(
        "{\n"
        ".reg .pred add;\n"
        "setp.ne.b32 add, %82, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n160k16.f32.f16.f16 "
        "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32
        ", %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79}, "
        "%80, %81, add, 1, 1, 1, 0;\n"
        "}"
        : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32), WARPSMITH_SUMS8("+f", 64),
          WARPSMITH_SUMS8("+f", 72)
        : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 192 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[96], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %98, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n192k16.f32.f16.f16 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 ", " WARPSMITH_REGISTERS64
                 "}, "
                 "%96, %97, add, 1, 1, 1, 0;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32), WARPSMITH_SUMS32("+f", 64)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 256 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[128], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %130, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 ", " WARPSMITH_REGISTERS64
                 ", " WARPSMITH_REGISTERS96 "}, "
                 "%128, %129, add, 1, 1, 1, 0;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32),
                   WARPSMITH_SUMS32("+f", 64), WARPSMITH_SUMS32("+f", 96)
                 : "l"(a), "l"(b), "r"(add));
  }
};

struct WgmmaF16AcrossBoth {

  /// sum += A * B for 64 x 48 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[24], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %26, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n48k16.f32.f16.f16 "
                 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, "
                 "%18, %19, %20, %21, %22, %23}, "
                 "%24, %25, add, 1, 1, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS8("+f", 0), WARPSMITH_SUMS8("+f", 8), WARPSMITH_SUMS8("+f", 16)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 64 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[32], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %34, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 "
                 "{" WARPSMITH_REGISTERS0 "}, "
                 "%32, %33, add, 1, 1, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 96 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[48], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile(
        "{\n"
        ".reg .pred add;\n"
        "setp.ne.b32 add, %50, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n96k16.f32.f16.f16 "
        "{" WARPSMITH_REGISTERS0
        ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47}, "
        "%48, %49, add, 1, 1, 1, 1;\n"
        "}"
        : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS8("+f", 32), WARPSMITH_SUMS8("+f", 40)
        : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 128 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[64], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %66, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 "}, "
                 "%64, %65, add, 1, 1, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 160 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[80], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile(
        "{\n"
        ".reg .pred add;\n"
        "setp.ne.b32 add, %82, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n160k16.f32.f16.f16 "
        "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32
        ", %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79}, "
        "%80, %81, add, 1, 1, 1, 1;\n"
        "}"
        : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32), WARPSMITH_SUMS8("+f", 64),
          WARPSMITH_SUMS8("+f", 72)
        : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 192 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[96], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %98, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n192k16.f32.f16.f16 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 ", " WARPSMITH_REGISTERS64
                 "}, "
                 "%96, %97, add, 1, 1, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32), WARPSMITH_SUMS32("+f", 64)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 256 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[128], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %130, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 ", " WARPSMITH_REGISTERS64
                 ", " WARPSMITH_REGISTERS96 "}, "
                 "%128, %129, add, 1, 1, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32),
                   WARPSMITH_SUMS32("+f", 64), WARPSMITH_SUMS32("+f", 96)
                 : "l"(a), "l"(b), "r"(add));
  }
};

struct WgmmaBf16 {

  /// sum += A * B for 64 x 48 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[24], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %26, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n48k16.f32.bf16.bf16 "
                 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, "
                 "%18, %19, %20, %21, %22, %23}, "
                 "%24, %25, add, 1, 1, 0, 0;\n"
                 "}"
                 : WARPSMITH_SUMS8("+f", 0), WARPSMITH_SUMS8("+f", 8), WARPSMITH_SUMS8("+f", 16)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 64 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[32], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %34, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 "
                 "{" WARPSMITH_REGISTERS0 "}, "
                 "%32, %33, add, 1, 1, 0, 0;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 96 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[48], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile(
        "{\n"
        ".reg .pred add;\n"
        "setp.ne.b32 add, %50, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n96k16.f32.bf16.bf16 "
        "{" WARPSMITH_REGISTERS0
        ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47}, "
        "%48, %49, add, 1, 1, 0, 0;\n"
        "}"
        : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS8("+f", 32), WARPSMITH_SUMS8("+f", 40)
        : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 128 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[64], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %66, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 "}, "
                 "%64, %65, add, 1, 1, 0, 0;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 160 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[80], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile(
        "{\n"
        ".reg .pred add;\n"
        "setp.ne.b32 add, %82, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n160k16.f32.bf16.bf16 "
        "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32
        ", %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79}, "
        "%80, %81, add, 1, 1, 0, 0;\n"
        "}"
        : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32), WARPSMITH_SUMS8("+f", 64),
          WARPSMITH_SUMS8("+f", 72)
        : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 192 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[96], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %98, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n192k16.f32.bf16.bf16 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 ", " WARPSMITH_REGISTERS64
                 "}, "
                 "%96, %97, add, 1, 1, 0, 0;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32), WARPSMITH_SUMS32("+f", 64)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 256 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[128], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %130, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 ", " WARPSMITH_REGISTERS64
                 ", " WARPSMITH_REGISTERS96 "}, "
                 "%128, %129, add, 1, 1, 0, 0;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32),
                   WARPSMITH_SUMS32("+f", 64), WARPSMITH_SUMS32("+f", 96)
                 : "l"(a), "l"(b), "r"(add));
  }
};

struct WgmmaBf16AcrossB {

  /// sum += A * B for 64 x 48 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[24], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %26, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n48k16.f32.bf16.bf16 "
                 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, "
                 "%18, %19, %20, %21, %22, %23}, "
                 "%24, %25, add, 1, 1, 0, 1;\n"
                 "}"
                 : WARPSMITH_SUMS8("+f", 0), WARPSMITH_SUMS8("+f", 8), WARPSMITH_SUMS8("+f", 16)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 64 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[32], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %34, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 "
                 "{" WARPSMITH_REGISTERS0 "}, "
                 "%32, %33, add, 1, 1, 0, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 96 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[48], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile(
        "{\n"
        ".reg .pred add;\n"
        "setp.ne.b32 add, %50, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n96k16.f32.bf16.bf16 "
        "{" WARPSMITH_REGISTERS0
        ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47}, "
        "%48, %49, add, 1, 1, 0, 1;\n"
        "}"
        : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS8("+f", 32), WARPSMITH_SUMS8("+f", 40)
        : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 128 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[64], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %66, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 "}, "
                 "%64, %65, add, 1, 1, 0, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 160 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[80], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile(
        "{\n"
        ".reg .pred add;\n"
        "setp.ne.b32 add, %82, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n160k16.f32.bf16.bf16 "
        "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32
        ", %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79}, "
        "%80, %81, add, 1, 1, 0, 1;\n"
        "}"
        : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32), WARPSMITH_SUMS8("+f", 64),
          WARPSMITH_SUMS8("+f", 72)
        : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 192 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[96], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %98, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n192k16.f32.bf16.bf16 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 ", " WARPSMITH_REGISTERS64
                 "}, "
                 "%96, %97, add, 1, 1, 0, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32), WARPSMITH_SUMS32("+f", 64)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 256 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[128], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %130, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 ", " WARPSMITH_REGISTERS64
                 ", " WARPSMITH_REGISTERS96 "}, "
                 "%128, %129, add, 1, 1, 0, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32),
                   WARPSMITH_SUMS32("+f", 64), WARPSMITH_SUMS32("+f", 96)
                 : "l"(a), "l"(b), "r"(add));
  }
};

struct WgmmaBf16AcrossA {

  /// sum += A * B for 64 x 48 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[24], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %26, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n48k16.f32.bf16.bf16 "
                 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, "
                 "%18, %19, %20, %21, %22, %23}, "
                 "%24, %25, add, 1, 1, 1, 0;\n"
                 "}"
                 : WARPSMITH_SUMS8("+f", 0), WARPSMITH_SUMS8("+f", 8), WARPSMITH_SUMS8("+f", 16)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 64 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[32], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %34, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 "
                 "{" WARPSMITH_REGISTERS0 "}, "
                 "%32, %33, add, 1, 1, 1, 0;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 96 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[48], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile(
        "{\n"
        ".reg .pred add;\n"
        "setp.ne.b32 add, %50, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n96k16.f32.bf16.bf16 "
        "{" WARPSMITH_REGISTERS0
        ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47}, "
        "%48, %49, add, 1, 1, 1, 0;\n"
        "}"
        : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS8("+f", 32), WARPSMITH_SUMS8("+f", 40)
        : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 128 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[64], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %66, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 "}, "
                 "%64, %65, add, 1, 1, 1, 0;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 160 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[80], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile(
        "{\n"
        ".reg .pred add;\n"
        "setp.ne.b32 add, %82, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n160k16.f32.bf16.bf16 "
        "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32
        ", %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79}, "
        "%80, %81, add, 1, 1, 1, 0;\n"
        "}"
        : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32), WARPSMITH_SUMS8("+f", 64),
          WARPSMITH_SUMS8("+f", 72)
        : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 192 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[96], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %98, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n192k16.f32.bf16.bf16 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 ", " WARPSMITH_REGISTERS64
                 "}, "
                 "%96, %97, add, 1, 1, 1, 0;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32), WARPSMITH_SUMS32("+f", 64)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 256 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[128], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %130, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 ", " WARPSMITH_REGISTERS64
                 ", " WARPSMITH_REGISTERS96 "}, "
                 "%128, %129, add, 1, 1, 1, 0;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32),
                   WARPSMITH_SUMS32("+f", 64), WARPSMITH_SUMS32("+f", 96)
                 : "l"(a), "l"(b), "r"(add));
  }
};

struct WgmmaBf16AcrossBoth {

  /// sum += A * B for 64 x 48 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[24], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %26, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n48k16.f32.bf16.bf16 "
                 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, "
                 "%18, %19, %20, %21, %22, %23}, "
                 "%24, %25, add, 1, 1, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS8("+f", 0), WARPSMITH_SUMS8("+f", 8), WARPSMITH_SUMS8("+f", 16)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 64 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[32], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %34, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 "
                 "{" WARPSMITH_REGISTERS0 "}, "
                 "%32, %33, add, 1, 1, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 96 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[48], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile(
        "{\n"
        ".reg .pred add;\n"
        "setp.ne.b32 add, %50, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n96k16.f32.bf16.bf16 "
        "{" WARPSMITH_REGISTERS0
        ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47}, "
        "%48, %49, add, 1, 1, 1, 1;\n"
        "}"
        : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS8("+f", 32), WARPSMITH_SUMS8("+f", 40)
        : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 128 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[64], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %66, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 "}, "
                 "%64, %65, add, 1, 1, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 160 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[80], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile(
        "{\n"
        ".reg .pred add;\n"
        "setp.ne.b32 add, %82, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n160k16.f32.bf16.bf16 "
        "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32
        ", %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79}, "
        "%80, %81, add, 1, 1, 1, 1;\n"
        "}"
        : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32), WARPSMITH_SUMS8("+f", 64),
          WARPSMITH_SUMS8("+f", 72)
        : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 192 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[96], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %98, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n192k16.f32.bf16.bf16 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 ", " WARPSMITH_REGISTERS64
                 "}, "
                 "%96, %97, add, 1, 1, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32), WARPSMITH_SUMS32("+f", 64)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 256 elements of C and 16 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[128], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %130, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 ", " WARPSMITH_REGISTERS64
                 ", " WARPSMITH_REGISTERS96 "}, "
                 "%128, %129, add, 1, 1, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32),
                   WARPSMITH_SUMS32("+f", 64), WARPSMITH_SUMS32("+f", 96)
                 : "l"(a), "l"(b), "r"(add));
  }
};

struct WgmmaF16Fragments {

  /// sum += A * B for 64 x 48 elements of C and 16 steps of k, of A's fragment and B's tile by its
  /// descriptor; without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[24], const unsigned *a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %29, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n48k16.f32.f16.f16 "
                 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, "
                 "%18, %19, %20, %21, %22, %23}, "
                 "{%24, %25, %26, %27}, %28, add, 1, 1, 0;\n"
                 "}"
                 : WARPSMITH_SUMS8("+f", 0), WARPSMITH_SUMS8("+f", 8), WARPSMITH_SUMS8("+f", 16)
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 64 elements of C and 16 steps of k, of A's fragment and B's tile by its
  /// descriptor; without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[32], const unsigned *a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %37, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 "
                 "{" WARPSMITH_REGISTERS0 "}, "
                 "{%32, %33, %34, %35}, %36, add, 1, 1, 0;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0)
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 96 elements of C and 16 steps of k, of A's fragment and B's tile by its
  /// descriptor; without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[48], const unsigned *a,
                                                  unsigned long long b, int add) {
    asm volatile(
        "{\n"
        ".reg .pred add;\n"
        "setp.ne.b32 add, %53, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n96k16.f32.f16.f16 "
        "{" WARPSMITH_REGISTERS0
        ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47}, "
        "{%48, %49, %50, %51}, %52, add, 1, 1, 0;\n"
        "}"
        : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS8("+f", 32), WARPSMITH_SUMS8("+f", 40)
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 128 elements of C and 16 steps of k, of A's fragment and B's tile by its
  /// descriptor; without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[64], const unsigned *a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %69, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 "}, "
                 "{%64, %65, %66, %67}, %68, add, 1, 1, 0;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32)
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 160 elements of C and 16 steps of k, of A's fragment and B's tile by its
  /// descriptor; without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[80], const unsigned *a,
                                                  unsigned long long b, int add) {
    asm volatile(
        "{\n"
        ".reg .pred add;\n"
        "setp.ne.b32 add, %85, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n160k16.f32.f16.f16 "
        "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32
        ", %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79}, "
        "{%80, %81, %82, %83}, %84, add, 1, 1, 0;\n"
        "}"
        : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32), WARPSMITH_SUMS8("+f", 64),
          WARPSMITH_SUMS8("+f", 72)
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 192 elements of C and 16 steps of k, of A's fragment and B's tile by its
  /// descriptor; without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[96], const unsigned *a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %101, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n192k16.f32.f16.f16 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 ", " WARPSMITH_REGISTERS64
                 "}, "
                 "{%96, %97, %98, %99}, %100, add, 1, 1, 0;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32), WARPSMITH_SUMS32("+f", 64)
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 256 elements of C and 16 steps of k, of A's fragment and B's tile by its
  /// descriptor; without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[128], const unsigned *a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %133, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 ", " WARPSMITH_REGISTERS64
                 ", " WARPSMITH_REGISTERS96 "}, "
                 "{%128, %129, %130, %131}, %132, add, 1, 1, 0;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32),
                   WARPSMITH_SUMS32("+f", 64), WARPSMITH_SUMS32("+f", 96)
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(add));
  }
};

struct WgmmaF16AcrossBFragments {

  /// sum += A * B for 64 x 48 elements of C and 16 steps of k, of A's fragment and B's tile by its
  /// descriptor; without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[24], const unsigned *a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %29, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n48k16.f32.f16.f16 "
                 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, "
                 "%18, %19, %20, %21, %22, %23}, "
                 "{%24, %25, %26, %27}, %28, add, 1, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS8("+f", 0), WARPSMITH_SUMS8("+f", 8), WARPSMITH_SUMS8("+f", 16)
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 64 elements of C and 16 steps of k, of A's fragment and B's tile by its
  /// descriptor; without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[32], const unsigned *a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %37, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 "
                 "{" WARPSMITH_REGISTERS0 "}, "
                 "{%32, %33, %34, %35}, %36, add, 1, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0)
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 96 elements of C and 16 steps of k, of A's fragment and B's tile by its
  /// descriptor; without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[48], const unsigned *a,
                                                  unsigned long long b, int add) {
    asm volatile(
        "{\n"
        ".reg .pred add;\n"
        "setp.ne.b32 add, %53, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n96k16.f32.f16.f16 "
        "{" WARPSMITH_REGISTERS0
        ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47}, "
        "{%48, %49, %50, %51}, %52, add, 1, 1, 1;\n"
        "}"
        : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS8("+f", 32), WARPSMITH_SUMS8("+f", 40)
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 128 elements of C and 16 steps of k, of A's fragment and B's tile by its
  /// descriptor; without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[64], const unsigned *a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %69, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 "}, "
                 "{%64, %65, %66, %67}, %68, add, 1, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32)
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 160 elements of C and 16 steps of k, of A's fragment and B's tile by its
  /// descriptor; without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[80], const unsigned *a,
                                                  unsigned long long b, int add) {
    asm volatile(
        "{\n"
        ".reg .pred add;\n"
        "setp.ne.b32 add, %85, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n160k16.f32.f16.f16 "
        "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32
        ", %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79}, "
        "{%80, %81, %82, %83}, %84, add, 1, 1, 1;\n"
        "}"
        : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32), WARPSMITH_SUMS8("+f", 64),
          WARPSMITH_SUMS8("+f", 72)
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 192 elements of C and 16 steps of k, of A's fragment and B's tile by its
  /// descriptor; without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[96], const unsigned *a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %101, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n192k16.f32.f16.f16 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 ", " WARPSMITH_REGISTERS64
                 "}, "
                 "{%96, %97, %98, %99}, %100, add, 1, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32), WARPSMITH_SUMS32("+f", 64)
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 256 elements of C and 16 steps of k, of A's fragment and B's tile by its
  /// descriptor; without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[128], const unsigned *a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %133, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 ", " WARPSMITH_REGISTERS64
                 ", " WARPSMITH_REGISTERS96 "}, "
                 "{%128, %129, %130, %131}, %132, add, 1, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32),
                   WARPSMITH_SUMS32("+f", 64), WARPSMITH_SUMS32("+f", 96)
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(add));
  }
};

struct WgmmaBf16Fragments {

  /// sum += A * B for 64 x 32 elements of C and 16 steps of k, of A's fragment and B's tile by its
  /// descriptor; without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[16], const unsigned *a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %21, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n32k16.f32.bf16.bf16 "
                 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15}, "
                 "{%16, %17, %18, %19}, %20, add, 1, 1, 0;\n"
                 "}"
                 : WARPSMITH_SUMS8("+f", 0), WARPSMITH_SUMS8("+f", 8)
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 48 elements of C and 16 steps of k, of A's fragment and B's tile by its
  /// descriptor; without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[24], const unsigned *a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %29, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n48k16.f32.bf16.bf16 "
                 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, "
                 "%18, %19, %20, %21, %22, %23}, "
                 "{%24, %25, %26, %27}, %28, add, 1, 1, 0;\n"
                 "}"
                 : WARPSMITH_SUMS8("+f", 0), WARPSMITH_SUMS8("+f", 8), WARPSMITH_SUMS8("+f", 16)
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 64 elements of C and 16 steps of k, of A's fragment and B's tile by its
  /// descriptor; without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[32], const unsigned *a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %37, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 "
                 "{" WARPSMITH_REGISTERS0 "}, "
                 "{%32, %33, %34, %35}, %36, add, 1, 1, 0;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0)
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 96 elements of C and 16 steps of k, of A's fragment and B's tile by its
  /// descriptor; without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[48], const unsigned *a,
                                                  unsigned long long b, int add) {
    asm volatile(
        "{\n"
        ".reg .pred add;\n"
        "setp.ne.b32 add, %53, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n96k16.f32.bf16.bf16 "
        "{" WARPSMITH_REGISTERS0
        ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47}, "
        "{%48, %49, %50, %51}, %52, add, 1, 1, 0;\n"
        "}"
        : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS8("+f", 32), WARPSMITH_SUMS8("+f", 40)
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 128 elements of C and 16 steps of k, of A's fragment and B's tile by its
  /// descriptor; without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[64], const unsigned *a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %69, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 "}, "
                 "{%64, %65, %66, %67}, %68, add, 1, 1, 0;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32)
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 160 elements of C and 16 steps of k, of A's fragment and B's tile by its
  /// descriptor; without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[80], const unsigned *a,
                                                  unsigned long long b, int add) {
    asm volatile(
        "{\n"
        ".reg .pred add;\n"
        "setp.ne.b32 add, %85, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n160k16.f32.bf16.bf16 "
        "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32
        ", %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79}, "
        "{%80, %81, %82, %83}, %84, add, 1, 1, 0;\n"
        "}"
        : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32), WARPSMITH_SUMS8("+f", 64),
          WARPSMITH_SUMS8("+f", 72)
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 192 elements of C and 16 steps of k, of A's fragment and B's tile by its
  /// descriptor; without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[96], const unsigned *a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %101, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n192k16.f32.bf16.bf16 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 ", " WARPSMITH_REGISTERS64
                 "}, "
                 "{%96, %97, %98, %99}, %100, add, 1, 1, 0;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32), WARPSMITH_SUMS32("+f", 64)
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 256 elements of C and 16 steps of k, of A's fragment and B's tile by its
  /// descriptor; without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[128], const unsigned *a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %133, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 ", " WARPSMITH_REGISTERS64
                 ", " WARPSMITH_REGISTERS96 "}, "
                 "{%128, %129, %130, %131}, %132, add, 1, 1, 0;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32),
                   WARPSMITH_SUMS32("+f", 64), WARPSMITH_SUMS32("+f", 96)
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(add));
  }
};

struct WgmmaBf16AcrossBFragments {

  /// sum += A * B for 64 x 48 elements of C and 16 steps of k, of A's fragment and B's tile by its
  /// descriptor; without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[24], const unsigned *a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %29, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n48k16.f32.bf16.bf16 "
                 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, "
                 "%18, %19, %20, %21, %22, %23}, "
                 "{%24, %25, %26, %27}, %28, add, 1, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS8("+f", 0), WARPSMITH_SUMS8("+f", 8), WARPSMITH_SUMS8("+f", 16)
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 64 elements of C and 16 steps of k, of A's fragment and B's tile by its
  /// descriptor; without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[32], const unsigned *a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %37, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 "
                 "{" WARPSMITH_REGISTERS0 "}, "
                 "{%32, %33, %34, %35}, %36, add, 1, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0)
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 96 elements of C and 16 steps of k, of A's fragment and B's tile by its
  /// descriptor; without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[48], const unsigned *a,
                                                  unsigned long long b, int add) {
    asm volatile(
        "{\n"
        ".reg .pred add;\n"
        "setp.ne.b32 add, %53, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n96k16.f32.bf16.bf16 "
        "{" WARPSMITH_REGISTERS0
        ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47}, "
        "{%48, %49, %50, %51}, %52, add, 1, 1, 1;\n"
        "}"
        : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS8("+f", 32), WARPSMITH_SUMS8("+f", 40)
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 128 elements of C and 16 steps of k, of A's fragment and B's tile by its
  /// descriptor; without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[64], const unsigned *a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %69, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 "}, "
                 "{%64, %65, %66, %67}, %68, add, 1, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32)
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 160 elements of C and 16 steps of k, of A's fragment and B's tile by its
  /// descriptor; without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[80], const unsigned *a,
                                                  unsigned long long b, int add) {
    asm volatile(
        "{\n"
        ".reg .pred add;\n"
        "setp.ne.b32 add, %85, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n160k16.f32.bf16.bf16 "
        "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32
        ", %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79}, "
        "{%80, %81, %82, %83}, %84, add, 1, 1, 1;\n"
        "}"
        : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32), WARPSMITH_SUMS8("+f", 64),
          WARPSMITH_SUMS8("+f", 72)
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 192 elements of C and 16 steps of k, of A's fragment and B's tile by its
  /// descriptor; without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[96], const unsigned *a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %101, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n192k16.f32.bf16.bf16 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 ", " WARPSMITH_REGISTERS64
                 "}, "
                 "{%96, %97, %98, %99}, %100, add, 1, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32), WARPSMITH_SUMS32("+f", 64)
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 256 elements of C and 16 steps of k, of A's fragment and B's tile by its
  /// descriptor; without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[128], const unsigned *a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %133, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 ", " WARPSMITH_REGISTERS64
                 ", " WARPSMITH_REGISTERS96 "}, "
                 "{%128, %129, %130, %131}, %132, add, 1, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32),
                   WARPSMITH_SUMS32("+f", 64), WARPSMITH_SUMS32("+f", 96)
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(add));
  }
};

struct WgmmaTf32 {

  /// sum += A * B for 64 x 48 elements of C and 8 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[24], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %26, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n48k8.f32.tf32.tf32 "
                 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, "
                 "%18, %19, %20, %21, %22, %23}, "
                 "%24, %25, add, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS8("+f", 0), WARPSMITH_SUMS8("+f", 8), WARPSMITH_SUMS8("+f", 16)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 64 elements of C and 8 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[32], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %34, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n64k8.f32.tf32.tf32 "
                 "{" WARPSMITH_REGISTERS0 "}, "
                 "%32, %33, add, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 96 elements of C and 8 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[48], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile(
        "{\n"
        ".reg .pred add;\n"
        "setp.ne.b32 add, %50, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n96k8.f32.tf32.tf32 "
        "{" WARPSMITH_REGISTERS0
        ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47}, "
        "%48, %49, add, 1, 1;\n"
        "}"
        : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS8("+f", 32), WARPSMITH_SUMS8("+f", 40)
        : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 128 elements of C and 8 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[64], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %66, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n128k8.f32.tf32.tf32 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 "}, "
                 "%64, %65, add, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 160 elements of C and 8 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[80], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile(
        "{\n"
        ".reg .pred add;\n"
        "setp.ne.b32 add, %82, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n160k8.f32.tf32.tf32 "
        "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32
        ", %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79}, "
        "%80, %81, add, 1, 1;\n"
        "}"
        : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32), WARPSMITH_SUMS8("+f", 64),
          WARPSMITH_SUMS8("+f", 72)
        : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 192 elements of C and 8 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[96], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %98, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n192k8.f32.tf32.tf32 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 ", " WARPSMITH_REGISTERS64
                 "}, "
                 "%96, %97, add, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32), WARPSMITH_SUMS32("+f", 64)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 256 elements of C and 8 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[128], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %130, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n256k8.f32.tf32.tf32 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 ", " WARPSMITH_REGISTERS64
                 ", " WARPSMITH_REGISTERS96 "}, "
                 "%128, %129, add, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32),
                   WARPSMITH_SUMS32("+f", 64), WARPSMITH_SUMS32("+f", 96)
                 : "l"(a), "l"(b), "r"(add));
  }
};

struct WgmmaTf32Fragments {

  /// sum += A * B for 64 x 48 elements of C and 8 steps of k, of A's fragment and B's tile by its
  /// descriptor; without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[24], const unsigned *a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %29, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n48k8.f32.tf32.tf32 "
                 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, "
                 "%18, %19, %20, %21, %22, %23}, "
                 "{%24, %25, %26, %27}, %28, add, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS8("+f", 0), WARPSMITH_SUMS8("+f", 8), WARPSMITH_SUMS8("+f", 16)
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 64 elements of C and 8 steps of k, of A's fragment and B's tile by its
  /// descriptor; without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[32], const unsigned *a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %37, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n64k8.f32.tf32.tf32 "
                 "{" WARPSMITH_REGISTERS0 "}, "
                 "{%32, %33, %34, %35}, %36, add, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0)
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 96 elements of C and 8 steps of k, of A's fragment and B's tile by its
  /// descriptor; without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[48], const unsigned *a,
                                                  unsigned long long b, int add) {
    asm volatile(
        "{\n"
        ".reg .pred add;\n"
        "setp.ne.b32 add, %53, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n96k8.f32.tf32.tf32 "
        "{" WARPSMITH_REGISTERS0
        ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47}, "
        "{%48, %49, %50, %51}, %52, add, 1, 1;\n"
        "}"
        : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS8("+f", 32), WARPSMITH_SUMS8("+f", 40)
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 128 elements of C and 8 steps of k, of A's fragment and B's tile by its
  /// descriptor; without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[64], const unsigned *a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %69, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n128k8.f32.tf32.tf32 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 "}, "
                 "{%64, %65, %66, %67}, %68, add, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32)
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 160 elements of C and 8 steps of k, of A's fragment and B's tile by its
  /// descriptor; without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[80], const unsigned *a,
                                                  unsigned long long b, int add) {
    asm volatile(
        "{\n"
        ".reg .pred add;\n"
        "setp.ne.b32 add, %85, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n160k8.f32.tf32.tf32 "
        "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32
        ", %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79}, "
        "{%80, %81, %82, %83}, %84, add, 1, 1;\n"
        "}"
        : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32), WARPSMITH_SUMS8("+f", 64),
          WARPSMITH_SUMS8("+f", 72)
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 192 elements of C and 8 steps of k, of A's fragment and B's tile by its
  /// descriptor; without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[96], const unsigned *a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %101, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n192k8.f32.tf32.tf32 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 ", " WARPSMITH_REGISTERS64
                 "}, "
                 "{%96, %97, %98, %99}, %100, add, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32), WARPSMITH_SUMS32("+f", 64)
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 256 elements of C and 8 steps of k, of A's fragment and B's tile by its
  /// descriptor; without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[128], const unsigned *a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %133, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n256k8.f32.tf32.tf32 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 ", " WARPSMITH_REGISTERS64
                 ", " WARPSMITH_REGISTERS96 "}, "
                 "{%128, %129, %130, %131}, %132, add, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32),
                   WARPSMITH_SUMS32("+f", 64), WARPSMITH_SUMS32("+f", 96)
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(add));
  }
};

struct WgmmaS8S8 {

  /// sum += A * B for 64 x 48 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(unsigned (&sum)[24], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %26, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n48k32.s32.s8.s8 "
                 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, "
                 "%18, %19, %20, %21, %22, %23}, "
                 "%24, %25, add;\n"
                 "}"
                 : WARPSMITH_SUMS8("+r", 0), WARPSMITH_SUMS8("+r", 8), WARPSMITH_SUMS8("+r", 16)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 64 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(unsigned (&sum)[32], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %34, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n64k32.s32.s8.s8 "
                 "{" WARPSMITH_REGISTERS0 "}, "
                 "%32, %33, add;\n"
                 "}"
                 : WARPSMITH_SUMS32("+r", 0)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 96 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(unsigned (&sum)[48], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile(
        "{\n"
        ".reg .pred add;\n"
        "setp.ne.b32 add, %50, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n96k32.s32.s8.s8 "
        "{" WARPSMITH_REGISTERS0
        ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47}, "
        "%48, %49, add;\n"
        "}"
        : WARPSMITH_SUMS32("+r", 0), WARPSMITH_SUMS8("+r", 32), WARPSMITH_SUMS8("+r", 40)
        : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 128 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(unsigned (&sum)[64], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %66, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n128k32.s32.s8.s8 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 "}, "
                 "%64, %65, add;\n"
                 "}"
                 : WARPSMITH_SUMS32("+r", 0), WARPSMITH_SUMS32("+r", 32)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 160 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(unsigned (&sum)[80], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile(
        "{\n"
        ".reg .pred add;\n"
        "setp.ne.b32 add, %82, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n160k32.s32.s8.s8 "
        "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32
        ", %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79}, "
        "%80, %81, add;\n"
        "}"
        : WARPSMITH_SUMS32("+r", 0), WARPSMITH_SUMS32("+r", 32), WARPSMITH_SUMS8("+r", 64),
          WARPSMITH_SUMS8("+r", 72)
        : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 192 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(unsigned (&sum)[96], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %98, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n192k32.s32.s8.s8 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 ", " WARPSMITH_REGISTERS64
                 "}, "
                 "%96, %97, add;\n"
                 "}"
                 : WARPSMITH_SUMS32("+r", 0), WARPSMITH_SUMS32("+r", 32), WARPSMITH_SUMS32("+r", 64)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 256 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(unsigned (&sum)[128], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %130, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n256k32.s32.s8.s8 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 ", " WARPSMITH_REGISTERS64
                 ", " WARPSMITH_REGISTERS96 "}, "
                 "%128, %129, add;\n"
                 "}"
                 : WARPSMITH_SUMS32("+r", 0), WARPSMITH_SUMS32("+r", 32),
                   WARPSMITH_SUMS32("+r", 64), WARPSMITH_SUMS32("+r", 96)
                 : "l"(a), "l"(b), "r"(add));
  }
};

struct WgmmaS8U8 {

  /// sum += A * B for 64 x 48 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(unsigned (&sum)[24], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %26, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n48k32.s32.s8.u8 "
                 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, "
                 "%18, %19, %20, %21, %22, %23}, "
                 "%24, %25, add;\n"
                 "}"
                 : WARPSMITH_SUMS8("+r", 0), WARPSMITH_SUMS8("+r", 8), WARPSMITH_SUMS8("+r", 16)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 64 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(unsigned (&sum)[32], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %34, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n64k32.s32.s8.u8 "
                 "{" WARPSMITH_REGISTERS0 "}, "
                 "%32, %33, add;\n"
                 "}"
                 : WARPSMITH_SUMS32("+r", 0)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 96 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(unsigned (&sum)[48], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile(
        "{\n"
        ".reg .pred add;\n"
        "setp.ne.b32 add, %50, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n96k32.s32.s8.u8 "
        "{" WARPSMITH_REGISTERS0
        ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47}, "
        "%48, %49, add;\n"
        "}"
        : WARPSMITH_SUMS32("+r", 0), WARPSMITH_SUMS8("+r", 32), WARPSMITH_SUMS8("+r", 40)
        : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 128 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(unsigned (&sum)[64], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %66, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n128k32.s32.s8.u8 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 "}, "
                 "%64, %65, add;\n"
                 "}"
                 : WARPSMITH_SUMS32("+r", 0), WARPSMITH_SUMS32("+r", 32)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 160 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(unsigned (&sum)[80], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile(
        "{\n"
        ".reg .pred add;\n"
        "setp.ne.b32 add, %82, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n160k32.s32.s8.u8 "
        "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32
        ", %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79}, "
        "%80, %81, add;\n"
        "}"
        : WARPSMITH_SUMS32("+r", 0), WARPSMITH_SUMS32("+r", 32), WARPSMITH_SUMS8("+r", 64),
          WARPSMITH_SUMS8("+r", 72)
        : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 192 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(unsigned (&sum)[96], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %98, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n192k32.s32.s8.u8 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 ", " WARPSMITH_REGISTERS64
                 "}, "
                 "%96, %97, add;\n"
                 "}"
                 : WARPSMITH_SUMS32("+r", 0), WARPSMITH_SUMS32("+r", 32), WARPSMITH_SUMS32("+r", 64)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 256 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(unsigned (&sum)[128], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %130, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n256k32.s32.s8.u8 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 ", " WARPSMITH_REGISTERS64
                 ", " WARPSMITH_REGISTERS96 "}, "
                 "%128, %129, add;\n"
                 "}"
                 : WARPSMITH_SUMS32("+r", 0), WARPSMITH_SUMS32("+r", 32),
                   WARPSMITH_SUMS32("+r", 64), WARPSMITH_SUMS32("+r", 96)
                 : "l"(a), "l"(b), "r"(add));
  }
};

struct WgmmaU8S8 {

  /// sum += A * B for 64 x 48 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(unsigned (&sum)[24], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %26, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n48k32.s32.u8.s8 "
                 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, "
                 "%18, %19, %20, %21, %22, %23}, "
                 "%24, %25, add;\n"
                 "}"
                 : WARPSMITH_SUMS8("+r", 0), WARPSMITH_SUMS8("+r", 8), WARPSMITH_SUMS8("+r", 16)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 64 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(unsigned (&sum)[32], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %34, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n64k32.s32.u8.s8 "
                 "{" WARPSMITH_REGISTERS0 "}, "
                 "%32, %33, add;\n"
                 "}"
                 : WARPSMITH_SUMS32("+r", 0)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 96 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(unsigned (&sum)[48], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile(
        "{\n"
        ".reg .pred add;\n"
        "setp.ne.b32 add, %50, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n96k32.s32.u8.s8 "
        "{" WARPSMITH_REGISTERS0
        ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47}, "
        "%48, %49, add;\n"
        "}"
        : WARPSMITH_SUMS32("+r", 0), WARPSMITH_SUMS8("+r", 32), WARPSMITH_SUMS8("+r", 40)
        : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 128 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(unsigned (&sum)[64], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %66, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n128k32.s32.u8.s8 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 "}, "
                 "%64, %65, add;\n"
                 "}"
                 : WARPSMITH_SUMS32("+r", 0), WARPSMITH_SUMS32("+r", 32)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 160 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(unsigned (&sum)[80], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile(
        "{\n"
        ".reg .pred add;\n"
        "setp.ne.b32 add, %82, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n160k32.s32.u8.s8 "
        "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32
        ", %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79}, "
        "%80, %81, add;\n"
        "}"
        : WARPSMITH_SUMS32("+r", 0), WARPSMITH_SUMS32("+r", 32), WARPSMITH_SUMS8("+r", 64),
          WARPSMITH_SUMS8("+r", 72)
        : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 192 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(unsigned (&sum)[96], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %98, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n192k32.s32.u8.s8 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 ", " WARPSMITH_REGISTERS64
                 "}, "
                 "%96, %97, add;\n"
                 "}"
                 : WARPSMITH_SUMS32("+r", 0), WARPSMITH_SUMS32("+r", 32), WARPSMITH_SUMS32("+r", 64)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 256 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(unsigned (&sum)[128], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %130, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n256k32.s32.u8.s8 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 ", " WARPSMITH_REGISTERS64
                 ", " WARPSMITH_REGISTERS96 "}, "
                 "%128, %129, add;\n"
                 "}"
                 : WARPSMITH_SUMS32("+r", 0), WARPSMITH_SUMS32("+r", 32),
                   WARPSMITH_SUMS32("+r", 64), WARPSMITH_SUMS32("+r", 96)
                 : "l"(a), "l"(b), "r"(add));
  }
};

struct WgmmaU8U8 {

  /// sum += A * B for 64 x 48 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(unsigned (&sum)[24], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %26, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n48k32.s32.u8.u8 "
                 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, "
                 "%18, %19, %20, %21, %22, %23}, "
                 "%24, %25, add;\n"
                 "}"
                 : WARPSMITH_SUMS8("+r", 0), WARPSMITH_SUMS8("+r", 8), WARPSMITH_SUMS8("+r", 16)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 64 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(unsigned (&sum)[32], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %34, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n64k32.s32.u8.u8 "
                 "{" WARPSMITH_REGISTERS0 "}, "
                 "%32, %33, add;\n"
                 "}"
                 : WARPSMITH_SUMS32("+r", 0)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 96 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(unsigned (&sum)[48], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile(
        "{\n"
        ".reg .pred add;\n"
        "setp.ne.b32 add, %50, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n96k32.s32.u8.u8 "
        "{" WARPSMITH_REGISTERS0
        ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47}, "
        "%48, %49, add;\n"
        "}"
        : WARPSMITH_SUMS32("+r", 0), WARPSMITH_SUMS8("+r", 32), WARPSMITH_SUMS8("+r", 40)
        : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 128 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(unsigned (&sum)[64], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %66, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n128k32.s32.u8.u8 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 "}, "
                 "%64, %65, add;\n"
                 "}"
                 : WARPSMITH_SUMS32("+r", 0), WARPSMITH_SUMS32("+r", 32)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 160 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(unsigned (&sum)[80], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile(
        "{\n"
        ".reg .pred add;\n"
        "setp.ne.b32 add, %82, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n160k32.s32.u8.u8 "
        "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32
        ", %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79}, "
        "%80, %81, add;\n"
        "}"
        : WARPSMITH_SUMS32("+r", 0), WARPSMITH_SUMS32("+r", 32), WARPSMITH_SUMS8("+r", 64),
          WARPSMITH_SUMS8("+r", 72)
        : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 192 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(unsigned (&sum)[96], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %98, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n192k32.s32.u8.u8 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 ", " WARPSMITH_REGISTERS64
                 "}, "
                 "%96, %97, add;\n"
                 "}"
                 : WARPSMITH_SUMS32("+r", 0), WARPSMITH_SUMS32("+r", 32), WARPSMITH_SUMS32("+r", 64)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 256 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(unsigned (&sum)[128], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %130, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n256k32.s32.u8.u8 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 ", " WARPSMITH_REGISTERS64
                 ", " WARPSMITH_REGISTERS96 "}, "
                 "%128, %129, add;\n"
                 "}"
                 : WARPSMITH_SUMS32("+r", 0), WARPSMITH_SUMS32("+r", 32),
                   WARPSMITH_SUMS32("+r", 64), WARPSMITH_SUMS32("+r", 96)
                 : "l"(a), "l"(b), "r"(add));
  }
};

struct WgmmaE4m3E4m3 {

  /// sum += A * B for 64 x 48 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[24], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %26, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n48k32.f32.e4m3.e4m3 "
                 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, "
                 "%18, %19, %20, %21, %22, %23}, "
                 "%24, %25, add, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS8("+f", 0), WARPSMITH_SUMS8("+f", 8), WARPSMITH_SUMS8("+f", 16)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 64 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[32], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %34, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n64k32.f32.e4m3.e4m3 "
                 "{" WARPSMITH_REGISTERS0 "}, "
                 "%32, %33, add, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 96 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[48], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile(
        "{\n"
        ".reg .pred add;\n"
        "setp.ne.b32 add, %50, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n96k32.f32.e4m3.e4m3 "
        "{" WARPSMITH_REGISTERS0
        ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47}, "
        "%48, %49, add, 1, 1;\n"
        "}"
        : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS8("+f", 32), WARPSMITH_SUMS8("+f", 40)
        : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 128 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[64], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %66, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n128k32.f32.e4m3.e4m3 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 "}, "
                 "%64, %65, add, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 160 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[80], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile(
        "{\n"
        ".reg .pred add;\n"
        "setp.ne.b32 add, %82, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n160k32.f32.e4m3.e4m3 "
        "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32
        ", %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79}, "
        "%80, %81, add, 1, 1;\n"
        "}"
        : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32), WARPSMITH_SUMS8("+f", 64),
          WARPSMITH_SUMS8("+f", 72)
        : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 192 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[96], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %98, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n192k32.f32.e4m3.e4m3 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 ", " WARPSMITH_REGISTERS64
                 "}, "
                 "%96, %97, add, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32), WARPSMITH_SUMS32("+f", 64)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 256 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[128], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %130, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n256k32.f32.e4m3.e4m3 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 ", " WARPSMITH_REGISTERS64
                 ", " WARPSMITH_REGISTERS96 "}, "
                 "%128, %129, add, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32),
                   WARPSMITH_SUMS32("+f", 64), WARPSMITH_SUMS32("+f", 96)
                 : "l"(a), "l"(b), "r"(add));
  }
};

struct WgmmaE4m3E5m2 {

  /// sum += A * B for 64 x 48 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[24], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %26, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n48k32.f32.e4m3.e5m2 "
                 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, "
                 "%18, %19, %20, %21, %22, %23}, "
                 "%24, %25, add, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS8("+f", 0), WARPSMITH_SUMS8("+f", 8), WARPSMITH_SUMS8("+f", 16)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 64 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[32], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %34, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n64k32.f32.e4m3.e5m2 "
                 "{" WARPSMITH_REGISTERS0 "}, "
                 "%32, %33, add, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 96 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[48], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile(
        "{\n"
        ".reg .pred add;\n"
        "setp.ne.b32 add, %50, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n96k32.f32.e4m3.e5m2 "
        "{" WARPSMITH_REGISTERS0
        ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47}, "
        "%48, %49, add, 1, 1;\n"
        "}"
        : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS8("+f", 32), WARPSMITH_SUMS8("+f", 40)
        : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 128 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[64], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %66, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n128k32.f32.e4m3.e5m2 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 "}, "
                 "%64, %65, add, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 160 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[80], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile(
        "{\n"
        ".reg .pred add;\n"
        "setp.ne.b32 add, %82, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n160k32.f32.e4m3.e5m2 "
        "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32
        ", %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79}, "
        "%80, %81, add, 1, 1;\n"
        "}"
        : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32), WARPSMITH_SUMS8("+f", 64),
          WARPSMITH_SUMS8("+f", 72)
        : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 192 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[96], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %98, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n192k32.f32.e4m3.e5m2 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 ", " WARPSMITH_REGISTERS64
                 "}, "
                 "%96, %97, add, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32), WARPSMITH_SUMS32("+f", 64)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 256 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[128], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %130, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n256k32.f32.e4m3.e5m2 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 ", " WARPSMITH_REGISTERS64
                 ", " WARPSMITH_REGISTERS96 "}, "
                 "%128, %129, add, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32),
                   WARPSMITH_SUMS32("+f", 64), WARPSMITH_SUMS32("+f", 96)
                 : "l"(a), "l"(b), "r"(add));
  }
};

struct WgmmaE5m2E4m3 {

  /// sum += A * B for 64 x 48 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[24], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %26, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n48k32.f32.e5m2.e4m3 "
                 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, "
                 "%18, %19, %20, %21, %22, %23}, "
                 "%24, %25, add, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS8("+f", 0), WARPSMITH_SUMS8("+f", 8), WARPSMITH_SUMS8("+f", 16)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 64 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[32], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %34, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n64k32.f32.e5m2.e4m3 "
                 "{" WARPSMITH_REGISTERS0 "}, "
                 "%32, %33, add, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 96 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[48], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile(
        "{\n"
        ".reg .pred add;\n"
        "setp.ne.b32 add, %50, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n96k32.f32.e5m2.e4m3 "
        "{" WARPSMITH_REGISTERS0
        ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47}, "
        "%48, %49, add, 1, 1;\n"
        "}"
        : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS8("+f", 32), WARPSMITH_SUMS8("+f", 40)
        : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 128 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[64], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %66, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n128k32.f32.e5m2.e4m3 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 "}, "
                 "%64, %65, add, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 160 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[80], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile(
        "{\n"
        ".reg .pred add;\n"
        "setp.ne.b32 add, %82, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n160k32.f32.e5m2.e4m3 "
        "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32
        ", %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79}, "
        "%80, %81, add, 1, 1;\n"
        "}"
        : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32), WARPSMITH_SUMS8("+f", 64),
          WARPSMITH_SUMS8("+f", 72)
        : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 192 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[96], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %98, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n192k32.f32.e5m2.e4m3 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 ", " WARPSMITH_REGISTERS64
                 "}, "
                 "%96, %97, add, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32), WARPSMITH_SUMS32("+f", 64)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 256 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[128], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %130, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n256k32.f32.e5m2.e4m3 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 ", " WARPSMITH_REGISTERS64
                 ", " WARPSMITH_REGISTERS96 "}, "
                 "%128, %129, add, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32),
                   WARPSMITH_SUMS32("+f", 64), WARPSMITH_SUMS32("+f", 96)
                 : "l"(a), "l"(b), "r"(add));
  }
};

struct WgmmaE5m2E5m2 {

  /// sum += A * B for 64 x 48 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[24], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %26, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n48k32.f32.e5m2.e5m2 "
                 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, "
                 "%18, %19, %20, %21, %22, %23}, "
                 "%24, %25, add, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS8("+f", 0), WARPSMITH_SUMS8("+f", 8), WARPSMITH_SUMS8("+f", 16)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 64 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[32], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %34, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n64k32.f32.e5m2.e5m2 "
                 "{" WARPSMITH_REGISTERS0 "}, "
                 "%32, %33, add, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 96 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[48], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile(
        "{\n"
        ".reg .pred add;\n"
        "setp.ne.b32 add, %50, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n96k32.f32.e5m2.e5m2 "
        "{" WARPSMITH_REGISTERS0
        ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47}, "
        "%48, %49, add, 1, 1;\n"
        "}"
        : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS8("+f", 32), WARPSMITH_SUMS8("+f", 40)
        : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 128 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[64], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %66, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n128k32.f32.e5m2.e5m2 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 "}, "
                 "%64, %65, add, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 160 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[80], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile(
        "{\n"
        ".reg .pred add;\n"
        "setp.ne.b32 add, %82, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n160k32.f32.e5m2.e5m2 "
        "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32
        ", %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79}, "
        "%80, %81, add, 1, 1;\n"
        "}"
        : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32), WARPSMITH_SUMS8("+f", 64),
          WARPSMITH_SUMS8("+f", 72)
        : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 192 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[96], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %98, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n192k32.f32.e5m2.e5m2 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 ", " WARPSMITH_REGISTERS64
                 "}, "
                 "%96, %97, add, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32), WARPSMITH_SUMS32("+f", 64)
                 : "l"(a), "l"(b), "r"(add));
  }

  /// sum += A * B for 64 x 256 elements of C and 32 steps of k, of tiles given by descriptors;
  /// without `add`, sum = A * B.
  static __device__ __forceinline__ void multiply(float (&sum)[128], unsigned long long a,
                                                  unsigned long long b, int add) {
    asm volatile("{\n"
                 ".reg .pred add;\n"
                 "setp.ne.b32 add, %130, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n256k32.f32.e5m2.e5m2 "
                 "{" WARPSMITH_REGISTERS0 ", " WARPSMITH_REGISTERS32 ", " WARPSMITH_REGISTERS64
                 ", " WARPSMITH_REGISTERS96 "}, "
                 "%128, %129, add, 1, 1;\n"
                 "}"
                 : WARPSMITH_SUMS32("+f", 0), WARPSMITH_SUMS32("+f", 32),
                   WARPSMITH_SUMS32("+f", 64), WARPSMITH_SUMS32("+f", 96)
                 : "l"(a), "l"(b), "r"(add));
  }
};

} // namespace warpsmith
