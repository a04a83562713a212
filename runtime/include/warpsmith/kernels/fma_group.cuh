/// Products that one launch computes: the tiles of all of them fill the multiprocessors together.
/// Each tile is computed as fma_ring.cuh does, of a Problem as fma_launch.cuh takes it.
#pragma once

#include "warpsmith/kernels/fma_launch.cuh"

namespace warpsmith::fma_ring {

/// In the order of the launches, with the number of each one's tiles.
template <typename Problem, int Count>
struct ProblemGroup {
  Problem each[Count];
  int tiles[Count];
};

/// Aligned: rows of all A and B can be read in 16-byte vectors.
template <typename Problem, typename Tile, bool Aligned, int Count>
__global__ void __launch_bounds__(Problem::Compiled ? Tile::Threads : 1, 1)
    kernelOfGroup(const __grid_constant__ ProblemGroup<Problem, Count> group) {
  if constexpr (Problem::Compiled) {
    if constexpr (Problem::Dependent)
      warpsmith::allowNextKernel();
    // This block's product, and its tile there.
    int index = blockIdx.x, which = 0;
    while (which + 1 < Count && index >= group.tiles[which])
      index -= group.tiles[which++];
    const Problem &problem = group.each[which];
    const int columns = (problem.n + Tile::BlockN - 1) / Tile::BlockN;
    const int blockRow = index / columns * Tile::BlockM;
    const int blockColumn = index % columns * Tile::BlockN;
    computeTile<Problem, Tile, Aligned>(problem, blockRow, blockColumn, nullptr);
  }
}

/// Computes all products with one tile; false when this device cannot, and then each C is as it
/// was.
template <typename Problem, typename Tile, int Count>
bool runGroup(const warpsmith::Device &device, cudaStream_t stream,
              const Problem (&problems)[Count], bool aligned) {
  ProblemGroup<Problem, Count> group;
  long long blocks = 0;
  for (int which = 0; which < Count; ++which) {
    const long long tiles = tilesOf<Tile>(problems[which].m, problems[which].n);
    group.each[which] = problems[which];
    group.tiles[which] = (int)tiles;
    blocks += tiles;
  }
  const auto tileKernel = aligned ? kernelOfGroup<Problem, Tile, true, Count>
                                  : kernelOfGroup<Problem, Tile, false, Count>;
  if (blocks > 0x7fffffff)
    return false;
  if constexpr (Problem::Dependent)
    return warpsmith::launchDependent(device, tileKernel, dim3((unsigned)blocks), 1, Tile::Threads,
                                      Tile::SharedBytes, stream, group);
  else
    return warpsmith::launch(device, tileKernel, dim3((unsigned)blocks), Tile::Threads,
                             Tile::SharedBytes, stream, group);
}

/// How long all products take as one launch, in the units of Tile::Time, for their steps.
template <typename Problem, typename Tile, int Count>
double timeTogether(const warpsmith::Device &device, const Problem (&problems)[Count]) {
  double tiles = 0, steps = 0;
  for (const Problem &problem : problems) {
    const auto ofProduct = (double)tilesOf<Tile>(problem.m, problem.n);
    tiles += ofProduct;
    steps += ofProduct * problem.k;
  }
  const long long waves = warpsmith::wavesOf((long long)tiles, device.multiprocessors);
  return (double)(waves * Tile::Time) * (steps / tiles);
}

/// Computes all products by one launch, with the tile of the second menu that is predicted to be
/// the fastest. False if launches by themselves, with tiles of the first menu, are predicted to be
/// faster, or if this device cannot run it; then each C is unchanged.
template <typename Problem, typename... Alone, typename... Together, int Count>
bool launchGroup(const warpsmith::Device &device, cudaStream_t stream,
                 const Problem (&problems)[Count], bool aligned, Menu<Alone...>,
                 Menu<Together...>) {
  double oneByOne = 0;
  for (const Problem &problem : problems)
    oneByOne += (double)leastTime<Problem, Alone...>(device, problem.m, problem.n, problem.k, 1) *
                (Problem::DividesK ? 1 : problem.k);
  const double times[] = {timeTogether<Problem, Together>(device, problems)...};
  const double fastest = warpsmith::fastestTile(times).time;
  if (fastest >= oneByOne)
    return false;
  int tile = 0;
  return ((times[tile++] == fastest &&
           runGroup<Problem, Together>(device, stream, problems, aligned)) ||
          ...);
}

} // namespace warpsmith::fma_ring
