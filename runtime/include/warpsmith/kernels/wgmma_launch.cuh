/// The launch of a kernel on warpgroup products (wgmma.cuh). Operands that TMA cannot copy from
/// where they lie are packed first, split operands are split, and of several tiles the one that is
/// predicted to be the fastest runs. Host code, and the kernels that prepare operands.
///
/// Of a Problem it needs besides:
///
///   LiesA                    TMA may copy A's tiles from where it lies; also for B
///   PrefetchesOperands       the kernel prefetches operands that are copied from there
///   SharesParts              A and B are one matrix, which is split once
///   layoutA                  the distances of A, if RunA is not 0; also for B and C
///   ByData                   the data choose the split: wgmma_by_data.cuh
///
/// and of a tile, where there are several, Time: the nanoseconds of a k-tile or, of split operands,
/// a number that is compared with other tiles' (tile_time.h).
#pragma once

#include "warpsmith/device/launch.h"
#include "warpsmith/device/launch_checks.h"
#include "warpsmith/device/pack_operand.h"
#include "warpsmith/device/packed_map.h"
#include "warpsmith/device/packing_choice.h"
#include "warpsmith/device/pixel_map.h"
#include "warpsmith/device/slice_choice.h"
#include "warpsmith/device/split_operand.h"
#include "warpsmith/device/tensor_map.h"
#include "warpsmith/device/tensor_map_16bit.h"
#include "warpsmith/device/tile_time.h"
#include "warpsmith/device/workspace.h"
#include "warpsmith/kernels/wgmma.cuh"
#include "warpsmith/kernels/wgmma_add_slices.cuh"

