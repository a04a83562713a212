/// A thread's part of the copies of one operand's tiles into shared memory. Tiles follow each other
/// along k, BlockK steps each. A row in global memory holds consecutive steps of k (AlongK), or
/// consecutive rows of A or columns of B, here called lines. Steps beyond the end become zeros.
/// Lines beyond the end are unspecified. If Transforms, transform(element) is stored. Call
/// waitForElements() or its like, and a barrier, before other threads read.
#pragma once

#include "warpsmith/device/copy_async.h"
#include "warpsmith/device/mma_rows.h"

namespace warpsmith {

/// Of tiles of Lines lines by Threads threads. They lie in shared memory by rows as in global
/// memory (mma_rows.h). Rows in global memory begin at multiples of 16 bytes, and exist in pieces
/// of as many.
template <typename Stored, typename Element, bool AlongK, int Pitch, int BlockK, bool Transforms,
          int Lines, int Threads>
class VectorCopies {
public:
  /// Of the tile, which begins at *matrix, `lines` lines exist.
  __device__ __forceinline__ VectorCopies(const Element *matrix, int leadingDimension, int lines,
                                          int thread)
      : from(matrix),
        next(AlongK ? BlockK : (long long)BlockK * leadingDimension) {
    const int row = thread / VectorsOfRow, inRow = thread % VectorsOfRow * Width;
    step = AlongK ? inRow : row;
    place = row * Pitch + inRow;
    swizzled = placeInRows<Stored, AlongK, Pitch>(row, inRow);
    // Others are read in the place of lines that do not exist.
    const int existing = AlongK ? inRow : min(inRow, (lines - 1) / Width * Width);
#pragma unroll
    for (int pass = 0; pass < Passes; ++pass)
      offset[pass] = (AlongK ? min(row + pass * RowsOfPass, lines - 1) : row + pass * RowsOfPass) *
                         leadingDimension +
                     existing;
  }

  /// Starts to copy the next tile, of which `left` steps exist.
  template <typename Transform>
  __device__ __forceinline__ void copy(Stored *tile, int left, Transform transform) {
    if (RowsOfPass <= Rows || place < Rows * Pitch) {
#pragma unroll
      for (int pass = 0; pass < Passes; ++pass)
        copyTransformed<Width, Transforms>(tile + placeOf(pass), from + offset[pass],
                                           (AlongK ? step : step + pass * RowsOfPass) < left,
                                           transform);
    }
    from += next;
  }

private:
  // What a thread copies at once stays together in shared memory.
  static constexpr int Width =
      16 / (sizeof(Element) > sizeof(Stored) ? sizeof(Element) : sizeof(Stored));
  static constexpr int Rows = AlongK ? Lines : BlockK;
  static constexpr int VectorsOfRow = (AlongK ? BlockK : Lines) / Width;
  static constexpr int RowsOfPass = Threads / VectorsOfRow;
  static constexpr int Passes = Rows > RowsOfPass ? Rows / RowsOfPass : 1;
  static_assert(Threads % VectorsOfRow == 0 && (Rows % RowsOfPass == 0 || RowsOfPass > Rows),
                "A thread's vectors lie below each other.");

  /// Where the vector of a pass lies. Eight rows below each other change places alike.
  __device__ __forceinline__ int placeOf(int pass) const {
    if constexpr (RowsOfPass % 8 == 0)
      return swizzled + pass * RowsOfPass * Pitch;
    else
      return placeInRows<Stored, AlongK, Pitch>(place / Pitch + pass * RowsOfPass, place % Pitch);
  }

