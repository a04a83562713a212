/// How the sums of a kernel on warpgroup products (wgmma.cuh) reach C:
///
///   storeTile          results go to shared memory, and TMA stores them from there: for
///                      each warpgroup, a warp beside the one that copies starts them (storeBoxes)
///   storeInRing        so do the old elements, or others that lie as C does, where results depend
///                      on them; results take their place. C in a packed layout takes one of these
///                      two ways, or the last one
///   DirectEpilogue     each thread stores its own results, in pairs where C allows it
///   SymmetricEpilogue  each result is stored on both sides of the diagonal
///   SliceEpilogue      the blocks of a cluster add up their slices of k, each a share of the tile,
///                      or blocks leave the sums of theirs to another kernel
///
/// The structures are made for each tile of C before its products are summed, so that what they
/// read is on its way meanwhile. What a Problem has is said in wgmma.cuh.
#pragma once

#include "warpsmith/device/cluster.h"
#include "warpsmith/device/global_loads.h"
#include "warpsmith/device/packed_layout.h"
#include "warpsmith/device/tensor_copy.h"
#include "warpsmith/device/vector.h"
#include "warpsmith/device/warp_roles.h"
#include "warpsmith/device/wgmma.h"
#include "warpsmith/kernels/wgmma_reads.cuh"
#include "warpsmith/kernels/wgmma_tile.cuh"
#include <type_traits>

namespace warpsmith::wgmma {

/// Where box `index` of what results read, and of results, is in a stage of the ring: behind each
/// other in A's tile, then in B's.
template <typename Problem, typename Tile>
__device__ __forceinline__ unsigned char *
boxInStage(typename Problem::Part *tilesA, typename Problem::Part *tilesB, int stage, int index) {
  constexpr int BoxesOfA = Tile::TileA * (int)sizeof(typename Problem::Part) / Tile::BoxBytes;
  return index < BoxesOfA ? reinterpret_cast<unsigned char *>(tilesA + stage * Tile::TileA) +
                                index * Tile::BoxBytes
                          : reinterpret_cast<unsigned char *>(tilesB + stage * Tile::TileB) +
                                (index - BoxesOfA) * Tile::BoxBytes;
}

/// The rows and columns from a thread's first sum to sum `index`. PTX ISA, "Register Fragments for
/// wgmma.mma_async.m64nNk16", matrix D: sums lie in pairs, eight columns and eight rows apart.
template <typename Problem>
__device__ constexpr int rowOfSum(int index) {
  return Problem::Swapped         ? index / 4 * 8 + index % 2 // rows are columns
         : Problem::NeighbourRows ? index / 2 % 2             // of some fragments (wgmma.h)
                                  : index / 2 % 2 * 8;
}
template <typename Problem>
__device__ constexpr int columnOfSum(int index) {
  return Problem::Swapped ? index / 2 % 2 : index / 4 * 8 + index % 2;
}

/// The first of the sums of run `which`: neighbours in a row of C that a thread stores together. A
/// second one follows in the next sum, or in the one behind it.
template <typename Problem, typename Tile, int Run>
__device__ constexpr int sumOfRun(int which) {
  constexpr int RunsOfRow = Tile::Sums / Run / 2;
  return Problem::Swapped     ? which * Run / 4 * 4 + which * Run % 2 * 2 + which * Run / 2 % 2
         : Problem::Parts > 1 ? which * Run // those of both rows of a column have one scale
                              : which % RunsOfRow * Run / 2 * 4 + which / RunsOfRow * 2 +
                                    which % RunsOfRow * Run % 2;
}

/// The row and the column of C of a thread's first sum; the tile begins at (blockRow, blockColumn).
template <typename Problem>
__device__ __forceinline__ int firstRowOf(int blockRow, int thread) {
  return blockRow + (Problem::Swapped ? thread % 4 * 2
                     : Problem::NeighbourRows
                         ? (thread / 128 - 1) * 64 +
                               warpsmith::fragmentRow<sizeof(typename Problem::Part)>(thread)
                         : (thread / 128 - 1) * 64 + thread % 128 / 32 * 16 + thread % 32 / 4);
}
template <typename Problem>
__device__ __forceinline__ int firstColumnOf(int blockColumn, int thread) {
  return blockColumn + (Problem::Swapped
                            ? (thread / 128 - 1) * 64 +
                                  warpsmith::fragmentRow<sizeof(typename Problem::Part)>(thread)
                            : thread % 4 * 2);
}

/// What the sums of a row of split operands are multiplied by.
template <typename Problem>
__device__ __forceinline__ double scaleOfRow(const Problem &problem, int row) {
  return Problem::HasFactor ? problem.factor() * problem.backA[row] : (double)problem.backA[row];
}

/// True when none of the rows and columns of a thread's sums has infinities or NaN, which have no
/// parts: sums of such rows and columns, and their neighbours, are taken from the elements
/// themselves.
template <typename Problem, typename Tile>
__device__ __forceinline__ bool isFinite(const Problem &problem, int firstRow, int firstColumn) {
  const int lane = threadIdx.x % 32, column = firstColumn - lane % 4 * 2 + lane;
  bool finite = true;
  if constexpr (Problem::HasFactor)
    finite = isfinite(problem.factor());
#pragma unroll
  for (int half = 0; half < 2; ++half) {
    const bool exists = firstRow + half * 8 < problem.m;
    const float back = *warpsmith::orAbsent(exists, problem.backA + firstRow + half * 8);
    finite = finite && (back != 0.0f || !exists);
  }
  // Each lane looks at other columns, and all at once: one after the other, readings take 3 us.
  unsigned columns = 0;
#pragma unroll
  for (int next = 0; next < Tile::BlockN; next += 32) {
    const bool exists = next + lane < Tile::BlockN && column + next < problem.n;
    const float back = *warpsmith::orAbsent(exists, problem.backB + column + next);
    columns |= __ballot_sync(~0u, exists && back == 0.0f);
  }
  return finite && !(columns & 0x03030303u << lane % 4 * 2);
}

/// The sum of (row, column) from the elements themselves.
template <typename Problem>
__device__ __forceinline__ float exactSum(const Problem &problem, int row, int column) {
  const int steps = Problem::TwoProducts ? problem.k / 2 : problem.k;
  double exact = 0.0, factor = 1.0;
  if constexpr (Problem::HasFactor)
    factor = problem.factor();
  // A factor that is no finite number makes another one of each product than of their sum.
  const bool ofEach = !isfinite(factor);
  for (int step = 0; step < steps; ++step) {
    double product = (double)problem.a[Problem::RowsAlongKA ? (long long)row * problem.lda + step
                                                            : (long long)step * problem.lda + row] *
                     problem.b[Problem::RowsAlongKB ? (long long)column * problem.ldb + step
                                                    : (long long)step * problem.ldb + column];
    if constexpr (Problem::TwoProducts)
      product += (double)problem.a2[Problem::RowsAlongKA ? (long long)row * problem.lda2 + step
                                                         : (long long)step * problem.lda2 + row] *
                 problem.b2[Problem::RowsAlongKB ? (long long)column * problem.ldb2 + step
                                                 : (long long)step * problem.ldb2 + column];
    exact += ofEach ? factor * product : product;
  }
  return (float)(ofEach ? exact : factor * exact);
}

/// A product of zero and an infinite factor is no number. Where the original leaves it out, a
/// thread adds up such sums again.
template <typename Problem, typename Tile>
__device__ __forceinline__ void addUpAgain(const Problem &problem, int blockRow, int blockColumn,
                                           typename Problem::Sum (&sums)[Tile::Sums]) {
  float zero = 0; // a zero as long as all sums are finite
#pragma unroll
  for (int index = 0; index < Tile::Sums; ++index)
    zero = fmaf(sums[index], 0.0f, zero);
  if (zero == zero)
    return;
  // Sums stay in registers unless there are such.
  typename Problem::Sum copies[Tile::Sums];
#pragma unroll
  for (int index = 0; index < Tile::Sums; ++index)
    copies[index] = sums[index];
  const int firstRow = firstRowOf<Problem>(blockRow, threadIdx.x);
  const int firstColumn = firstColumnOf<Problem>(blockColumn, threadIdx.x);
#pragma unroll 1
  for (int index = 0; index < Tile::Sums; ++index) {
    const int row = firstRow + rowOfSum<Problem>(index);
    const int column = firstColumn + columnOfSum<Problem>(index);
    if (copies[index] != copies[index] && row < problem.m && column < problem.n)
      copies[index] = problem.originalSum(row, column);
  }
#pragma unroll
  for (int index = 0; index < Tile::Sums; ++index)
    sums[index] = copies[index];
}

/// Where an element of C lies in a packed layout.
template <typename Problem>
__device__ __forceinline__ typename Problem::C *placeInRunsOfC(const Problem &problem, int row,
                                                               int column) {
  if constexpr (Problem::RunC > 0)
    return problem.c +
           warpsmith::placeOf<Problem::RunC, Problem::LinesC>(problem.layoutC, row, column);
  else
    return problem.c;
}

/// Stores what a sum becomes at (row, column).
template <typename Problem>
__device__ __forceinline__ void storeElement(const Problem &problem, typename Problem::Sum sum,
                                             int row, int column) {
  typename Problem::C *const to = Problem::RunC > 0
                                      ? placeInRunsOfC<Problem>(problem, row, column)
                                      : problem.c + (long long)row * problem.ldc + column;
  if constexpr (Problem::ReadsOld)
    *to = problem.finish(sum, *to, besideAt<Problem>(problem, row, column),
                         ofRowAt<Problem>(problem, row), ofColumnAt<Problem>(problem, column), row,
                         column);
  else
    *to =
        problem.finish(sum, besideAt<Problem>(problem, row, column), ofRowAt<Problem>(problem, row),
                       ofColumnAt<Problem>(problem, column), row, column);
}

/// Stores a thread's elements from exact sums.
template <typename Problem, typename Tile>
__device__ __forceinline__ void storeExactly(const Problem &problem, int firstRow,
                                             int firstColumn) {
#pragma unroll 1
  for (int index = 0; index < Tile::Sums; ++index) {
    const int row = firstRow + rowOfSum<Problem>(index);
    const int column = firstColumn + columnOfSum<Problem>(index);
    if constexpr (Problem::Symmetric) {
      if (row < problem.m && column <= row) {
        const float sum = exactSum<Problem>(problem, row, column);
        storeElement<Problem>(problem, sum, row, column);
        if (column < row)
          storeElement<Problem>(problem, sum, column, row);
      }
    } else if constexpr (Problem::StoresAll) {
      if (row < problem.m && column < problem.n)
        storeElement<Problem>(problem, exactSum<Problem>(problem, row, column), row, column);
    } else {
      if (row < problem.m && column < problem.n && problem.isStored(row, column))
        storeElement<Problem>(problem, exactSum<Problem>(problem, row, column), row, column);
    }
  }
}

/// The old elements of a warpgroup's part of the tile come into the L2 cache.
template <typename Problem, typename Tile>
__device__ __forceinline__ void prefetchOld(const Problem &problem, int blockRow, int blockColumn) {
  constexpr int Rows = Problem::Swapped ? Tile::BlockM : 64;
  constexpr int Columns = Problem::Swapped ? 64 : Tile::BlockN;
  constexpr int LinesOfRow =
      (Columns * sizeof(typename Problem::C) + warpsmith::CacheLine - 1) / warpsmith::CacheLine;
  const int own = (threadIdx.x / 128 - 1) * 64;
  const int firstRow = Problem::Swapped ? blockRow : blockRow + own;
  const int firstColumn = Problem::Swapped ? blockColumn + own : blockColumn;
  for (int line = threadIdx.x % 128; line < Rows * LinesOfRow; line += 128) {
    const int row = firstRow + line / LinesOfRow;
    const int column = firstColumn + line % LinesOfRow * (Columns / LinesOfRow);
    if (row < problem.m && column < problem.n)
      warpsmith::prefetchToL2(problem.c + (long long)row * problem.ldc + column);
  }
}

/// True for one thread of the warpgroup, always the same.
__device__ __forceinline__ bool isElectedOfWarpgroup() {
  return threadIdx.x % 128 < 32 && warpsmith::isElected();
}

/// The threads of the warpgroup meet.
__device__ __forceinline__ void synchronizeWarpgroup() {
  warpsmith::synchronize(threadIdx.x / 128, 128);
}

/// Threads store their own results, and read the old elements for them.
template <typename Problem, typename Tile>
struct DirectEpilogue {
  using C = typename Problem::C;
  using Sum = typename Problem::Sum;