namespace warpsmith::wgmma {

/// Copies A and B, transposed where the tensor cores need it: the first blocksA blocks work on A,
/// the others on B. Aligned: 16 bytes can be read at once.
template <typename Problem, bool Aligned>
__global__ void __launch_bounds__(warpsmith::CompiledForSm90a ? warpsmith::PackThreads : 1)
    packOperands(const __grid_constant__ Problem problem, typename Problem::Part *packedA,
                 int pitchA, typename Problem::Part *packedB, int pitchB, int blocksA) {
  if constexpr (warpsmith::CompiledForSm90a) {
    using A = typename Problem::A;
    using B = typename Problem::B;
    warpsmith::allowNextKernel();
    warpsmith::waitForPreviousKernel();
    // Of both operands as many elements at once, so that they take as long.
    [[maybe_unused]] constexpr int Width = 16 / (sizeof(A) > sizeof(B) ? sizeof(A) : sizeof(B));
    const int block = blockIdx.x, blocksB = gridDim.x - blocksA;
    if (block < blocksA) {
      const int rows = Problem::RowsAlongKA ? problem.m : problem.k;
      const int columns = Problem::RowsAlongKA ? problem.k : problem.m;
      if constexpr (Problem::Batched)
        warpsmith::packBatch<Aligned, Problem::RowsAlongKA ? false : Problem::TileAlongKA, Width>(
            problem.a, problem.batchA, problem.products, problem.lda, rows, columns, packedA,
            pitchA, block, blocksA);
      else if constexpr (Problem::TileAlongKA && !Problem::RowsAlongKA)
        warpsmith::packTransposed<Aligned ? 16 / sizeof(A) : 1>(
            problem.a, problem.lda, rows, columns, packedA, pitchA, block, blocksA);
      else
        warpsmith::packMatrix<Aligned ? Width : 1>(problem.a, problem.lda, rows, columns, packedA,
                                                   pitchA, block, blocksA);
    } else {
      const int rows = Problem::RowsAlongKB ? problem.n : problem.k;
      const int columns = Problem::RowsAlongKB ? problem.k : problem.n;
      if constexpr (Problem::Batched)
        warpsmith::packBatch<Aligned, Problem::RowsAlongKB ? false : Problem::TileAlongKB, Width>(
            problem.b, problem.batchB, problem.products, problem.ldb, rows, columns, packedB,
            pitchB, block - blocksA, blocksB);
      else if constexpr (Problem::TileAlongKB && !Problem::RowsAlongKB)
        warpsmith::packTransposed<Aligned ? 16 / sizeof(B) : 1>(
            problem.b, problem.ldb, rows, columns, packedB, pitchB, block - blocksA, blocksB);
      else
        warpsmith::packMatrix<Aligned ? Width : 1>(problem.b, problem.ldb, rows, columns, packedB,
                                                   pitchB, block - blocksA, blocksB);
    }
  }
}

/// Splits A and B, or [A A2] and [B; B2], in clusters of blocks of which the first blocksA blocks
/// work on A. Where A and B are one matrix, there are no others. Of a batch, as many blocks work on
/// each matrix.
template <typename Problem, int Width>
__global__ void __launch_bounds__(warpsmith::CompiledForSm90a ? warpsmith::SplitThreads : 1)
    splitOperands(const __grid_constant__ Problem problem,
                  warpsmith::SplitParts<typename Problem::Part> partsA,
                  warpsmith::SplitParts<typename Problem::Part> partsB, int blocksA) {
  if constexpr (warpsmith::CompiledForSm90a) {
    warpsmith::allowNextKernel();
    warpsmith::waitForPreviousKernel();
    constexpr int Parts = Problem::Parts;
    const int m = problem.m, n = problem.n, k = problem.k, block = blockIdx.x;
    constexpr bool Weighs = Problem::ByData && Parts == 2;
    if constexpr (Problem::ByData && Parts == 3) {
      // Two parts are there already.
      const bool kept = warpsmith::keptByTwoParts<warpsmith::SplitThreads>(
          partsA.heaviest, partsB.heaviest, Problem::TwoProducts ? 2 * k : k);
      if (block == 0 && threadIdx.x == 0)
        *problem.keptByTwoParts = kept;
      if (kept)
        return;
    }
    if (block < blocksA) {
      if constexpr (Problem::TwoProducts)
        warpsmith::splitOperand<Parts, Width, Problem::RowsAlongKA, Weighs>(
            {problem.a, problem.a2}, {problem.lda, problem.lda2}, m, k, partsA, block);
      else if constexpr (Problem::Batched)
        warpsmith::splitMatrixOfBatch<Parts, Width, Problem::RowsAlongKA, Weighs>(
            problem.a, problem.batchA, problem.lda, m, k, partsA, block,
            problem.batchA != 0 ? blocksA / problem.products : blocksA);
      else
        warpsmith::splitOperand<Parts, Width, Problem::RowsAlongKA, Weighs>(
            {problem.a}, {problem.lda}, m, k, partsA, block);
    } else {
      if constexpr (Problem::TwoProducts)
        warpsmith::splitOperand<Parts, Width, Problem::RowsAlongKB, Weighs>(
            {problem.b, problem.b2}, {problem.ldb, problem.ldb2}, n, k, partsB, block - blocksA);
      else if constexpr (Problem::Batched)
        warpsmith::splitMatrixOfBatch<Parts, Width, Problem::RowsAlongKB, Weighs>(
            problem.b, problem.batchB, problem.ldb, n, k, partsB, block - blocksA,
            ((int)gridDim.x - blocksA) / (problem.batchB != 0 ? problem.products : 1));
      else
        warpsmith::splitOperand<Parts, Width, Problem::RowsAlongKB, Weighs>(
            {problem.b}, {problem.ldb}, n, k, partsB, block - blocksA);
    }
  }
}

/// Clusters of blocks, or tiles of C where they are summed in slices.
template <typename Problem, typename Tile>
long long clustersOf(const Problem &problem) {
  if constexpr (Problem::Symmetric)
    return warpsmith::lowerTiles<Tile::ClusterM, Tile::ClusterN>(problem.m);
  else
    return ((long long)problem.m + Tile::ClusterM - 1) / Tile::ClusterM *
           (((long long)problem.n + Tile::ClusterN - 1) / Tile::ClusterN) *
           (Problem::Batched ? problem.products : 1);
}

/// How many clusters of the kernel's blocks run at once, as the device says.
template <typename Problem, typename Tile>
const warpsmith::ClustersAtOnce &clustersOfDevice(const warpsmith::Device &device) {
  thread_local warpsmith::ClustersAtOnce known[16];
  return warpsmith::clustersAtOnce(known, device, kernel<Problem, Tile>, Tile::Threads,
                                   Tile::SharedBytes);
}

/// Clusters that run at once. Pairs of blocks find a place on all multiprocessors; how many larger
/// clusters do, the device knows: none, maybe.
template <typename Problem, typename Tile>
int placesOf(const warpsmith::Device &device) {
  if constexpr (Tile::Cluster > 2)
    return clustersOfDevice<Problem, Tile>(device).of[Tile::Cluster];
  return warpsmith::clusterPlaces(device.multiprocessors, Tile::Cluster);
}

/// Into how many slices of k each tile of C is divided, which have a whole number of k-tiles, or of
/// pairs of them where these are taken in pairs; 1 where there are multiprocessors for no more.
template <typename Problem, typename Tile>
int slicesOf(const warpsmith::Device &device, const Problem &problem) {
  constexpr int Steps = Problem::Fragments ? 2 * Tile::BlockK : Tile::BlockK;
  return warpsmith::slicesOfK(clustersOf<Problem, Tile>(problem),
                              ((long long)problem.k + Steps - 1) / Steps,
                              clustersOfDevice<Problem, Tile>(device));
}

/// The slices of k of the kernel that chooses the split by the data (wgmma_by_data.cuh).
template <typename Problem, typename Tile>
int slicesByData(const warpsmith::Device &device, const Problem &problem);

/// The slices of k that the blocks of a cluster sum; 1 where there are none.
template <typename Problem, typename Tile>
int slicesInCluster(const warpsmith::Device &device, const Problem &problem) {
  if constexpr (Problem::ByData)
    return slicesByData<Problem, Tile>(device, problem);
  else
    return slicesOf<Problem, Tile>(device, problem);
}

/// What tiles of one part are compared by.
template <typename Problem, typename Tile>
warpsmith::TileTime tileTimeOf(const Problem &problem) {
  // Of a triangle, threads store elements one by one.
  warpsmith::StoredBy by =
      Tile::StoresTiles ? warpsmith::StoredBy::Tma : warpsmith::StoredBy::Elements;
  if constexpr (Problem::StoresAll && !Tile::StoresTiles)
    if (problem.storesPairs)
      by = warpsmith::StoredBy::Pairs;
  constexpr int ColumnsB = Tile::TileB / Tile::BlockK; // boxes may reach beyond the tile
  return {warpsmith::rowsCopied(Tile::BlockM, problem.m) / Tile::SharersA,
          warpsmith::rowsCopied(ColumnsB, problem.n) / Tile::SharersB,
          Tile::SharersA,
          Tile::SharersB,
          Tile::Time,
          warpsmith::timeOfEpilogue(Tile::BlockM * Tile::BlockN, sizeof(typename Problem::C),
                                    Problem::ReadsOld || Problem::ReadsBeside, by),
          warpsmith::rowsOfMemory(Tile::BlockM, Tile::BlockN, problem.m, problem.n),
          Problem::Im2col,
          Tile::InTurns};
}

/// How the tiles of C are divided into slices of k; `steps` are those of all.
template <typename Problem, typename Tile>
warpsmith::SliceChoice slicesFor(const warpsmith::Device &device, const Problem &problem,
                                 long long steps, warpsmith::Rows rowsOfA,
                                 warpsmith::Rows rowsOfB) {
  constexpr int Steps = Problem::Fragments ? 2 * Tile::BlockK : Tile::BlockK;
  const long long tiles = clustersOf<Problem, Tile>(problem), parts = (steps + Steps - 1) / Steps;
  const auto timeOfSlices = [&](int slices) {
    const long long kTiles = (parts + slices - 1) / slices * (Steps / Tile::BlockK);
    if constexpr (Problem::Parts > 1)
      return warpsmith::timeOfSplitTiles(Tile::Time, Problem::Parts, 1, kTiles * Tile::BlockK);
    else
      return warpsmith::timeInSlices(tileTimeOf<Problem, Tile>(problem), tiles, slices,
                                     device.multiprocessors, kTiles, rowsOfA, rowsOfB);
  };
  const int mostInMemory =
      Problem::LeavesSums ? warpsmith::mostSlicesInMemory(tiles, parts, device.multiprocessors) : 1;
  return warpsmith::choiceOfSlices(
      slicesInCluster<Problem, Tile>(device, problem), mostInMemory,
      (double)tiles * Tile::BlockM * Tile::BlockN,
      ((double)problem.m + problem.n) * steps * Problem::Parts * sizeof(typename Problem::Part),
      warpsmith::timeOfJoining(Tile::BlockM, Tile::BlockN), timeOfSlices);
}

/// The map by which TMA copies boxes of a matrix that lies as C does, whose elements keep their
/// bits; false where it cannot.
template <typename Problem, typename Tile>
bool encodeMapOfBeside(warpsmith::TensorMap *map, const Problem &problem) {
  const long long pitch = problem.pitchOfBeside();
  long long batch = 0;
  int planes = 1;
  if constexpr (Problem::Batched) {
    batch = problem.batchOfBeside();
    planes = batch != 0 ? problem.products : 1;
  }
  return pitch > 0 && warpsmith::isCopyable(problem.beside(), pitch) &&
         warpsmith::isCopyable(problem.beside(), batch) &&
         warpsmith::encodeStoreMap<typename Problem::Reads::Beside>(
             map,
             {problem.beside(), problem.m, problem.n, pitch, planes,
              batch != 0 ? batch : problem.m * pitch},
             64, Tile::StoreColumns);
}

/// Launches the kernel, and the one that adds what it leaves in memory; A and B are as the tensor
/// maps say.
template <typename Problem, typename Tile>
bool launchKernel(const warpsmith::Device &device, cudaStream_t stream, TensorMaps &maps,
                  Problem problem) {
  warpsmith::noteTile(Tile::BlockM, Tile::BlockN, Tile::BlockK);
  if constexpr (Problem::RunC > 0)
    problem.storesTiles = true; // launchPackedLayouts
  else if constexpr (Tile::StoresTiles)
    problem.storesTiles =
        (!Problem::Batched || warpsmith::isCopyable(problem.c, problem.batchC)) &&
        warpsmith::isCopyable(problem.c, problem.ldc) &&
        warpsmith::encodeStoreMap<typename Problem::C>(
            &maps.c,
            {problem.c, problem.m, problem.n, problem.ldc, Problem::Batched ? problem.products : 1,
             Problem::Batched ? problem.batchC : (long long)problem.m * problem.ldc},
            64, Tile::StoreColumns);
  if constexpr (Problem::ReadsBeside && Tile::StoresTiles && !Tile::InSlices)
    problem.copiesBeside = encodeMapOfBeside<Problem, Tile>(&problem.mapOfBeside, problem);
  // Blocks take one tile after the other; those that sum a tile in slices take no second one.
  const long long clusters = clustersOf<Problem, Tile>(problem);
  int blocksOfCluster = Tile::Cluster;
  if constexpr (Tile::InSlices) {
    blocksOfCluster = slicesOf<Problem, Tile>(device, problem);
    if constexpr (Problem::LeavesSums) {
      const warpsmith::SliceChoice choice = slicesFor<Problem, Tile>(
          device, problem, problem.k, warpsmith::Rows::OfSectors, warpsmith::Rows::OfSectors);
      const long long sums =
          choice.inMemory ? clusters * choice.slices * Tile::BlockM * Tile::BlockN : 0;
      warpsmith::Workspace workspace(
          device, warpsmith::Workspace::bytesFor<typename Problem::Sum>(sums), stream);
      // Where there is no memory for them, there are as many slices as a cluster has blocks.
      if (choice.inMemory && workspace) {
        problem.sums = workspace.take<typename Problem::Sum>(sums);
        problem.slices = choice.slices;
        return warpsmith::launchDependent(device, kernel<Problem, Tile>,
                                          (int)clusters * choice.slices, 1, Tile::Threads,
                                          Tile::SharedBytes, stream, maps, problem) &&
               warpsmith::launchDependent(device, addSlices<Problem, Tile>,
                                          (int)clusters * addingBlocks<Tile>(choice.slices), 1,
                                          AddingWarps * 32, 0, stream, problem);
      }
    }
  }
  const int places = placesOf<Problem, Tile>(device);
  if (places == 0)
    return false;
  const long long launched = Tile::InSlices || clusters < places ? clusters : places;
  return warpsmith::launchDependent(device, kernel<Problem, Tile>, (int)launched * blocksOfCluster,
                                    blocksOfCluster, Tile::Threads, Tile::SharedBytes, stream, maps,
                                    problem);
}

/// Those that TMA cannot copy from where they lie.
template <typename Problem>
warpsmith::Packing packingNeededBy(const Problem &problem) {
  return {
      !Problem::LiesA || (Problem::Batched && !warpsmith::isCopyable(problem.a, problem.batchA)) ||
          !warpsmith::isCopyable(problem.a, problem.lda),
      !Problem::LiesB || (Problem::Batched && !warpsmith::isCopyable(problem.b, problem.batchB)) ||
          !warpsmith::isCopyable(problem.b, problem.ldb)};
}

/// Packs the operands that `packing` names, which the kernel then does not prefetch. TMA copies
/// copiedA and copiedB: as they lie, or packed. False without memory, or when the launch fails.
template <typename Problem, typename Operand>
bool pack(const warpsmith::Device &device, cudaStream_t stream, warpsmith::Packing packing,
          warpsmith::Workspace &workspace, Problem &problem, Operand &copiedA, Operand &copiedB) {
  using Part = typename Problem::Part;
  int rowsOfA = problem.m, columnsOfB = problem.n;
  if constexpr (Problem::StartsLater) {
    rowsOfA = problem.rowsBefore(problem.k, problem.m);
    columnsOfB = problem.columnsBefore(problem.k, problem.n);
  }
  const int rowsA = Problem::TileAlongKA ? rowsOfA : problem.k;
  const int rowsB = Problem::TileAlongKB ? columnsOfB : problem.k;
  const int columnsA = Problem::TileAlongKA ? problem.k : rowsOfA;
  const int columnsB = Problem::TileAlongKB ? problem.k : columnsOfB;
  const int pitchA = (int)warpsmith::packedPitch<Part>(columnsA);
  const int pitchB = (int)warpsmith::packedPitch<Part>(columnsB);
  const long long matrixA = (long long)rowsA * pitchA, matrixB = (long long)rowsB * pitchB;
  const int matricesA = Problem::Batched && problem.batchA != 0 ? problem.products : 1;
  const int matricesB = Problem::Batched && problem.batchB != 0 ? problem.products : 1;
  const auto reserve = [&] {
    return workspace.reserve(
        device, warpsmith::Workspace::bytesFor<Part>(packing.a ? matrixA * matricesA : 0) +
                    warpsmith::Workspace::bytesFor<Part>(packing.b ? matrixB * matricesB : 0));
  };
  if (!reserve()) {
    // With less memory, what TMA can copy from where it lies is copied there.
    packing = packingNeededBy<Problem>(problem);
    if (!reserve())
      return false;
  }
  Part *const packedA = packing.a ? workspace.take<Part>(matrixA * matricesA) : nullptr;
  Part *const packedB = packing.b ? workspace.take<Part>(matrixB * matricesB) : nullptr;
  copiedA = {packedA, rowsA, columnsA, pitchA, matricesA, matrixA};
  copiedB = {packedB, rowsB, columnsB, pitchB, matricesB, matrixB};
  if constexpr (Problem::LiesA)
    if (!packing.a)
      copiedA = {reinterpret_cast<const Part *>(problem.a),
                 rowsA,
                 columnsA,
                 problem.lda,
                 matricesA,
                 Problem::Batched && matricesA > 1 ? problem.batchA
                                                   : (long long)rowsA * problem.lda};
  if constexpr (Problem::LiesB)
    if (!packing.b)
      copiedB = {reinterpret_cast<const Part *>(problem.b),
                 rowsB,
                 columnsB,
                 problem.ldb,
                 matricesB,
                 Problem::Batched && matricesB > 1 ? problem.batchB
                                                   : (long long)rowsB * problem.ldb};
  if (!packing.a && !packing.b)
    return true;
  const int blocks = 8 * device.multiprocessors;
  const int blocksA = packing.a && packing.b ? blocks / 2 : packing.a ? blocks : 0;
  const bool aligned =
      (!Problem::Batched || (warpsmith::isCopyable(problem.a, problem.batchA) &&
                             warpsmith::isCopyable(problem.b, problem.batchB))) &&
      warpsmith::vectorizable(problem.a, Problem::RowsAlongKA ? problem.k : problem.m,
                              problem.lda) &&
      warpsmith::vectorizable(problem.b, Problem::RowsAlongKB ? problem.k : problem.n, problem.ldb);
  const auto packKernel = aligned ? packOperands<Problem, true> : packOperands<Problem, false>;
  const bool launched = warpsmith::launchDependent(
      device, packKernel, blocks, 1, warpsmith::PackThreads, 0, stream,
      Problem::StartsLater ? withExtents(problem, rowsOfA, columnsOfB) : problem, packedA, pitchA,
      packedB, pitchB, blocksA);
  if constexpr (Problem::PrefetchesOperands) {
    problem.a = nullptr; // there is nothing to prefetch
    problem.b = nullptr;
  }
  return launched;
}

/// The map by which TMA copies boxes of A.
template <typename Problem, typename Tile>
bool encodeMapOfA(warpsmith::TensorMap *map, const warpsmith::Matrices<typename Problem::Part> &a,
                  const Problem &problem) {
  return warpsmith::encodeTensorMap<typename Problem::Part>(
      map, a,
      !Problem::TileAlongKA  ? Tile::StepsOfBoxA
      : Problem::SkipsBoxesA ? rowsOfBox(Tile::OuterOfBoxA, problem.m)
                             : Tile::OuterOfBoxA,
      Problem::TileAlongKA ? Tile::BlockK : Tile::OuterOfBoxA);
}

/// The map by which TMA copies boxes of B.
template <typename Problem, typename Tile>
bool encodeMapOfB(warpsmith::TensorMap *map, const warpsmith::Matrices<typename Problem::Part> &b,
                  const Problem &problem) {
  return warpsmith::encodeTensorMap<typename Problem::Part>(
      map, b,
      !Problem::TileAlongKB  ? Tile::StepsOfBoxB
      : Problem::SkipsBoxesB ? rowsOfBox(Tile::OuterOfBoxB, problem.n)
                             : Tile::OuterOfBoxB,
      Problem::TileAlongKB ? Tile::BlockK : Tile::OuterOfBoxB);
}

/// Launches the kernel of a tile for operands that TMA copies.
template <typename Problem, typename Tile>
bool launchCopied(const warpsmith::Device &device, cudaStream_t stream, const Problem &problem,
                  const warpsmith::Matrices<typename Problem::Part> &copiedA,
                  const warpsmith::Matrices<typename Problem::Part> &copiedB) {
  if (!warpsmith::canLaunch(device, kernel<Problem, Tile>, Tile::Threads, Tile::SharedBytes))
    return false;
  if constexpr (Problem::Batched)
    if (clustersOf<Problem, Tile>(problem) > 0x3fffffff)
      return false; // tiles have numbers of 32 bits
  TensorMaps maps;
  return encodeMapOfA<Problem, Tile>(&maps.a, copiedA, problem) &&
         encodeMapOfB<Problem, Tile>(&maps.b, copiedB, problem) &&
         launchKernel<Problem, Tile>(device, stream, maps, problem);
}

/// Packs operands and launches the kernel of a tile.
template <typename Problem, typename Tile>
bool launchPacked(const warpsmith::Device &device, cudaStream_t stream, Problem problem,
                  warpsmith::Packing packing) {
  warpsmith::Workspace workspace(device, 0, stream);
  warpsmith::Matrices<typename Problem::Part> copiedA, copiedB;
  return pack(device, stream, packing, workspace, problem, copiedA, copiedB) &&
         launchCopied<Problem, Tile>(device, stream, problem, copiedA, copiedB);
}

/// Operands of one product, as they lie.
template <typename Problem>
warpsmith::Matrices<typename Problem::Part> plainA(const Problem &problem) {
  const int rows = Problem::TileAlongKA ? problem.m : problem.k;
  return {reinterpret_cast<const typename Problem::Part *>(problem.a),
          rows,
          Problem::TileAlongKA ? problem.k : problem.m,
          problem.lda,
          1,
          (long long)rows * problem.lda};
}
template <typename Problem>
warpsmith::Matrices<typename Problem::Part> plainB(const Problem &problem) {
  const int rows = Problem::TileAlongKB ? problem.n : problem.k;
  return {reinterpret_cast<const typename Problem::Part *>(problem.b),
          rows,
          Problem::TileAlongKB ? problem.k : problem.n,
          problem.ldb,
          1,
          (long long)rows * problem.ldb};
}

/// Launches the kernel of a tile for pixels, which TMA copies from where they lie, as it does B;
/// false where it cannot.
template <typename Problem, typename Tile>
bool launchIm2col(const warpsmith::Device &device, cudaStream_t stream, const Problem &problem) {
  const warpsmith::Pixels &pixels = problem.pixels;
  TensorMaps maps;
  return warpsmith::canLaunch(device, kernel<Problem, Tile>, Tile::Threads, Tile::SharedBytes) &&
         pixels.channels % Tile::BlockK == 0 && // so a k-tile has one place of the filter
         warpsmith::encodePixelMap(&maps.a, problem.a, pixels,
                                   problem.m / (pixels.down.count * pixels.across.count),
                                   rowsOfBox(Tile::OuterOfBoxA, problem.m), Tile::BlockK) &&
         encodeMapOfB<Problem, Tile>(&maps.b, plainB(problem), problem) &&
         launchKernel<Problem, Tile>(device, stream, maps, problem);
}

/// Launches the kernel of a tile for operands and results in packed layouts, which TMA copies from
/// where they lie, as it does those that are plain; false where it cannot.
template <typename Problem, typename Tile>
bool launchPackedLayouts(const warpsmith::Device &device, cudaStream_t stream,
                         const Problem &problem) {
  using C = typename Problem::C;
  TensorMaps maps;
  if (!warpsmith::canLaunch(device, kernel<Problem, Tile>, Tile::Threads, Tile::SharedBytes))
    return false;
  bool encoded;
  if constexpr (Problem::RunA > 0)
    encoded = warpsmith::encodePackedMap<Problem::RunA, Problem::LinesA, Problem::LinesOfRowA>(
        &maps.a, warpsmith::TensorMapType<typename Problem::A>, problem.a, problem.layoutA,
        Tile::RunElementsA, Tile::LinesOfBoxA, Tile::RunsOfBoxA);
  else
    encoded = warpsmith::isCopyable(problem.a, problem.lda) &&
              encodeMapOfA<Problem, Tile>(&maps.a, plainA(problem), problem);
  if constexpr (Problem::RunB > 0)
    encoded =
        encoded && warpsmith::encodePackedMap<Problem::RunB, Problem::LinesB, Problem::LinesOfRowB>(
                       &maps.b, warpsmith::TensorMapType<typename Problem::B>, problem.b,
                       problem.layoutB, Tile::RunElementsB, Tile::LinesOfBoxB, Tile::RunsOfBoxB);
  else
    encoded = encoded && warpsmith::isCopyable(problem.b, problem.ldb) &&
              encodeMapOfB<Problem, Tile>(&maps.b, plainB(problem), problem);
  if constexpr (Problem::RunC > 0) // whose bits stay as they are
    encoded = encoded && warpsmith::encodePackedMap<Problem::RunC, Problem::LinesC, 1>(
                             &maps.c,
                             sizeof(C) == 1   ? warpsmith::TensorMapUint8
                             : sizeof(C) == 2 ? warpsmith::TensorMapUint16
                                              : warpsmith::TensorMapUint32,
                             problem.c, problem.layoutC, Tile::RunBytesOfC / (int)sizeof(C), 64,
                             Tile::StoreRowBytes / Tile::RunBytesOfC);
  return encoded && launchKernel<Problem, Tile>(device, stream, maps, problem);
}

/// Launches the kernel of a tile for operands that another kernel has put where TMA can copy them.
template <typename Problem, typename Tile>
bool launchLying(const warpsmith::Device &device, cudaStream_t stream, const Problem &problem) {
  return launchCopied<Problem, Tile>(
      device, stream, problem,
      {problem.a, problem.m, problem.k, problem.lda, problem.products, problem.batchA},
      {problem.b, problem.n, problem.k, problem.ldb, problem.products, problem.batchB});
}

/// Where the parts of both operands will be, which lie as the operands do; two products whose
/// operands are split become one of twice the length. Of a batch, the parts of one matrix follow
/// those of another.
template <typename Problem>
struct PartsOfOperands {
  using Part = typename Problem::Part;
  warpsmith::SplitParts<Part> a = {}, b = {};
  int matricesA, matricesB;
  int steps, rowsA, columnsA, rowsB, columnsB; ///< of a matrix
  long long blocksA, blocksB;                  ///< that split them

