/// A product on Hopper's warpgroup instructions: PTX ISA, "Asynchronous Warpgroup Level Matrix
/// Multiply-Accumulate". One warpgroup has TMA bring tiles of A and B into a ring of stages in
/// shared memory; the others multiply them, 64 rows of a tile of C each. Each block takes one tile
/// of C after the other. Where sums are short, two warpgroups may take turns instead: one
/// multiplies all rows of a tile while the other one stores those of the tile before. The warps
/// beside the one that copies read what results need, and start their stores. Needs sm_90a.
///
/// A Problem is what the kernel is given, and says by constants and types what it computes:
///
///   int m, n, k                 C has m x n elements, each a sum of k products
///   const A *a; int lda         an operand's elements, and from one of its rows to the next; also
///   b C *c; int ldc               where results go C finish(Sum, Beside, OfRow, OfColumn, int row,
///   int column)
///                               what is stored for a sum, with what it reads (wgmma_reads.cuh);
///                               after the sum what C was, if ReadsOld
///   bool isStored(int row, int column)
///                               if not StoresAll; StoresAbove, StoresBelow: tiles of which side of
///                               the diagonal have elements that are stored
///   storesPairs, storesTiles    how C can be written, which the launch finds out
///
///   A, B, C, Part, Sum          types of elements, of what the tensor cores multiply, and of sums
///   Parts                       an operand is the sum of as many; more than 1: `split operands',
///                               with backA and backB, which undo scales of rows and columns, and
///                               factor(), if HasFactor, which multiplies each product
///   Promotes                    sums go into FP32 ones after PromotedSteps steps of k; where
///                               that is 0, after splitPromotedSteps(k): either divides or is a
///                               multiple of a k-tile's
///   RowsAlongKA                 A's elements along k are neighbours in memory; also for B
///   TileAlongKA                 they are in the tiles that TMA copies; also for B
///   Fragments                   the left operand comes from registers: its tile runs across k, or
///                               lines of 32 bytes of a packed layout share rows of shared memory
///   NeighbourRows               with Fragments, a thread's two rows of it are neighbours, and not
///                               eight apart as those of the instruction
///   Swapped                     B's transpose is the left operand: C' = B' A'
///   SkipsBoxesA                 boxes beyond A are not copied: not of split operands, whose parts
///                               are in one box, nor of one that threads read; also for B
///   Symmetric                   C equals its transpose: half of it is summed and stored twice
///   TwoProducts                 A B + A2 B2, of which one follows the other along k
///   Batched                     there are `products` of them, batchA, batchB and batchC elements
///                               from one to the next; 0 where they share an operand. moveTo(i)
///                               makes the Problem that of product i, whose `plane` is i. Parts of
///                               one matrix follow those of another
///   LeavesSums                  blocks that sum a tile in slices of k may leave their sums in
///                               memory, at `sums` if that is not null, `slices` of them for each
///                               tile, where wgmma_add_slices.cuh adds them
///   RunA                        so many of A's elements are side by side in a packed layout
///                               (packed_layout.h), along k with RowsAlongKA; 0 where A is a plain
///                               matrix; OneDigit where all are. Also for B and C, whose runs are
///                               parts of rows. Then LinesA, too: so many rows or steps until the
///                               distance between them changes; and layoutA
///   LinesOfRowA                 so many lines of it share a row of shared memory; also for B
///   PermutesSteps               the tensor cores take B's steps in the order of
///                               packed_fragments.h: fragments of A have it, too
///   Im2col                      A's rows are pixels, which lie as `pixels` says (pixels.h), lda
///                               elements apart; a k-tile's steps divide their channels
///   StartsLater, EndsEarlier    elements of C have ranges of steps that begin after 0, or end
///                               before k (wgmma_ranges.cuh)
///   SkipsPadding                the original leaves out steps outside of the pictures, or of an
///                               element's range: originalSum(row, column) does, too
///   SumsAgain                   sums that are no finite numbers are taken from the elements
///   ProductsByData              an earlier kernel has counted them: there are *productsByData, and
///                               `products` is the most that there may be
///   multiply(sum, a, b, add)    the instruction; `a` and `b` are descriptors or a's fragment
#pragma once

#include "warpsmith/device/cluster.h"
#include "warpsmith/device/device_code.h"
#include "warpsmith/device/launch.h"
#include "warpsmith/device/mbarrier.h"
#include "warpsmith/device/packed_fragments.h"
#include "warpsmith/device/packed_layout.h"
#include "warpsmith/device/pixels.h"
#include "warpsmith/device/split_operand.h"
#include "warpsmith/device/tensor_copy.h"
#include "warpsmith/device/tile_order.h"
#include "warpsmith/device/warp_roles.h"
#include "warpsmith/device/wgmma.h"
#include "warpsmith/kernels/wgmma_epilogue.cuh"
#include "warpsmith/kernels/wgmma_ranges.cuh"
#include "warpsmith/kernels/wgmma_tile.cuh"

