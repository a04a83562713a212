/// An FP64 product on the tensor cores for 8-bit integers, by residues (residues.h). Four kernels
/// come before and behind the products of residues, which are those of wgmma.cuh, as a batch with
/// one product for each modulus:
///
///   measureOperands    the scale of each row of A and column of B, and how many of its elements
///                      are small, for each number of moduli
///   chooseModuli       the number of moduli, and the tiles of C for which that keeps FP64's
///                      accuracy
///   takeResidues       of all elements, in rows along k
///   reconstructProduct what is stored, from the residues of each sum
///
/// The other tiles of C are left to a kernel on FP64's tensor cores, which is given what
/// chooseModuli found out (tile_order.h).
///
/// The Problem is that of the products of residues: wgmma.cuh says what it has. It says besides
///
///   Whole                          what the original computes, with elements of FP64:
///     m, n, k, a, lda, b, ldb, c, ldc
///     finish(double sum, row, column)  what is stored for a sum of products; after the sum what C
///                                  was, if OriginalReadsOld
///     factor()                     what multiplies each product, if OriginalHasFactor
///   OriginalAlongKA                A's elements along k are neighbours; also for B
///   productsByData                 where the number of moduli will be
///
/// Needs sm_90a.
#pragma once

#include "warpsmith/device/block_maximum.h"
#include "warpsmith/device/device_code.h"
#include "warpsmith/device/launch.h"
#include "warpsmith/device/residues.h"
#include "warpsmith/device/tile_order.h"

