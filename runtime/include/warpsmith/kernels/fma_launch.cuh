/// The launch of a kernel with copy warps (fma_ring.cuh, fma_columns.cuh): the tile that is
/// predicted to be the fastest, and copies of operands whose rows begin anywhere. Host code, and
/// the kernel that copies.
///
/// Of a Problem it needs besides:
///
///   int products                if Batched, of the batch
///   InColumns                   the kernel is that of fma_columns.cuh
///   MayLackMemory               some device has less shared memory than the largest tile
///   MostRows                    that a tile of A or B has in memory
#pragma once

#include "warpsmith/device/launch.h"
#include "warpsmith/device/launch_checks.h"
#include "warpsmith/device/pack_operand.h"
#include "warpsmith/device/packing_choice.h"
#include "warpsmith/device/tile_time.h"
#include "warpsmith/device/workspace.h"
#include "warpsmith/kernels/fma_columns.cuh"
#include "warpsmith/kernels/fma_ring.cuh"

namespace warpsmith::fma_ring {

// Multiplications from which on copies of operands may pay, and surely do, measured on an H200.
template <typename Problem>
constexpr double LeastPacked = Problem::InColumns ? 2e7 : 5e8;
constexpr double SurelyPacked = 3e10;

/// Copies A and B to rows that begin with a cache line: the first blocksA blocks work on A, the
/// others on B.
template <typename Problem, int Multiple>
__global__ void __launch_bounds__(Problem::Compiled ? warpsmith::PackRowsThreads : 1)
    packOperands(Problem problem, typename Problem::A *__restrict__ packedA, int pitchA,
                 typename Problem::B *__restrict__ packedB, int pitchB, int blocksA) {
  if constexpr (Problem::Compiled) {
    if constexpr (Problem::Dependent) {
      warpsmith::allowNextKernel();
      warpsmith::waitForPreviousKernel();
    }
    const int block = blockIdx.x;
    const int steps = Problem::EndsEarlier
                          // Others are not read, and arrays may end before them.
                          ? problem.endOfSteps(problem.m - 1, problem.n - 1, problem.k)
                          : problem.k;
    const int rowsOfA = Problem::StartsLater ? problem.rowsBefore(steps, problem.m) : problem.m;
    const int columnsOfB =
        Problem::StartsLater ? problem.columnsBefore(steps, problem.n) : problem.n;
    if (block < blocksA)
      warpsmith::packRows<Multiple>(problem.a, problem.lda, Problem::AlongKA ? rowsOfA : steps,
                                    Problem::AlongKA ? steps : rowsOfA, packedA, pitchA, block,
                                    blocksA);
    else
      warpsmith::packRows<Multiple>(problem.b, problem.ldb, Problem::AlongKB ? columnsOfB : steps,
                                    Problem::AlongKB ? steps : columnsOfB, packedB, pitchB,
                                    block - blocksA, gridDim.x - blocksA);
  }
}

/// Tiles that C has.
template <typename Tile>
long long tilesOf(long long m, long long n) {
  return (m + Tile::BlockM - 1) / Tile::BlockM * ((n + Tile::BlockN - 1) / Tile::BlockN);
}

/// The slices of k that blocks sum, and the time of the product.
template <typename Tile>
warpsmith::Division divisionWith(const warpsmith::Device &device, long long m, long long n,
                                 long long k) {
  return warpsmith::divisionOf(tilesOf<Tile>(m, n), device.multiprocessors, k, Tile::BlockK,
                               Tile::Time, (double)m * (double)n);
}

/// Into how many slices of k those tiles are divided that do not fill the multiprocessors' places
/// once more; each slice is worth the sum that it leaves.
template <typename Tile>
int slicesOf(long long tiles, long long k, int places) {
  return warpsmith::slicesOfRest(tiles, places, k, 2 * Tile::Stages * Tile::BlockK);
}

/// How long the tiles of C take, as a multiple of Tile::Time; nanoseconds, about, where blocks may
/// sum slices of k.
template <typename Problem, typename Tile>
long long timeWith(const warpsmith::Device &device, long long m, long long n, long long k,
                   long long products) {
  if constexpr (Problem::MayLackMemory)
    if (Tile::SharedBytes > device.sharedBytes)
      return 0x7fffffffffffffff; // not on this device
  if constexpr (Problem::DividesK) {
    return (long long)divisionWith<Tile>(device, m, n, k).nanoseconds;
  } else if constexpr (Problem::InColumns && !Problem::Batched) {
    const int places = device.multiprocessors;
    const long long tiles = tilesOf<Tile>(m, n);
    return warpsmith::partialWavesOf(tiles, places, slicesOf<Tile>(tiles, k, places)) * Tile::Time;
  } else if constexpr (Problem::StartsLater || Problem::EndsEarlier) {
    const long long tiles = tilesOf<Tile>(m, n) * (Problem::Batched ? products : 1);
    return (long long)(warpsmith::wavesOfTriangle(tiles, device.multiprocessors) * Tile::Time);
  } else if constexpr (Problem::Batched) {
    return warpsmith::wavesOf(tilesOf<Tile>(m, n) * products, device.multiprocessors) * Tile::Time;
  } else {
    return warpsmith::wavesOf(tilesOf<Tile>(m, n), device.multiprocessors) * Tile::Time;
  }
}

/// The least time that one of the tiles takes.
template <typename Problem, typename... Tiles>
long long leastTime(const warpsmith::Device &device, long long m, long long n, long long k,
                    long long products) {
  const long long times[] = {timeWith<Problem, Tiles>(device, m, n, k, products)...};
  return warpsmith::fastestTile(times).time;
}

/// Computes C with one tile; false when this device cannot, and then C is as it was.
template <typename Problem, typename Tile, bool Aligned>
bool runTile(const warpsmith::Device &device, cudaStream_t stream, const Problem &problem) {
  warpsmith::noteTile(Tile::BlockM, Tile::BlockN, Tile::BlockK);
  if constexpr (Problem::InColumns) {
    const long long tiles = tilesOf<Tile>(problem.m, problem.n);
    if (tiles > 0x3fffffff)
      return false;
    Slicing slicing = {(int)tiles, 1, nullptr, nullptr};
    if constexpr (Problem::Batched) {
      const dim3 blocks((unsigned)tiles, 1, (unsigned)problem.products);
      return warpsmith::launchDependent(device, kernelInColumns<Problem, Tile, Aligned>, blocks, 1,
                                        Tile::Threads, Tile::SharedBytes, stream, slicing, problem);
    } else {
      const auto tileKernel = kernelInColumns<Problem, Tile, Aligned>;
      if (!warpsmith::canLaunch(device, tileKernel, Tile::Threads, Tile::SharedBytes))
        return false;
      // Memory of a launch that is captured would be part of the graph, which could then not be
      // instantiated twice.
      const int slices = slicesOf<Tile>(tiles, problem.k, device.multiprocessors);
      const int rest =
          slices > 1 && !warpsmith::isCaptured(stream) ? (int)(tiles % device.multiprocessors) : 0;
      const long long sums = (long long)rest * slices * (Tile::BlockM * Tile::BlockN);
      warpsmith::Workspace workspace(device,
                                     warpsmith::Workspace::bytesFor<float>(sums) +
                                         warpsmith::Workspace::bytesFor<int>(rest),
                                     stream);
      // Where there is no memory for their sums, no tile is divided.
      if (rest > 0 && workspace) {
        const Slicing divided = {(int)tiles - rest, slices, workspace.take<float>(sums),
                                 workspace.take<int>(rest)};
        if (cudaMemsetAsync(divided.arrivals, 0, rest * sizeof(int), stream) == cudaSuccess)
          slicing = divided;
        else
          cudaGetLastError(); // nobody asked for it
      }
      const dim3 blocks(slicing.whole + (unsigned)(tiles - slicing.whole) * slicing.slices);
      return warpsmith::launchDependent(device, tileKernel, blocks, 1, Tile::Threads,
                                        Tile::SharedBytes, stream, slicing, problem);
    }
  } else {
    dim3 blocks((problem.n + Tile::BlockN - 1) / Tile::BlockN,
                (problem.m + Tile::BlockM - 1) / Tile::BlockM);
    if (blocks.y > 65535)
      return false;
    if constexpr (Problem::Batched)
      blocks.z = (unsigned)problem.products;
    if constexpr (Problem::DividesK) {
      const int slices = divisionWith<Tile>(device, problem.m, problem.n, problem.k).slices;
      const long long elements = slices > 1 ? placeOfSum(slices, problem.m, problem.n, 0, 0) : 0;
      warpsmith::Workspace workspace(device, warpsmith::Workspace::bytesFor<float>(elements),
                                     stream);
      // Where there is no memory for their sums, no tile is divided.
      float *const sums = slices > 1 && workspace ? workspace.take<float>(elements) : nullptr;
      if (sums)
        blocks.z = slices;
      const auto adding =
          (unsigned)(((long long)problem.m * problem.n + AddingThreads - 1) / AddingThreads);
      if constexpr (Problem::Dependent)
        return warpsmith::launchDependent(device, kernel<Problem, Tile, Aligned>, blocks, 1,
                                          Tile::Threads, Tile::SharedBytes, stream, problem,
                                          sums) &&
               (!sums ||
                warpsmith::launchDependent(device, addSlices<Problem>, adding, 1, AddingThreads, 0,
                                           stream, slices, problem, sums));
      else
        return warpsmith::launch(device, kernel<Problem, Tile, Aligned>, blocks, Tile::Threads,
                                 Tile::SharedBytes, stream, problem, sums) &&
               (!sums || warpsmith::launch(device, addSlices<Problem>, adding, AddingThreads, 0,
                                           stream, slices, problem, sums));
    } else if constexpr (Problem::Dependent) {
      return warpsmith::launchDependent(device, kernel<Problem, Tile, Aligned>, blocks, 1,
                                        Tile::Threads, Tile::SharedBytes, stream, problem, nullptr);
    } else {
      return warpsmith::launch(device, kernel<Problem, Tile, Aligned>, blocks, Tile::Threads,
                               Tile::SharedBytes, stream, problem, nullptr);
    }
  }
}

/// Computes C with the tile that is predicted to be the fastest. Aligned: from rows that can be
/// read in 16-byte vectors.
template <typename Problem, bool Aligned, typename... Tiles>
bool launchFastest(const warpsmith::Device &device, cudaStream_t stream, const Problem &problem) {
  int count = 1;
  // Products of a batch fill the multiprocessors together.
  if constexpr (Problem::Batched)
    count = problem.products;
  const long long times[] = {
      timeWith<Problem, Tiles>(device, problem.m, problem.n, problem.k, count)...};
  const int fastest = warpsmith::fastestTile(times).tile;
  int tile = 0;
  return ((tile++ == fastest && runTile<Problem, Tiles, Aligned>(device, stream, problem)) || ...);
}

/// Computes C from copies of what cannot be read in 16-byte vectors; false when there is no memory.
template <typename Problem, typename... Tiles>
bool launchPacked(const warpsmith::Device &device, cudaStream_t stream, Problem problem) {
  const int &rowsA = Problem::AlongKA ? problem.m : problem.k;
  const int &columnsA = Problem::AlongKA ? problem.k : problem.m;
  const int &rowsB = Problem::AlongKB ? problem.n : problem.k;
  const int &columnsB = Problem::AlongKB ? problem.k : problem.n;
  const bool packsA = !warpsmith::vectorizable(problem.a, columnsA, problem.lda);
  const bool packsB = !warpsmith::vectorizable(problem.b, columnsB, problem.ldb);
  const long long pitchA = warpsmith::packedPitch<typename Problem::A>(columnsA);
  const long long pitchB = warpsmith::packedPitch<typename Problem::B>(columnsB);
  constexpr long long MostPitch = (0x7fffffff - 1024) / Problem::MostRows;
  if (pitchA > MostPitch || pitchB > MostPitch)
    return false; // offsets within a tile are computed in 32 bits
  const long long sizeA = packsA ? rowsA * pitchA : 0, sizeB = packsB ? rowsB * pitchB : 0;
  warpsmith::Workspace workspace(device,
                                 warpsmith::Workspace::bytesFor<typename Problem::A>(sizeA) +
                                     warpsmith::Workspace::bytesFor<typename Problem::B>(sizeB),
                                 stream);
  if (!workspace)
    return false;
  auto *const packedA = packsA ? workspace.take<typename Problem::A>(sizeA) : nullptr;
  auto *const packedB = packsB ? workspace.take<typename Problem::B>(sizeB) : nullptr;
  const int blocks = 8 * device.multiprocessors;
  const int blocksA = packsA && packsB ? blocks / 2 : packsA ? blocks : 0;
  if constexpr (Problem::Dependent) {
    if (!warpsmith::launchDependent(device, packOperands<Problem, Run>, blocks, 1,
                                    warpsmith::PackRowsThreads, 0, stream, problem, packedA, pitchA,
                                    packedB, pitchB, blocksA))
      return false;
  } else {
    if (!warpsmith::launch(device, packOperands<Problem, Run>, blocks, warpsmith::PackRowsThreads,
                           0, stream, problem, packedA, pitchA, packedB, pitchB, blocksA))
      return false;
  }
  if (packsA) {
    problem.a = packedA;
    problem.lda = (int)pitchA;
  }
  if (packsB) {
    problem.b = packedB;
    problem.ldb = (int)pitchB;
  }
  return launchFastest<Problem, true, Tiles...>(device, stream, problem);
}

/// Tiles among which a launch chooses.
template <typename... Tiles>
struct Menu {};

/// Computes C with one of the tiles, and false when this device cannot, and then C is as it was.
/// Where rows cannot be read in 16-byte vectors, as `aligned` tells, it does so from copies made
/// before, where they pay, or with one of the Ragged tiles.
template <typename Problem, typename... Tiles, typename... Ragged>
bool launchMenu(const warpsmith::Device &device, cudaStream_t stream, bool aligned,
                const Problem &problem, Menu<Tiles...>, Menu<Ragged...>) {
  if (aligned)
    return launchFastest<Problem, true, Tiles...>(device, stream, problem);
  // Of a batch each product would need copies of its own.
  if constexpr (!Problem::Batched) {
    // Copies pay where they allow a faster tile, and from a size on. A graph would own their
    // memory.
    const double multiplications = (double)problem.m * problem.n * problem.k;
    if (multiplications >= LeastPacked<Problem> &&
        (multiplications >= SurelyPacked ||
         warpsmith::copiesPay(
             leastTime<Problem, Tiles...>(device, problem.m, problem.n, problem.k, 1),
             leastTime<Problem, Ragged...>(device, problem.m, problem.n, problem.k, 1))) &&
        !warpsmith::isCaptured(stream) && launchPacked<Problem, Tiles...>(device, stream, problem))
      return true;
  }
  return launchFastest<Problem, false, Ragged...>(device, stream, problem);
}

} // namespace warpsmith::fma_ring
