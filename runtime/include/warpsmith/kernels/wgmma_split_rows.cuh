/// A product of FP32 operands on Hopper's warpgroup instructions, for a C of few rows: each element
/// is the sum of three BF16 parts, and six products of parts make one (split_operand.h). B is read
/// once, so that splitting it beforehand would take longer than the product itself: TMA brings its
/// elements as they are, and a warpgroup splits them in registers, from where the tensor cores take
/// their left operand. The few rows of A are split by a kernel before. Needs sm_90a.
///
/// C' = B' A': a warpgroup multiplies 64 columns of B, which are the instruction's rows, by all
/// rows of A in the tile. One warpgroup has TMA fill a ring of stages. Each block sums one slice of
/// k of one tile, and the blocks of a cluster add up theirs. What a Problem has is said in
/// wgmma.cuh. Besides, here,
///
///   Parts                    is 1: the sums that are stored have no scales any more
///   Part                     is that of both operands' parts, of which there are PartsOfElement
///   Fragments, NeighbourRows, Swapped
///                            are true: that is how sums lie
///   RowsAlongKA              must be true: A's rows are split as they lie
///   SumsAgain                is true: what is no finite number is summed again
///
/// Elements of B have no scale of their own, as the largest of a column is not known before. All
/// are multiplied by 2^40, so that the parts of FP32's smallest numbers are none of BF16's
/// subnormal ones. A's rows are divided by 2^39 at most, so that no product gets lost that FP32
/// has, and by less where an element would lose bits otherwise. Sums that are no finite numbers
/// then, of infinities, NaN or elements that are too large for that, are taken from the elements
/// themselves, as are those of rows of A with infinities or NaN.
#pragma once

#include "warpsmith/device/block_maximum.h"
#include "warpsmith/device/cluster.h"
#include "warpsmith/device/device_code.h"
#include "warpsmith/device/launch.h"
#include "warpsmith/device/launch_checks.h"
#include "warpsmith/device/mbarrier.h"
#include "warpsmith/device/packing_choice.h"
#include "warpsmith/device/slice_choice.h"
#include "warpsmith/device/split_operand.h"
#include "warpsmith/device/tensor_copy.h"
#include "warpsmith/device/tensor_map.h"
#include "warpsmith/device/tensor_map_16bit.h"
#include "warpsmith/device/tile_order.h"
#include "warpsmith/device/tile_time.h"
#include "warpsmith/device/warp_roles.h"
#include "warpsmith/device/wgmma.h"
#include "warpsmith/device/workspace.h"
#include "warpsmith/kernels/wgmma_epilogue.cuh"
#include "warpsmith/kernels/wgmma_split_rows_tile.cuh"