namespace warpsmith::wgmma {

/// Threads of a block of all these kernels but chooseModuli.
constexpr int ResidueThreads = 256;
/// Columns whose elements a block measures or reduces, where they lie across k; and steps of k,
/// each thread ResidueRun of them.
constexpr int ResidueStrip = 16, ResidueSteps = 128, ResidueRun = 8;
/// Elements of C in each direction that a block reconstructs, and that are kept together or left to
/// the kernel on FP64's tensor cores.
constexpr int ReconstructedTile = 64, KeptTile = 128;
constexpr int ChoosingThreads = 1024;
/// All of C on FP64's tensor cores takes as long as the products modulo so many numbers.
constexpr int ModuliOfDoubles = 20;

__host__ __device__ constexpr int piecesOf(int size, int each) {
  return (size + each - 1) / each;
}

/// What is known of rows of A and, behind them, columns of B, for one number of moduli after the
/// other.
struct ResidueScales {
  int *exponents;         ///< of the powers of two that scale them
  unsigned *small;        ///< how many of their elements are small
  unsigned *smallOfTiles; ///< the most of the rows, and of the columns, of a tile of KeptTile
  int *count;             ///< the number of moduli that is chosen; 0: no sum is kept
  int *left;              ///< tiles that are left to the kernel on FP64's tensor cores
  int outer;              ///< rows and columns together
};

/// Rows and columns of C whose residues are in memory at the same time.
struct ResiduePanel {
  int row, column, rows, columns;
};

/// The sum of what threads have whose numbers are the same modulo Distinct, for the first of them.
template <int Distinct, typename Value>
__device__ __forceinline__ Value sumOfThreads(Value own) {
  __shared__ Value ofThreads[ResidueThreads];
  const int thread = threadIdx.x;
  __syncthreads(); // what was there before has been read
  ofThreads[thread] = own;
  for (int distance = ResidueThreads / 2; distance >= Distinct; distance /= 2) {
    __syncthreads();
    if (thread < distance)
      ofThreads[thread] += ofThreads[thread + distance];
  }
  __syncthreads();
  return ofThreads[thread % Distinct];
}

/// Measures a row along k, or ResidueStrip columns of which `columns` exist, from `from` on.
/// `index` is that of the first one among all rows and columns.
template <bool AlongK>
__device__ void measure(const double *from, int pitch, int steps, int columns,
                        const warpsmith::ResidueTables &tables, const warpsmith::SmallBelow &below,
                        const ResidueScales &to, int index) {
  constexpr int Distinct = AlongK ? 1 : ResidueStrip, Together = ResidueThreads / Distinct;
  const int thread = threadIdx.x, column = thread % Distinct;
  const bool exists = column < columns;
  const long long apart = AlongK ? 1 : pitch;
  const double *const own = from + column;
  double squares = 0.0;
  bool zero = true;
  if (exists)
#pragma unroll 8
    for (int step = thread / Distinct; step < steps; step += Together) {
      const double element = own[step * apart];
      squares = __fma_rn(element, element, squares);
      zero = zero && element == 0.0;
    }
  squares = sumOfThreads<Distinct>(squares);
  const bool allZero = sumOfThreads<Distinct>(zero ? 0 : 1) == 0;
  // NaN is not between them.
  const bool ordinary = squares >= warpsmith::LeastSquares && squares <= warpsmith::MostSquares;
  int exponents[warpsmith::ModuliChoices] = {};
  double limits[warpsmith::ModuliChoices] = {};
  if (ordinary)
#pragma unroll
    for (int choice = 0; choice < warpsmith::ModuliChoices; ++choice) {
      exponents[choice] = warpsmith::scaleExponent(squares, tables.reconstructions[choice]);
      limits[choice] = below.limits[choice] * warpsmith::powerOfTwo64(-exponents[choice]);
      // Then all elements count as small.
      constexpr double Least = warpsmith::LeastNormOf14Moduli * warpsmith::LeastNormOf14Moduli;
      if (choice == 0 && squares * warpsmith::powerOfTwo64(2 * exponents[choice]) <
                             Least * tables.reconstructions[choice].squares)
        limits[choice] = __longlong_as_double(0x7ffll << 52);
    }
  // Counts of 21 bits each.
  unsigned long long counts = 0;
  if (exists)
#pragma unroll 8
    for (int step = thread / Distinct; step < steps; step += Together) {
      const double size = fabs(own[step * apart]);
#pragma unroll
      for (int choice = 0; choice < warpsmith::ModuliChoices; ++choice)
        counts += (size < limits[choice] ? 1ull : 0ull) << 21 * choice;
    }
  counts = sumOfThreads<Distinct>(counts);
  if (thread < Distinct && exists)
#pragma unroll
    for (int choice = 0; choice < warpsmith::ModuliChoices; ++choice) {
      const int at = choice * to.outer + index + column;
      to.exponents[at] = exponents[choice];
      to.small[at] = ordinary  ? (unsigned)(counts >> 21 * choice) & 0x1fffffu
                     : allZero ? 0u
                               : warpsmith::Exceptional;
    }
}

/// The first blocksA blocks measure rows of A, the others columns of B.
template <typename Problem>
__global__ void __launch_bounds__(warpsmith::CompiledForSm90a ? ResidueThreads : 1)
    measureOperands(const __grid_constant__ typename Problem::Whole product,
                    const __grid_constant__ warpsmith::ResidueTables tables,
                    const warpsmith::SmallBelow below, const ResidueScales scales, int blocksA) {
  if constexpr (warpsmith::CompiledForSm90a) {
    warpsmith::allowNextKernel();
    warpsmith::waitForPreviousKernel();
    constexpr int RowsA = Problem::OriginalAlongKA ? 1 : ResidueStrip;
    constexpr int ColumnsB = Problem::OriginalAlongKB ? 1 : ResidueStrip;
    const int block = blockIdx.x;
    if (block < blocksA) {
      const int row = block * RowsA;
      measure<Problem::OriginalAlongKA>(
          product.a + (Problem::OriginalAlongKA ? (long long)row * product.lda : row), product.lda,
          product.k, product.m - row, tables, below, scales, row);
    } else {
      const int column = (block - blocksA) * ColumnsB;
      measure<Problem::OriginalAlongKB>(
          product.b + (Problem::OriginalAlongKB ? (long long)column * product.ldb : column),
          product.ldb, product.k, product.n - column, tables, below, scales, product.m + column);
    }
  }
}

/// Chooses the number of moduli with which the launch takes the least time, and behind that what
/// the tiles have of small elements; what is left to FP64's tensor cores counts by its share of C.
/// One block.
template <typename Problem>
__global__ void __launch_bounds__(warpsmith::CompiledForSm90a ? ChoosingThreads : 1)
    chooseModuli(const __grid_constant__ typename Problem::Whole product,
                 const ResidueScales scales) {
  if constexpr (warpsmith::CompiledForSm90a) {
    __shared__ unsigned left[warpsmith::ModuliChoices]; // tiles
    if (threadIdx.x < warpsmith::ModuliChoices)
      left[threadIdx.x] = 0;
    warpsmith::allowNextKernel();
    warpsmith::waitForPreviousKernel();
    const int rows = piecesOf(product.m, KeptTile), columns = piecesOf(product.n, KeptTile);
    const int lane = threadIdx.x % 32;
    for (int tile = threadIdx.x / 32; tile < rows + columns; tile += ChoosingThreads / 32) {
      const bool ofA = tile < rows;
      const int first = (ofA ? tile : tile - rows) * KeptTile;
      const int extent = min(KeptTile, (ofA ? product.m : product.n) - first);
      const unsigned *const small = scales.small + (ofA ? first : product.m + first);
      unsigned largest[warpsmith::ModuliChoices] = {};
#pragma unroll
      for (int index = lane; index < KeptTile; index += 32)
#pragma unroll
        for (int choice = 0; choice < warpsmith::ModuliChoices; ++choice)
          if (index < extent)
            largest[choice] = max(largest[choice], small[choice * scales.outer + index]);
#pragma unroll
      for (int choice = 0; choice < warpsmith::ModuliChoices; ++choice) {
        const unsigned most = warpsmith::largestOfWarp(largest[choice]);
        if (lane == 0)
          scales.smallOfTiles[choice * (rows + columns) + tile] = most;
      }
    }
    __syncthreads();
    const unsigned most = warpsmith::mostSmall(product.k);
    const long long tiles = (long long)rows * columns;
    unsigned own[warpsmith::ModuliChoices] = {};
    for (long long tile = threadIdx.x; tile < tiles; tile += ChoosingThreads) {
      const unsigned *const ofRow = scales.smallOfTiles + tile / columns;
      const unsigned *const ofColumn = scales.smallOfTiles + rows + tile % columns;
#pragma unroll
      for (int choice = 0; choice < warpsmith::ModuliChoices; ++choice)
        if (const int from = choice * (rows + columns); ofRow[from] + ofColumn[from] > most)
          ++own[choice];
    }
#pragma unroll
    for (int choice = 0; choice < warpsmith::ModuliChoices; ++choice)
      if (own[choice] > 0)
        ::atomicAdd(&left[choice], own[choice]);
    __syncthreads();
    bool mayKeep = true;
    if constexpr (Problem::OriginalHasFactor)
      // Beyond this, and with NaN, it matters where the original multiplies by it.
      mayKeep = fabs(product.factor()) <= 0x1p200;
    int count = 0;
    long long least = ModuliOfDoubles * tiles;
    if (mayKeep)
      for (int choice = 0; choice < warpsmith::ModuliChoices; ++choice) {
        const int moduli = warpsmith::LeastModuli + choice;
        const long long time = moduli * tiles + ModuliOfDoubles * (long long)left[choice];
        if (time < least) {
          least = time;
          count = moduli;
        }
      }
    const int chosen = count == 0 ? 0 : count - warpsmith::LeastModuli;
    if (threadIdx.x == 0) {
      *scales.count = count;
      *scales.left = count == 0 ? (int)tiles : (int)left[chosen];
    }
    // That of the chosen number stands first.
    for (int tile = threadIdx.x; tile < rows + columns; tile += ChoosingThreads)
      scales.smallOfTiles[tile] = count == 0
                                      ? warpsmith::Exceptional
                                      : scales.smallOfTiles[chosen * (rows + columns) + tile];
  }
}

/// Residues of ResidueRun elements along k: for one modulus after the other, `plane` bytes apart.
/// Each element is scaled by both powers of two.
__device__ __forceinline__ void storeResidues(const double (&elements)[ResidueRun], double scale,
                                              const warpsmith::ResidueTables &tables, int count,
                                              signed char *to, long long plane) {
  unsigned low[ResidueRun], high[ResidueRun];
#pragma unroll
  for (int i = 0; i < ResidueRun; ++i) {
    const unsigned long long shifted =
        (unsigned long long)__double2ll_rn(elements[i] * scale) ^ 1ull << 63;
    low[i] = (unsigned)shifted;
    high[i] = (unsigned)(shifted >> 32);
  }
#pragma unroll
  for (int modulus = 0; modulus < warpsmith::MostModuli; ++modulus)
    if (modulus < count) {
      unsigned bits[ResidueRun];
#pragma unroll
      for (int i = 0; i < ResidueRun; ++i)
        bits[i] = warpsmith::residueBits(low[i], high[i], tables.moduli[modulus]);
      warpsmith::Vector<unsigned, ResidueRun / 4> packed;
#pragma unroll
      for (int i = 0; i < ResidueRun; i += 4)
        packed.values[i / 4] = __byte_perm(__byte_perm(bits[i], bits[i + 1], 0x0040),
                                           __byte_perm(bits[i + 2], bits[i + 3], 0x0040), 0x5410);
      warpsmith::storeVector(reinterpret_cast<unsigned *>(to + modulus * plane), packed);
    }
}

/// Takes residues of ResidueSteps steps of ResidueStrip rows of A or columns of B, whose elements
/// lie along k or across it. Of both directions so many exist from `from` on. Aligned: elements can
/// be read two at a time.
template <bool AlongK, bool Aligned>
__device__ void takeResiduesOf(const double *from, int pitch, int steps, int outer,
                               const warpsmith::ResidueTables &tables, const ResidueScales &scales,
                               int index, signed char *to, int pitchTo, long long plane) {
  const int count = *scales.count;
  if (count == 0)
    return;
  const int thread = threadIdx.x;
  const int own = thread / (ResidueSteps / ResidueRun);                // row or column
  const int first = thread % (ResidueSteps / ResidueRun) * ResidueRun; // step
  double elements[ResidueRun] = {};
  if constexpr (AlongK) {
    const double *const row = from + (long long)own * pitch + first;
    if (own < outer) {
#pragma unroll
      for (int i = 0; i < ResidueRun; i += Aligned ? 2 : 1)
        if (first + i < steps) {
          const auto read = warpsmith::loadVector<Aligned ? 2 : 1>(row + i);
#pragma unroll
          for (int j = 0; j < (Aligned ? 2 : 1); ++j)
            elements[i + j] = read.values[j];
        }
    }
  } else {
    // A gap after each run, and one after each column, so that threads meet in no bank.
    constexpr int Pitch = ResidueSteps + ResidueSteps / ResidueRun + 1;
    __shared__ double columns[ResidueStrip * Pitch];
    const int column = thread % ResidueStrip;
#pragma unroll
    for (int step = thread / ResidueStrip; step < ResidueSteps;
         step += ResidueThreads / ResidueStrip)
      columns[column * Pitch + step + step / ResidueRun] =
          step < steps && column < outer ? from[(long long)step * pitch + column] : 0.0;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < ResidueRun; ++i)
      elements[i] = columns[own * Pitch + first + first / ResidueRun + i];
  }
  if (own >= outer || first >= steps)
    return;
  const int at = (count - warpsmith::LeastModuli) * scales.outer + index + own;
  const bool exceptional = scales.small[at] >= warpsmith::Exceptional;
  storeResidues(elements, exceptional ? 0.0 : warpsmith::powerOfTwo64(scales.exponents[at]), tables,
                count, to + (long long)own * pitchTo + first, plane);
}