  const Problem &problem;
  int firstRow, firstColumn; ///< of the thread's sums
  C *own;                    ///< where the first of them belongs
  int rowsLeft, columnsLeft; ///< that exist from there on
  bool whole;                ///< all of the tile exists and is stored

  /// Results for which the old elements are read at once, in runs of Run: as many as there are
  /// registers for beside the sums, and beside what else a result depends on. Where the operands
  /// are swapped, and at C's edges, each run has an address of its own in registers.
  template <int Run, bool Inside>
  static constexpr int Together = Problem::Parts > 1      ? (!Inside           ? 4
                                                             : Tile::Sums % 16 ? 8
                                                                               : 16)
                                  : Problem::Swapped      ? (Tile::Sums % 16 ? 4 : 8) * Run
                                  : Problem::ReadsFurther ? (Tile::Sums <= 32 ? Tile::Sums : 16)
                                  : Tile::Warpgroups > 2  ? 16
                                  : Tile::Sums <= 64      ? Tile::Sums
                                  : Tile::Sums % 32       ? 16
                                                          : 32;
  C old[2][Together<2, true>]; ///< those of the runs at hand, and of the next ones
  double scalesOfRows[2];      ///< of split operands
  float scalesOfColumns[Together<2, true>];
  const typename Problem::Reads::OfRow *ofRows; ///< what rows read, from that of the first sum on
  const typename Problem::Reads::OfColumn *ofColumns; ///< what columns do

