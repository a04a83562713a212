#include "rewriter/families/ResidentTile.h"
#include "rewriter/families/TileLayout.h"
#include <algorithm>

namespace warpsmith {
namespace {

/// As in kernels/resident_tile.cuh.
int bytesOfTiles(ThreadTile thread, int steps, int threads, int bytesOfA, int bytesOfB) {
  constexpr int LaneRows = 4, LaneColumns = 8, Vector = 16, Buffers = 2;
  const int warpM = LaneRows * thread.m, warpN = LaneColumns * thread.n;
  int doublings = 1;
  while (doublings < 5 && 64 << doublings <= threads)
    ++doublings;
  const int ofRows = (doublings + (warpM < warpN ? 1 : 0)) / 2;
  return Buffers * steps *
         ((warpM << ofRows) * bytesOfA + (warpN << (doublings - ofRows)) * bytesOfB + 2 * Vector);
}

} // namespace

int residentRegisters(const Contraction &contraction, int threads) {
  constexpr int OfMultiprocessor = 65536, MostOfThread = 255, Granularity = 8;
  const int share = OfMultiprocessor / (threads * contraction.leastBlocks);
  return std::min(MostOfThread, share / Granularity * Granularity);
}

std::optional<ResidentTile> residentTile(const Contraction &contraction, const Schedule &schedule,
                                         int threads) {
  const Computation computation = computationFor(contraction, schedule);
  const int bytesOfA = static_cast<int>(sizeOf(computation.a->type));
  const int bytesOfB = static_cast<int>(sizeOf(computation.b->type));
  const int widest = std::max({static_cast<int>(sizeOf(contraction.sum)), bytesOfA, bytesOfB});
  constexpr int ForTheLargest = 248; // registers
  const bool isRoomy = residentRegisters(contraction, threads) >= ForTheLargest;
  ResidentTile tile{};
  tile.thread = widest > 4 ? (isRoomy ? ThreadTile{8, 4} : ThreadTile{4, 4})
                           : (isRoomy ? ThreadTile{8, 8} : ThreadTile{8, 4});
  for (const int steps : {8, 4}) {
    tile.steps = steps;
    tile.sharedBytes = bytesOfTiles(tile.thread, steps, threads, bytesOfA, bytesOfB);
    if (tile.sharedBytes + contraction.sharedBytes <= StaticSharedBytes)
      return tile;
  }
  return std::nullopt;
}

} // namespace warpsmith