/// The first blocksA blocks take residues of the panel's rows of A, the others of its columns of B,
/// each of a part of k.
template <typename Problem, bool Aligned>
__global__ void __launch_bounds__(warpsmith::CompiledForSm90a ? ResidueThreads : 1)
    takeResidues(const __grid_constant__ typename Problem::Whole product,
                 const __grid_constant__ warpsmith::ResidueTables tables,
                 const ResidueScales scales, const ResiduePanel panel, signed char *residuesA,
                 signed char *residuesB, int pitch, int blocksA) {
  if constexpr (warpsmith::CompiledForSm90a) {
    warpsmith::allowNextKernel();
    warpsmith::waitForPreviousKernel();
    const int parts = piecesOf(product.k, ResidueSteps);
    const bool ofA = (int)blockIdx.x < blocksA;
    const int block = ofA ? blockIdx.x : blockIdx.x - blocksA;
    const int step = block % parts * ResidueSteps, outer = block / parts * ResidueStrip;
    if (ofA) {
      const int row = panel.row + outer;
      takeResiduesOf<Problem::OriginalAlongKA, Aligned>(
          product.a + (Problem::OriginalAlongKA ? (long long)row * product.lda + step
                                                : (long long)step * product.lda + row),
          product.lda, product.k - step, panel.rows - outer, tables, scales, row,
          residuesA + (long long)outer * pitch + step, pitch, (long long)panel.rows * pitch);
    } else {
      const int column = panel.column + outer;
      takeResiduesOf<Problem::OriginalAlongKB, Aligned>(
          product.b + (Problem::OriginalAlongKB ? (long long)column * product.ldb + step
                                                : (long long)step * product.ldb + column),
          product.ldb, product.k - step, panel.columns - outer, tables, scales, product.m + column,
          residuesB + (long long)outer * pitch + step, pitch, (long long)panel.columns * pitch);
    }
  }
}

