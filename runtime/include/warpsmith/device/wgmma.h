/// Asynchronous products of a warpgroup, four warps, on the tensor cores: PTX ISA "Asynchronous
/// Warpgroup Level Matrix Multiply-Accumulate". The instructions are in wgmma_instructions.h. Needs
/// sm_90a.
///
/// The left operand may come from registers, where its tile in shared memory runs across k: PTX ISA
/// "Register Fragments for wgmma.mma_async.m64nNk8" and "m64nNk16". A thread has two of the 64 rows
/// of the products. Which of the operand's they are is free: these are neighbours, so that they are
/// loaded at once, no two words of half a warp lie in one bank, and what is computed of them lies
/// side by side.
///
/// Sums of 16 bits go from registers to shared memory as matrices of 8 x 8: PTX ISA "stmatrix".
#pragma once

#include "warpsmith/device/mbarrier.h"
#include "warpsmith/device/vector.h"

namespace warpsmith {

// Operands of an instruction, which takes no arrays: eight or 32 sums from number `i` on, whose
// kind is "+f" or "+r".
#define WARPSMITH_SUMS8(kind, i)                                                                   \
  kind(sum[i]), kind(sum[i + 1]), kind(sum[i + 2]), kind(sum[i + 3]), kind(sum[i + 4]),            \
      kind(sum[i + 5]), kind(sum[i + 6]), kind(sum[i + 7])
#define WARPSMITH_SUMS32(kind, i)                                                                  \
  WARPSMITH_SUMS8(kind, i), WARPSMITH_SUMS8(kind, i + 8), WARPSMITH_SUMS8(kind, i + 16),           \
      WARPSMITH_SUMS8(kind, i + 24)
// Names of 32 operands, the first of which has this number.
#define WARPSMITH_REGISTERS0                                                                       \
  "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, "          \
  "%19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31"
#define WARPSMITH_REGISTERS32                                                                      \
  "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, "          \
  "%49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63"
#define WARPSMITH_REGISTERS64                                                                      \
  "%64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, %80, "          \
  "%81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95"
#define WARPSMITH_REGISTERS96                                                                      \
  "%96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, "         \
  "%111, %112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, "           \
  "%125, %126, %127"

/// Before the first product of a group: registers and shared memory are as they were written.
__device__ __forceinline__ void beginProducts() {
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}
/// Makes a group of the products since the last one.
__device__ __forceinline__ void commitProducts() {
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}
/// Waits until at most `Pending` of the latest groups are not complete.
template <int Pending>
__device__ __forceinline__ void waitForProducts() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(Pending) : "memory");
}

/// What this thread has written to shared memory, or had copied there by cp.async, is there for
/// products that are started later, by it or by threads that it meets at a barrier. They belong to
/// another proxy: PTX ISA "Async proxy".
__device__ __forceinline__ void publishToProducts() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

/// How a tile in shared memory is swizzled: "Matrix Descriptor Format", bits 62 and 63.
enum class Swizzle : unsigned { None = 0, Bytes128 = 1, Bytes64 = 2, Bytes32 = 3 };

/// The matrix descriptor of a tile in shared memory. Groups of eight rows are `strideBytes` apart;
/// where rows of the tile run across k, `leadingBytes` are from one swizzle-wide column of it to
/// the next.
__device__ __forceinline__ unsigned long long tileDescriptor(const void *tile, int leadingBytes,
                                                             int strideBytes, Swizzle swizzle) {
  const auto field = [](unsigned bytes) { return (unsigned long long)((bytes & 0x3ffff) >> 4); };
  return field(sharedAddress(tile)) | field(leadingBytes) << 16 | field(strideBytes) << 32 |
         (unsigned long long)swizzle << 62;
}

/// The descriptor of a tile from its step `step` on, which lies in columns of `Lines` rows of
/// `Elements` elements. Rows run along k or across it. What the two offsets are depends on that
/// ("Strides"). Rows of 16 bytes are not swizzled: groups of eight are then matrices of their own.
template <int Elements, int Lines, bool AlongK, typename Part>
__device__ __forceinline__ unsigned long long columnsDescriptor(const Part *tile, int step) {
  constexpr int Bytes = Elements * (int)sizeof(Part), Group = 8 * Bytes, Column = Lines * Bytes;
  constexpr bool Swizzled = Bytes > 16;
  constexpr Swizzle Mode = Bytes == 128  ? Swizzle::Bytes128
                           : Bytes == 64 ? Swizzle::Bytes64
                           : Bytes == 32 ? Swizzle::Bytes32
                                         : Swizzle::None;
  constexpr int Leading = AlongK ? (Swizzled ? 16 : Column) : Swizzled ? Column : Group;
  return tileDescriptor(
      tile + (AlongK ? step / Elements * (Lines * Elements) + step % Elements : step * Elements),
      Leading, AlongK || Swizzled ? Group : Column, Mode);
}

/// Of a box of 32-bit elements, as TMA copies it: rows of 128 bytes, one a step of k, swizzled.
constexpr int FragmentColumns = 32;

/// The first of the two rows of a thread, of the warpgroup's 64, for elements of so many bytes as
/// the tensor cores multiply: those of half a warp are in eight chunks of 16 bytes, of which no two
/// are in the same banks once they are swizzled by the steps that its lanes have.
template <int Bytes>
__device__ __forceinline__ int fragmentRow(int thread) {
  const int bit4 = thread / 4 % 2, bit8 = thread / 8 % 2, bit16 = thread / 16 % 2;
  return thread % 128 / 64 * FragmentColumns + thread / 32 % 2 * 8 + bit4 * 2 +
         (Bytes == 4 ? bit16 * 4 + bit8 * 16 : bit8 * 4 + bit16 * 16);
}

/// Loads a thread's fragments of all steps of a tile: Steps rows in each of the warpgroup's two
/// boxes, of which `boxes` is the first.
template <int Steps>
__device__ __forceinline__ void loadFragments(unsigned (&fragments)[Steps / 2], const float *boxes,
                                              int thread) {
  const int step = thread % 4; // and the fourth after it
  const float *const box = boxes + thread % 128 / 64 * Steps * FragmentColumns + thread / 4 % 2 * 2;
  const int chunk = fragmentRow<4>(thread) % FragmentColumns / 4 ^ step;
#pragma unroll
  for (int first = 0; first < Steps; first += 8)
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      const int row = first + half * 4 + step;
      const auto pair = loadVector<2>(box + row * FragmentColumns + (chunk ^ half * 4) * 4);
      fragments[first / 2 + half * 2] = __float_as_uint(pair.values[0]);
      fragments[first / 2 + half * 2 + 1] = __float_as_uint(pair.values[1]);
    }
}

/// Stores four matrices. Of each, a lane has two neighbours of row lane / 4 in a word, as tensor
/// cores leave sums; lane i gives the address of row i % 8 of matrix i / 8, a multiple of 16 bytes.
__device__ __forceinline__ void storeMatrices(void *row, const unsigned (&words)[4]) {
  asm volatile(
      "stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(sharedAddress(row)),
      "r"(words[0]), "r"(words[1]), "r"(words[2]), "r"(words[3])
      : "memory");
}

} // namespace warpsmith
