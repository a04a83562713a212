/// An FP64 product on the tensor cores for 8-bit integers, by residues (residues.h). Four kernels
/// come before and behind the products of residues, which are those of wgmma.cuh, as a batch with
/// one product for each modulus:
///
///   measureOperands    the scale of each row of A and column of B, and how many of its elements
///                      are small, for each number of moduli
///   chooseModuli       the least number of moduli that keeps FP64's accuracy
///   takeResidues       of all elements, in rows along k
///   reconstructProduct what is stored, from the residues of each sum; sums of exceptional rows and
///                      columns from the elements themselves
///
/// The Problem is that of the products of residues: wgmma.cuh says what it has. It says besides
///
///   Whole                          what the original computes, with elements of FP64:
///     m, n, k, a, lda, b, ldb, c, ldc
///     finish(double sum, row, column)  what is stored for a sum of products; after the sum what C
///                                  was, if OriginalReadsOld
///     factor()                     what multiplies each product, if OriginalHasFactor
///     start, step, finishExactly   the original's own sum: what it starts from, after a step with
///                                  elements of A and B, and what is stored for it
///   OriginalAlongKA                A's elements along k are neighbours; also for B
///   productsByData                 where the number of moduli will be
///
/// Needs sm_90a.
#pragma once

#include "warpsmith/device/block_maximum.h"
#include "warpsmith/device/residues.h"
#include "warpsmith/kernels/wgmma_launch.cuh"

