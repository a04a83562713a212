/// Reads of what results need besides their sums, where threads make several neighbours in a row of
/// C: as many elements of each array at once.
#pragma once

#include "warpsmith/device/global_loads.h"
#include "warpsmith/device/vector.h"

namespace warpsmith {

/// How many neighbours in a row a thread reads, and how many at once, as an argument.
template <int Count, int Aligned>
struct RunOf {};

/// Words that one instruction reads.
template <int Bytes>
struct WordOf {
  using Type = uint4;
};
template <>
struct WordOf<8> {
  using Type = uint2;
};
template <>
struct WordOf<4> {
  using Type = unsigned;
};
template <>
struct WordOf<2> {
  using Type = unsigned short;
};
template <>
struct WordOf<1> {
  using Type = unsigned char;
};

/// Reads Count elements that nobody writes while the kernel runs: words of Aligned of them, which
/// their address is aligned for. That nobody writes them is in the instruction: it need not wait
/// for the stores before it.
template <int Count, int Aligned, typename Element>
__device__ __forceinline__ Vector<Element, Count> loadRun(const Element *from) {
  using Word = typename WordOf<sizeof(Element) * Aligned>::Type;
  constexpr int Words = sizeof(Element) * Count / sizeof(Word);
  Word words[Words];
#pragma unroll
  for (int i = 0; i < Words; ++i)
    words[i] = __ldg(reinterpret_cast<const Word *>(from) + i);
  Vector<Element, Count> run;
  __builtin_memcpy(&run, words, sizeof(run));
  return run;
}

/// Calls visit(row, column) for the places of a block's tile of C where a line of the L2 cache
/// begins if the tile does; each thread for some, where they are among so many rows and columns.
template <typename Element, int BlockM, int BlockN, int Threads, typename Visit>
__device__ __forceinline__ void forEachLine(int thread, int rows, int columns, Visit visit) {
  constexpr int Run = CacheLine / sizeof(Element), LinesOfRow = (BlockN + Run - 1) / Run;
#pragma unroll 1
  for (int line = thread; line < BlockM * LinesOfRow; line += Threads) {
    const int row = line / LinesOfRow, column = line % LinesOfRow * Run;
    if (row < rows && column < columns)
      visit(row, column);
  }
}

} // namespace warpsmith
