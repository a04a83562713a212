/// Copies of matrices that kernels can read faster, or at all: for the tensor memory accelerator in
/// another type, with other alignment, or of other values; in rows that can be read in vectors;
/// transposed, for tensor cores that read tiles along k alone; and of batches.
#pragma once

#include "warpsmith/device/convert.h"
#include "warpsmith/device/vector.h"

namespace warpsmith {

constexpr int PackThreads = 256;

/// Elements of 8 bits that stay such keep their bits, floating-point numbers are rounded.
template <typename Packed, typename Element>
__device__ __forceinline__ Packed packedElement(Element element) {
  if constexpr (sizeof(Element) == 1 && sizeof(Packed) == 1)
    return reinterpret_cast<const Packed &>(element);
  else
    return fromFloat<Packed>(toFloat(element));
}

/// Copies transform(element) of rows x columns elements; this is block `block` of `blocks`, whose
/// warps take a piece of a row each. Width elements are read at once.
template <int Width, typename Element, typename Packed, typename Transform>
__device__ void packMatrix(const Element *matrix, long long leadingDimension, int rows, int columns,
                           Packed *packed, long long pitch, int block, int blocks,
                           Transform transform) {
  // A lane's loads of a piece are in flight together.
  constexpr int Warps = PackThreads / 32, Loads = 4;
  const int runs = (columns + Width - 1) / Width;
  const int pieces = (runs + 32 * Loads - 1) / (32 * Loads);
  for (long long piece = (long long)block * Warps + threadIdx.x / 32;
       piece < (long long)rows * pieces; piece += (long long)blocks * Warps) {
    const long long row = piece / pieces;
    const int first = (int)(piece % pieces) * 32 * Loads + threadIdx.x % 32;
    Vector<Element, Width> from[Loads];
#pragma unroll
    for (int load = 0; load < Loads; ++load)
      if (const int run = first + 32 * load; run < runs)
        from[load] = loadVector<Width>(matrix + row * leadingDimension + run * Width);
#pragma unroll
    for (int load = 0; load < Loads; ++load)
      if (const int run = first + 32 * load; run < runs) {
        Vector<Packed, Width> to;
#pragma unroll
        for (int i = 0; i < Width; ++i)
          to.values[i] = transform(from[load].values[i]);
        storeVector(packed + row * pitch + run * Width, to);
      }
  }
}

/// The same, converting them.
template <int Width, typename Element, typename Packed>
__device__ void packMatrix(const Element *matrix, long long leadingDimension, int rows, int columns,
                           Packed *packed, long long pitch, int block, int blocks) {
  packMatrix<Width>(matrix, leadingDimension, rows, columns, packed, pitch, block, blocks,
                    [](Element element) { return packedElement<Packed>(element); });
}

constexpr int PackRowsThreads = 256;

/// Copies rows x columns elements to rows `pitch` apart, with zeros behind them to the next
/// multiple of Multiple; this is block `block` of `blocks`, whose warps take a piece of a row each.
template <int Multiple, typename Element>
__device__ void packRows(const Element *matrix, long long leadingDimension, int rows, int columns,
                         Element *packed, long long pitch, int block, int blocks) {
  // A lane's loads of a piece are in flight together.
  constexpr int Warps = PackRowsThreads / 32, Loads = 8, Piece = 32 * Loads;
  const int width = (columns + Multiple - 1) / Multiple * Multiple;
  const int pieces = (width + Piece - 1) / Piece;
  for (long long piece = (long long)block * Warps + threadIdx.x / 32;
       piece < (long long)rows * pieces; piece += (long long)blocks * Warps) {
    const long long row = piece / pieces;
    const int first = (int)(piece % pieces) * Piece + threadIdx.x % 32;
    const Element *const from = matrix + row * leadingDimension;
    Element *const to = packed + row * pitch;
    Element elements[Loads];
#pragma unroll
    for (int load = 0; load < Loads; ++load)
      elements[load] = first + 32 * load < columns ? from[first + 32 * load] : Element{};
#pragma unroll
    for (int load = 0; load < Loads; ++load)
      if (first + 32 * load < width)
        to[first + 32 * load] = elements[load];
  }
}

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

/// Copies `products` matrices of rows x columns elements, `stride` elements apart, or one where
/// that is 0; packed ones lie behind each other. Transposed: they become columns x
/// rows. Aligned: 16 bytes can be read at once, or Width elements where their bits change. This is
/// block `block` of `blocks`.
template <bool Aligned, bool Transposed, int Width, typename Element, typename Packed>
__device__ void packBatch(const Element *matrices, long long stride, int products,
                          long long leadingDimension, int rows, int columns, Packed *packed,
                          long long pitch, int block, int blocks) {
  const int count = stride == 0 ? 1 : products, groups = min(count, blocks);
  const int group = block % groups;
  const int own = block / groups, together = (blocks - group + groups - 1) / groups;
  for (int product = group; product < count; product += groups) {
    const Element *const from = matrices + product * stride;
    Packed *const to = packed + (long long)product * (Transposed ? columns : rows) * pitch;
    if constexpr (Transposed)
      packTransposed<Aligned ? 16 / sizeof(Element) : 1>(from, leadingDimension, rows, columns, to,
                                                         pitch, own, together);
    else
      packMatrix<Aligned ? Width : 1>(from, leadingDimension, rows, columns, to, pitch, own,
                                      together);
  }
}

} // namespace warpsmith