namespace warpsmith::wgmma {

/// What TMA reads and writes.
struct TensorMaps {
  warpsmith::TensorMap a, b, c;
};

/// The descriptors of the operands' parts from step `step` of a tile on. Where rows run across k, a
/// tile is in boxes of RowElements columns.
template <typename Problem, typename Tile>
__device__ __forceinline__ unsigned long long descriptorA(const typename Problem::Part *tile,
                                                          int part, int step) {
  if constexpr (Problem::RunA > 0)
    return warpsmith::columnsDescriptor<Tile::RunElementsA, Tile::LinesA, Problem::TileAlongKA>(
        tile, step);
  else
    return warpsmith::tileDescriptor(
        tile + (Problem::TileAlongKA
                    ? (Problem::Parts > 1 ? part * (Tile::TileA / Problem::Parts) + step : step)
                    : (Problem::Parts > 1 ? part * Tile::BlockK + step : step) * Tile::RowElements),
        Problem::TileAlongKA ? 16 : Tile::BoxesBelowA * Tile::BoxA * sizeof(typename Problem::Part),
        8 * (Problem::TileAlongKA ? Tile::BlockK : Tile::RowElements) *
            sizeof(typename Problem::Part),
        (Problem::TileAlongKA ? Tile::BlockK : Tile::RowElements) *
                    sizeof(typename Problem::Part) ==
                128
            ? warpsmith::Swizzle::Bytes128
            : warpsmith::Swizzle::Bytes64);
}
template <typename Problem, typename Tile>
__device__ __forceinline__ unsigned long long descriptorB(const typename Problem::Part *tile,
                                                          int part, int step) {
  if constexpr (Problem::RunB > 0)
    return warpsmith::columnsDescriptor<Tile::RunElementsB, Tile::LinesB, Problem::TileAlongKB>(
        tile, step);
  else
    return warpsmith::tileDescriptor(
        tile +
            (Problem::TileAlongKB
                 ? (Problem::Parts > 1 ? part * (Tile::TileB / Problem::Parts) + step : step)
                 : (Problem::Parts > 1 ? part * Tile::BlockK + step : step) * Tile::RowElementsB),
        Problem::TileAlongKB ? 16 : Tile::BoxesBelowB * Tile::BoxB * sizeof(typename Problem::Part),
        8 * (Problem::TileAlongKB ? Tile::BlockK : Tile::RowElementsB) *
            sizeof(typename Problem::Part),
        (Problem::TileAlongKB ? Tile::BlockK : Tile::RowElementsB) *
                    sizeof(typename Problem::Part) ==
                128
            ? warpsmith::Swizzle::Bytes128
            : warpsmith::Swizzle::Bytes64);
}

/// Steps of k of one instruction: 32 bytes of each operand.
template <typename Problem>
[[maybe_unused]] constexpr int InstructionSteps = 32 / sizeof(typename Problem::Part);

/// Starts the products of a k-tile for the 64 rows from tileA on; without `add`, sums begin anew.
template <typename Problem, typename Tile>
__device__ __forceinline__ void multiplyTile(typename Problem::Sum (&sums)[Tile::Sums],
                                             const typename Problem::Part *tileA,
                                             const typename Problem::Part *tileB, int add) {
  if constexpr (Problem::Parts == 1) {
#pragma unroll
    for (int step = 0; step < Tile::BlockK; step += InstructionSteps<Problem>) {
      Problem::multiply(sums, descriptorA<Problem, Tile>(tileA, 0, step),
                        descriptorB<Problem, Tile>(tileB, 0, step), add);
      add = 1;
    }
  } else {
    // The smallest products first, of all steps: the smaller a sum still is, the less the tensor
    // cores cut off when they add to it. What is left out is smaller than FP32's own rounding.
#pragma unroll
    for (int order = Problem::Parts - 1; order >= 0; --order)
#pragma unroll
      for (int part = order; part >= 0; --part)
#pragma unroll
        for (int step = 0; step < Tile::BlockK; step += InstructionSteps<Problem>) {
          Problem::multiply(sums, descriptorA<Problem, Tile>(tileA, part, step),
                            descriptorB<Problem, Tile>(tileB, order - part, step), add);
          add = 1;
        }
  }
}

/// The same with the left operand's fragments in registers: a thread's part of 64 rows.
template <typename Problem, typename Tile>
__device__ __forceinline__ void
multiplyFragments(typename Problem::Sum (&sums)[Tile::Sums],
                  const unsigned (&fragments)[Tile::BlockK * sizeof(typename Problem::Part) / 8],
                  const typename Problem::Part *tile, int add) {
#pragma unroll
  for (int step = 0; step < Tile::BlockK; step += InstructionSteps<Problem>) {
    Problem::multiply(sums, fragments + step * (int)sizeof(typename Problem::Part) / 8,
                      Problem::Swapped ? descriptorA<Problem, Tile>(tile, 0, step)
                                       : descriptorB<Problem, Tile>(tile, 0, step),
                      add);
    add = 1;
  }
}

/// Boxes of a tile, of so many rows each, that have a part of a matrix of `size` rows; the tile
/// begins at row `first` of it.
__device__ __forceinline__ int boxesWithin(int boxes, int rows, int first, int size) {
  return first < size ? min(boxes, (size - first + rows - 1) / rows) : 0;
}

/// Rows of a box where they run along k: of a smaller matrix fewer, in whole groups of eight, over
/// which they are swizzled.
__host__ __device__ constexpr int rowsOfBox(int rows, int size) {
  return size < rows ? (size + 7) / 8 * 8 : rows;
}

/// Of a batch, the product with this index.
template <typename Problem>
__device__ __forceinline__ Problem productOf(const Problem &problem, int index) {
  Problem product = problem;
  if constexpr (Problem::Batched)
    product.moveTo(index);
  return product;
}

/// Of a batch that an earlier kernel has counted, how many products there are.
template <typename Problem>
__device__ __forceinline__ int productsCounted(const Problem &problem) {
  if constexpr (Problem::ProductsByData)
    return *problem.productsByData;
  else
    return problem.products;
}

/// What prepares the epilogue of the block's tile from (blockRow, blockColumn) on before its
/// products are summed; nothing where TMA writes C.
template <typename Problem, typename Tile>
__device__ __forceinline__ auto epilogueOf(const Problem &problem, int blockRow, int blockColumn,
                                           typename Problem::Part *tiles) {
  if constexpr (Tile::InSlices)
    return SliceEpilogue<Problem, Tile>(problem, blockRow, blockColumn, tiles);
  else if constexpr (Problem::Symmetric)
    return SymmetricEpilogue<Problem, Tile>(problem, blockRow, blockColumn);
  else if constexpr (Tile::StoresTiles)
    return 0;
  else
    return DirectEpilogue<Problem, Tile>(problem, blockRow, blockColumn);
}

/// The sums of the block's tile go to C.
template <typename Problem, typename Tile, typename Epilogue>
__device__ __forceinline__ void
storeSums(const Problem &problem, const TensorMaps &maps, int blockRow, int blockColumn,
          typename Problem::Part *tilesA, typename Problem::Part *tilesB, warpsmith::Barrier *full,
          warpsmith::Barrier *empty, warpsmith::RingPlace<Tile::Stages> &place,
          unsigned char *boxes, warpsmith::Barrier *fullBoxes,
          warpsmith::RingPlace<Tile::StoreBoxes> &placeOfBoxes, Epilogue &epilogue,
          warpsmith::Barrier *fullReads, warpsmith::Barrier *emptyReads,
          warpsmith::RingPlace<Tile::ReadSlots> &placeOfReads,
          const typename Problem::Sum (&sums)[Tile::Sums]) {
  [[maybe_unused]] const typename Problem::Reads::OfRow *ofRows = nullptr;
  [[maybe_unused]] const typename Problem::Reads::OfColumn *ofColumns = nullptr;
  if constexpr (Problem::ReadsOnce && !Tile::InSlices)
    warpsmith::wait(&fullReads[placeOfReads.stage], placeOfReads.parity);
  if constexpr (Problem::ReadsOnce && !Tile::InSlices && Problem::BytesOfRow > 0) {
    ofRows = sharedOfRows<Problem, Tile>(boxes, placeOfReads.stage);
    if constexpr (!Tile::StoresTiles)
      epilogue.findOfRows(ofRows);
  }
  if constexpr (Problem::ReadsOnce && !Tile::InSlices && Problem::BytesOfColumn > 0) {
    ofColumns = sharedOfColumns<Problem, Tile>(boxes, placeOfReads.stage);
    if constexpr (!Tile::StoresTiles)
      epilogue.findOfColumns(ofColumns);
  }
  if constexpr (Tile::InSlices || Problem::Symmetric || !Tile::StoresTiles)
    epilogue.store(sums);
  else if constexpr (Problem::ReadsOld || Problem::ReadsBeside)
    storeInRing<Problem, Tile>(problem, maps.c, blockRow, blockColumn, tilesA, tilesB, full, empty,
                               place, ofRows, ofColumns, sums);
  else
    storeTile<Problem, Tile>(problem, blockRow, blockColumn, 0, boxes, fullBoxes, placeOfBoxes,
                             ofRows, ofColumns, sums);
  if constexpr (Problem::ReadsOnce && !Tile::InSlices) {
    releaseReads(&emptyReads[placeOfReads.stage]);
    placeOfReads.advance();
  }
}

/// Two warpgroups take turns at the ring. Whose turn it is finds all stages before its own filled
/// once, so that parities tell when its own are. Barriers 1 and 2 are taken.
__device__ __forceinline__ void passTurn(int toWarpgroup) {
  warpsmith::arriveAtNumber(2 + toWarpgroup, 2 * 128);
}
__device__ __forceinline__ void takeTurn(int warpgroup) {
  warpsmith::synchronize(2 + warpgroup, 2 * 128);
}

/// What the block does; the parameters are the kernel's own.
template <typename Problem, typename Tile>
__device__ __forceinline__ void computeTiles(const TensorMaps &maps, const Problem &problem) {
  if constexpr (warpsmith::CompiledForSm90a) {
    using Part = typename Problem::Part;
    using Sum = typename Problem::Sum;
    warpsmith::allowNextKernel();
    extern __shared__ unsigned char shared[];
    unsigned char *const aligned =
        shared +
        (SharedAlignment - warpsmith::sharedAddress(shared) % SharedAlignment) % SharedAlignment;
    Part *const tilesA = reinterpret_cast<Part *>(aligned);
    Part *const tilesB = tilesA + Tile::Stages * Tile::TileA;
    unsigned char *const boxes = aligned + Tile::Stages * Tile::StageBytes; // of results
    auto *const full = reinterpret_cast<warpsmith::Barrier *>(
        boxes + Tile::BytesOfBoxes +
        (Problem::ReadsOnce ? Tile::ReadSlots * Tile::BytesOfReads : 0));
    auto *const empty = full + Tile::Stages;
    [[maybe_unused]] auto *const fullReads = empty + Tile::Stages;
    [[maybe_unused]] auto *const emptyReads = fullReads + Tile::ReadSlots;
    [[maybe_unused]] auto *const fullBoxes =
        empty + Tile::Stages + (Problem::ReadsOnce ? 2 * Tile::ReadSlots : 0);
    const int thread = threadIdx.x, warpgroup = thread / 128;
    // The block's place among those that share its tile of B, and among those that share A's.
    const int rank = blockIdx.x % Tile::Cluster;
    const int rankM = rank % Tile::SharersB, rankN = rank / Tile::SharersB;
    if (thread == 0) {
      for (int stage = 0; stage < Tile::Stages; ++stage) {
        warpsmith::initialize(&full[stage], 1);
        if constexpr (Problem::Fragments) // each warp loads them, and says that it has
          warpsmith::initialize(&empty[stage], 4 * Tile::Warpgroups * Tile::Cluster);
        else
          warpsmith::initialize(&empty[stage],
                                (Tile::InTurns ? 1 : Tile::Warpgroups) * Tile::Cluster);
      }
      warpsmith::publishBarriers();
    }
    // Another thread does so at the same time.
    if constexpr ((Problem::ReadsOnce || Tile::StoringWarps > 0) && !Tile::InSlices)
      if (thread == 32) {
        if constexpr (Problem::ReadsOnce)
          for (int slot = 0; slot < Tile::ReadSlots; ++slot) { // each warp says so
            warpsmith::initialize(&fullReads[slot], Tile::ReadingWarps);
            warpsmith::initialize(&emptyReads[slot], 4 * (Tile::InTurns ? 1 : Tile::Warpgroups));
          }
        if constexpr (Tile::StoringWarps > 0)
          for (int box = 0; box < Tile::Warpgroups * Tile::StoreBoxes; ++box) {
            warpsmith::initialize(&fullBoxes[box], 4);
            warpsmith::initialize(&fullBoxes[Tile::Warpgroups * Tile::StoreBoxes + box], 1);
          }
        warpsmith::publishBarriers();
      }
    // What is read here comes into the L2 cache while the kernel before this one ends.
    if constexpr (Problem::PrefetchesOperands) {
      warpsmith::prefetchFirstSteps<Problem::RowsAlongKA>(problem.a, problem.m, problem.k,
                                                          problem.lda);
      warpsmith::prefetchFirstSteps<Problem::RowsAlongKB>(problem.b, problem.n, problem.k,
                                                          problem.ldb);
    }
    // So do the old elements; of split operands they come while the kernel that splits them runs.
    if constexpr (Problem::ReadsOld && Problem::Parts == 1 && !Problem::Batched &&
                  Problem::RunC == 0)
      warpsmith::prefetchTogether(problem.c, problem.m, problem.n, problem.ldc);
    if constexpr (Problem::ReadsBeside && !Problem::Batched)
      warpsmith::prefetchTogether(problem.beside(), problem.m, problem.n, problem.pitchOfBeside());
    // Blocks without a cluster meet faster by themselves.
    if constexpr (Tile::Cluster > 1 || Tile::InSlices)
      warpsmith::meetInCluster();
    else
      __syncthreads();
    warpsmith::waitForPreviousKernel();

    int firstStep = 0, endStep = problem.k;
    if constexpr (Tile::InSlices) {
      // The steps of k that the block sums.
      const auto slice =
          warpsmith::sliceOfK(problem.k, Problem::Fragments ? 2 * Tile::BlockK : Tile::BlockK,
                              ownSlice<Problem>(problem), slicesOfTile<Problem>(problem));
      firstStep = slice.first;
      endStep = slice.end;
    }
    int endCopied = endStep;
    // K-tiles come in pairs, where their fragments are loaded while others are multiplied.
    if constexpr (Problem::Fragments)
      endCopied = (endStep + 2 * Tile::BlockK - 1) / (2 * Tile::BlockK) * (2 * Tile::BlockK);
    [[maybe_unused]] int product = 0; // of a batch: the index of the one whose tile is at hand
    // Calls visit(blockRow, blockColumn) for the block's tiles; those of a cluster are neighbours.
    const auto forEachTile = [&](auto visit) {
      const int clusterBlocks = Tile::InSlices ? warpsmith::clusterBlocks() : Tile::Cluster;
      const int besideM = rankM * Tile::BlockM, besideN = rankN * Tile::BlockN;
      if constexpr (Problem::Symmetric) {
        // Tiles above the diagonal have the sums of those below it.
        warpsmith::TilePlace at;
        for (int tile = blockIdx.x / clusterBlocks;
             warpsmith::lowerTilePlace<Tile::ClusterM, Tile::ClusterN>(tile, problem.m, at);
             tile += gridDim.x / clusterBlocks)
          visit(at.row * Tile::ClusterM + besideM, at.column * Tile::ClusterN + besideN);
      } else {
        const int tileRows = (problem.m + Tile::ClusterM - 1) / Tile::ClusterM;
        const int tileColumns = (problem.n + Tile::ClusterN - 1) / Tile::ClusterN;
        const int tiles = tileRows * tileColumns *
                          (Problem::ProductsByData ? productsCounted<Problem>(problem)
                           : Problem::Batched      ? problem.products
                                                   : 1);
        int tile = blockIdx.x / clusterBlocks;
        if constexpr (Tile::InSlices && Problem::LeavesSums)
          if (problem.sums)
            tile = blockIdx.x % tiles;
        for (; tile < tiles; tile += Problem::StartsLater || Problem::EndsEarlier
                                         ? warpsmith::toNextTile(tile, gridDim.x / clusterBlocks)
                                         : gridDim.x / clusterBlocks) {
          if constexpr (Problem::Batched)
            product = tile / (tileRows * tileColumns);
          const auto at = warpsmith::tilePlace(
              Problem::EndsEarlier && !Problem::StartsLater
                  ? tileRows * tileColumns - 1 -
                        (Problem::Batched ? tile % (tileRows * tileColumns) : tile)
              : Problem::Batched ? tile % (tileRows * tileColumns)
                                 : tile,
              tileRows, tileColumns, warpsmith::rowsOfBand(problem.k));
          if constexpr (Problem::StartsLater || Problem::EndsEarlier) {
            // Tiles with the most steps come first.
            const auto steps = stepsOfTiles<Problem, Tile>(problem, at.row * Tile::ClusterM,
                                                           at.column * Tile::ClusterN,
                                                           Tile::ClusterM, Tile::ClusterN);
            firstStep = steps.first;
            endStep = endCopied = steps.end;
          }
          // Tiles wholly beside the triangle that is stored; blocks of a cluster must agree.
          if constexpr (!Problem::StoresBelow && !Tile::InSlices)
            if (at.row * Tile::ClusterM >= (at.column + 1) * Tile::ClusterN)
              continue;
          if constexpr (!Problem::StoresAbove && !Tile::InSlices)
            if (at.column * Tile::ClusterN >= (at.row + 1) * Tile::ClusterM)
              continue;
          visit(at.row * Tile::ClusterM + besideM, at.column * Tile::ClusterN + besideN);
        }
      }
    };
    warpsmith::RingPlace<Tile::Stages> place;

    if (warpgroup == 0) {
      warpsmith::shrinkRegisters<Tile::CopyRegisters>();
      if (thread < 32 && warpsmith::isElected()) {
        forEachTile([&](int blockRow, int blockColumn) {
          // What lies in shared memory in place of boxes that are not copied is multiplied, too,
          // but what comes of it is not stored.
          const int boxesA =
              Problem::SkipsBoxesA
                  ? Tile::BoxesBelowA * boxesWithin(Tile::BoxesA / Tile::BoxesBelowA,
                                                    Tile::OuterOfBoxA, blockRow, problem.m)
                  : Tile::BoxesA;
          const int boxesB =
              Problem::SkipsBoxesB
                  ? Tile::BoxesBelowB * boxesWithin(Tile::BoxesB / Tile::BoxesBelowB,
                                                    Tile::OuterOfBoxB, blockColumn, problem.n)
                  : Tile::BoxesB;
          const int rowsOfBoxA = Problem::TileAlongKA && Problem::SkipsBoxesA
                                     ? rowsOfBox(Tile::OuterOfBoxA, problem.m)
                                     : Tile::OuterOfBoxA;
          const int rowsOfBoxB = Problem::TileAlongKB && Problem::SkipsBoxesB
                                     ? rowsOfBox(Tile::OuterOfBoxB, problem.n)
                                     : Tile::OuterOfBoxB;
          const int bytes = (boxesA * rowsOfBoxA * (Tile::BoxA / Tile::OuterOfBoxA) +
                             boxesB * rowsOfBoxB * (Tile::BoxB / Tile::OuterOfBoxB)) *
                            (int)sizeof(Part);
          [[maybe_unused]] warpsmith::PixelPlace pixels[Tile::BoxesA / Tile::SharersA];
          [[maybe_unused]] warpsmith::FilterPlace at;
          if constexpr (Problem::Im2col) {
#pragma unroll
            for (int i = 0; i < Tile::BoxesA / Tile::SharersA; ++i)
              pixels[i] = warpsmith::pixelOfRow(
                  problem.pixels, blockRow + (i * Tile::SharersA + rankN) * Tile::OuterOfBoxA);
            at = warpsmith::placeOfStep(problem.pixels, firstStep);
          }
          for (int k0 = firstStep; k0 < endCopied; k0 += Tile::BlockK) {
            // A new barrier counts as having completed the phase before its first.
            warpsmith::wait(&empty[place.stage], place.parity ^ 1);
            warpsmith::arriveExpecting(&full[place.stage], bytes);
            // Each block copies its share of a tile for all that share it.
#pragma unroll
            for (int i = 0; i < Tile::BoxesA / Tile::SharersA; ++i) {
              const int box = i * Tile::SharersA + rankN;
              if constexpr (Problem::RunA > 0) {
                const int below = Tile::SplitsLinesA ? box * Tile::LinesOfBoxA : 0;
                const int beside = Tile::SplitsLinesA ? 0 : box * Tile::AlongOfBoxA;
                warpsmith::copyRunsToAll<Tile::SharersA, Tile::SharersB, Problem::RunA,
                                         Problem::LinesA, Problem::LinesOfRowA>(
                    rankM, tilesA + (place.stage * Tile::BoxesA + box) * Tile::BoxA, maps.a,
                    (Problem::TileAlongKA ? blockRow : k0) + below,
                    (Problem::TileAlongKA ? k0 : blockRow) + beside, &full[place.stage]);
              } else if constexpr (Problem::Im2col) {
                if (box < boxesA)
                  warpsmith::copyPixelsToAll<Tile::SharersA, Tile::SharersB>(
                      rankM, tilesA + (place.stage * Tile::BoxesA + box) * Tile::BoxA, maps.a,
                      problem.pixels, pixels[i], at, &full[place.stage]);
              } else {
                const int outer = blockRow + box / Tile::BoxesBelowA * Tile::OuterOfBoxA;
                const int step = k0 + box % Tile::BoxesBelowA * Tile::StepsOfBoxA;
                if (box < boxesA)
                  warpsmith::copyBoxToAll<Tile::SharersA, Tile::SharersB>(
                      rankM, tilesA + (place.stage * Tile::BoxesA + box) * Tile::BoxA, maps.a,
                      Problem::Batched && problem.batchA != 0 ? product * Problem::Parts : 0,
                      Problem::TileAlongKA ? outer : step, Problem::TileAlongKA ? step : outer,
                      &full[place.stage]);
              }
            }
#pragma unroll
            for (int i = 0; i < Tile::BoxesB / Tile::SharersB; ++i) {
              const int box = i * Tile::SharersB + rankM;
              if constexpr (Problem::RunB > 0) {
                const int below = Tile::SplitsLinesB ? box * Tile::LinesOfBoxB : 0;
                const int beside = Tile::SplitsLinesB ? 0 : box * Tile::AlongOfBoxB;
                warpsmith::copyRunsToAll<Tile::SharersB, 1, Problem::RunB, Problem::LinesB,
                                         Problem::LinesOfRowB>(
                    rank - rankM, tilesB + (place.stage * Tile::BoxesB + box) * Tile::BoxB, maps.b,
                    (Problem::TileAlongKB ? blockColumn : k0) + below,
                    (Problem::TileAlongKB ? k0 : blockColumn) + beside, &full[place.stage]);
              } else {
                const int outer = blockColumn + box / Tile::BoxesBelowB * Tile::OuterOfBoxB;
                const int step = k0 + box % Tile::BoxesBelowB * Tile::StepsOfBoxB;
                if (box < boxesB)
                  warpsmith::copyBoxToAll<Tile::SharersB, 1>(
                      rank - rankM, tilesB + (place.stage * Tile::BoxesB + box) * Tile::BoxB,
                      maps.b,
                      Problem::Batched && problem.batchB != 0 ? product * Problem::Parts : 0,
                      Problem::TileAlongKB ? outer : step, Problem::TileAlongKB ? step : outer,
                      &full[place.stage]);
              }
            }
            if constexpr (Problem::Im2col)
              warpsmith::advancePlace(problem.pixels, at, Tile::BlockK);
            place.advance();
          }
          // What results read follows, or stages for what TMA cannot read: old elements of C, and a
          // matrix that lies as C does.
          if constexpr (Tile::StoresTiles && (Problem::ReadsOld || Problem::ReadsBeside) &&
                        !Tile::InSlices) {
#pragma unroll 1
            for (int first = 0; first < Tile::BlockN;
                 first += Tile::ReadBoxes * Tile::StoreColumns) {
              warpsmith::wait(&empty[place.stage], place.parity ^ 1);
              const int count = min(Tile::ReadBoxes, (Tile::BlockN - first) / Tile::StoreColumns);
              int copied = 0;
              if constexpr (Problem::ReadsOld)
                copied += problem.storesTiles ? count : 0;
              if constexpr (Problem::ReadsBeside)
                copied += problem.copiesBeside ? count : 0;
              warpsmith::arriveExpecting(&full[place.stage],
                                         copied * Tile::Warpgroups * Tile::BoxBytes);
              int plane = 0;
              if constexpr (Problem::Batched && Problem::ReadsBeside)
                plane = problem.batchOfBeside() != 0 ? product : 0;
              for (int i = 0; i < count; ++i)
                for (int warps = 0; warps < Tile::Warpgroups; ++warps) {
                  const int row = blockRow + warps * 64;
                  const int column = blockColumn + first + i * Tile::StoreColumns;
                  unsigned char *const box = boxInStage<Problem, Tile>(tilesA, tilesB, place.stage,
                                                                       warps * Tile::ReadBoxes + i);
                  if constexpr (Problem::ReadsOld && Problem::RunC > 0)
                    warpsmith::copyRunsToAll<1, 1, Problem::RunC, Problem::LinesC>(
                        0, box, maps.c, row, column, &full[place.stage]);
                  if constexpr (Problem::ReadsOld && Problem::RunC == 0)
                    if (problem.storesTiles)
                      warpsmith::copyBox(box, maps.c, Problem::Batched ? product : 0, row, column,
                                         &full[place.stage]);
                  if constexpr (Problem::ReadsBeside)
                    if (problem.copiesBeside)
                      warpsmith::copyBox(boxInStage<Problem, Tile>(
                                             tilesA, tilesB, place.stage,
                                             ((Problem::ReadsOld ? Tile::Warpgroups : 0) + warps) *
                                                     Tile::ReadBoxes +
                                                 i),
                                         problem.mapOfBeside, plane, row, column,
                                         &full[place.stage]);
                }
              place.advance();
            }
          }
        });
        // Blocks of the cluster signal to this one for the last time when they have read what lies
        // in its stages. Nobody else waits for that.
        if constexpr (Tile::Cluster > 1)
          for (int stage = 0; stage < Tile::Stages; ++stage) {
            warpsmith::wait(&empty[place.stage], place.parity ^ 1);
            place.advance();
          }
      }
      if constexpr ((Problem::ReadsOnce || Tile::StoringWarps > 0) && !Tile::InSlices)
        if (thread >= 32) {
          const int warp = thread / 32;
          [[maybe_unused]] warpsmith::RingPlace<Tile::ReadSlots> placeOfReads;
          [[maybe_unused]] warpsmith::RingPlace<Tile::StoreBoxes> placeOfBoxes;
          [[maybe_unused]] int turn = 1; // the warpgroup that has the tile at hand
          forEachTile([&](int blockRow, int blockColumn) {
            if constexpr (Problem::ReadsOnce)
              if (warp > 3 - Tile::ReadingWarps) {
                readForTile<Problem, Tile>(
                    Problem::Batched ? productOf<Problem>(problem, product) : problem, blockRow,
                    blockColumn, boxes, fullReads, emptyReads, placeOfReads);
                placeOfReads.advance();
              }
            if constexpr (Tile::StoringWarps > 0) {
              if (warp <= Tile::StoringWarps && (!Tile::InTurns || turn == warp) &&
                  (Problem::RunC > 0 || problem.storesTiles))
                storeBoxes<Problem, Tile>(problem, maps.c, product, blockRow, blockColumn, warp - 1,
                                          boxes, fullBoxes, placeOfBoxes);
              if constexpr (Tile::InTurns)
                turn = 3 - turn;
            }
          });
        }
      // The warps that multiply do so, too, where they join sums.
      if constexpr (Tile::InSlices && !Problem::LeavesSums)
        warpsmith::synchronizeCluster();
      if constexpr (Tile::InSlices && Problem::LeavesSums)
        if (!problem.sums)
          warpsmith::synchronizeCluster();
    } else {
      warpsmith::growRegisters<Tile::MultiplyRegisters>();
      const int ownTile = (warpgroup - 1) * Tile::WarpgroupStride;
      // One thread for each block of the cluster says that a stage has been read.
      const auto release = [&](int stage) {
        if constexpr (Problem::Fragments) {
          warpsmith::finishReads();
          __syncwarp(); // all its lanes have
        }
        const int reader = thread % (Problem::Fragments ? 32 : 128);
        if (reader < Tile::Cluster)
          warpsmith::arriveAt(&empty[stage], Tile::InSlices ? warpsmith::clusterRank() : reader);
      };
      [[maybe_unused]] int turn = 1; // the warpgroup that has the tile at hand
      // In turns, each warpgroup has a slot of its own.
      [[maybe_unused]] warpsmith::RingPlace<Tile::InTurns ? 1 : Tile::ReadSlots> placeOfReads;
      [[maybe_unused]] warpsmith::RingPlace<Tile::StoreBoxes> placeOfBoxes;
      if constexpr (Tile::InTurns)
        if (warpgroup == 2)
          passTurn(1);
      forEachTile([&](int blockRow, int blockColumn) {
        const Problem &own = Problem::Batched ? productOf<Problem>(problem, product) : problem;
        [[maybe_unused]] auto epilogue =
            epilogueOf<Problem, Tile>(own, blockRow, blockColumn, tilesA);
        [[maybe_unused]] Sum sums[Tile::Sums];
        if constexpr (Tile::InTurns) {
          static_assert(Tile::Warpgroups == 2 && Tile::StoresTiles && !Tile::InSlices &&
                        !Problem::Fragments && !Problem::Promotes && !Problem::ReadsOld &&
                        !Problem::ReadsBeside && (!Problem::ReadsOnce || Tile::ReadSlots == 2) &&
                        !Problem::SkipsPadding && !Problem::Symmetric);
          if (turn == warpgroup) {
            Sum sumsOfRows[Tile::Warpgroups][Tile::Sums]; // 64 rows each
            takeTurn(warpgroup);
            for (int k0 = 0; k0 < endStep; k0 += Tile::BlockK) {
              warpsmith::wait(&full[place.stage], place.parity);
              warpsmith::beginProducts();
#pragma unroll
              for (int i = 0; i < Tile::Warpgroups; ++i)
                multiplyTile<Problem, Tile>(
                    sumsOfRows[i], tilesA + place.stage * Tile::TileA + i * Tile::WarpgroupStride,
                    tilesB + place.stage * Tile::TileB, k0 > 0);
              warpsmith::commitProducts();
              warpsmith::waitForProducts<1>();
              if (k0 > 0)
                release(place.previous());
              place.advance();
            }
            passTurn(3 - warpgroup);
            warpsmith::waitForProducts<0>();
            release(place.previous());
            if constexpr (Problem::ReadsOnce)
              warpsmith::wait(&fullReads[warpgroup - 1], placeOfReads.parity);
#pragma unroll
            for (int i = 0; i < Tile::Warpgroups; ++i)
              storeTile<Problem, Tile>(
                  own, blockRow, blockColumn, i, boxes, fullBoxes, placeOfBoxes,
                  sharedOfRows<Problem, Tile>(boxes, warpgroup - 1),
                  sharedOfColumns<Problem, Tile>(boxes, warpgroup - 1), sumsOfRows[i]);
            if constexpr (Problem::ReadsOnce) {
              releaseReads(&emptyReads[warpgroup - 1]);
              placeOfReads.advance();
            }
          } else { // these stages are the other one's
            for (int k0 = 0; k0 < endStep; k0 += Tile::BlockK)
              place.advance();
          }
          turn = 3 - turn;
        } else if constexpr (Problem::Fragments) {
          // Fragments of a k-tile are loaded while the products of the last one run. K-tiles come
          // in pairs, the last beyond the end of k, so that each fragment has registers of its own:
          // ptxas (13.0) lets no product run beside another one whose registers it cannot tell
          // apart.
          const Part *const tilesLeft = Problem::Swapped ? tilesB : tilesA;
          const Part *const tilesRight = Problem::Swapped ? tilesA : tilesB;
          constexpr int TileLeft = Problem::Swapped ? Tile::TileB : Tile::TileA;
          constexpr int TileRight = Problem::Swapped ? Tile::TileA : Tile::TileB;
          unsigned even[Tile::BlockK * sizeof(Part) / 8], odd[Tile::BlockK * sizeof(Part) / 8];
          const auto multiplyNext = [&](auto &fragments, int k0) {
            warpsmith::wait(&full[place.stage], place.parity);
            if constexpr (Problem::NeighbourRows)
              warpsmith::loadFragments<Tile::BlockK>(
                  fragments, tilesLeft + place.stage * TileLeft + ownTile, thread);
            else
              warpsmith::loadPackedFragments<Tile::BlockK, Tile::RunElementsA, Tile::LinesA,
                                             Problem::LinesOfRowA, Problem::TileAlongKA,
                                             Problem::PermutesSteps>(
                  fragments, tilesLeft + place.stage * TileLeft + ownTile, thread);
            warpsmith::beginProducts();
            multiplyFragments<Problem, Tile>(sums, fragments, tilesRight + place.stage * TileRight,
                                             k0 > firstStep);
            warpsmith::commitProducts();
            // Only the products of this tile may still run: the stage before has been read.
            warpsmith::waitForProducts<1>();
            if (k0 > firstStep)
              release(place.previous());
            place.advance();
          };
          for (int k0 = firstStep; k0 < endStep; k0 += 2 * Tile::BlockK) {
            multiplyNext(even, k0);
            multiplyNext(odd, k0 + Tile::BlockK);
          }
          warpsmith::waitForProducts<0>();
          release(place.previous());
          storeSums<Problem, Tile>(own, maps, blockRow, blockColumn, tilesA, tilesB, full, empty,
                                   place, boxes, fullBoxes, placeOfBoxes, epilogue, fullReads,
                                   emptyReads, placeOfReads, sums);
        } else if constexpr (!Problem::Promotes) {
          for (int k0 = firstStep; k0 < endStep; k0 += Tile::BlockK) {
            warpsmith::wait(&full[place.stage], place.parity);
            if constexpr (Problem::StartsLater || Problem::EndsEarlier)
              clearOutsideOfRanges<Problem, Tile>(problem, tilesA + place.stage * Tile::TileA,
                                                  tilesB + place.stage * Tile::TileB, blockRow,
                                                  blockColumn, k0);
            warpsmith::beginProducts();
            multiplyTile<Problem, Tile>(sums, tilesA + place.stage * Tile::TileA + ownTile,
                                        tilesB + place.stage * Tile::TileB, k0 > firstStep);
            warpsmith::commitProducts();
            // Only the products of this tile may still be running: the stage before has been read.
            warpsmith::waitForProducts<1>();
            if (k0 > firstStep)
              release(place.previous());
            place.advance();
          }
          warpsmith::waitForProducts<0>();
          release(place.previous());
          if constexpr (Problem::SkipsPadding && !Tile::InSlices)
            addUpAgain<Problem, Tile>(own, blockRow, blockColumn, sums);
          storeSums<Problem, Tile>(own, maps, blockRow, blockColumn, tilesA, tilesB, full, empty,
                                   place, boxes, fullBoxes, placeOfBoxes, epilogue, fullReads,
                                   emptyReads, placeOfReads, sums);
        } else {
          // The tensor cores truncate when they add: after so many steps their sums go into FP32
          // ones.
          const int promotedSteps = Problem::PromotedSteps == 0
                                        ? warpsmith::splitPromotedSteps(problem.k)
                                        : Problem::PromotedSteps;
          float totals[Tile::Sums] = {};
          for (int k0 = firstStep; k0 < endStep; k0 += Tile::BlockK) {
            warpsmith::wait(&full[place.stage], place.parity);
            warpsmith::beginProducts();
            const bool first = ((k0 - firstStep) & (promotedSteps - 1)) == 0;
            multiplyTile<Problem, Tile>(sums, tilesA + place.stage * Tile::TileA + ownTile,
                                        tilesB + place.stage * Tile::TileB, !first);
            warpsmith::commitProducts();
            if (((k0 - firstStep + Tile::BlockK) & (promotedSteps - 1)) == 0 ||
                k0 + Tile::BlockK >= endStep) {
              warpsmith::waitForProducts<0>();
              if (!first)
                release(place.previous());
              release(place.stage);
#pragma unroll
              for (int i = 0; i < Tile::Sums; ++i)
                totals[i] += sums[i];
            } else {
              // Only the products of this tile may still be running.
              warpsmith::waitForProducts<1>();
              if (!first)
                release(place.previous());
            }
            place.advance();
          }
          warpsmith::waitForProducts<0>(); // none is left, as the compiler learns here
          storeSums<Problem, Tile>(own, maps, blockRow, blockColumn, tilesA, tilesB, full, empty,
                                   place, boxes, fullBoxes, placeOfBoxes, epilogue, fullReads,
                                   emptyReads, placeOfReads, totals);
        }
      });
      // Shared memory stays until TMA has read it.
      if constexpr (Tile::StoresTiles && Tile::StoringWarps == 0)
        if (isElectedOfWarpgroup())
          warpsmith::waitForStoresToRead<0>();
    }
    // No block ends while another one may still use its shared memory.
    if constexpr (Tile::InSlices)
      warpsmith::synchronizeCluster();
  }
}

template <typename Problem, typename Tile>
__global__ void __launch_bounds__(warpsmith::CompiledForSm90a ? Tile::Threads : 1, 1)
    kernel(const __grid_constant__ TensorMaps maps, const __grid_constant__ Problem problem) {
  computeTiles<Problem, Tile>(maps, problem);
}

} // namespace warpsmith::wgmma