  explicit PartsOfOperands(const Problem &problem)
      : matricesA(Problem::Batched && problem.batchA != 0 ? problem.products : 1),
        matricesB(Problem::Batched && problem.batchB != 0 ? problem.products : 1),
        steps(Problem::TwoProducts ? 2 * problem.k : problem.k),
        rowsA(Problem::RowsAlongKA ? problem.m : steps),
        columnsA(Problem::RowsAlongKA ? steps : problem.m),
        rowsB(Problem::RowsAlongKB ? problem.n : steps),
        columnsB(Problem::RowsAlongKB ? steps : problem.n),
        blocksA(blocksOf(Problem::RowsAlongKA, problem.m) * matricesA),
        blocksB(Problem::SharesParts ? 0 : blocksOf(Problem::RowsAlongKB, problem.n) * matricesB) {
    a.pitch = (int)warpsmith::packedPitch<Part>(columnsA);
    b.pitch = (int)warpsmith::packedPitch<Part>(columnsB);
    a.plane = (long long)rowsA * a.pitch;
    b.plane = (long long)rowsB * b.pitch;
  }

  static long long blocksOf(bool alongK, int outer) {
    return warpsmith::wholeClusters(alongK ? ((long long)outer + warpsmith::SplitRows - 1) /
                                                 warpsmith::SplitRows
                                           : ((long long)outer + warpsmith::SplitStrip - 1) /
                                                 warpsmith::SplitStrip * warpsmith::SplitCluster);
  }