  __device__ __forceinline__ DirectEpilogue(const Problem &ofProblem, int blockRow, int blockColumn)
      : problem(ofProblem),
        firstRow(firstRowOf<Problem>(blockRow, threadIdx.x)),
        firstColumn(firstColumnOf<Problem>(blockColumn, threadIdx.x)),
        own(ofProblem.c + (long long)firstRow * ofProblem.ldc + firstColumn),
        rowsLeft(ofProblem.m - firstRow),
        columnsLeft(ofProblem.n - firstColumn),
        whole(blockRow + Tile::BlockM <= ofProblem.m && blockColumn + Tile::BlockN <= ofProblem.n) {
    if constexpr (!Problem::StoresAll) {
      whole = whole && ((Problem::StoresAbove && blockRow + Tile::BlockM <= blockColumn) ||
                        (Problem::StoresBelow && blockColumn + Tile::BlockN <= blockRow));
    }
    if constexpr (Problem::ReadsOld) {
      // What is read at once as a whole needs no second request.
      if constexpr (Problem::Parts > 1 || Together<2, true> < Tile::Sums)
        prefetchOld<Problem, Tile>(problem, blockRow, blockColumn);
      // The first old elements come while the products are summed; beside two sets of sums there
      // are no registers for them.
      if constexpr (Problem::Parts == 1)
        withForm([&](auto elements, auto inside) { readOld<elements.value, inside.value>(0); });
    }
  }

  /// Where those of the tile's rows are, and of its columns.
  __device__ __forceinline__ void findOfRows(const typename Problem::Reads::OfRow *ofTile) {
    ofRows = ofTile + firstRowOf<Problem>(0, threadIdx.x);
  }
  __device__ __forceinline__ void findOfColumns(const typename Problem::Reads::OfColumn *ofTile) {
    ofColumns = ofTile + firstColumnOf<Problem>(0, threadIdx.x);
  }

  /// Calls visit(elements of a run, whether all of the tile exists), both as constants. Of C that
  /// has no pairs, each element is looked at by itself.
  template <typename Visit>
  __device__ __forceinline__ void withForm(Visit visit) const {
    // One test after the other: joined by `&&` they cost a tile of split operands 11 us.
    if constexpr (Problem::StoresAll) {
      if (problem.storesPairs) {
        if (whole)
          visit(std::integral_constant<int, 2>{}, std::true_type{});
        else
          visit(std::integral_constant<int, 2>{}, std::false_type{});
        return;
      }
    } else {
      if (whole)
        return visit(std::integral_constant<int, 1>{}, std::true_type{});
    }
    visit(std::integral_constant<int, 1>{}, std::false_type{});
  }

  template <int Run>
  __device__ __forceinline__ C *placeOf(int which) const {
    const int sum = sumOfRun<Problem, Tile, Run>(which);
    return own + (long long)rowOfSum<Problem>(sum) * problem.ldc + columnOfSum<Problem>(sum);
  }
  template <int Run>
  __device__ __forceinline__ bool exists(int which) const {
    const int sum = sumOfRun<Problem, Tile, Run>(which);
    const int row = rowOfSum<Problem>(sum), column = columnOfSum<Problem>(sum);
    if constexpr (!Problem::StoresAll)
      if (!problem.isStored(firstRow + row, firstColumn + column))
        return false;
    return row < rowsLeft && column < columnsLeft;
  }

  /// Reads the old elements of the runs from `first` on.
  template <int Run, bool Inside>
  __device__ __forceinline__ void readOld(int first) {
    constexpr int RunsTogether = Together<Run, Inside> / Run;
#pragma unroll
    for (int i = 0; i < RunsTogether; ++i) {
      const auto read = warpsmith::loadVector<Run>(warpsmith::orAbsent(
          Inside || exists<Run>(first + i), (const C *)placeOf<Run>(first + i)));
#pragma unroll
      for (int r = 0; r < Run; ++r)
        old[first / RunsTogether % 2][i * Run + r] = read.values[r];
    }
  }

  /// Reads what undoes the scales of columns of split operands, for the runs from `first` on.
  template <int Run, bool Inside>
  __device__ __forceinline__ void readScales(int first) {
#pragma unroll
    for (int i = 0; i < Together<Run, Inside> / Run; ++i)
      if (Inside || exists<Run>(first + i)) {
        const int sum = sumOfRun<Problem, Tile, Run>(first + i);
        const auto scales =
            warpsmith::loadVector<Run>(problem.backB + firstColumn + columnOfSum<Problem>(sum));
#pragma unroll
        for (int r = 0; r < Run; ++r)
          scalesOfColumns[i * Run + r] = scales.values[r];
      }
  }

  template <int Run, bool Inside>
  __device__ __forceinline__ void storeRuns(const Sum (&sums)[Tile::Sums]) {
    constexpr int SecondOfRun = Problem::Swapped ? 2 : 1;
    constexpr int Runs = Tile::Sums / Run, RunsTogether = Together<Run, Inside> / Run;
    static_assert(Runs % RunsTogether == 0);
#pragma unroll
    for (int first = 0; first < Runs; first += RunsTogether) {
      // At C's edges, and beside scales, there are no registers for the next ones besides.
      if constexpr (Problem::ReadsOld && Problem::Parts > 1)
        readOld<Run, Inside>(first);
      if constexpr (Problem::ReadsOld && Problem::Parts == 1)
        if (Inside ? first + RunsTogether < Runs : first > 0)
          readOld<Run, Inside>(Inside ? first + RunsTogether : first);
      if constexpr (Problem::Parts > 1)
        readScales<Run, Inside>(first);
#pragma unroll
      for (int i = 0; i < RunsTogether; ++i)
        if (Inside || exists<Run>(first + i)) {
          const int sum = sumOfRun<Problem, Tile, Run>(first + i);
          const int row = firstRow + rowOfSum<Problem>(sum);
          const int column = firstColumn + columnOfSum<Problem>(sum);
          warpsmith::Vector<C, Run> results;
#pragma unroll
          for (int r = 0; r < Run; ++r) {
            Sum value = sums[sum + r * SecondOfRun];
            if constexpr (Problem::Parts > 1)
              value = (float)(value * scalesOfRows[rowOfSum<Problem>(sum) / 8] *
                              scalesOfColumns[i * Run + r]);
            if constexpr (Problem::ReadsOld)
              results.values[r] = problem.finish(
                  value, old[first / RunsTogether % 2][i * Run + r],
                  besideAt<Problem>(problem, row, column + r), ofRows[rowOfSum<Problem>(sum)],
                  ofColumns[columnOfSum<Problem>(sum) + r], row, column + r);
            else
              results.values[r] =
                  problem.finish(value, besideAt<Problem>(problem, row, column + r),
                                 ofRows[rowOfSum<Problem>(sum)],
                                 ofColumns[columnOfSum<Problem>(sum) + r], row, column + r);
          }
          warpsmith::storeVector(placeOf<Run>(first + i), results);
        }
    }
  }

  __device__ __forceinline__ void store(const Sum (&sums)[Tile::Sums]) {
    if constexpr (Problem::Parts > 1) {
      if (!isFinite<Problem, Tile>(problem, firstRow, firstColumn))
        return storeExactly<Problem, Tile>(problem, firstRow, firstColumn);
      for (int half = 0; half < 2; ++half)
        scalesOfRows[half] = firstRow + half * 8 < problem.m
                                 ? scaleOfRow<Problem>(problem, firstRow + half * 8)
                                 : 0.0;
    }
    withForm([&](auto elements, auto inside) { storeRuns<elements.value, inside.value>(sums); });
  }
};

/// Each sum belongs to an element on or below the diagonal and to the one across it.
template <typename Problem, typename Tile>
struct SymmetricEpilogue {
  using C = typename Problem::C;
  using Sum = typename Problem::Sum;

  const Problem &problem;
  int firstRow, firstColumn; ///< of the thread's sums
  bool below;                ///< all of the tile, which lies in C
  double scalesOfRows[2];    ///< of split operands

