/// Copies of matrices to rows that can be read in vectors.
#pragma once

namespace warpsmith {

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
      elements[load] = first + 32 * load < columns ? from[first + 32 * load] : Element(0.0f);
#pragma unroll
    for (int load = 0; load < Loads; ++load)
      if (first + 32 * load < width)
        to[first + 32 * load] = elements[load];
  }
}

} // namespace warpsmith