  long long bytes(const Problem &problem) const {
    long long all = warpsmith::Workspace::bytesFor<Part>(Problem::Parts * a.plane * matricesA) +
                    warpsmith::Workspace::bytesFor<float>((long long)problem.m * matricesA);
    if constexpr (!Problem::SharesParts)
      all += warpsmith::Workspace::bytesFor<Part>(Problem::Parts * b.plane * matricesB) +
             warpsmith::Workspace::bytesFor<float>((long long)problem.n * matricesB);
    return all;
  }
  void take(warpsmith::Workspace &workspace, const Problem &problem) {
    a.parts = workspace.take<Part>(Problem::Parts * a.plane * matricesA);
    a.back = workspace.take<float>((long long)problem.m * matricesA);
    if constexpr (Problem::SharesParts) {
      b = a;
    } else {
      b.parts = workspace.take<Part>(Problem::Parts * b.plane * matricesB);
      b.back = workspace.take<float>((long long)problem.n * matricesB);
    }
  }

  /// The maps of a tile's boxes.
  template <typename Tile>
  bool encode(TensorMaps &maps) const {
    return warpsmith::encodeTensorMap<Part>(
               &maps.a, {a.parts, rowsA, columnsA, a.pitch, Problem::Parts * matricesA, a.plane},
               Problem::TileAlongKA ? Tile::OuterOfBoxA : Tile::StepsOfBoxA,
               Problem::TileAlongKA ? Tile::BlockK : Tile::OuterOfBoxA, Problem::Parts) &&
           warpsmith::encodeTensorMap<Part>(
               &maps.b,
               {b.parts, Problem::SharesParts ? rowsA : rowsB,
                Problem::SharesParts ? columnsA : columnsB, b.pitch, Problem::Parts * matricesB,
                b.plane},
               Problem::TileAlongKB ? Tile::OuterOfBoxB : Tile::StepsOfBoxB,
               Problem::TileAlongKB ? Tile::BlockK : Tile::OuterOfBoxB, Problem::Parts);
  }

