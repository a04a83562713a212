/// The launch of a kernel on mma.sync (mma.cuh). Operands that are not read from where they lie are
/// packed first. Host code, and the kernel that packs.
///
/// Of a Problem it needs besides:
///
///   LiesA                    A may be read from where it lies; also for B
///   ScalesA                  if so, where factorA() is 1; also for B
///   storedA(a)               of doubles and complex numbers, what is multiplied instead of an
///   element; also for B
///
///   PackWidth                elements that a thread packs at once, where rows allow it
///
///   MayLackMemory            some device has less shared memory than the largest tile
#pragma once

#include "warpsmith/device/convert_16bit.h"
#include "warpsmith/device/launch.h"
#include "warpsmith/device/launch_checks.h"
#include "warpsmith/device/pack_operand.h"
#include "warpsmith/device/packing_choice.h"
#include "warpsmith/device/tensor_map.h"
#include "warpsmith/device/tile_time.h"
#include "warpsmith/device/workspace.h"
#include "warpsmith/kernels/mma.cuh"

namespace warpsmith::mma {

/// Copies A and B, each where it has a place to go; if both have, half of the blocks work on
/// either. Of A what the first rowsOfC rows of C need.
template <typename Problem, int Width>
__global__ void __launch_bounds__(Problem::Compiled ? warpsmith::PackThreads : 1)
    packOperands(Problem problem, int rowsOfC, typename Problem::Part *__restrict__ packedA,
                 int pitchA, typename Problem::Part *__restrict__ packedB, int pitchB,
                 int *counters, int count) {
  if constexpr (Problem::Compiled) {
    if constexpr (Problem::Bulk) {
      warpsmith::allowNextKernel();
      warpsmith::waitForPreviousKernel();
    }
    if constexpr (Problem::SomeTiles)
      if (problem.chosen.none())
        return;
    if constexpr (Problem::PacksBands)
      if (blockIdx.x == 0)
        for (int i = threadIdx.x; i < count; i += blockDim.x)
          counters[i] = 0;
    const int columnsOfB =
        Problem::StartsLater ? problem.columnsBefore(problem.k, problem.n) : problem.n;
    const int blocks = packedA && packedB ? gridDim.x / 2 : gridDim.x;
    const int block = blockIdx.x % blocks;
    if (packedA && blockIdx.x < blocks) {
      if constexpr (Problem::Doubles || Problem::Complex)
        warpsmith::packMatrix<Width>(
            problem.a, problem.lda, Problem::AlongKA ? rowsOfC : problem.k,
            Problem::AlongKA ? problem.k : rowsOfC, packedA, pitchA, block, blocks,
            [=](typename Problem::A element) { return problem.storedA(element); });
      else
        warpsmith::packMatrix<Width>(problem.a, problem.lda, Problem::AlongKA ? rowsOfC : problem.k,
                                     Problem::AlongKA ? problem.k : rowsOfC, packedA, pitchA, block,
                                     blocks);
    } else if (packedB) {
      if constexpr (Problem::Doubles || Problem::Complex)
        warpsmith::packMatrix<Width>(
            problem.b, problem.ldb, Problem::AlongKB ? columnsOfB : problem.k,
            Problem::AlongKB ? problem.k : columnsOfB, packedB, pitchB, block, blocks,
            [=](typename Problem::B element) { return problem.storedB(element); });
      else
        warpsmith::packMatrix<Width>(
            problem.b, problem.ldb, Problem::AlongKB ? columnsOfB : problem.k,
            Problem::AlongKB ? problem.k : columnsOfB, packedB, pitchB, block, blocks);
    }
  }
}

/// Computes C with tiles of complex numbers, so many. These have 16 bytes, or copies take each by
/// itself: operands lie as copies need it.
template <typename Problem, typename Tile>
bool runComplexTile(const warpsmith::Device &device, cudaStream_t stream, const Problem &problem,
                    long long tiles) {
  // Shorter sums are more accurate in FP32 itself.
  constexpr int LeastSteps = 128; // of two products each
  if constexpr (Problem::Terms > 1)
    if (problem.k < LeastSteps) {
      warpsmith::noteRefusal("it has less than 128 steps");
      return false;
    }
  const int rowsA = Problem::AlongKA ? problem.m : problem.k;
  const int columnsA = Problem::AlongKA ? problem.k : problem.m;
  const int rowsB = Problem::AlongKB ? problem.n : problem.k;
  const int columnsB = Problem::AlongKB ? problem.k : problem.n;
  const auto tileKernel = kernel<Problem, Tile>;
  if (!warpsmith::canLaunch(device, tileKernel, Tile::Threads, Tile::SharedBytes))
    return false;
  const int count = Problem::Batched ? problem.products : 1;
  warpsmith::TensorMap mapA = {}, mapB = {};
  if constexpr (Problem::Bulk) {
    if (!warpsmith::encodeComplexMap(
            &mapA,
            warpsmith::Matrices<double2>{problem.a, rowsA, columnsA, problem.lda,
                                         Problem::Batched && problem.batchA != 0 ? count : 1,
                                         Problem::Batched && problem.batchA != 0
                                             ? problem.batchA
                                             : (long long)rowsA * problem.lda},
            Tile::RowsOfBoxA) ||
        !warpsmith::encodeComplexMap(
            &mapB,
            warpsmith::Matrices<double2>{problem.b, rowsB, columnsB, problem.ldb,
                                         Problem::Batched && problem.batchB != 0 ? count : 1,
                                         Problem::Batched && problem.batchB != 0
                                             ? problem.batchB
                                             : (long long)rowsB * problem.ldb},
            Tile::RowsOfBoxB))
      return false;
    // Blocks take one tile after the other.
    const int places = device.multiprocessors;
    return warpsmith::launchDependent(
        device, tileKernel, dim3((unsigned)(tiles < places ? tiles : places), 1, count), 1,
        Tile::Threads, Tile::SharedBytes, stream, mapA, mapB, problem.a, problem.lda, problem.b,
        problem.ldb, problem, warpsmith::PackedBands{});
  } else {
    return warpsmith::launch(device, tileKernel, dim3((unsigned)tiles, 1, count), Tile::Threads,
                             Tile::SharedBytes, stream, mapA, mapB, problem.a, problem.lda,
                             problem.b, problem.ldb, problem, warpsmith::PackedBands{});
  }
}

/// Computes C with tiles of one size; false when this device cannot, and then C is as it was.
template <typename Problem, typename Tile>
bool runTile(const warpsmith::Device &device, cudaStream_t stream, Problem problem) {
  warpsmith::noteTile(Tile::BlockM, Tile::BlockN, Tile::BlockK);
  const long long tiles = ((long long)problem.m + Tile::BlockM - 1) / Tile::BlockM *
                          (((long long)problem.n + Tile::BlockN - 1) / Tile::BlockN);
  if (tiles > 0x7fffffff - 4096)
    return false; // numbers of tiles are 32-bit ones
  if constexpr (Problem::Complex)
    return runComplexTile<Problem, Tile>(device, stream, problem, tiles);
  // The steps that some element of C has, and the rows and columns that have any. Others are not
  // read, and arrays may end before them.
  if constexpr (Problem::EndsEarlier)
    problem.k = problem.endOfSteps(problem.m - 1, problem.n - 1, problem.k);
  const int rowsOfA = Problem::StartsLater ? problem.rowsBefore(problem.k, problem.m) : problem.m;
  const int columnsOfB =
      Problem::StartsLater ? problem.columnsBefore(problem.k, problem.n) : problem.n;
  if constexpr (Problem::LimitsSteps)
    if (problem.k <= 0 || rowsOfA <= 0 || columnsOfB <= 0)
      return false; // there are none
  const int &rowsA = Problem::AlongKA ? rowsOfA : problem.k;
  const int &columnsA = Problem::AlongKA ? problem.k : rowsOfA;
  const int &rowsB = Problem::AlongKB ? columnsOfB : problem.k;
  const int &columnsB = Problem::AlongKB ? problem.k : columnsOfB;
  // Operands that are not read where they lie are copied first.
  const bool packsA = Problem::LiesA ? Problem::ScalesA
                                           ? problem.factorA() != 1.0 ||
                                                 !warpsmith::isCopyable(problem.a, problem.lda)
                                           : !warpsmith::isCopyable(problem.a, problem.lda)
                                     : true;
  const bool packsB = Problem::LiesB ? Problem::ScalesB
                                           ? problem.factorB() != 1.0 ||
                                                 !warpsmith::isCopyable(problem.b, problem.ldb)
                                           : !warpsmith::isCopyable(problem.b, problem.ldb)
                                     : true;
  const int pitchA = (int)warpsmith::packedPitch<typename Problem::Part>(columnsA);
  const int pitchB = (int)warpsmith::packedPitch<typename Problem::Part>(columnsB);
  const long long sizeA = packsA ? (long long)rowsA * pitchA : 0;
  const long long sizeB = packsB ? (long long)rowsB * pitchB : 0;
  // Operands of a batch are read where they lie.
  if constexpr (Problem::Batched)
    if (packsA || packsB || !warpsmith::isCopyable(problem.a, problem.batchA) ||
        !warpsmith::isCopyable(problem.b, problem.batchB))
      return false;
  const auto tileKernel = kernel<Problem, Tile>;
  if (!warpsmith::canLaunch(device, tileKernel, Tile::Threads, Tile::SharedBytes))
    return false;
  const bool vectorsA = warpsmith::vectorizable(problem.a, columnsA, problem.lda);
  const bool vectorsB = warpsmith::vectorizable(problem.b, columnsB, problem.ldb);
  // Bands of A that are not needed at first are packed by idle warps of the kernel that multiplies.
  const int bands = (problem.m + Tile::BandM - 1) / Tile::BandM;
  const int before = Tile::PacksBands && packsA && vectorsA
                         ? warpsmith::bandsBefore((problem.m + Tile::BlockM - 1) / Tile::BlockM,
                                                  (problem.n + Tile::BlockN - 1) / Tile::BlockN,
                                                  device.multiprocessors)
                         : bands;
  const int counted = Problem::PacksBands && before < bands ? 1 + bands : 0;
  long long bytes = warpsmith::Workspace::bytesFor<typename Problem::Part>(sizeA) +
                    warpsmith::Workspace::bytesFor<typename Problem::Part>(sizeB);
  if constexpr (Problem::PacksBands)
    bytes += warpsmith::Workspace::bytesFor<int>(counted);
  warpsmith::Workspace workspace(device, bytes, stream);
  if (!workspace)
    return false;
  typename Problem::Part *const packedA =
      packsA ? workspace.take<typename Problem::Part>(sizeA) : nullptr;
  typename Problem::Part *const packedB =
      packsB ? workspace.take<typename Problem::Part>(sizeB) : nullptr;
  int *const counters = counted > 0 ? workspace.take<int>(counted) : nullptr;
  const typename Problem::Part *sourceA = packedA, *sourceB = packedB;
  int fromA = pitchA, fromB = pitchB;
  if constexpr (Problem::LiesA)
    if (!packsA) {
      sourceA = problem.a;
      fromA = problem.lda;
    }
  if constexpr (Problem::LiesB)
    if (!packsB) {
      sourceB = problem.b;
      fromB = problem.ldb;
    }
  warpsmith::TensorMap mapA = {}, mapB = {};
  if constexpr (Problem::Bulk)
    if (!warpsmith::encodeTensorMap<typename Problem::Part>(
            &mapA,
            {sourceA, rowsA, columnsA, fromA,
             Problem::Batched && problem.batchA != 0 ? problem.products : 1,
             Problem::Batched && problem.batchA != 0 ? problem.batchA : (long long)rowsA * fromA},
            Tile::RowsOfBoxA, Tile::BoxColumns) ||
        !warpsmith::encodeTensorMap<typename Problem::Part>(
            &mapB,
            {sourceB, rowsB, columnsB, fromB,
             Problem::Batched && problem.batchB != 0 ? problem.products : 1,
             Problem::Batched && problem.batchB != 0 ? problem.batchB : (long long)rowsB * fromB},
            Tile::RowsOfBoxB, Tile::BoxColumns))
      return false;
  if (packsA || packsB) {
    const auto packKernel =
        vectorsA && vectorsB ? packOperands<Problem, Problem::PackWidth> : packOperands<Problem, 1>;
    if constexpr (Problem::Bulk) {
      if (!warpsmith::launchDependent(
              device, packKernel, 8 * device.multiprocessors, 1, warpsmith::PackThreads, 0, stream,
              problem, Problem::PacksBands && before < bands ? before * Tile::BandM : rowsOfA,
              packedA, pitchA, packedB, pitchB, counters, counted))
        return false;
    } else {
      if (!warpsmith::launch(device, packKernel, 8 * device.multiprocessors, warpsmith::PackThreads,
                             0, stream, problem,
                             Problem::PacksBands && before < bands ? before * Tile::BandM : rowsOfA,
                             packedA, pitchA, packedB, pitchB, counters, counted))
        return false;
    }
  }
  if constexpr (Problem::PacksBands) {
    const warpsmith::PackedBands packedBands = {problem.a, packedA,  problem.lda, pitchA,
                                                rowsA,     columnsA, before,      counters};
    // Blocks take one tile after the other.
    const int places = device.multiprocessors;
    return warpsmith::launchDependent(device, tileKernel, (int)(tiles < places ? tiles : places), 1,
                                      Tile::Threads, Tile::SharedBytes, stream, mapA, mapB, sourceA,
                                      fromA, sourceB, fromB, problem, packedBands);
  } else if constexpr (Problem::Batched) {
    if constexpr (Problem::Bulk) {
      // Blocks take one tile after the other.
      const int places = device.multiprocessors;
      return warpsmith::launchDependent(
          device, tileKernel,
          dim3((unsigned)(tiles < places ? tiles : places), 1, problem.products), 1, Tile::Threads,
          Tile::SharedBytes, stream, mapA, mapB, sourceA, fromA, sourceB, fromB, problem,
          warpsmith::PackedBands{});
    } else
      return warpsmith::launch(device, tileKernel, dim3((unsigned)tiles, 1, problem.products),
                               Tile::Threads, Tile::SharedBytes, stream, mapA, mapB, sourceA, fromA,
                               sourceB, fromB, problem, warpsmith::PackedBands{});
  } else if constexpr (Problem::Bulk) {
    // Blocks take one tile after the other.
    const int places = device.multiprocessors;
    return warpsmith::launchDependent(device, tileKernel, (int)(tiles < places ? tiles : places), 1,
                                      Tile::Threads, Tile::SharedBytes, stream, mapA, mapB, sourceA,
                                      fromA, sourceB, fromB, problem, warpsmith::PackedBands{});
  } else {
    return warpsmith::launch(device, tileKernel, (int)tiles, Tile::Threads, Tile::SharedBytes,
                             stream, mapA, mapB, sourceA, fromA, sourceB, fromB, problem,
                             warpsmith::PackedBands{});
  }
}

/// How long the tiles of C take, in the units of Tile::Time.
template <typename Problem, typename Tile>
long long timeWith(const warpsmith::Device &device, long long m, long long n) {
  if constexpr (Problem::MayLackMemory)
    if (Tile::SharedBytes > device.sharedBytes)
      return 0x7fffffffffffffff; // not on this device
  const long long tiles =
      (m + Tile::BlockM - 1) / Tile::BlockM * ((n + Tile::BlockN - 1) / Tile::BlockN);
  return warpsmith::wavesOf(tiles, device.multiprocessors) * Tile::Time;
}

/// Computes C with the tile that is predicted to be the fastest.
template <typename Problem, typename... Tiles>
bool launchFastest(const warpsmith::Device &device, cudaStream_t stream, const Problem &problem) {
  int count = 1;
  // Products of a batch fill the multiprocessors together.
  if constexpr (Problem::Batched)
    count = problem.products;
  const long long times[] = {
      timeWith<Problem, Tiles>(device, (long long)problem.m * count, problem.n)...};
  const int fastest = warpsmith::fastestTile(times).tile;
  int tile = 0;
  return ((tile++ == fastest && runTile<Problem, Tiles>(device, stream, problem)) || ...);
}

} // namespace warpsmith::mma