/// Where a thread's elements of a tile are that is reconstructed: rows 16 apart, of each four
/// neighbours.
constexpr int ReconstructedRows = 4, ReconstructedColumns = 4;

/// Stores the panel's tiles of C that are not left to FP64's tensor cores, one a block.
template <typename Problem>
__global__ void __launch_bounds__(warpsmith::CompiledForSm90a ? ResidueThreads : 1)
    reconstructProduct(const __grid_constant__ typename Problem::Whole product,
                       const __grid_constant__ warpsmith::ResidueTables tables,
                       const ResidueScales scales, const warpsmith::ChosenTiles left,
                       const ResiduePanel panel, const signed char *residues, int pitch) {
  if constexpr (warpsmith::CompiledForSm90a) {
    constexpr int Rows = ReconstructedRows, Columns = ReconstructedColumns;
    constexpr int ThreadsOfRow = ReconstructedTile / Columns;
    warpsmith::allowNextKernel();
    warpsmith::waitForPreviousKernel();
    const int tileColumns = piecesOf(panel.columns, ReconstructedTile);
    // In the panel.
    const int firstRow = (int)blockIdx.x / tileColumns * ReconstructedTile;
    const int firstColumn = (int)blockIdx.x % tileColumns * ReconstructedTile;
    if (left.contains((panel.row + firstRow) / KeptTile, (panel.column + firstColumn) / KeptTile))
      return;
    const int count = *scales.count, choice = count - warpsmith::LeastModuli;
    const warpsmith::Reconstruction &by = tables.reconstructions[choice];
    const int *const exponents = scales.exponents + choice * scales.outer;
    const int columnOfPanel = firstColumn + threadIdx.x % ThreadsOfRow * Columns;
    if (columnOfPanel >= panel.columns)
      return;
    const int column = panel.column + columnOfPanel;
    const auto rowOfPanel = [&](int i) {
      return firstRow + (int)threadIdx.x / ThreadsOfRow + i * (ResidueThreads / ThreadsOfRow);
    };
    int exponentsB[Columns];
#pragma unroll
    for (int j = 0; j < Columns; ++j)
      exponentsB[j] = exponents[product.m + min(column + j, product.n - 1)];
    double results[Rows][Columns];
#pragma unroll
    for (int i = 0; i < Rows; ++i)
      if (const int row = rowOfPanel(i); row < panel.rows) {
        const int exponentA = exponents[panel.row + row];
        unsigned words[warpsmith::MostModuli];
#pragma unroll
        for (int modulus = 0; modulus < warpsmith::MostModuli; ++modulus)
          words[modulus] =
              modulus < count
                  ? *reinterpret_cast<const unsigned *>(
                        residues + ((long long)modulus * panel.rows + row) * pitch + columnOfPanel)
                  : 0;
        double numbers[4];
        warpsmith::reconstruct(numbers, words, count, by);
#pragma unroll
        for (int j = 0; j < Columns; ++j) {
          results[i][j] = numbers[j] * warpsmith::powerOfTwo64(-exponentA - exponentsB[j]);
          if constexpr (Problem::OriginalHasFactor)
            results[i][j] *= product.factor();
        }
      }
    const auto exists = [&](int i, int j) {
      return rowOfPanel(i) < panel.rows && columnOfPanel + j < panel.columns;
    };
    const auto placeOf = [&](int i, int j) {
      return product.c + (long long)(panel.row + rowOfPanel(i)) * product.ldc + column + j;
    };
    if constexpr (Problem::OriginalReadsOld) {
      double olds[Rows][Columns];
#pragma unroll
      for (int i = 0; i < Rows; ++i)
#pragma unroll
        for (int j = 0; j < Columns; ++j)
          olds[i][j] = exists(i, j) ? *placeOf(i, j) : 0.0;
#pragma unroll
      for (int i = 0; i < Rows; ++i)
#pragma unroll
        for (int j = 0; j < Columns; ++j)
          if (exists(i, j))
            *placeOf(i, j) =
                product.finish(results[i][j], olds[i][j], panel.row + rowOfPanel(i), column + j);
    } else {
#pragma unroll
      for (int i = 0; i < Rows; ++i)
#pragma unroll
        for (int j = 0; j < Columns; ++j)
          if (exists(i, j))
            *placeOf(i, j) = product.finish(results[i][j], panel.row + rowOfPanel(i), column + j);
    }
  }
}

} // namespace warpsmith::wgmma
