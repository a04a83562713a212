/// The launch of a kernel whose operands are gathered (gathered.cuh): the tile that is predicted to
/// be the fastest. Host code.
///
/// Of a Problem it needs besides:
///
///   MayBePadded                 in some launches elements lie in padding, in others none does
///   Padded                      if not so, whether some do in each
#pragma once

#include "warpsmith/device/launch.h"
#include "warpsmith/device/tile_time.h"
#include "warpsmith/kernels/gathered.cuh"

namespace warpsmith::gathered {

/// Computes C, of m x n elements and so many products, with tiles of one size; false when this
/// device cannot, and then C is as it was. Arguments are the Problem's members.
template <typename Problem, typename Tile, typename... Arguments>
bool runTile(const warpsmith::Device &device, cudaStream_t stream, bool padded, long long products,
             long long m, long long n, Arguments... arguments) {
  warpsmith::noteTile(Tile::BlockM, Tile::BlockN, Tile::BlockK);
  const dim3 blocks((n + Tile::BlockN - 1) / Tile::BlockN, (m + Tile::BlockM - 1) / Tile::BlockM,
                    Problem::Batched ? products : 1);
  if constexpr (Problem::MayBePadded)
    return blocks.y <= 65535 &&
           warpsmith::launch(device,
                             padded ? kernel<Problem, Tile, true> : kernel<Problem, Tile, false>,
                             blocks, Tile::Threads, 0, stream, Problem{arguments...});
  else
    return blocks.y <= 65535 &&
           warpsmith::launch(device, kernel<Problem, Tile, Problem::Padded>, blocks, Tile::Threads,
                             0, stream, Problem{arguments...});
}

/// How long a step of the tiles of C takes, in the units of Tile::Time.
template <typename Problem, typename Tile>
long long timeWith(const warpsmith::Device &device, long long products, long long m, long long n) {
  long long tiles = (m + Tile::BlockM - 1) / Tile::BlockM * ((n + Tile::BlockN - 1) / Tile::BlockN);
  if constexpr (Problem::Batched)
    tiles *= products;
  const long long time = warpsmith::wavesOf(tiles, device.multiprocessors) * Tile::Time;
  return time < Tile::Least ? Tile::Least : time;
}

/// Computes C with the tile that is predicted to be the fastest.
template <typename Problem, typename... Tiles, typename... Arguments>
bool launchFastest(const warpsmith::Device &device, cudaStream_t stream, bool padded,
                   long long products, long long m, long long n, Arguments... arguments) {
  const long long times[] = {timeWith<Problem, Tiles>(device, products, m, n)...};
  const int fastest = warpsmith::fastestTile(times).tile;
  int tile = 0;
  return ((tile++ == fastest &&
           runTile<Problem, Tiles>(device, stream, padded, products, m, n, arguments...)) ||
          ...);
}

} // namespace warpsmith::gathered
