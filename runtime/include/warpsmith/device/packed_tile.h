/// Copies of tiles of matrices in packed layouts (packed_place.h) from global to shared memory, by
/// threads: as they lie, or so that lines become columns.
///
/// A tile has Rows lines and Columns elements of each. It begins at (firstLine, firstAlong), both
/// multiples of its extents. Of the matrix, `lines` lines of `length` elements exist; the others
/// are zero. Threads copy Width elements at once, which must be of one run and, if they are
/// several, aligned.
#pragma once

#include "warpsmith/device/copy_async.h"
#include "warpsmith/device/packed_place.h"
#include "warpsmith/device/vector.h"

namespace warpsmith {

/// Where each of a thread's runs lies RowsAtOnce lines below the last one: whether all lie as far
/// from the first as those of the tile's first lines.
template <int Lines, int Rows, int RowsAtOnce>
constexpr bool MovesAlike = RowsAtOnce % Lines == 0 || Lines == OneDigit ||
                            (Lines % RowsAtOnce == 0 && (Lines % Rows == 0 || Rows % Lines == 0));

/// How far line `line` lies from the first of the matrix.
template <int Lines>
__device__ __forceinline__ int distanceOfLine(const PackedLayout &layout, int line) {
  return line % Lines * layout.linePitch + line / Lines * layout.blockPitch;
}

/// Starts to copy a tile to rows of Pitch elements.
template <int Run, int Lines, int Rows, int Columns, int Pitch, int Threads, int Width,
          typename Element>
__device__ __forceinline__ void
streamPackedTile(Element *tile, const Element *matrix, const PackedLayout &layout, int firstLine,
                 int firstAlong, int lines, int length, int thread) {
  constexpr int AtOnce = Threads * Width;
  constexpr int RowsAtOnce = AtOnce >= Columns ? AtOnce / Columns : 1;
  if constexpr (Width * sizeof(Element) == 16 && AtOnce % Columns == 0 &&
                Rows * Columns % AtOnce == 0 && MovesAlike<Lines, Rows, RowsAtOnce>) {
    const int row = thread * Width / Columns, column = thread * Width % Columns;
    const Element *const from =
        matrix + placeOf<Run, Lines>(layout, firstLine + row, firstAlong + column);
    Element *const to = tile + row * Pitch + column;
    if (firstLine + Rows <= lines && firstAlong + Columns <= length) {
#pragma unroll
      for (int moved = 0; moved < Rows; moved += RowsAtOnce)
        copyAsync<16>(to + moved * Pitch, from + distanceOfLine<Lines>(layout, moved), true);
    } else {
#pragma unroll 2
      for (int moved = 0; moved < Rows; moved += RowsAtOnce) {
        const bool exists = firstLine + row + moved < lines && firstAlong + column < length;
        copyAsync<16>(to + moved * Pitch,
                      exists ? from + distanceOfLine<Lines>(layout, moved) : matrix, exists);
      }
    }
  } else {
    using Shape = TileShape<Rows, Columns, Pitch, Threads, Width>;
    constexpr int Unroll = Width > 1 ? Shape::Runs : 2;
    Shape::template forEach<Unroll>(thread, [&](int, int row, int column) {
      const int line = firstLine + row, along = firstAlong + column;
      const bool exists = line < lines && along < length;
      copyAsync<Width * sizeof(Element)>(
          tile + row * Pitch + column,
          exists ? matrix + placeOf<Run, Lines>(layout, line, along) : matrix, exists);
    });
  }
}

/// Copies a tile and writes transform(element) to shared memory, the elements of a line Pitch
/// elements apart.
template <int Run, int Lines, int Rows, int Columns, int Pitch, int Threads, int Width,
          typename Stored, typename Element, typename Transform>
__device__ __forceinline__ void
transposePackedTile(Stored *tile, const Element *matrix, const PackedLayout &layout, int firstLine,
                    int firstAlong, int lines, int length, int thread, Transform transform) {
  constexpr int AtOnce = Threads * Width;
  constexpr int RowsAtOnce = AtOnce >= Columns ? AtOnce / Columns : 1;
  if constexpr (AtOnce % Columns == 0 && Rows * Columns % AtOnce == 0 &&
                MovesAlike<Lines, Rows, RowsAtOnce>) {
    // What is on its way at a time are as many runs as there are registers for.
    constexpr int AllRuns = Rows * Columns / AtOnce;
    constexpr int Runs = AllRuns % 16 == 0 ? 16 : AllRuns;
    const int row = thread * Width / Columns, column = thread * Width % Columns;
    const Element *const from =
        matrix + placeOf<Run, Lines>(layout, firstLine + row, firstAlong + column);
    Stored *const to = tile + column * Pitch + row;
    const bool whole = firstLine + Rows <= lines && firstAlong + Columns <= length;
    const int last = firstAlong + column < length ? lines - firstLine - row : 0;
    for (int done = 0; done < Rows; done += Runs * RowsAtOnce) {
      Vector<Element, Width> runs[Runs];
      if (whole) {
#pragma unroll
        for (int run = 0; run < Runs; ++run)
          runs[run] =
              loadVector<Width>(from + distanceOfLine<Lines>(layout, done + run * RowsAtOnce));
      } else {
#pragma unroll
        for (int run = 0; run < Runs; ++run) {
          const int moved = done + run * RowsAtOnce;
          runs[run] = moved < last ? loadVector<Width>(from + distanceOfLine<Lines>(layout, moved))
                                   : Vector<Element, Width>{};
        }
      }
#pragma unroll
      for (int run = 0; run < Runs; ++run)
#pragma unroll
        for (int i = 0; i < Width; ++i)
          to[i * Pitch + done + run * RowsAtOnce] = transform(runs[run].values[i]);
    }
  } else {
    using Shape = TileShape<Rows, Columns, Columns, Threads, Width>;
    constexpr int Unroll = Shape::Runs < 4 ? Shape::Runs : 4;
    Shape::template forEach<Unroll>(thread, [&](int, int row, int column) {
      const int line = firstLine + row, along = firstAlong + column;
      const Vector<Element, Width> run =
          line < lines && along < length
              ? loadVector<Width>(matrix + placeOf<Run, Lines>(layout, line, along))
              : Vector<Element, Width>{};
#pragma unroll
      for (int i = 0; i < Width; ++i)
        tile[(column + i) * Pitch + row] = transform(run.values[i]);
    });
  }
}

} // namespace warpsmith
