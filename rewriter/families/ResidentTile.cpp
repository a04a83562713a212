#include "rewriter/families/ResidentTile.h"
#include "rewriter/families/TileLayout.h"
#include <algorithm>

namespace warpsmith {
namespace {

constexpr int RegistersOfMultiprocessor = 65536;
constexpr int LaneRows = 4, LaneColumns = 8; // of a warp, as in kernels/resident_tile.cuh

/// Rows and columns of the largest block's tile, and its steps: the warps, a power of two, lie over
/// it as in kernels/resident_tile.cuh and kernels/resident_tensor_tile.cuh.
BlockTile blockOf(const BlockTile &warp, int threads) {
  int doublings = 1;
  while (doublings < 5 && 64 << doublings <= threads)
    ++doublings;
  const int ofRows = (doublings + (warp.m < warp.n ? 1 : 0)) / 2;
  return {warp.m << ofRows, warp.n << (doublings - ofRows), warp.k};
}

/// As in kernels/resident_tile.cuh.
int bytesOfTiles(const BlockTile &warp, int threads, int bytesOfA, int bytesOfB) {
  constexpr int Vector = 16, Buffers = 2;
  const BlockTile block = blockOf(warp, threads);
  return Buffers * block.k * (block.m * bytesOfA + block.n * bytesOfB + 2 * Vector);
}

/// As in kernels/resident_tensor_tile.cuh.
int bytesOfTensorTile(const BlockTile &warp, int threads, int bytesOfPart) {
  const BlockTile block = blockOf(warp, threads);
  return (block.m + block.n) * block.k * bytesOfPart;
}

std::optional<Resident> onTensorCores(const Contraction &contraction, int threads,
                                      ElementType part) {
  constexpr int ForTheLargest = 128; // registers
  const bool isRoomy = residentRegisters(contraction, threads) >= ForTheLargest;
  struct {
    int bytesOfRow, stages;
  } const rings[] = {{64, 3}, {64, 2}, {32, 3}, {32, 2}};
  for (const auto &[bytesOfRow, stages] : rings) {
    const int steps = bytesOfRow / sizeOf(part);
    // Elements of 32 bits are read one by one where they lie across k, as those of B do most often:
    // a warp has few columns of these.
    const BlockTile warp = !isRoomy            ? BlockTile{32, 32, steps}
                           : sizeOf(part) == 2 ? BlockTile{32, 64, steps}
                                               : BlockTile{64, 32, steps};
    const int sharedBytes = stages * bytesOfTensorTile(warp, threads, sizeOf(part));
    if (sharedBytes + contraction.sharedBytes <= StaticSharedBytes)
      return Resident{threads, warp, stages, sharedBytes, part};
  }
  return std::nullopt;
}

} // namespace

ThreadTile threadOf(const Resident &resident) {
  return {resident.warp.m / LaneRows, resident.warp.n / LaneColumns};
}

int residentRegisters(const Contraction &contraction, int threads) {
  constexpr int MostOfThread = 255, Granularity = 8;
  const int share = RegistersOfMultiprocessor / (threads * contraction.leastBlocks);
  return std::min(MostOfThread, share / Granularity * Granularity);
}

int residentBlocks(int threads) {
  constexpr int OfThread = 128;
  return std::max(1, RegistersOfMultiprocessor / (threads * OfThread));
}

std::optional<Resident> residentTile(const Contraction &contraction, const Schedule &schedule,
                                     int threads, std::optional<ElementType> part) {
  if (part)
    return onTensorCores(contraction, threads, *part);
  const Computation computation = computationFor(contraction, schedule);
  const int bytesOfA = static_cast<int>(sizeOf(computation.a->type));
  const int bytesOfB = static_cast<int>(sizeOf(computation.b->type));
  const int widest = std::max({static_cast<int>(sizeOf(contraction.sum)), bytesOfA, bytesOfB});
  constexpr int ForTheLargest = 248; // registers
  const bool isRoomy = residentRegisters(contraction, threads) >= ForTheLargest;
  const ThreadTile thread = widest > 4 ? (isRoomy ? ThreadTile{8, 4} : ThreadTile{4, 4})
                                       : (isRoomy ? ThreadTile{8, 8} : ThreadTile{8, 4});
  for (const int steps : {8, 4}) {
    const BlockTile warp = {thread.m * LaneRows, thread.n * LaneColumns, steps};
    const int sharedBytes = bytesOfTiles(warp, threads, bytesOfA, bytesOfB);
    if (sharedBytes + contraction.sharedBytes <= StaticSharedBytes)
      return Resident{threads, warp, 2, sharedBytes};
  }
  return std::nullopt;
}

} // namespace warpsmith