  __device__ __forceinline__ SymmetricEpilogue(const Problem &ofProblem, int blockRow,
                                               int blockColumn)
      : problem(ofProblem),
        firstRow(firstRowOf<Problem>(blockRow, threadIdx.x)),
        firstColumn(firstColumnOf<Problem>(blockColumn, threadIdx.x)),
        below(blockRow >= blockColumn + Tile::BlockN && blockRow + Tile::BlockM <= ofProblem.m) {
    if constexpr (Problem::ReadsOld) {
      prefetchOld<Problem, Tile>(problem, blockRow, blockColumn);
      prefetchAcross(blockRow, blockColumn);
    }
  }

  /// Old elements across the diagonal come into the L2 cache.
  __device__ __forceinline__ void prefetchAcross(int blockRow, int blockColumn) const {
    constexpr int Lines = (64 * sizeof(C) + warpsmith::CacheLine - 1) / warpsmith::CacheLine;
    const int ownRow = (threadIdx.x / 128 - 1) * 64;
    for (int line = threadIdx.x % 128; line < Tile::BlockN * Lines; line += 128) {
      const int row = blockColumn + line / Lines;
      const int column = blockRow + ownRow + line % Lines * (64 / Lines);
      if (row < column && column < problem.m)
        warpsmith::prefetchToL2(problem.c + (long long)row * problem.ldc + column);
    }
  }

  __device__ __forceinline__ C result(Sum sum, C old, int row, int column) const {
    if constexpr (Problem::ReadsOld)
      return problem.finish(sum, old, besideAt<Problem>(problem, row, column),
                            ofRowAt<Problem>(problem, row), ofColumnAt<Problem>(problem, column),
                            row, column);
    else
      return problem.finish(sum, besideAt<Problem>(problem, row, column),
                            ofRowAt<Problem>(problem, row), ofColumnAt<Problem>(problem, column),
                            row, column);
  }

  /// Stores the sums in runs of Run elements; Below: they exist, and none is on the diagonal.
  template <int Run, bool Below>
  __device__ __forceinline__ void storeRuns(const Sum (&sums)[Tile::Sums]) const {
#pragma unroll
    for (int first = 0; first < Tile::Sums; first += 4) {
      C old[4] = {}, across[4] = {};
      if constexpr (Problem::ReadsOld) {
#pragma unroll
        for (int i = first; i < first + 4; ++i) {
          const int row = firstRow + rowOfSum<Problem>(i);
          const int column = firstColumn + columnOfSum<Problem>(i);
          const C *const from = problem.c + (long long)row * problem.ldc + column;
          if (Below && i % Run == 0) {
            const auto read = warpsmith::loadVector<Run>(from);
#pragma unroll
            for (int r = 0; r < Run; ++r)
              old[i - first + r] = read.values[r];
          }
          if (!Below && row < problem.m && column <= row)
            old[i - first] = *from;
          if (Below || (row < problem.m && column < row))
            across[i - first] = problem.c[(long long)column * problem.ldc + row];
        }
      }
      Sum own[4];
#pragma unroll
      for (int i = 0; i < 4; ++i)
        own[i] = sums[first + i];
      if constexpr (Problem::Parts > 1) {
        // Read before anything is stored, which might be where they are for all the compiler knows.
        const int column = firstColumn + columnOfSum<Problem>(first);
        const float ofColumns[2] = {Below || column < problem.n ? problem.backB[column] : 0,
                                    Below || column + 1 < problem.n ? problem.backB[column + 1]
                                                                    : 0};
#pragma unroll
        for (int i = 0; i < 4; ++i)
          own[i] = (float)(own[i] * scalesOfRows[i / 2] * ofColumns[i % 2]);
      }
      warpsmith::Vector<C, Run> results;
#pragma unroll
      for (int i = first; i < first + 4; ++i) {
        const int row = firstRow + rowOfSum<Problem>(i);
        const int column = firstColumn + columnOfSum<Problem>(i);
        if (Below || (row < problem.m && column <= row)) {
          C *const to = problem.c + (long long)row * problem.ldc + column;
          const Sum both = own[i - first];
          results.values[i % Run] = result(both, old[i - first], row, column);
          if (Below && i % Run == Run - 1)
            warpsmith::storeVector(to + 1 - Run, results);
          if (!Below)
            *to = results.values[i % Run];
          if (Below || column < row)
            problem.c[(long long)column * problem.ldc + row] =
                result(both, across[i - first], column, row);
        }
      }
    }
  }

  __device__ __forceinline__ void store(const Sum (&sums)[Tile::Sums]) {
    if constexpr (Problem::Parts > 1) {
      if (!isFinite<Problem, Tile>(problem, firstRow, firstColumn))
        return storeExactly<Problem, Tile>(problem, firstRow, firstColumn);
      for (int half = 0; half < 2; ++half)
        scalesOfRows[half] = firstRow + half * 8 < problem.m
                                 ? scaleOfRow<Problem>(problem, firstRow + half * 8)
                                 : 0.0;
    }
    if (!below)
      storeRuns<1, false>(sums);
    else if (problem.storesPairs)
      storeRuns<2, true>(sums);
    else
      storeRuns<1, true>(sums);
  }
};

/// Whether the row and the column of a sum of split operands have parts: infinities and NaN have
/// none.
template <typename Problem>
__device__ __forceinline__ bool hasParts(const Problem &problem, int row, int column) {
  if constexpr (Problem::HasFactor)
    if (!isfinite(problem.factor()))
      return false;
  return problem.backA[row] != 0.0f && problem.backB[column] != 0.0f;
}

/// Stores the elements of a tile whose rows or columns have no parts, which joinSlices left as they
/// were: of each, the thread that joined its sums, which alone has read what it was.
template <typename Problem, typename Tile, int Threads>
__device__ __forceinline__ void storeExactSlices(const Problem &problem, int blockRow,
                                                 int blockColumn, int thread) {
  constexpr int OfThreads = Threads * warpsmith::JoinedSums;
#pragma unroll 1
  for (int first = warpsmith::clusterRank() * OfThreads + thread * warpsmith::JoinedSums;
       first < Tile::BlockM * Tile::BlockN; first += warpsmith::clusterBlocks() * OfThreads)
#pragma unroll 1
    for (int element = first; element < first + warpsmith::JoinedSums; ++element) {
      const int row = blockRow + element / Tile::BlockN;
      const int column = blockColumn + element % Tile::BlockN;
      bool exists = row < problem.m && column < problem.n;
      if constexpr (!Problem::StoresAll)
        exists = exists && problem.isStored(row, column);
      if (exists && !hasParts<Problem>(problem, row, column))
        storeElement<Problem>(problem, exactSum<Problem>(problem, row, column), row, column);
    }
}

/// Whether a sum is taken from the elements themselves.
template <typename Problem>
__device__ __forceinline__ bool isSummedAgain(typename Problem::Sum sum) {
  if constexpr (Problem::SkipsPadding)
    return sum != sum;
  else
    return !isfinite(sum);
}

/// Into how many slices of k a tile is divided: one for each block of a cluster, unless sums stay
/// in memory.
template <typename Problem>
__device__ __forceinline__ int slicesOfTile(const Problem &problem) {
  if constexpr (Problem::LeavesSums)
    if (problem.sums)
      return problem.slices;
  return warpsmith::clusterBlocks();
}

/// The block's. Where sums stay in memory, blocks of one slice follow each other: they begin
/// together, and what two of them copy comes from memory once.
template <typename Problem>
__device__ __forceinline__ int ownSlice(const Problem &problem) {
  if constexpr (Problem::LeavesSums)
    if (problem.sums)
      return blockIdx.x / (gridDim.x / problem.slices);
  return warpsmith::clusterRank();
}

/// Where slice `slice` of a tile has its sums in memory. A run of four sums of each thread follows
/// the other.
template <typename Problem, typename Tile>
__device__ __forceinline__ typename Problem::Sum *placeOfSums(const Problem &problem, int blockRow,
                                                              int blockColumn, int slice) {
  const int tileColumns = (problem.n + Tile::BlockN - 1) / Tile::BlockN;
  const long long tile =
      (long long)(blockRow / Tile::BlockM) * tileColumns + blockColumn / Tile::BlockN;
  return problem.sums + (tile * problem.slices + slice) * (Tile::BlockM * Tile::BlockN);
}

/// The block's sums of its slice stay in memory, and another kernel adds them
/// (wgmma_add_slices.cuh).
template <typename Problem, typename Tile>
__device__ __forceinline__ void leaveSums(const Problem &problem, int blockRow, int blockColumn,
                                          const typename Problem::Sum (&sums)[Tile::Sums]) {
  using Sum = typename Problem::Sum;
  Sum *const own =
      placeOfSums<Problem, Tile>(problem, blockRow, blockColumn, ownSlice<Problem>(problem)) +
      4 * ((int)threadIdx.x - 128);
#pragma unroll
  for (int index = 0; index < Tile::Sums; index += 4)
    warpsmith::storeVector(
        own + index * Tile::Warpgroups * 128,
        warpsmith::Vector<Sum, 4>{sums[index], sums[index + 1], sums[index + 2], sums[index + 3]});
}

/// The blocks of a cluster sum one tile, each over a slice of k. Their sums lie in rows where the
/// stages were, and each block adds up and stores a share of the tile. Of split operands these are
/// FP32 sums as well. The additions that join up to eight of them are fewer than those that slices
/// save each other, so that the contract's bound of the error holds.
template <typename Problem, typename Tile>
struct SliceEpilogue {
  using C = typename Problem::C;
  using Sum = typename Problem::Sum;

