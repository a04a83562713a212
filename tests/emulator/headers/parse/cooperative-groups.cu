// RUN: %accepted
// RUN: %emulation %s
// RUN: %if nvcc %{ %nvcc %s %}
// Groups: blocks, tiles, coalesced threads, the grid.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

template <unsigned Size>
__device__ float sum(cg::thread_block_tile<Size> tile, float value) {
  for (int delta = tile.size() / 2; delta > 0; delta /= 2)
    value += tile.shfl_down(value, delta);
  return tile.shfl(value, 0);
}
__device__ void wait(cg::thread_group group) {
  group.sync();
}

__global__ void kernel(float *f, unsigned *u) {
  cg::thread_block block = cg::this_thread_block();
  cg::grid_group grid = cg::this_grid();
  auto tile = cg::tiled_partition<16>(block);
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  const auto quarter = cg::tiled_partition<4>(tile);
  f[grid.thread_rank()] =
      sum<32>(warp, f[0]) + tile.shfl_xor(f[1], 3) + cg::reduce(warp, f[2], cg::plus<float>());
  u[block.thread_rank()] = tile.ballot(u[0] > 3) + warp.any(u[1]) + warp.all(u[2]) +
                           quarter.meta_group_rank() + tile.match_any(u[3]) + block.size() +
                           cg::reduce(tile, u[4], cg::greater<unsigned>());
  block.sync();
  tile.sync();
  cg::sync(warp);
  wait(block);
  wait(tile);
  cg::coalesced_group together = cg::coalesced_threads();
  u[together.thread_rank()] = together.size() + block.group_index().x + block.thread_index().y;
}