  /// Launches the kernel that splits them.
  bool split(const warpsmith::Device &device, cudaStream_t stream, const Problem &problem) const {
    const int width = Problem::RowsAlongKA ? problem.k : problem.m;
    bool aligned = warpsmith::vectorizable(problem.a, width, problem.lda);
    if constexpr (!Problem::SharesParts)
      aligned = aligned &&
                warpsmith::vectorizable(problem.b, Problem::RowsAlongKB ? problem.k : problem.n,
                                        problem.ldb);
    if constexpr (Problem::TwoProducts)
      aligned = aligned && warpsmith::vectorizable(problem.a2, width, problem.lda2) &&
                warpsmith::vectorizable(problem.b2, Problem::RowsAlongKB ? problem.k : problem.n,
                                        problem.ldb2);
    if constexpr (Problem::Batched)
      aligned = aligned && warpsmith::isCopyable(problem.a, problem.batchA) &&
                warpsmith::isCopyable(problem.b, problem.batchB);
    const auto kernel = aligned ? splitOperands<Problem, 4> : splitOperands<Problem, 1>;
    return warpsmith::launchDependent(device, kernel, (int)(blocksA + blocksB),
                                      warpsmith::SplitCluster, warpsmith::SplitThreads, 0, stream,
                                      problem, a, b, (int)blocksA);
  }

