/// The launch of a kernel on warpgroup products whose operands are gathered (gathered_wgmma.cuh).
/// Host code.
#pragma once

#include "warpsmith/device/launch.h"
#include "warpsmith/device/tile_time.h"
#include "warpsmith/kernels/gathered_wgmma.cuh"

namespace warpsmith::gathered_wgmma {

/// Computes C with tiles of one size; false when this device cannot, and then C is as it was.
template <typename Problem, typename Tile>
bool runTile(const warpsmith::Device &device, cudaStream_t stream, int products, bool vectors,
             bool storesVectors, Problem problem) {
  const long long tiles = ((long long)problem.m + Tile::BlockM - 1) / Tile::BlockM *
                          (((long long)problem.n + Tile::BlockN - 1) / Tile::BlockN);
  if (tiles > 0x7fffffff - 4096)
    return false; // numbers of tiles are 32-bit ones
  // Blocks take one tile after the other.
  const int places = device.multiprocessors * Tile::Blocks;
  const auto tileKernel = vectors ? kernel<Problem, Tile, true> : kernel<Problem, Tile, false>;
  return warpsmith::launch(device, tileKernel,
                           dim3((unsigned)(tiles < places ? tiles : places), 1, products),
                           Tile::Threads, Tile::SharedBytes, stream, storesVectors, problem);
}

/// Nanoseconds that the tiles of C take.
template <typename Problem, typename Tile>
long long timeWith(const warpsmith::Device &device, long long m, long long n, long long k,
                   int products) {
  const long long tiles =
      (m + Tile::BlockM - 1) / Tile::BlockM * ((n + Tile::BlockN - 1) / Tile::BlockN) * products;
  return warpsmith::wavesOf(tiles, device.multiprocessors * Tile::Blocks) *
         ((k + Tile::BlockK - 1) / Tile::BlockK * Tile::StepNanoseconds +
          Tile::EpilogueNanoseconds);
}

} // namespace warpsmith::gathered_wgmma