namespace warpsmith::wgmma {

/// Threads of a block of all these kernels but chooseModuli.
constexpr int ResidueThreads = 256;
/// Columns whose elements a block measures or reduces, where they lie across k; and steps of k,
/// each thread ResidueRun of them.
constexpr int ResidueStrip = 16, ResidueSteps = 128, ResidueRun = 8;
/// Elements of C in each direction that a block reconstructs, and steps of k of a tile in shared
/// memory for sums of exceptional rows and columns.
constexpr int ReconstructedTile = 64, ExactSteps = 16;
constexpr int ChoosingThreads = 1024;

/// What is known of rows of A and, behind them, columns of B, for one number of moduli after the
/// other.
struct ResidueScales {
  int *exponents;  ///< of the powers of two that scale them
  unsigned *small; ///< how many of their elements are small
  int *count;      ///< the number of moduli that is chosen; 0: all sums are exceptional
  int outer;       ///< rows and columns together
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

/// Chooses the number of moduli: one that keeps all rows and columns that are not exceptional with
/// any, or the largest where some are kept by that one alone. One block.
template <typename Problem>
__global__ void __launch_bounds__(warpsmith::CompiledForSm90a ? ChoosingThreads : 1)
    chooseModuli(const ResidueScales scales, int rows, int steps) {
  if constexpr (warpsmith::CompiledForSm90a) {
    warpsmith::allowNextKernel();
    warpsmith::waitForPreviousKernel();
    const unsigned most = warpsmith::mostSmall(steps);
    int count = 0;
    // More moduli last, so that the least number stays.
#pragma unroll
    for (int choice = warpsmith::ModuliChoices - 1; choice >= 0; --choice) {
      unsigned largest[2] = {}, opposite[2] = {}; // of A and B; opposite: of -1 - small
      for (int index = threadIdx.x; index < scales.outer; index += ChoosingThreads) {
        const unsigned small = scales.small[choice * scales.outer + index];
#pragma unroll
        for (int operand = 0; operand < 2; ++operand)
          if ((index < rows) == (operand == 0)) {
            opposite[operand] = max(opposite[operand], ~small);
            if (small < warpsmith::Exceptional)
              largest[operand] = max(largest[operand], small);
          }
      }
      const unsigned together = warpsmith::largestOfThreads<ChoosingThreads>(largest[0]) +
                                warpsmith::largestOfThreads<ChoosingThreads>(largest[1]);
      const unsigned least = ~warpsmith::largestOfThreads<ChoosingThreads>(opposite[0]) +
                             ~warpsmith::largestOfThreads<ChoosingThreads>(opposite[1]);
      if (choice == warpsmith::ModuliChoices - 1 ? least <= most : count != 0 && together <= most)
        count = warpsmith::LeastModuli + choice;
    }
    if (threadIdx.x == 0)
      *scales.count = count;
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

/// The first blocksA blocks take residues of A, the others of B, each of a part of k.
template <typename Problem, bool Aligned>
__global__ void __launch_bounds__(warpsmith::CompiledForSm90a ? ResidueThreads : 1)
    takeResidues(const __grid_constant__ typename Problem::Whole product,
                 const __grid_constant__ warpsmith::ResidueTables tables,
                 const ResidueScales scales, signed char *residuesA, signed char *residuesB,
                 int pitch, int blocksA) {
  if constexpr (warpsmith::CompiledForSm90a) {
    warpsmith::allowNextKernel();
    warpsmith::waitForPreviousKernel();
    const int parts = (product.k + ResidueSteps - 1) / ResidueSteps;
    const bool ofA = (int)blockIdx.x < blocksA;
    const int block = ofA ? blockIdx.x : blockIdx.x - blocksA;
    const int step = block % parts * ResidueSteps, outer = block / parts * ResidueStrip;
    if (ofA)
      takeResiduesOf<Problem::OriginalAlongKA, Aligned>(
          product.a + (Problem::OriginalAlongKA ? (long long)outer * product.lda + step
                                                : (long long)step * product.lda + outer),
          product.lda, product.k - step, product.m - outer, tables, scales, outer,
          residuesA + (long long)outer * pitch + step, pitch, (long long)product.m * pitch);
    else
      takeResiduesOf<Problem::OriginalAlongKB, Aligned>(
          product.b + (Problem::OriginalAlongKB ? (long long)outer * product.ldb + step
                                                : (long long)step * product.ldb + outer),
          product.ldb, product.k - step, product.n - outer, tables, scales, product.m + outer,
          residuesB + (long long)outer * pitch + step, pitch, (long long)product.n * pitch);
  }
}

/// Where a thread's elements of a tile are that is reconstructed: rows 16 apart, of each four
/// neighbours.
constexpr int ReconstructedRows = 4, ReconstructedColumns = 4;
__device__ __forceinline__ int reconstructedRow(int index) {
  return threadIdx.x / (ReconstructedTile / ReconstructedColumns) +
         index * (ResidueThreads / (ReconstructedTile / ReconstructedColumns));
}
__device__ __forceinline__ int reconstructedColumn() {
  return threadIdx.x % (ReconstructedTile / ReconstructedColumns) * ReconstructedColumns;
}

/// The thread's sums of the tile from (firstRow, firstColumn) on, as the original sums them: one
/// step of k after the other.
template <typename Problem>
__device__ void sumExactly(double (&sums)[ReconstructedRows][ReconstructedColumns],
                           const typename Problem::Whole &product, int firstRow, int firstColumn) {
  __shared__ double tileA[ExactSteps][ReconstructedTile + 1];
  __shared__ double tileB[ExactSteps][ReconstructedTile + 1];
  constexpr int Elements = ReconstructedTile * ExactSteps;
#pragma unroll 1
  for (int k0 = 0; k0 < product.k; k0 += ExactSteps) {
    __syncthreads(); // what was there before has been read
#pragma unroll
    for (int element = threadIdx.x; element < Elements; element += ResidueThreads) {
      const int rowA =
          Problem::OriginalAlongKA ? element / ExactSteps : element % ReconstructedTile;
      const int stepA =
          Problem::OriginalAlongKA ? element % ExactSteps : element / ReconstructedTile;
      tileA[stepA][rowA] =
          firstRow + rowA < product.m && k0 + stepA < product.k
              ? product.a[Problem::OriginalAlongKA
                              ? (long long)(firstRow + rowA) * product.lda + k0 + stepA
                              : (long long)(k0 + stepA) * product.lda + firstRow + rowA]
              : 0.0;
      const int columnB =
          Problem::OriginalAlongKB ? element / ExactSteps : element % ReconstructedTile;
      const int stepB =
          Problem::OriginalAlongKB ? element % ExactSteps : element / ReconstructedTile;
      tileB[stepB][columnB] =
          firstColumn + columnB < product.n && k0 + stepB < product.k
              ? product.b[Problem::OriginalAlongKB
                              ? (long long)(firstColumn + columnB) * product.ldb + k0 + stepB
                              : (long long)(k0 + stepB) * product.ldb + firstColumn + columnB]
              : 0.0;
    }
    __syncthreads();
    const int steps = min(ExactSteps, product.k - k0);
#pragma unroll 4
    for (int step = 0; step < steps; ++step)
#pragma unroll
      for (int i = 0; i < ReconstructedRows; ++i)
#pragma unroll
        for (int j = 0; j < ReconstructedColumns; ++j)
          sums[i][j] = product.step(sums[i][j], tileA[step][reconstructedRow(i)],
                                    tileB[step][reconstructedColumn() + j]);
  }
}

/// Stores C, of which each block has a tile.
template <typename Problem>
__global__ void __launch_bounds__(warpsmith::CompiledForSm90a ? ResidueThreads : 1)
    reconstructProduct(const __grid_constant__ typename Problem::Whole product,
                       const __grid_constant__ warpsmith::ResidueTables tables,
                       const ResidueScales scales, const signed char *residues, int pitch) {
  if constexpr (warpsmith::CompiledForSm90a) {
    constexpr int Rows = ReconstructedRows, Columns = ReconstructedColumns;
    warpsmith::allowNextKernel();
    warpsmith::waitForPreviousKernel();
    const int count = *scales.count, choice = count == 0 ? 0 : count - warpsmith::LeastModuli;
    const warpsmith::Reconstruction &by = tables.reconstructions[choice];
    const int *const exponents = scales.exponents + choice * scales.outer;
    const unsigned *const small = scales.small + choice * scales.outer;
    const unsigned most = warpsmith::mostSmall(product.k);
    const int tileColumns = (product.n + ReconstructedTile - 1) / ReconstructedTile;
    const int firstRow = (int)blockIdx.x / tileColumns * ReconstructedTile;
    const int firstColumn = (int)blockIdx.x % tileColumns * ReconstructedTile;
    const int column = firstColumn + reconstructedColumn();
    [[maybe_unused]] double factor = 1.0;
    bool anyKept = count != 0;
    if constexpr (Problem::OriginalHasFactor) {
      factor = product.factor();
      // Beyond this, and with NaN, it matters where the original multiplies by it.
      anyKept = anyKept && fabs(factor) <= 0x1p200;
    }
    int exponentsB[Columns];
    unsigned smallB[Columns];
#pragma unroll
    for (int j = 0; j < Columns; ++j) {
      const int at = product.m + min(column + j, product.n - 1);
      exponentsB[j] = exponents[at];
      smallB[j] = small[at];
    }
    unsigned kept = 0; // a bit for each of the thread's elements
    double results[Rows][Columns];
#pragma unroll
    for (int i = 0; i < Rows; ++i) {
      const int row = firstRow + reconstructedRow(i);
      if (row < product.m && column < product.n) {
        const unsigned smallA = small[row];
        const int exponentA = exponents[row];
        unsigned words[warpsmith::MostModuli];
#pragma unroll
        for (int modulus = 0; modulus < warpsmith::MostModuli; ++modulus)
          words[modulus] =
              modulus < count
                  ? *reinterpret_cast<const unsigned *>(
                        residues + ((long long)modulus * product.m + row) * pitch + column)
                  : 0;
        double numbers[4];
        warpsmith::reconstruct(numbers, words, count, by);
#pragma unroll
        for (int j = 0; j < Columns; ++j) {
          if (anyKept && smallA + smallB[j] <= most)
            kept |= 1u << (i * Columns + j);
          results[i][j] = numbers[j] * warpsmith::powerOfTwo64(-exponentA - exponentsB[j]);
          if constexpr (Problem::OriginalHasFactor)
            results[i][j] *= factor;
        }
      } else {
        kept |= ((1u << Columns) - 1) << i * Columns;
      }
    }
#pragma unroll
    for (int j = 0; j < Columns; ++j)
      if (column + j >= product.n)
        kept |= 0x1111u << j;
    [[maybe_unused]] double olds[Rows][Columns];
    const auto exists = [&](int i, int j) {
      return firstRow + reconstructedRow(i) < product.m && column + j < product.n;
    };
    const auto placeOf = [&](int i, int j) {
      return product.c + (long long)(firstRow + reconstructedRow(i)) * product.ldc + column + j;
    };
    if constexpr (Problem::OriginalReadsOld) {
#pragma unroll
      for (int i = 0; i < Rows; ++i)
#pragma unroll
        for (int j = 0; j < Columns; ++j)
          olds[i][j] = exists(i, j) ? *placeOf(i, j) : 0.0;
    }
#pragma unroll
    for (int i = 0; i < Rows; ++i)
#pragma unroll
      for (int j = 0; j < Columns; ++j)
        if (exists(i, j)) {
          const int row = firstRow + reconstructedRow(i);
          if constexpr (Problem::OriginalReadsOld)
            results[i][j] = product.finish(results[i][j], olds[i][j], row, column + j);
          else
            results[i][j] = product.finish(results[i][j], row, column + j);
        }
    if (__syncthreads_or(kept != 0xffffu)) {
      double sums[Rows][Columns] = {};
#pragma unroll
      for (int i = 0; i < Rows; ++i)
#pragma unroll
        for (int j = 0; j < Columns; ++j)
          if (exists(i, j)) {
            const int row = firstRow + reconstructedRow(i);
            if constexpr (Problem::OriginalReadsOld)
              sums[i][j] = product.start(olds[i][j], row, column + j);
            else
              sums[i][j] = product.start(row, column + j);
          }
      sumExactly<Problem>(sums, product, firstRow, firstColumn);
#pragma unroll
      for (int i = 0; i < Rows; ++i)
#pragma unroll
        for (int j = 0; j < Columns; ++j)
          if ((kept >> (i * Columns + j) & 1) == 0) {
            const int row = firstRow + reconstructedRow(i);
            if constexpr (Problem::OriginalReadsOld)
              results[i][j] = product.finishExactly(sums[i][j], olds[i][j], row, column + j);
            else
              results[i][j] = product.finishExactly(sums[i][j], row, column + j);
          }
    }
#pragma unroll
    for (int i = 0; i < Rows; ++i)
#pragma unroll
      for (int j = 0; j < Columns; ++j)
        if (exists(i, j))
          *placeOf(i, j) = results[i][j];
  }
}

/// The most memory that a launch takes for residues. Larger products are left to the original.
constexpr long long MostResidueBytes = 8ll << 30;

/// What is around the products of residues: their memory, and the kernels before and behind them.
/// Host code.
template <typename Problem>
class ResidueProduct {
public:
  using Whole = typename Problem::Whole;

  ResidueProduct(const warpsmith::Device &onDevice, cudaStream_t inStream, const Whole &whole)
      : device(onDevice),
        stream(inStream),
        product(whole),
        pitch((int)warpsmith::packedPitch<signed char>(whole.k)),
        pitchC((int)warpsmith::packedPitch<signed char>(whole.n)),
        workspace(onDevice, isTaken() ? bytes() : 0, inStream) {
    if (!isTaken() || !workspace)
      return;
    const long long outer = (long long)product.m + product.n;
    residuesA = workspace.template take<signed char>(warpsmith::MostModuli * sizeA());
    residuesB = workspace.template take<signed char>(warpsmith::MostModuli * sizeB());
    residuesC = workspace.template take<signed char>(warpsmith::MostModuli * sizeC());
    scales.exponents = workspace.template take<int>(warpsmith::ModuliChoices * outer);
    scales.small = workspace.template take<unsigned>(warpsmith::ModuliChoices * outer);
    scales.count = workspace.template take<int>(1);
    scales.outer = (int)outer;
  }

  /// Whether there is memory for a product of these sizes.
  explicit operator bool() const { return isTaken() && workspace; }

  /// The products of residues.
  Problem problem() const {
    Problem result = {};
    result.m = product.m;
    result.n = product.n;
    result.k = product.k;
    result.a = residuesA;
    result.lda = result.ldb = pitch;
    result.b = residuesB;
    result.c = residuesC;
    result.ldc = pitchC;
    result.products = warpsmith::MostModuli;
    result.batchA = sizeA();
    result.batchB = sizeB();
    result.batchC = sizeC();
    result.productsByData = scales.count;
    result.storesPairs = mayStorePairs(result);
    return result;
  }

  /// Launches the kernels that take residues of A and B.
  bool prepare() const {
    const int measuredA = blocksOf(product.m, Problem::OriginalAlongKA ? 1 : ResidueStrip);
    const int measuredB = blocksOf(product.n, Problem::OriginalAlongKB ? 1 : ResidueStrip);
    const int parts = blocksOf(product.k, ResidueSteps);
    const int blocksA = parts * blocksOf(product.m, ResidueStrip);
    const int blocksB = parts * blocksOf(product.n, ResidueStrip);
    const bool aligned =
        (!Problem::OriginalAlongKA || warpsmith::vectorizable(product.a, product.k, product.lda)) &&
        (!Problem::OriginalAlongKB || warpsmith::vectorizable(product.b, product.k, product.ldb));
    const auto take = aligned ? takeResidues<Problem, true> : takeResidues<Problem, false>;
    return warpsmith::launchDependent(device, measureOperands<Problem>, measuredA + measuredB, 1,
                                      ResidueThreads, 0, stream, product,
                                      warpsmith::residueTables(), warpsmith::smallBelow(product.k),
                                      scales, measuredA) &&
           warpsmith::launchDependent(device, chooseModuli<Problem>, 1, 1, ChoosingThreads, 0,
                                      stream, scales, product.m, product.k) &&
           warpsmith::launchDependent(device, take, blocksA + blocksB, 1, ResidueThreads, 0, stream,
                                      product, warpsmith::residueTables(), scales, residuesA,
                                      residuesB, pitch, blocksA);
  }

  /// Launches the kernel that stores C.
  bool reconstruct() const {
    return warpsmith::launchDependent(
        device, reconstructProduct<Problem>,
        blocksOf(product.m, ReconstructedTile) * blocksOf(product.n, ReconstructedTile), 1,
        ResidueThreads, 0, stream, product, warpsmith::residueTables(), scales, residuesC, pitchC);
  }

private:
  static int blocksOf(int size, int each) { return (size + each - 1) / each; }
  long long sizeA() const { return (long long)product.m * pitch; }
  long long sizeB() const { return (long long)product.n * pitch; }
  long long sizeC() const { return (long long)product.m * pitchC; }
  long long bytes() const {
    using Workspace = warpsmith::Workspace;
    const long long outer = (long long)product.m + product.n;
    return Workspace::bytesFor<signed char>(warpsmith::MostModuli * sizeA()) +
           Workspace::bytesFor<signed char>(warpsmith::MostModuli * sizeB()) +
           Workspace::bytesFor<signed char>(warpsmith::MostModuli * sizeC()) +
           Workspace::bytesFor<int>(warpsmith::ModuliChoices * outer) +
           Workspace::bytesFor<unsigned>(warpsmith::ModuliChoices * outer) +
           Workspace::bytesFor<int>(1);
  }
  bool isTaken() const {
    return product.k >= warpsmith::LeastResidueSteps && product.k <= warpsmith::MostResidueSteps &&
           product.m <= MostResidueRows && product.n <= MostResidueRows &&
           bytes() <= MostResidueBytes;
  }
  /// So that blocks have numbers of 32 bits.
  static constexpr int MostResidueRows = 1 << 24;

  warpsmith::Device device;
  cudaStream_t stream;
  Whole product;
  int pitch, pitchC; ///< of the residues of A and B, and of those of C
  warpsmith::Workspace workspace;
  signed char *residuesA = nullptr, *residuesB = nullptr, *residuesC = nullptr;
  ResidueScales scales = {};
};

} // namespace warpsmith::wgmma