namespace warpsmith::wgmma {

/// The power of two that B's elements are multiplied by, and the exponent of the least one that
/// A's are.
[[maybe_unused]] constexpr float ScaleOfB = 0x1p40f, BackOfB = 0x1p-40f;
[[maybe_unused]] constexpr int LeastExponentOfA = -39;

/// Two neighbours along k, split: the parts of both are a register each.
__device__ __forceinline__ void splitPair(unsigned (&parts)[PartsOfElement], float first,
                                          float second) {
  warpsmith::Vector<float, 2> rest = {{first * ScaleOfB, second * ScaleOfB}};
#pragma unroll
  for (int part = 0; part < PartsOfElement; ++part) {
    const __nv_bfloat162 pair = __floats2bfloat162_rn(rest.values[0], rest.values[1]);
    memcpy(&parts[part], &pair, sizeof(parts[part]));
    rest.values[0] -= __uint_as_float(parts[part] << 16);
    rest.values[1] -= __uint_as_float(parts[part] & 0xffff0000);
  }
}

/// Loads a thread's fragments of a k-tile from the tile of 64 columns of B, and splits them: of
/// each 16 steps and each part the registers of one instruction, PTX ISA "Register Fragments for
/// wgmma.mma_async.m64nNk16". They are of two columns beside each other, from fragmentRow on, and
/// of the steps step, step + 1, step + 8 and step + 9, where step is twice the lane's place among
/// four.
template <typename Problem, typename Tile>
__device__ __forceinline__ void
loadSplitFragments(unsigned (&fragments)[Tile::BlockK / 16][PartsOfElement][4], const float *tile,
                   int thread) {
  const int column = warpsmith::fragmentRow<2>(thread), step = thread % 4 * 2;
#pragma unroll
  for (int first = 0; first < Tile::BlockK; first += 8) {
    warpsmith::Vector<float, 2> loaded[2];
#pragma unroll
    for (int i = 0; i < 2; ++i) {
      // Rows of the tile have 128 bytes, in chunks of 16 that are swizzled.
      const int row = Problem::RowsAlongKB ? column + i : first + step + i;
      const int place = Problem::RowsAlongKB ? first + step : column % warpsmith::FragmentColumns;
      const int box = Problem::RowsAlongKB ? 0 : column / warpsmith::FragmentColumns * Tile::BlockK;
      loaded[i] = warpsmith::loadVector<2>(tile + (box + row) * warpsmith::FragmentColumns +
                                           (place / 4 ^ row % 8) * 4 + place % 4);
    }
#pragma unroll
    for (int i = 0; i < 2; ++i) { // a column
      unsigned parts[PartsOfElement];
      splitPair(parts, Problem::RowsAlongKB ? loaded[i].values[0] : loaded[0].values[i],
                Problem::RowsAlongKB ? loaded[i].values[1] : loaded[1].values[i]);
#pragma unroll
      for (int part = 0; part < PartsOfElement; ++part)
        fragments[first / 16][part][first / 8 % 2 * 2 + i] = parts[part];
    }
  }
}

/// Starts the products of a k-tile's fragments with the tile of A's parts; without `add`, sums
/// begin anew. The smallest products first, of all steps: the smaller a sum still is, the less the
/// tensor cores cut off when they add to it. What is left out is smaller than FP32's own rounding.
template <typename Problem, typename Tile>
__device__ __forceinline__ void
multiplySplitFragments(typename Problem::Sum (&sums)[Tile::Sums],
                       const unsigned (&fragments)[Tile::BlockK / 16][PartsOfElement][4],
                       const typename Problem::Part *tile, int add) {
#pragma unroll
  for (int order = PartsOfElement - 1; order >= 0; --order)
#pragma unroll
    for (int part = order; part >= 0; --part)
#pragma unroll
      for (int step = 0; step < Tile::BlockK; step += 16) {
        const typename Problem::Part *const partOfA =
            tile + (order - part) * (Tile::BlockM * Tile::BlockK) + step;
        Problem::multiply(sums, fragments[step / 16][part],
                          warpsmith::tileDescriptor(partOfA, 16,
                                                    8 * Tile::BlockK * sizeof(*partOfA),
                                                    warpsmith::Swizzle::Bytes64),
                          add);
        add = 1;
      }
}

/// What TMA reads.
struct SplitRowsMaps {
  warpsmith::TensorMap partsOfA, b;
};

/// Takes the scales off a thread's sums. Those of rows without parts become no numbers.
template <typename Problem, typename Tile>
__device__ __forceinline__ void scaleBack(const Problem &problem, int blockRow,
                                          typename Problem::Sum (&sums)[Tile::Sums]) {
  const int firstRow = firstRowOf<Problem>(blockRow, threadIdx.x);
#pragma unroll
  for (int index = 0; index < Tile::Sums; ++index) {
    const int row = firstRow + rowOfSum<Problem>(index);
    const float back = *warpsmith::orAbsent(row < problem.m, problem.backA + row);
    double scale = (double)back * BackOfB;
    if constexpr (Problem::HasFactor)
      scale *= problem.factor();
    const bool isNumber = isfinite(sums[index]) && back != 0.0f;
    sums[index] = isNumber ? (float)(sums[index] * scale) : __int_as_float(0x7fffffff);
  }
}

/// What is read first of the block's part of B comes into the L2 cache while A is split.
template <typename Problem, typename Tile>
__device__ __forceinline__ void prefetchFirstTiles(const Problem &problem, int blockColumn,
                                                   int firstStep) {
  constexpr int Lines = Tile::Stages * Tile::TileB * (int)sizeof(float) / warpsmith::CacheLine;
  constexpr int Run = warpsmith::CacheLine / sizeof(float);
  for (int line = threadIdx.x; line < Lines; line += Tile::Threads) {
    // Along k a column of the stages, across it a step of them after the other.
    constexpr int OfRow = (Problem::RowsAlongKB ? Tile::Stages * Tile::BlockK : Tile::BlockN) / Run;
    const int row = line / OfRow, inRow = line % OfRow * Run;
    const int column = blockColumn + (Problem::RowsAlongKB ? row : inRow);
    const int step = firstStep + (Problem::RowsAlongKB ? inRow : row);
    if (column < problem.n && step < problem.k)
      warpsmith::prefetchToL2(problem.b + (Problem::RowsAlongKB
                                               ? (long long)column * problem.ldb + step
                                               : (long long)step * problem.ldb + column));
  }
}

template <typename Problem, typename Tile>
__global__ void __launch_bounds__(warpsmith::CompiledForSm90a ? Tile::Threads : 1, 1)
    kernelOfFewRows(const __grid_constant__ SplitRowsMaps maps,
                    const __grid_constant__ Problem problem) {
  if constexpr (warpsmith::CompiledForSm90a) {
    using Part = typename Problem::Part;
    using Sum = typename Problem::Sum;
    warpsmith::allowNextKernel();
    extern __shared__ unsigned char shared[];
    unsigned char *const stages =
        shared +
        (StageAlignment - warpsmith::sharedAddress(shared) % StageAlignment) % StageAlignment;
    const auto tileOfA = [&](int stage) {
      return reinterpret_cast<Part *>(stages + stage * Tile::BytesA);
    };
    float *const tilesB = reinterpret_cast<float *>(stages + Tile::Stages * Tile::BytesA);
    auto *const full =
        reinterpret_cast<warpsmith::Barrier *>(stages + Tile::Stages * Tile::StageBytes);
    auto *const empty = full + Tile::Stages;
    const int thread = threadIdx.x, warpgroup = thread / 128;
    if (thread == 0) {
      for (int stage = 0; stage < Tile::Stages; ++stage) {
        warpsmith::initialize(&full[stage], 1);
        // Each warp loads fragments, and says that it has.
        warpsmith::initialize(&empty[stage], 4 * Tile::Warpgroups);
      }
      warpsmith::publishBarriers();
    }
    // The steps of k that the block sums, in pairs of k-tiles, so that fragments are loaded while
    // others are multiplied.
    constexpr int Pair = 2 * Tile::BlockK;
    const auto slice =
        warpsmith::sliceOfK(problem.k, Pair, warpsmith::clusterRank(), warpsmith::clusterBlocks());
    const int endCopied = slice.first + (slice.end - slice.first + Pair - 1) / Pair * Pair;
    // Blocks of tiles below each other follow each other: they read the same part of B.
    const int tile = blockIdx.x / warpsmith::clusterBlocks();
    const int tileRows = (problem.m + Tile::BlockM - 1) / Tile::BlockM;
    const int blockRow = tile % tileRows * Tile::BlockM;
    const int blockColumn = tile / tileRows * Tile::BlockN;
    prefetchFirstTiles<Problem, Tile>(problem, blockColumn, slice.first);
    warpsmith::meetInCluster();
    warpsmith::waitForPreviousKernel();
    warpsmith::RingPlace<Tile::Stages> place;

    if (warpgroup == 0) {
      warpsmith::shrinkRegisters<Tile::CopyRegisters>();
      if (thread < 32 && warpsmith::isElected()) {
        for (int k0 = slice.first; k0 < endCopied; k0 += Tile::BlockK) {
          // A new barrier counts as having completed the phase before its first.
          warpsmith::wait(&empty[place.stage], place.parity ^ 1);
          warpsmith::arriveExpecting(&full[place.stage], Tile::StageBytes);
#pragma unroll
          for (int box = 0; box < Tile::BoxesB; ++box) {
            const int column = blockColumn + box * warpsmith::FragmentColumns;
            warpsmith::copyBox(tilesB + place.stage * Tile::TileB +
                                   box * (warpsmith::FragmentColumns * Tile::BlockK),
                               maps.b, 0, Problem::RowsAlongKB ? column : k0,
                               Problem::RowsAlongKB ? k0 : column, &full[place.stage]);
          }
          warpsmith::copyBox(tileOfA(place.stage), maps.partsOfA, 0, blockRow, k0,
                             &full[place.stage]);
          place.advance();
        }
      }
      warpsmith::synchronizeCluster(); // as the warps that multiply do where they join sums
    } else {
      warpsmith::growRegisters<Tile::MultiplyRegisters>();
      SliceEpilogue<Problem, Tile> epilogue(problem, blockRow, blockColumn, stages);
      const int promotedSteps = warpsmith::splitPromotedSteps(problem.k);
      Sum sums[Tile::Sums];
      Sum totals[Tile::Sums] = {};
      // The tensor cores truncate when they add: after so many steps their sums go into FP32 ones.
      const auto promote = [&] {
        warpsmith::waitForProducts<0>();
#pragma unroll
        for (int i = 0; i < Tile::Sums; ++i)
          totals[i] += sums[i];
      };
      // One lane says that its warp has read a stage.
      const auto release = [&](int stage) {
        warpsmith::finishReads();
        __syncwarp();
        if (thread % 32 == 0)
          warpsmith::arrive(&empty[stage]);
      };
      const auto multiplyNext = [&](unsigned (&fragments)[Tile::BlockK / 16][PartsOfElement][4],
                                    int k0) {
        warpsmith::wait(&full[place.stage], place.parity);
        loadSplitFragments<Problem, Tile>(
            fragments, tilesB + place.stage * Tile::TileB + (warpgroup - 1) * (64 * Tile::BlockK),
            thread);
        const bool anew = ((k0 - slice.first) & (promotedSteps - 1)) == 0;
        if (anew && k0 > slice.first)
          promote();
        warpsmith::beginProducts();
        multiplySplitFragments<Problem, Tile>(sums, fragments, tileOfA(place.stage), !anew);
        warpsmith::commitProducts();
        // Only the products of this tile may still be running: the stage before has been read.
        warpsmith::waitForProducts<1>();
        if (k0 > slice.first)
          release(place.previous());
        place.advance();
      };
      // Each fragment has registers of its own: ptxas (13.0) lets no product run beside another one
      // whose registers it cannot tell apart.
      unsigned even[Tile::BlockK / 16][PartsOfElement][4],
          odd[Tile::BlockK / 16][PartsOfElement][4];
      for (int k0 = slice.first; k0 < slice.end; k0 += Pair) {
        multiplyNext(even, k0);
        multiplyNext(odd, k0 + Tile::BlockK);
      }
      promote();
      scaleBack<Problem, Tile>(problem, blockRow, totals);
      epilogue.store(totals);
    }
    // No block ends while another one may still use its shared memory.
    warpsmith::synchronizeCluster();
  }
}

/// Splits the rows of A, one in each block.
template <typename Problem, int Width>
__global__ void __launch_bounds__(warpsmith::CompiledForSm90a ? warpsmith::SplitThreads : 1)
    splitRowsOfA(const __grid_constant__ Problem problem, typename Problem::Part *parts, int pitch,
                 float *back) {
  if constexpr (warpsmith::CompiledForSm90a) {
    warpsmith::allowNextKernel();
    warpsmith::waitForPreviousKernel();
    constexpr int Step = warpsmith::SplitThreads * Width;
    const int row = blockIdx.x, k = problem.k;
    const float *const own = problem.a + (long long)row * problem.lda;
    float most = 0.0f, least = __int_as_float(0x7f800000); // of those that are not zero
#pragma unroll 4
    for (int column = threadIdx.x * Width; column < k; column += Step) {
      const auto elements = warpsmith::loadVector<Width>(own + column);
#pragma unroll
      for (int i = 0; i < Width; ++i) {
        most = fmaxf(most, warpsmith::magnitude(elements.values[i]));
        if (elements.values[i] != 0.0f)
          least = fminf(least, fabsf(elements.values[i]));
      }
    }
    // Absolute values are in order as integers, too.
    most = __uint_as_float(
        warpsmith::largestOfThreads<warpsmith::SplitThreads>(__float_as_uint(most)));
    least = __uint_as_float(
        ~warpsmith::largestOfThreads<warpsmith::SplitThreads>(~__float_as_uint(least)));
    warpsmith::Scale scale = warpsmith::scaleFor(most, 0);
    if (scale.there != 0.0f && isfinite(least)) {
      // So that the last bit of the least element is one of BF16's numbers, too.
      const int exponent = max(LeastExponentOfA, -133 - max(ilogbf(least) - 23, -149));
      if (scale.there < warpsmith::powerOfTwo(exponent))
        scale = {warpsmith::powerOfTwo(exponent), warpsmith::powerOfTwo(-exponent)};
    }
    if (threadIdx.x == 0)
      back[row] = scale.back;
    float scales[Width];
#pragma unroll
    for (int i = 0; i < Width; ++i)
      scales[i] = scale.there;
#pragma unroll 4
    for (int column = threadIdx.x * Width; column < k; column += Step)
      warpsmith::storeParts<PartsOfElement>(parts + (long long)row * pitch + column,
                                            (long long)problem.m * pitch,
                                            warpsmith::loadVector<Width>(own + column), scales);
  }
}

/// Tiles of C.
template <typename Problem, typename Tile>
long long tilesOfRows(const Problem &problem) {
  return ((long long)problem.m + Tile::BlockM - 1) / Tile::BlockM *
         (((long long)problem.n + Tile::BlockN - 1) / Tile::BlockN);
}

/// Into how many slices of k each tile is divided; 1 where there are multiprocessors for no more.
template <typename Problem, typename Tile>
int slicesOfRows(const warpsmith::Device &device, const Problem &problem) {
  thread_local warpsmith::ClustersAtOnce known[16];
  constexpr int Steps = 2 * Tile::BlockK;
  return warpsmith::slicesOfK(
      tilesOfRows<Problem, Tile>(problem), ((long long)problem.k + Steps - 1) / Steps,
      warpsmith::clustersAtOnce(known, device, kernelOfFewRows<Problem, Tile>, Tile::Threads,
                                Tile::SharedBytes));
}

/// How long splitting A and the product take with a tile, in nanoseconds.
template <typename Problem, typename Tile>
double timeOfRows(const warpsmith::Device &device, const Problem &problem) {
  const int slices = slicesOfRows<Problem, Tile>(device, problem);
  const long long waves =
      warpsmith::wavesOf(tilesOfRows<Problem, Tile>(problem) * slices, device.multiprocessors);
  return warpsmith::timeOfSplitRows(
      Tile::Time, waves, (problem.k + slices - 1) / slices / Tile::BlockK + 1,
      (double)problem.m * problem.k, (double)problem.n * problem.k * sizeof(float));
}

/// The tile that is predicted to be the fastest, and the nanoseconds that it takes.
template <typename Problem, typename... Tiles>
warpsmith::FastestTile<double> fastestRows(const warpsmith::Device &device,
                                           const Problem &problem) {
  const double times[] = {timeOfRows<Problem, Tiles>(device, problem)...};
  return warpsmith::fastestTile(times);
}

/// Splits A, and launches the kernel of a tile; false where TMA cannot copy B from where it lies.
template <typename Problem, typename Tile>
bool launchSplitRows(const warpsmith::Device &device, cudaStream_t stream, Problem problem) {
  using Part = typename Problem::Part;
  warpsmith::noteTile(Tile::BlockM, Tile::BlockN, Tile::BlockK);
  if (!warpsmith::canLaunch(device, kernelOfFewRows<Problem, Tile>, Tile::Threads,
                            Tile::SharedBytes) ||
      !warpsmith::isCopyable(problem.b, problem.ldb))
    return false;
  const long long pitch = warpsmith::packedPitch<Part>(problem.k), plane = problem.m * pitch;
  warpsmith::Workspace workspace(device,
                                 warpsmith::Workspace::bytesFor<Part>(PartsOfElement * plane) +
                                     warpsmith::Workspace::bytesFor<float>(problem.m),
                                 stream);
  if (!workspace)
    return false;
  Part *const parts = workspace.take<Part>(PartsOfElement * plane);
  float *const back = workspace.take<float>(problem.m);
  problem.backA = back;
  const int rowsB = Problem::RowsAlongKB ? problem.n : problem.k;
  const int columnsB = Problem::RowsAlongKB ? problem.k : problem.n;
  SplitRowsMaps maps;
  if (!warpsmith::encodeTensorMap<Part>(&maps.partsOfA,
                                        {parts, problem.m, problem.k, pitch, PartsOfElement, plane},
                                        Tile::BlockM, Tile::BlockK, PartsOfElement) ||
      // Not rounded to TF32 on the way.
      !warpsmith::encodeTensorMap<unsigned>(
          &maps.b,
          {reinterpret_cast<const unsigned *>(problem.b), rowsB, columnsB, problem.ldb, 1,
           (long long)rowsB * problem.ldb},
          Problem::RowsAlongKB ? Tile::BlockN : Tile::BlockK,
          Problem::RowsAlongKB ? Tile::BlockK : warpsmith::FragmentColumns))
    return false;
  const auto split = warpsmith::vectorizable(problem.a, problem.k, problem.lda)
                         ? splitRowsOfA<Problem, 4>
                         : splitRowsOfA<Problem, 1>;
  const int slices = slicesOfRows<Problem, Tile>(device, problem);
  return warpsmith::launchDependent(device, split, problem.m, 1, warpsmith::SplitThreads, 0, stream,
                                    problem, parts, (int)pitch, back) &&
         warpsmith::launchDependent(device, kernelOfFewRows<Problem, Tile>,
                                    (int)tilesOfRows<Problem, Tile>(problem) * slices, slices,
                                    Tile::Threads, Tile::SharedBytes, stream, maps, problem);
}

/// The same with the tile in this place among them.
template <typename Problem, typename... Tiles>
bool launchRowsTile(const warpsmith::Device &device, cudaStream_t stream, const Problem &problem,
                    int chosen) {
  int tile = 0;
  return ((tile++ == chosen && launchSplitRows<Problem, Tiles>(device, stream, problem)) || ...);
}

} // namespace warpsmith::wgmma