  /// What is multiplied when they are split.
  Problem product(Problem problem) const {
    problem.k = steps;
    problem.backA = a.back;
    problem.backB = b.back;
    return problem;
  }
};

/// Whether numbers of 32 bits count a batch's tiles, matrices of parts, and blocks that split.
template <typename Tile, typename Problem>
bool areNumbered(const Problem &problem, const PartsOfOperands<Problem> &parts) {
  constexpr long long Most = 0x3fffffff;
  return clustersOf<Problem, Tile>(problem) <= Most && parts.blocksA + parts.blocksB <= Most &&
         (long long)Problem::Parts * problem.products <= Most;
}

/// Splits operands and launches the kernel of a tile.
template <typename Problem, typename Tile>
bool launchSplit(const warpsmith::Device &device, cudaStream_t stream, const Problem &problem) {
  if (!warpsmith::canLaunch(device, kernel<Problem, Tile>, Tile::Threads, Tile::SharedBytes))
    return false;
  PartsOfOperands<Problem> parts(problem);
  if constexpr (Problem::Batched)
    if (!areNumbered<Tile>(problem, parts))
      return false;
  warpsmith::Workspace workspace(device, parts.bytes(problem), stream);
  if (!workspace)
    return false;
  parts.take(workspace, problem);
  TensorMaps maps;
  return parts.template encode<Tile>(maps) && parts.split(device, stream, problem) &&
         launchKernel<Problem, Tile>(device, stream, maps, parts.product(problem));
}

/// The same where the data choose the split (wgmma_by_data.cuh).
template <typename Problem, typename Tile>
bool launchByData(const warpsmith::Device &device, cudaStream_t stream, Problem problem);

/// How long tiles of C take whose elements have ranges of steps, in nanoseconds: as long as if all
/// had the average, or as one with the most.
template <typename Problem, typename Tile>
double timeInRanges(const Problem &problem, long long clusters, int places, warpsmith::Rows rowsOfA,
                    warpsmith::Rows rowsOfB) {
  constexpr int Samples = 8; // of rows and of columns
  long long kTiles = 0, most = 0;
  for (int i = 0; i < Samples * Samples; ++i) {
    const auto steps = stepsOfTiles<Problem, Tile>(
        problem, (int)((long long)problem.m * (i / Samples) / Samples),
        (int)((long long)problem.n * (i % Samples) / Samples), Tile::ClusterM, Tile::ClusterN);
    const long long own = (steps.end - steps.first + Tile::BlockK - 1) / Tile::BlockK;
    kTiles += own;
    most = own > most ? own : most;
  }
  const auto timeOfSteps = [&](long long tiles, long long steps) {
    return warpsmith::timeOfTiles(tileTimeOf<Problem, Tile>(problem), tiles, places, steps, rowsOfA,
                                  rowsOfB);
  };
  const double balanced = timeOfSteps(clusters, kTiles / (Samples * Samples) + 1);
  const double longest = timeOfSteps(clusters < places ? clusters : places, most);
  return balanced > longest ? balanced : longest;
}

/// How long the tiles of C take, but for what they take whatever their size, in nanoseconds.
template <typename Problem, typename Tile>
double timeOf(const warpsmith::Device &device, const Problem &problem, warpsmith::Rows rowsOfA,
              warpsmith::Rows rowsOfB) {
  [[maybe_unused]] const long long steps = Problem::TwoProducts ? 2ll * problem.k : problem.k;
  if constexpr (Tile::InSlices)
    return slicesFor<Problem, Tile>(device, problem, steps, rowsOfA, rowsOfB).nanoseconds;
  const long long clusters = clustersOf<Problem, Tile>(problem);
  const int places = placesOf<Problem, Tile>(device);
  if (places == 0)
    return 1e30;
  if constexpr (Problem::Parts > 1) {
    return warpsmith::timeOfSplitTiles(Tile::Time, Problem::Parts,
                                       warpsmith::wavesOf(clusters, places), steps);
  } else if constexpr (Problem::StartsLater || Problem::EndsEarlier) {
    return timeInRanges<Problem, Tile>(problem, clusters, places, rowsOfA, rowsOfB);
  } else {
    return warpsmith::timeOfTiles(tileTimeOf<Problem, Tile>(problem), clusters, places,
                                  (steps + Tile::BlockK - 1) / Tile::BlockK, rowsOfA, rowsOfB);
  }
}

/// The tile that is predicted to be the fastest, and the nanoseconds that it takes.
template <typename Problem, typename... Tiles>
warpsmith::FastestTile<double> fastestOf(const warpsmith::Device &device, const Problem &problem,
                                         warpsmith::Packing packing) {
  using Part = typename Problem::Part;
  const auto rowsOfA =
      packing.a ? warpsmith::Rows::OfSectors : warpsmith::rowsAsTheyLie<Part>(problem.lda);
  const auto rowsOfB =
      packing.b ? warpsmith::Rows::OfSectors : warpsmith::rowsAsTheyLie<Part>(problem.ldb);
  const double times[] = {timeOf<Problem, Tiles>(device, problem, rowsOfA, rowsOfB)...};
  return warpsmith::fastestTile(times);
}

/// The same of split operands, with what splitting them takes.
template <typename Problem, typename... Tiles>
warpsmith::FastestTile<double> fastestSplit(const warpsmith::Device &device,
                                            const Problem &problem) {
  auto fastest = fastestOf<Problem, Tiles...>(device, problem, {true, true});
  double rows = Problem::SharesParts ? problem.m : (double)problem.m + problem.n;
  if constexpr (Problem::Batched)
    rows = (double)problem.m * (problem.batchA != 0 ? problem.products : 1) +
           (double)problem.n * (problem.batchB != 0 ? problem.products : 1);
  const double steps = Problem::TwoProducts ? 2.0 * problem.k : problem.k;
  fastest.time += warpsmith::timeOfSplitting(rows * steps, steps);
  return fastest;
}

/// Splits operands and launches a tile, by its place among them.
template <typename Problem, typename... Tiles>
bool launchSplitTile(const warpsmith::Device &device, cudaStream_t stream, const Problem &problem,
                     int chosen) {
  int tile = 0;
  if constexpr (Problem::ByData)
    return ((tile++ == chosen && launchByData<Problem, Tiles>(device, stream, problem)) || ...);
  else
    return ((tile++ == chosen && launchSplit<Problem, Tiles>(device, stream, problem)) || ...);
}

/// Launches the tile that is predicted to be the fastest, of operands that are not split. Those
/// that TMA cannot copy from where they lie, or not fast, are packed before.
template <typename Problem, typename... Tiles>
bool launchFastest(const warpsmith::Device &device, cudaStream_t stream, Problem problem) {
  int tile = 0;
  if constexpr (Problem::Im2col) {
    const int fastest = fastestOf<Problem, Tiles...>(device, problem, {}).tile;
    return ((tile++ == fastest && launchIm2col<Problem, Tiles>(device, stream, problem)) || ...);
  } else if constexpr (Problem::RunA > 0 || Problem::RunB > 0 || Problem::RunC > 0) {
    const int fastest = fastestOf<Problem, Tiles...>(device, problem, {}).tile;
    return ((tile++ == fastest && launchPackedLayouts<Problem, Tiles>(device, stream, problem)) ||
            ...);
  } else if constexpr (Problem::ProductsByData) {
    const int fastest = fastestOf<Problem, Tiles...>(device, problem, {}).tile;
    return ((tile++ == fastest && launchLying<Problem, Tiles>(device, stream, problem)) || ...);
  } else {
    warpsmith::Packing packing = packingNeededBy<Problem>(problem);
    warpsmith::FastestTile<double> fastest[2][2]; // by what is packed
    const auto timeWith = [&](warpsmith::Packing with) {
      fastest[with.a][with.b] = fastestOf<Problem, Tiles...>(device, problem, with);
      return fastest[with.a][with.b].time;
    };
    if constexpr (Problem::LiesA || Problem::LiesB) {
      using Part = typename Problem::Part;
      const auto isAcross = [](bool packed, long long leadingDimension) {
        return !packed &&
               warpsmith::rowsAsTheyLie<Part>(leadingDimension) == warpsmith::Rows::AcrossSectors;
      };
      const bool acrossA = isAcross(packing.a, problem.lda),
                 acrossB = isAcross(packing.b, problem.ldb);
      // The graph of a captured stream would own the memory.
      const bool mayPack = (acrossA || acrossB) && !warpsmith::isCaptured(stream);
      const int planesA = Problem::Batched && problem.batchA != 0 ? problem.products : 1;
      const int planesB = Problem::Batched && problem.batchB != 0 ? problem.products : 1;
      const double bytesOfStep = (double)problem.k * sizeof(Part);
      packing = warpsmith::fastestPacking(packing, acrossA && mayPack, acrossB && mayPack,
                                          problem.m * bytesOfStep * planesA,
                                          problem.n * bytesOfStep * planesB, timeWith);
    } else {
      timeWith(packing);
    }
    const int chosen = fastest[packing.a][packing.b].tile;
    warpsmith::Workspace workspace(device, 0, stream);
    warpsmith::Matrices<typename Problem::Part> copiedA, copiedB;
    return pack(device, stream, packing, workspace, problem, copiedA, copiedB) &&
           ((tile++ == chosen &&
             launchCopied<Problem, Tiles>(device, stream, problem, copiedA, copiedB)) ||
            ...);
  }
}

} // namespace warpsmith::wgmma
