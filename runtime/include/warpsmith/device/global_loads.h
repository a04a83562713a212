/// Loads from global memory: hints that memory will be read soon, PTX ISA "prefetch", and what is
/// read in place of elements that do not exist.
#pragma once

namespace warpsmith {

/// Bytes that come into the L2 cache together.
[[maybe_unused]] constexpr int CacheLine = 128;

__device__ __forceinline__ void prefetchToL2(const void *global) {
  asm volatile("prefetch.global.L2 [%0];" ::"l"(global));
}

/// The threads of all blocks together bring a matrix into the L2 cache, where that is at most a
/// line for each of them; null is no matrix. All threads see the same L2 cache, so that this may
/// happen while an earlier kernel still writes there.
template <typename Element>
__device__ __forceinline__ void prefetchTogether(const Element *matrix, int rows, int columns,
                                                 long long leadingDimension) {
  constexpr int Run = CacheLine / sizeof(Element);
  const int linesOfRow = (columns + Run - 1) / Run;
  const long long lines = (long long)rows * linesOfRow;
  const int line = blockIdx.x * blockDim.x + threadIdx.x;
  if (matrix && line < lines && lines <= gridDim.x * blockDim.x)
    prefetchToL2(matrix + line / linesOfRow * leadingDimension + line % linesOfRow * Run);
}

/// The threads of all blocks together bring the first steps of k of an operand into the L2 cache, a
/// line each. Its rows run along k, or else its columns do. More of it would delay what the first
/// tiles wait for.
template <bool AlongK, typename Element>
__device__ __forceinline__ void prefetchFirstSteps(const Element *matrix, int outer, int steps,
                                                   int leadingDimension) {
  constexpr int Run = CacheLine / sizeof(Element), MostLines = 16384;
  const int rows = AlongK ? outer : steps;
  const int linesOfRow = ((AlongK ? steps : outer) + Run - 1) / Run;
  const int line = blockIdx.x * blockDim.x + threadIdx.x;
  if (matrix && line < MostLines && line < (long long)rows * linesOfRow) {
    const int row = AlongK ? line % rows : line / linesOfRow;
    const int run = AlongK ? line / rows : line % linesOfRow;
    prefetchToL2(matrix + (long long)row * leadingDimension + run * Run);
  }
}

/// 16 bytes that nobody writes. Loads under conditions, of which ptxas has few predicates for, wait
/// for each other; loads from here or there do not. An empty kernel has no use for it.
[[maybe_unused]] alignas(16) static __device__ unsigned char absent[16];

/// The element that `from` points to where it exists, else one whose value means nothing.
template <typename Element>
__device__ __forceinline__ const Element *orAbsent(bool exists, const Element *from) {
  return exists ? from : reinterpret_cast<const Element *>(absent);
}

} // namespace warpsmith
