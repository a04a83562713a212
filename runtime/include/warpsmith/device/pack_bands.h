/// Scaled copies of an operand, of which a kernel before makes the first bands of C's rows, and
/// idle warps of the kernel that multiplies the others while tiles of the first are computed. Needs
/// sm_90.
///
/// A counter gives pieces out, to warps that run: a tile whose band is not complete waits for these
/// alone, and never for a block that has yet to begin.
#pragma once

#include "warpsmith/device/mma_instructions.h"
#include "warpsmith/device/tensor_copy.h"
#include "warpsmith/device/tile_order.h"
#include "warpsmith/device/vector.h"

namespace warpsmith {

struct PackedBands {
  const double *matrix;
  double *packed;
  int leadingDimension, pitch;
  int rows, columns; ///< of the matrix
  int before;        ///< bands that the kernel before packs
  /// Zero at first: of pieces that were given out and, behind it, of those of each band that are
  /// packed. Null where all bands are packed before.
  int *counters;
};

/// The bands that the kernel before has to pack, of so many rows and columns of tiles: those of the
/// blocks that have the most tiles, or all where the others would not be complete in time.
inline int bandsBefore(long long tileRows, long long tileColumns, int places) {
  const long long tiles = tileRows * tileColumns, tilesOfBand = RowsOfBand * tileColumns;
  const long long bands = (tileRows + RowsOfBand - 1) / RowsOfBand;
  // A band is packed in about the time in which half of the multiprocessors compute a tile each.
  if (tiles <= places || tilesOfBand < places / 2)
    return (int)bands;
  const long long rest = tiles % places ? tiles % places : places;
  return (int)((rest + tilesOfBand - 1) / tilesOfBand);
}

/// element[i] *= factor by the tensor cores, rounded as a multiplication is: one on the FP64 units
/// would wait, and make the tensor cores wait, for many cycles. By all lanes of a warp.
__device__ __forceinline__ void scaleDoubles(double (&elements)[2], double factor, int lane) {
  // A lane's elements are rows of A in its own step, and column 2 * (lane % 4) of the sums is its
  // own: there, B has the factor in that step and 0 in the others.
  double scaled[4] = {-0.0, -0.0, -0.0, -0.0};
  multiplyDoublesAtOnce(scaled, elements, lane / 4 == lane % 4 * 2 ? factor : 0.0);
#pragma unroll
  for (int i = 0; i < 2; ++i) {
    // Compared as integers, since the FP64 units are what is avoided.
    const long long element = __double_as_longlong(elements[i]);
    long long product = __double_as_longlong(scaled[2 * i]);
    constexpr long long Sign = 1ll << 63, Infinity = 0x7ffll << 52;
    if ((product & Infinity) == Infinity) // other lanes' infinities and NaNs times 0 are NaNs
      product = __double_as_longlong(factor * elements[i]);
    else if ((product & ~Sign) == 0) // other lanes' zeros have been added
      product = (element ^ __double_as_longlong(factor)) & Sign;
    elements[i] = __longlong_as_double(product);
  }
}

/// What a warp packs at a time; its registers have room for a few rows of it.
[[maybe_unused]] constexpr int RowsOfPiece = 8, ColumnsOfPiece = 64;

/// Pieces of a band of Width rows of the matrix, or of so many columns where it runs along them.
template <bool AlongK, int Width>
__device__ __forceinline__ TilePlace piecesOfBand(const PackedBands &bands) {
  return {((AlongK ? Width : bands.rows) + RowsOfPiece - 1) / RowsOfPiece,
          ((AlongK ? bands.columns : Width) + ColumnsOfPiece - 1) / ColumnsOfPiece};
}

/// Packs pieces of the bands behind `before` until there are none. Columns, leading dimension and
/// pitch are even, and matrix and copy aligned to 16 bytes. By all lanes of a warp.
template <bool AlongK, int Width>
__device__ void packBands(const PackedBands &bands, double factor, int lane) {
  constexpr int Loads = 2; // in flight together
  const TilePlace along = piecesOfBand<AlongK, Width>(bands);
  const int pieces = along.row * along.column;
  const int outer = AlongK ? bands.rows : bands.columns;
  const int all = pieces * ((outer + Width - 1) / Width - bands.before);
  const auto claim = [&] {
    const int piece = lane == 0 ? ::atomicAdd(bands.counters, 1) : 0;
    return __shfl_sync(0xffffffff, piece, 0);
  };
  for (int piece = claim(); piece < all;) {
    const int next = claim();
    const int band = piece / pieces + bands.before, within = piece % pieces;
    const int row = (AlongK ? band * Width : 0) + within % along.row * RowsOfPiece;
    const int column = (AlongK ? 0 : band * Width) + within / along.row * ColumnsOfPiece + 2 * lane;
    const int rows = column < bands.columns ? bands.rows - row : 0; // from this piece on
    const double *const from = bands.matrix + (long long)row * bands.leadingDimension + column;
    double *const to = bands.packed + (long long)row * bands.pitch + column;
#pragma unroll 1
    for (int first = 0; first < RowsOfPiece; first += Loads) {
      Vector<double, 2> elements[Loads] = {};
#pragma unroll
      for (int load = 0; load < Loads; ++load)
        if (first + load < rows)
          elements[load] = loadVector<2>(from + (long long)(first + load) * bands.leadingDimension);
#pragma unroll
      for (int load = 0; load < Loads; ++load) {
        scaleDoubles(elements[load].values, factor, lane);
        if (first + load < rows)
          storeVector(to + (long long)(first + load) * bands.pitch, elements[load]);
      }
    }
    // TMA is what will read them, in other blocks, too.
    __threadfence();
    fenceGlobalProxies();
    __syncwarp();
    if (lane == 0)
      ::atomicAdd(&bands.counters[1 + band], 1);
    piece = next;
  }
}

/// Waits until all of a band is packed, so that this thread's copies by TMA may read it.
template <bool AlongK, int Width>
__device__ __forceinline__ void waitForBand(const PackedBands &bands, int band) {
  const TilePlace along = piecesOfBand<AlongK, Width>(bands);
  while (::atomicAdd(&bands.counters[1 + band], 0) < along.row * along.column)
    __nanosleep(128);
  __threadfence();
  fenceGlobalProxies();
}

} // namespace warpsmith
