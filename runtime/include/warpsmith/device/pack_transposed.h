/// Transposed copies of matrices for tensor cores that read tiles along k alone.
#pragma once

#include "warpsmith/device/pack_operand.h"

namespace warpsmith {

/// Words of as many rows as they have elements, of columns then: 4 x 4 bytes change places.
__device__ __forceinline__ void transposeWords(unsigned (&words)[4]) {
  const unsigned low01 = __byte_perm(words[0], words[1], 0x5140);
  const unsigned low23 = __byte_perm(words[2], words[3], 0x5140);
  const unsigned high01 = __byte_perm(words[0], words[1], 0x7362);
  const unsigned high23 = __byte_perm(words[2], words[3], 0x7362);
  words[0] = __byte_perm(low01, low23, 0x5410);
  words[1] = __byte_perm(low01, low23, 0x7632);
  words[2] = __byte_perm(high01, high23, 0x5410);
  words[3] = __byte_perm(high01, high23, 0x7632);
}
__device__ __forceinline__ void transposeWords(unsigned (&)[1]) {
}

/// Copies rows x columns elements of 1 or 4 bytes to columns x rows, rows `pitch` elements apart:
/// a multiple of 16 bytes, as their address is. This is block `block` of `blocks`. Width elements,
/// 16 bytes of them or one, are read at once.
template <int Width, typename Element, typename Packed>
__device__ void packTransposed(const Element *matrix, long long leadingDimension, int rows,
                               int columns, Packed *packed, long long pitch, int block,
                               int blocks) {
  constexpr int OfWord = 4 / sizeof(Element), OfRun = 4 * OfWord, Tile = 32 * OfWord;
  static_assert(sizeof(Element) == sizeof(Packed) && (Width == OfRun || Width == 1),
                "A run or an element at once, which stay what they are.");
  static_assert(PackThreads == 256, "A thread has one run in each row of a word.");
  // Of each column of the tile its words; word w of column c lies at w ^ (c / OfWord), so that
  // neither writing along rows nor reading along columns has two words of a warp in a bank.
  __shared__ unsigned words[Tile][32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int tilesAcross = (columns + Tile - 1) / Tile;
  const long long tiles = (long long)((rows + Tile - 1) / Tile) * tilesAcross;
  for (long long tile = block; tile < tiles; tile += blocks) {
    const int firstRow = tile / tilesAcross * Tile, firstColumn = tile % tilesAcross * Tile;
    // Eight lanes read 128 bytes of as many rows as a word has elements.
    const int word = warp * 4 + lane / 8, run = lane % 8;
    const int column = firstColumn + run * OfRun;
    Vector<Element, OfRun> read[OfWord] = {};
#pragma unroll
    for (int i = 0; i < OfWord; ++i) {
      const int row = firstRow + word * OfWord + i;
      const Element *const from = matrix + row * leadingDimension + column;
#pragma unroll
      for (int at = 0; at < OfRun; at += Width)
        if (row < rows && column + at < columns)
          reinterpret_cast<Vector<Element, Width> *>(read[i].values)[at / Width] =
              loadVector<Width>(from + at);
    }
    __syncthreads(); // the last tile has been stored
#pragma unroll
    for (int at = 0; at < 4; ++at) {
      unsigned square[OfWord];
#pragma unroll
      for (int i = 0; i < OfWord; ++i)
        square[i] = reinterpret_cast<const unsigned *>(read[i].values)[at];
      transposeWords(square);
#pragma unroll
      for (int i = 0; i < OfWord; ++i)
        words[run * OfRun + at * OfWord + i][word ^ (run * 4 + at)] = square[i];
    }
    __syncthreads();
    // Eight lanes write the 128 bytes of a column; their columns are of different words.
    const int row = firstRow + run * OfRun;
#pragma unroll
    for (int i = 0; i < OfWord; ++i) {
      const int own = word * OfWord + i;
      Vector<unsigned, 4> stored;
#pragma unroll
      for (int at = 0; at < 4; ++at)
        stored.values[at] = words[own][(run * 4 + at) ^ word];
      if (firstColumn + own < columns && row < rows)
        storeVector(reinterpret_cast<unsigned *>(packed + (firstColumn + own) * pitch + row),
                    stored);
    }
  }
}

} // namespace warpsmith