  const Problem &problem;
  int blockRow, blockColumn;
  Sum *shared;

  __device__ __forceinline__ SliceEpilogue(const Problem &ofProblem, int firstRow, int firstColumn,
                                           void *stages)
      : problem(ofProblem),
        blockRow(firstRow),
        blockColumn(firstColumn),
        shared(static_cast<Sum *>(stages)) {}

  __device__ __forceinline__ bool exists(int i, int j) const {
    const int row = blockRow + i, column = blockColumn + j;
    if constexpr (!Problem::StoresAll)
      if (!problem.isStored(row, column))
        return false;
    return i < Tile::BlockM && row < problem.m && column < problem.n;
  }

  __device__ __forceinline__ void store(const Sum (&sums)[Tile::Sums]) {
    constexpr int Pitch = warpsmith::SumsPitch<Tile::BlockN>, Threads = Tile::Warpgroups * 128;
    static_assert(Tile::BlockM * Pitch * sizeof(Sum) <= Tile::Stages * Tile::StageBytes);
    if constexpr (Problem::LeavesSums)
      if (problem.sums)
        return leaveSums<Problem, Tile>(problem, blockRow, blockColumn, sums);
    const int firstRow = firstRowOf<Problem>(0, threadIdx.x);
    const int firstColumn = firstColumnOf<Problem>(0, threadIdx.x);
    warpsmith::synchronize(1, Threads);                  // all have read the last stages
    constexpr int Neighbours = Problem::Swapped ? 1 : 2; // of a row
#pragma unroll
    for (int index = 0; index < Tile::Sums; index += Neighbours) {
      Sum *const to = shared + (firstRow + rowOfSum<Problem>(index)) * Pitch + firstColumn +
                      columnOfSum<Problem>(index);
      if constexpr (Problem::Swapped)
        *to = sums[index];
      else
        warpsmith::storeVector(to, warpsmith::Vector<Sum, 2>{sums[index], sums[index + 1]});
    }
    warpsmith::synchronizeCluster();
    C *const tile = problem.c + (long long)blockRow * problem.ldc + blockColumn;
    const auto read = [&](int i, int j) {
      warpsmith::Vector<C, warpsmith::JoinedSums> old = {};
      if constexpr (Problem::ReadsOld)
#pragma unroll
        for (int next = 0; next < warpsmith::JoinedSums; ++next)
          old.values[next] = *warpsmith::orAbsent(
              exists(i, j + next),
              Problem::RunC > 0
                  ? (const C *)placeInRunsOfC<Problem>(problem, blockRow + i, blockColumn + j) +
                        next
                  : (const C *)tile + (long long)i * problem.ldc + j + next);
      return old;
    };
    [[maybe_unused]] bool again = false; // some sums are taken from the elements themselves
    const auto finish = [&](int i, int j, const Sum(&joined)[warpsmith::JoinedSums],
                            const warpsmith::Vector<C, warpsmith::JoinedSums> &old) {
      C *const to = Problem::RunC > 0
                        ? placeInRunsOfC<Problem>(problem, blockRow + i, blockColumn + j)
                        : tile + (long long)i * problem.ldc + j;
      if constexpr (Problem::SkipsPadding || Problem::SumsAgain) {
        bool complete = true;
#pragma unroll
        for (int next = 0; next < warpsmith::JoinedSums; ++next)
          complete = complete && !(isSummedAgain<Problem>(joined[next]) && exists(i, j + next));
        if (!complete) {
          again = true;
          return; // storeAgain
        }
      }
      const auto result = [&](int next) {
        Sum sum = joined[next];
        if constexpr (Problem::Parts > 1)
          sum = (float)(sum * scaleOfRow<Problem>(problem, blockRow + i) *
                        problem.backB[blockColumn + j + next]);
        const int row = blockRow + i, column = blockColumn + j + next;
        if constexpr (Problem::ReadsOld)
          return problem.finish(sum, old.values[next], besideAt<Problem>(problem, row, column),
                                ofRowAt<Problem>(problem, row),
                                ofColumnAt<Problem>(problem, column), row, column);
        else
          return problem.finish(sum, besideAt<Problem>(problem, row, column),
                                ofRowAt<Problem>(problem, row),
                                ofColumnAt<Problem>(problem, column), row, column);
      };
      if constexpr (Problem::StoresAll && Problem::Parts == 1) {
        if (problem.storesPairs) {
#pragma unroll
          for (int next = 0; next < warpsmith::JoinedSums; next += 2)
            if (exists(i, j + next))
              warpsmith::storeVector(to + next,
                                     warpsmith::Vector<C, 2>{result(next), result(next + 1)});
          return;
        }
      }
#pragma unroll
      for (int next = 0; next < warpsmith::JoinedSums; ++next) {
        if (!exists(i, j + next))
          continue;
        if constexpr (Problem::Parts > 1)
          if (!hasParts<Problem>(problem, blockRow + i, blockColumn + j + next))
            continue; // storeExactSlices
        to[next] = result(next);
      }
    };
    warpsmith::joinSlices<Tile::BlockM, Tile::BlockN, Threads>(shared, threadIdx.x - 128, read,
                                                               finish);
    if constexpr (Problem::Parts > 1)
      storeExactSlices<Problem, Tile, Threads>(problem, blockRow, blockColumn, threadIdx.x - 128);
    if constexpr (Problem::SkipsPadding || Problem::SumsAgain)
      if (again)
        storeAgain(threadIdx.x - 128);
  }