  const Element *from;
  long long next;
  int step, place, swizzled;
  unsigned offset[Passes];
};

/// Into tiles of a row for each step, Pitch elements apart, of Lines lines by Threads threads. Rows
/// of steps begin anywhere, and are transposed element by element; rows of lines are copied as by
/// VectorCopies.
template <typename Stored, typename Element, bool AlongK, int Pitch, int BlockK, bool Transforms,
          int Lines, int Threads>
class StepCopies {
public:
  /// Of the tile, which begins at *matrix, `lines` lines exist.
  __device__ __forceinline__ StepCopies(const Element *matrix, int leadingDimension, int lines,
                                        int thread)
      : from(matrix),
        next(AlongK ? BlockK : (long long)BlockK * leadingDimension),
        // A warp reads adjacent elements of several rows.
        step(AlongK ? thread % BlockK : thread / VectorsOfRow) {
    const int line = AlongK ? thread / BlockK : thread % VectorsOfRow * Width;
    place = step * Pitch + line;
#pragma unroll
    for (int pass = 0; pass < Passes; ++pass)
      offset[pass] = AlongK ? min(line + pass * LinesOfPass, lines - 1) * leadingDimension + step
                            : (step + pass * StepsOfPass) * leadingDimension +
                                  min(line, (lines - 1) / Width * Width);
  }

  /// Starts to copy the next tile, of which `left` steps exist.
  template <typename Transform>
  __device__ __forceinline__ void copy(Stored *tile, int left, Transform transform) {
    if (AlongK ? LinesOfPass <= Lines || place % Pitch < Lines
               : StepsOfPass <= BlockK || step < BlockK) {
#pragma unroll
      for (int pass = 0; pass < Passes; ++pass)
        copyTransformed<Width, Transforms>(
            tile + place + pass * (AlongK ? LinesOfPass : StepsOfPass * Pitch), from + offset[pass],
            (AlongK ? step : step + pass * StepsOfPass) < left, transform);
    }
    from += next;
  }

private:
  static constexpr int Width = AlongK ? 1 : 16 / sizeof(Element);
  static constexpr int VectorsOfRow = AlongK ? Lines : Lines / Width;
  static constexpr int LinesOfPass = Threads / BlockK;
  static constexpr int StepsOfPass = AlongK ? BlockK : Threads / VectorsOfRow;
  static constexpr int Whole = AlongK ? Lines / LinesOfPass : BlockK / StepsOfPass;
  static constexpr int Passes = Whole > 1 ? Whole : 1; // of which some threads may have no share
  static_assert(AlongK ? Threads % BlockK == 0 : Threads % VectorsOfRow == 0,
                "Vectors below each other are those of a thread.");

  const Element *from;
  long long next;
  int step, place;
  unsigned offset[Passes];
};

/// Of tiles of 2^lineBits lines by 2^bits threads. Rows begin and end anywhere.
template <typename Stored, typename Element, bool AlongK, int Pitch, int BlockK>
class ElementCopies {
public:
  __device__ __forceinline__ ElementCopies(const Element *matrix, int leadingDimension, int lines,
                                           int lineBits, int thread, int bits)
      : from(matrix),
        leadingDimension(leadingDimension),
        lines(lines),
        rowBits(AlongK ? BlockKBits : lineBits),
        rows(AlongK ? 1 << lineBits : BlockK),
        thread(thread),
        threads(1 << bits) {}

  /// Copies the next tile, of which `left` steps exist.
  template <typename Transform>
  __device__ __forceinline__ void copy(Stored *tile, int left, Transform transform) {
#pragma unroll 4
    for (int element = thread; element < rows << rowBits; element += threads) {
      const int row = element >> rowBits, inRow = element & ((1 << rowBits) - 1);
      const bool exists = (AlongK ? inRow : row) < left && (AlongK ? row : inRow) < lines;
      tile[placeInRows<Stored, AlongK, Pitch>(row, inRow)] =
          transform(exists ? from[row * leadingDimension + inRow] : Element{});
    }
    from += AlongK ? BlockK : (long long)BlockK * leadingDimension;
  }

private:
  static constexpr int BlockKBits = BlockK == 64 ? 6 : BlockK == 32 ? 5 : BlockK == 16 ? 4 : 3;
  static_assert(BlockK == 1 << BlockKBits, "A tile has a power of two of steps.");

  const Element *from;
  int leadingDimension, lines, rowBits, rows, thread, threads;
};

} // namespace warpsmith
