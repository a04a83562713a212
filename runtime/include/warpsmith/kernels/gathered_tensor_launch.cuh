/// The launch of a kernel on the tensor cores whose operands are gathered (gathered_tensor.cuh):
/// the tile that is predicted to be the fastest. Host code.
#pragma once

#include "warpsmith/device/launch.h"
#include "warpsmith/device/tile_time.h"
#include "warpsmith/kernels/gathered_tensor.cuh"

namespace warpsmith::gathered_tensor {

/// Tiles of C.
template <typename Tile>
long long tilesOf(long long products, long long m, long long n) {
  return (m + Tile::BlockM - 1) / Tile::BlockM * ((n + Tile::BlockN - 1) / Tile::BlockN) * products;
}

/// Into how many slices of k each of so many tiles of warpgroups is divided; 1 where there are
/// multiprocessors for no more.
template <typename Problem, typename Tile>
int slicesOf(const warpsmith::Device &device, long long tiles, long long k) {
  thread_local warpsmith::ClustersAtOnce known[16];
  return warpsmith::slicesOfK(tiles, k / (Tile::LeastStepsOfSlice * Tile::BlockK),
                              warpsmith::clustersAtOnce(known, device, kernel<Problem, Tile, true>,
                                                        Tile::Threads, Tile::SharedBytes));
}

/// Computes C, of m x n elements and so many products, with tiles of one size; false when this
/// device cannot, and then C is as it was. Chunks of operands can be copied as they lie with
/// `vectors`, and C be stored in vectors with `storesVectors`. Arguments are the Problem's members.
template <typename Problem, typename Tile, typename... Arguments>
bool runTile(const warpsmith::Device &device, cudaStream_t stream, bool vectors, bool storesVectors,
             long long products, long long m, long long n, long long k, Arguments... arguments) {
  warpsmith::noteTile(Tile::BlockM, Tile::BlockN, Tile::BlockK);
  const long long tiles = tilesOf<Tile>(1, m, n);
  if (tiles > 0x7fffffff - 4096)
    return false; // numbers of tiles are 32-bit ones
  // Blocks take one tile after the other.
  const int places = device.multiprocessors * Tile::Blocks;
  const dim3 blocks((unsigned)(tiles < places ? tiles : places), 1, (unsigned)products);
  const auto tileKernel = vectors ? kernel<Problem, Tile, true> : kernel<Problem, Tile, false>;
  if constexpr (Problem::Warpgroups && Tile::DividesK) {
    const int slices = slicesOf<Problem, Tile>(device, tiles * products, k);
    if (slices > 1)
      return warpsmith::launchDependent(
          device, tileKernel, dim3((unsigned)tiles * slices, 1, (unsigned)products), slices,
          Tile::Threads, Tile::SharedBytes, stream, storesVectors, slices, Problem{arguments...});
  }
  return warpsmith::launch(device, tileKernel, blocks, Tile::Threads, Tile::SharedBytes, stream,
                           storesVectors, 1, Problem{arguments...});
}

/// What the tiles of C take, in the units of Tile::StepTime.
template <typename Problem, typename Tile>
long long timeWith(const warpsmith::Device &device, long long products, long long m, long long n,
                   long long k) {
  const long long tiles = tilesOf<Tile>(products, m, n);
  const long long steps = (k + Tile::BlockK - 1) / Tile::BlockK;
  if constexpr (Problem::Warpgroups && Tile::DividesK) {
    const int slices = slicesOf<Problem, Tile>(device, tiles, k);
    if (slices > 1)
      return (steps + slices - 1) / slices * Tile::StepTime + Tile::EpilogueTime + Tile::JoinTime;
  }
  return warpsmith::wavesOf(tiles, device.multiprocessors * Tile::Blocks) *
         (steps * Tile::StepTime + Tile::EpilogueTime);
}

/// Computes C with the tile that is predicted to be the fastest.
template <typename Problem, typename... Tiles, typename... Arguments>
bool launchFastest(const warpsmith::Device &device, cudaStream_t stream, bool vectors,
                   bool storesVectors, long long products, long long m, long long n, long long k,
                   Arguments... arguments) {
  const long long times[] = {timeWith<Problem, Tiles>(device, products, m, n, k)...};
  const int fastest = warpsmith::fastestTile(times).tile;
  int tile = 0;
  return ((tile++ == fastest && runTile<Problem, Tiles>(device, stream, vectors, storesVectors,
                                                        products, m, n, k, arguments...)) ||
          ...);
}

} // namespace warpsmith::gathered_tensor