  /// Stores the thread's runs of sums that joinSlices left out, as some are none: one after the
  /// other, since the code for it is long.
  __device__ __forceinline__ void storeAgain(int thread) const {
    constexpr int RunsOfRow = Tile::BlockN / warpsmith::JoinedSums;
    constexpr int Threads = Tile::Warpgroups * 128;
    const int own = warpsmith::clusterRank() * Threads + thread;
    const int column = own % RunsOfRow * warpsmith::JoinedSums;
#pragma unroll 1
    for (int row = own / RunsOfRow; row < Tile::BlockM;
         row += warpsmith::clusterBlocks() * (Threads / RunsOfRow)) {
      const auto sumOf = [&](int next) {
        return warpsmith::joinedSum(shared + row * warpsmith::SumsPitch<Tile::BlockN> + column +
                                    next);
      };
      bool complete = true;
#pragma unroll 1
      for (int next = 0; next < warpsmith::JoinedSums; ++next)
        complete = complete && !(isSummedAgain<Problem>(sumOf(next)) && exists(row, column + next));
#pragma unroll 1
      for (int next = 0; !complete && next < warpsmith::JoinedSums; ++next)
        if (exists(row, column + next)) {
          const int ofRow = blockRow + row, ofColumn = blockColumn + column + next;
          Sum sum = sumOf(next);
          if (isSummedAgain<Problem>(sum)) {
            if constexpr (Problem::SkipsPadding)
              sum = problem.originalSum(ofRow, ofColumn);
            else
              sum = exactSum<Problem>(problem, ofRow, ofColumn);
          }
          storeElement<Problem>(problem, sum, ofRow, ofColumn);
        }
    }
  }
};

/// Where byte `byte` of row `row` is in a box of C in shared memory, 64 rows of 128 or 64 bytes: as
/// TMA swizzles it, so that neither writing nor reading has conflicts of banks.
template <int RowBytes>
__device__ __forceinline__ int placeInBox(int row, int byte) {
  return row * RowBytes + (byte ^ row * RowBytes / 128 % (RowBytes / 16) * 16);
}

/// The same of C that lies in runs, whose bytes are a row of the box each: 64 rows of the first
/// runs are before those of the next ones.
template <int RunBytes>
__device__ __forceinline__ int placeInRuns(int row, int byte) {
  return byte / RunBytes * (64 * RunBytes) + placeInBox<RunBytes>(row, byte % RunBytes);
}

/// Where the two neighbours that are pair `pair` of a thread's results in a box are in it.
template <typename Problem, typename Tile>
__device__ __forceinline__ int placeOfPair(int pair) {
  const int row = threadIdx.x % 128 / 32 * 16 + threadIdx.x % 32 / 4 + rowOfSum<Problem>(2 * pair);
  const int byte =
      (threadIdx.x % 4 * 2 + columnOfSum<Problem>(2 * pair)) * (int)sizeof(typename Problem::C);
  return Problem::RunC > 0 ? placeInRuns<Tile::RunBytesOfC>(row, byte)
                           : placeInBox<Tile::StoreRowBytes>(row, byte);
}

/// Makes a thread's results in columns from column `first` of the tile on, in pairs of neighbours.
/// The warpgroup's part of C begins at (blockRow, blockColumn). What they read that lies as C does
/// is in `box`, if it was C's, or in boxBeside; what the thread's rows read is in ofBoth, and what
/// the pairs' columns do comes from ofColumns or is in ofPairs already.
template <typename Problem, typename Tile>
__device__ __forceinline__ void
makeResults(const Problem &problem, const unsigned char *box, const unsigned char *boxBeside,
            int blockRow, int blockColumn, int first,
            const typename Problem::Reads::OfRow (&ofBoth)[2],
            const typename Problem::Reads::OfColumn *ofColumns,
            typename Problem::Reads::OfColumn (&ofPairs)[Tile::PairsTogether],
            const typename Problem::Sum (&sums)[Tile::Sums],
            warpsmith::Vector<typename Problem::C, 2> (&results)[Tile::PairsTogether]) {
  using C = typename Problem::C;
  const int firstRow = blockRow + threadIdx.x % 128 / 32 * 16 + threadIdx.x % 32 / 4;
  const int firstColumn = blockColumn + first + threadIdx.x % 4 * 2;
  // What all of them read is read at once.
  [[maybe_unused]] warpsmith::Vector<C, 2> old[Tile::PairsTogether];
  [[maybe_unused]] warpsmith::Vector<typename Problem::Reads::Beside, 2>
      beside[Tile::PairsTogether];
  if constexpr (Problem::ReadsOld)
#pragma unroll
    for (int i = 0; i < Tile::PairsTogether; ++i)
      old[i] = warpsmith::loadVector<2>(
          reinterpret_cast<const C *>(box + placeOfPair<Problem, Tile>(i)));
  if constexpr (Problem::ReadsBeside)
#pragma unroll
    for (int i = 0; i < Tile::PairsTogether; ++i)
      beside[i] =
          warpsmith::loadVector<2>(reinterpret_cast<const typename Problem::Reads::Beside *>(
              boxBeside + placeOfPair<Problem, Tile>(i)));
  if constexpr ((Problem::ReadsOld || Problem::ReadsBeside) && sizeof(C) == 2)
    __syncwarp(); // all lanes have read what they overwrite together
#pragma unroll
  for (int i = 0; i < Tile::PairsTogether; ++i) {
    const int sum = first / 2 + i * 2;
    int row = firstRow + rowOfSum<Problem>(2 * i);
    int column = firstColumn + columnOfSum<Problem>(2 * i), next = column + 1;
    if constexpr (!Tile::LoadsAhead && Problem::BytesOfColumn > 0)
      if (i % 2 == 0) // those of both rows are of the same columns
        loadOfColumns<Problem>(ofColumns + first + threadIdx.x % 4 * 2 + i * 4, ofPairs[i],
                               ofPairs[i + 1]);
    // Results beyond C are not stored, but what they depend on must exist.
    if constexpr (Problem::ReadsFurther) {
      row = min(row, problem.m - 1);
      column = min(column, problem.n - 1);
      next = min(next, problem.n - 1);
    }
    if constexpr (Problem::ReadsOld) {
      results[i].values[0] = problem.finish(sums[sum], old[i].values[0], beside[i].values[0],
                                            ofBoth[i % 2], ofPairs[i / 2 * 2], row, column);
      results[i].values[1] = problem.finish(sums[sum + 1], old[i].values[1], beside[i].values[1],
                                            ofBoth[i % 2], ofPairs[i / 2 * 2 + 1], row, next);
    } else {
      results[i].values[0] = problem.finish(sums[sum], beside[i].values[0], ofBoth[i % 2],
                                            ofPairs[i / 2 * 2], row, column);
      results[i].values[1] = problem.finish(sums[sum + 1], beside[i].values[1], ofBoth[i % 2],
                                            ofPairs[i / 2 * 2 + 1], row, next);
    }
  }
}

/// Writes them to a box, from pair `firstPair` of it on.
template <typename Problem, typename Tile>
__device__ __forceinline__ void
writeBox(unsigned char *box, int firstPair,
         const warpsmith::Vector<typename Problem::C, 2> (&results)[Tile::PairsTogether]) {
  if constexpr (sizeof(typename Problem::C) == 2) {
    const int lane = threadIdx.x % 32, row = threadIdx.x % 128 / 32 * 16 + lane % 16;
#pragma unroll
    for (int i = 0; i < Tile::PairsTogether; i += 4) {
      unsigned words[4]; // of the upper and the lower eight rows, then of the next eight columns
      memcpy(words, &results[i], sizeof(words));
      if constexpr (Problem::RunC > 0)
        warpsmith::storeMatrices(
            box + placeInRuns<Tile::RunBytesOfC>(row, (firstPair + i) * 8 + lane / 16 * 16), words);
      else
        warpsmith::storeMatrices(
            box + placeInBox<Tile::StoreRowBytes>(row, (firstPair + i) * 8 + lane / 16 * 16),
            words);
    }
  } else {
#pragma unroll
    for (int i = 0; i < Tile::PairsTogether; ++i)
      warpsmith::storeVector(
          reinterpret_cast<typename Problem::C *>(box + placeOfPair<Problem, Tile>(firstPair + i)),
          results[i]);
  }
}

/// Writes a box of results to C from column `first` of the tile on, one warp a row at a time; the
/// warpgroup's part of C begins at (blockRow, blockColumn).
template <typename Problem, typename Tile>
__device__ __forceinline__ void copyRows(const Problem &problem, const unsigned char *box,
                                         int blockRow, int blockColumn, int first) {
  using C = typename Problem::C;
  const int lane = threadIdx.x % 32, rowsLeft = problem.m - blockRow;
  const int columnsLeft = problem.n - blockColumn - first;
  C *const to = problem.c + (long long)blockRow * problem.ldc + blockColumn + first;
  for (int row = threadIdx.x % 128 / 32; row < 64 && row < rowsLeft; row += 4)
#pragma unroll
    for (int column = lane; column < Tile::StoreColumns; column += 32)
      if (column < columnsLeft)
        to[(long long)row * problem.ldc + column] = *reinterpret_cast<const C *>(
            box + placeInBox<Tile::StoreRowBytes>(row, column * (int)sizeof(C)));
}

/// The policy for stores of C.
template <typename Problem>
__device__ __forceinline__ unsigned long long policyOf(const Problem &problem) {
  return warpsmith::storePolicy((long long)problem.m * problem.n *
                                (Problem::Batched ? problem.products : 1) *
                                (int)sizeof(typename Problem::C));
}

/// Results go to boxes in shared memory, and TMA stores them from there while the next box is
/// written and the next tile is summed: another warp starts the stores (storeBoxes), for which this
/// would take as long as making results. C that TMA cannot write is written row by row. Of tiles
/// that warpgroups take in turns, this stores 64 rows, of which `part` says which.
template <typename Problem, typename Tile>
__device__ __forceinline__ void
storeTile(const Problem &problem, int tileRow, int tileColumn, int part, unsigned char *boxes,
          warpsmith::Barrier *fullBoxes, warpsmith::RingPlace<Tile::StoreBoxes> &place,
          const typename Problem::Reads::OfRow *ofRows,
          const typename Problem::Reads::OfColumn *ofColumns,
          const typename Problem::Sum (&sums)[Tile::Sums]) {
  warpsmith::Barrier *const emptyBoxes = fullBoxes + Tile::Warpgroups * Tile::StoreBoxes;
  const int multiplier = (int)threadIdx.x / 128 - 1;
  const bool byTma = Problem::RunC > 0 ? true : problem.storesTiles;
  [[maybe_unused]] typename Problem::Reads::OfRow ofBoth[2];
  if constexpr (Problem::BytesOfRow > 0)
    loadOfBoth<Problem>(ofRows + (Tile::InTurns ? part : multiplier) * 64, ofBoth);
  [[maybe_unused]] typename Problem::Reads::OfColumn ofPairs[2][Tile::PairsTogether];
  if constexpr (Tile::LoadsAhead && Problem::BytesOfColumn > 0)
    loadOfPairs<Problem, Tile>(ofColumns, 0, ofPairs[0]);
#pragma unroll
  for (int first = 0; first < Tile::BlockN; first += Tile::StoreColumns) {
    const int slot = multiplier * Tile::StoreBoxes + place.stage;
    unsigned char *const box = boxes + slot * Tile::BoxBytes;
    if (byTma)
      warpsmith::wait(&emptyBoxes[slot], place.parity ^ 1);
#pragma unroll
    for (int pair = 0; pair < Tile::PairsOfBox; pair += Tile::PairsTogether) {
      warpsmith::Vector<typename Problem::C, 2> results[Tile::PairsTogether];
      if constexpr (Tile::LoadsAhead && Problem::BytesOfColumn > 0) {
        const int column = first + (pair + Tile::PairsTogether) * 4;
        if (column < Tile::BlockN)
          loadOfPairs<Problem, Tile>(ofColumns, column,
                                     ofPairs[column / 4 / Tile::PairsTogether % 2]);
      }
      makeResults<Problem, Tile>(
          problem, nullptr, nullptr, tileRow + (Tile::InTurns ? part : multiplier) * 64, tileColumn,
          first + pair * 4, ofBoth, ofColumns,
          ofPairs[(first / 4 + pair) / Tile::PairsTogether % 2], sums, results);
      writeBox<Problem, Tile>(box, pair, results);
    }
    if (byTma) {
      warpsmith::publishToStores();
      __syncwarp();
      if (threadIdx.x % 32 == 0)
        warpsmith::arrive(&fullBoxes[slot]);
    } else {
      synchronizeWarpgroup();
      copyRows<Problem, Tile>(problem, box, tileRow + (Tile::InTurns ? part : multiplier) * 64,
                              tileColumn, first);
      if constexpr (Tile::StoreBoxes == 1)
        synchronizeWarpgroup();
    }
    place.advance();
  }
}

/// A warp starts the stores of a tile's boxes that warpgroup `multiplier` writes, `product` of a
/// batch.
template <typename Problem, typename Tile>
__device__ __forceinline__ void storeBoxes(const Problem &problem, const warpsmith::TensorMap &map,
                                           int product, int tileRow, int tileColumn, int multiplier,
                                           unsigned char *boxes, warpsmith::Barrier *fullBoxes,
                                           warpsmith::RingPlace<Tile::StoreBoxes> &place) {
  constexpr int Rows = Tile::InTurns ? Tile::BlockM : 64;
  if (!warpsmith::isElected())
    return;
  warpsmith::Barrier *const emptyBoxes = fullBoxes + Tile::Warpgroups * Tile::StoreBoxes;
  const int firstRow = tileRow + (Tile::InTurns ? 0 : multiplier * 64);
  const unsigned long long policy = policyOf<Problem>(problem);
#pragma unroll 1
  for (int row = 0; row < Rows; row += 64)
#pragma unroll 1
    for (int column = 0; column < Tile::BlockN; column += Tile::StoreColumns) {
      const int slot = multiplier * Tile::StoreBoxes + place.stage;
      warpsmith::wait(&fullBoxes[slot], place.parity);
      if constexpr (Problem::RunC > 0)
        warpsmith::storeRuns<Problem::RunC, Problem::LinesC>(
            map, firstRow + row, tileColumn + column, boxes + slot * Tile::BoxBytes, policy);
      else
        warpsmith::storeBox(map, product, firstRow + row, tileColumn + column,
                            boxes + slot * Tile::BoxBytes, policy);
      warpsmith::commitStores();
      warpsmith::waitForStoresToRead<0>();
      warpsmith::arrive(&emptyBoxes[slot]);
      place.advance();
    }
}

/// Reads a box of a matrix that lies as C does, or of C's old elements, as copyRows writes one; the
/// warpgroup's part of it begins at `matrix`. Elements beyond it mean nothing.
template <typename Problem, typename Tile, typename MatrixElement>
__device__ __forceinline__ void readRows(const MatrixElement *matrix, long long pitch,
                                         unsigned char *box, int rowsLeft, int columnsLeft) {
  const int lane = threadIdx.x % 32;
#pragma unroll 4
  for (int row = threadIdx.x % 128 / 32; row < 64; row += 4)
#pragma unroll
    for (int column = lane; column < Tile::StoreColumns; column += 32)
      *reinterpret_cast<MatrixElement *>(
          box + placeInBox<Tile::StoreRowBytes>(row, column * (int)sizeof(MatrixElement))) =
          *warpsmith::orAbsent(row < rowsLeft && column < columnsLeft,
                               matrix + row * pitch + column);
}

/// The same where results depend on what C was, or on a matrix that lies as it does. What they read
/// follows the last k-tile through the ring of stages, results take its places, and TMA stores them
/// from there. Of what TMA cannot read or write, threads read and write rows in the same places.
template <typename Problem, typename Tile>
__device__ __forceinline__ void
storeInRing(const Problem &problem, const warpsmith::TensorMap &map, int tileRow, int tileColumn,
            typename Problem::Part *tilesA, typename Problem::Part *tilesB,
            warpsmith::Barrier *full, warpsmith::Barrier *empty,
            warpsmith::RingPlace<Tile::Stages> &place, const typename Problem::Reads::OfRow *ofRows,
            const typename Problem::Reads::OfColumn *ofColumns,
            const typename Problem::Sum (&sums)[Tile::Sums]) {
  const int multiplier = threadIdx.x / 128 - 1, row = tileRow + multiplier * 64;
  const bool elected = isElectedOfWarpgroup();
  const unsigned long long policy = policyOf<Problem>(problem);
  [[maybe_unused]] typename Problem::Reads::OfRow ofBoth[2];
  if constexpr (Problem::BytesOfRow > 0)
    loadOfBoth<Problem>(ofRows + multiplier * 64, ofBoth);
  [[maybe_unused]] typename Problem::Reads::OfColumn ofPairs[2][Tile::PairsTogether];
  if constexpr (Tile::LoadsAhead && Problem::BytesOfColumn > 0)
    loadOfPairs<Problem, Tile>(ofColumns, 0, ofPairs[0]);
#pragma unroll
  for (int part = 0; part < Tile::ReadStages; ++part) {
    const auto boxOf = [&](int i) {
      return boxInStage<Problem, Tile>(tilesA, tilesB, place.stage,
                                       multiplier * Tile::ReadBoxes + i);
    };
    const auto boxBesideOf = [&](int i) {
      return boxInStage<Problem, Tile>(
          tilesA, tilesB, place.stage,
          ((Problem::ReadsOld ? Tile::Warpgroups : 0) + multiplier) * Tile::ReadBoxes + i);
    };
    const auto firstOf = [&](int i) { return (part * Tile::ReadBoxes + i) * Tile::StoreColumns; };
    warpsmith::wait(&full[place.stage], place.parity);
    if constexpr (Problem::ReadsOld && Problem::RunC == 0)
      if (!problem.storesTiles) {
#pragma unroll 1
        for (int i = 0; i < Tile::ReadBoxes && firstOf(i) < Tile::BlockN; ++i)
          readRows<Problem, Tile, typename Problem::C>(
              problem.c + (long long)row * problem.ldc + tileColumn + firstOf(i), problem.ldc,
              boxOf(i), problem.m - row, problem.n - tileColumn - firstOf(i));
        synchronizeWarpgroup();
      }
    if constexpr (Problem::ReadsBeside)
      if (!problem.copiesBeside) {
#pragma unroll 1
        for (int i = 0; i < Tile::ReadBoxes && firstOf(i) < Tile::BlockN; ++i)
          readRows<Problem, Tile, typename Problem::Reads::Beside>(
              problem.beside() + row * problem.pitchOfBeside() + tileColumn + firstOf(i),
              problem.pitchOfBeside(), boxBesideOf(i), problem.m - row,
              problem.n - tileColumn - firstOf(i));
        synchronizeWarpgroup();
      }
#pragma unroll
    for (int i = 0; i < Tile::ReadBoxes; ++i)
      if (firstOf(i) < Tile::BlockN) {
        warpsmith::Vector<typename Problem::C, 2> results[Tile::PairsTogether];
        if constexpr (Tile::LoadsAhead && Problem::BytesOfColumn > 0) {
          const int next = firstOf(i) + Tile::StoreColumns;
          if (next < Tile::BlockN)
            loadOfPairs<Problem, Tile>(ofColumns, next, ofPairs[next / Tile::StoreColumns % 2]);
        }
        makeResults<Problem, Tile>(problem, boxOf(i), boxBesideOf(i), row, tileColumn, firstOf(i),
                                   ofBoth, ofColumns, ofPairs[firstOf(i) / Tile::StoreColumns % 2],
                                   sums, results);
        writeBox<Problem, Tile>(boxOf(i), 0, results);
        warpsmith::publishToStores();
        synchronizeWarpgroup();
        if constexpr (Problem::RunC > 0) {
          if (elected) {
            warpsmith::storeRuns<Problem::RunC, Problem::LinesC>(map, row, tileColumn + firstOf(i),
                                                                 boxOf(i), policy);
            warpsmith::commitStores();
          }
        } else if (problem.storesTiles && elected) {
          warpsmith::storeBox(map, Problem::Batched ? problem.plane : 0, row,
                              tileColumn + firstOf(i), boxOf(i), policy);
          warpsmith::commitStores();
        }
      }
    if (Problem::RunC == 0 && !problem.storesTiles) {
#pragma unroll 1
      for (int i = 0; i < Tile::ReadBoxes && firstOf(i) < Tile::BlockN; ++i)
        copyRows<Problem, Tile>(problem, boxOf(i), row, tileColumn, firstOf(i));
      warpsmith::finishReads();
      synchronizeWarpgroup();
    }
    if (elected) { // the stage is empty when its results have been read
      warpsmith::waitForStoresToRead<0>();
      constexpr int Arrivals = Problem::Fragments ? 4 : 1; // of each warp
      for (int arrival = 0; arrival < Arrivals * Tile::Cluster; ++arrival)
        warpsmith::arriveAt(&empty[place.stage], arrival / Arrivals);
    }
    place.advance();
  }
}

/// Whether elements of C can be read and written two at a time. Host code.
template <typename Problem>
bool mayStorePairs(const Problem &problem) {
  return (!Problem::Batched || problem.batchC % 2 == 0) &&
         reinterpret_cast<unsigned long long>(problem.c) % (2 * sizeof(*problem.c)) == 0 &&
         problem.n % 2 == 0 && problem.ldc % 2 == 0;
}

} // namespace warpsmith::wgmma
