#include "cooperative_groups.h"
#include "cooperative_groups/reduce.h"
#include "tests/emulator/headers/RunKernel.h"
#include <gmock/gmock.h>

using namespace warpsmith::emulator::test;
namespace cg = cooperative_groups;

namespace {

template <unsigned Size>
void tiles(int *results) {
  const cg::thread_block block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<Size>(block);
  const int thread = static_cast<int>(block.thread_rank());
  int *own = results + 8 * thread;
  own[0] = static_cast<int>(tile.thread_rank());
  own[1] = static_cast<int>(tile.meta_group_rank());
  own[2] = static_cast<int>(tile.meta_group_size());
  own[3] = tile.shfl(thread, 1);
  own[4] = tile.shfl_down(thread, 1);
  own[5] = cg::reduce(tile, thread, cg::plus<int>());
  own[6] = static_cast<int>(tile.ballot(thread % 2));
  own[7] = tile.shfl_xor(thread, 2);
  tile.sync();
}

template <unsigned Size>
void expectTiles() {
  constexpr int Threads = 48 + 16, Length = static_cast<int>(Size);
  ManagedArray<int> results(8 * Threads);
  // Ranks count x first.
  run(tiles<Size>, 1, dim3(16, 4), static_cast<int *>(results));
  for (int thread = 0; thread < Threads; ++thread) {
    const int rank = thread % Length, first = thread - rank;
    const int *own = &results[8 * thread];
    EXPECT_EQ(own[0], rank);
    EXPECT_EQ(own[1], thread / Length);
    EXPECT_EQ(own[2], Threads / Length);
    EXPECT_EQ(own[3], first + 1 % Length);
    EXPECT_EQ(own[4], rank + 1 < Length ? thread + 1 : thread);
    EXPECT_EQ(own[5], Length * first + Length * (Length - 1) / 2);
    const unsigned odd = Length == 1 ? static_cast<unsigned>(thread % 2) : 0xaaaaaaaau;
    const unsigned mask = Length == 32 ? ~0u : (1u << Length) - 1;
    EXPECT_EQ(static_cast<unsigned>(own[6]), odd & mask);
    EXPECT_EQ(own[7], (rank ^ 2) < Length ? first + (rank ^ 2) : thread);
  }
}

TEST(Groups, TilesOfEverySize) {
  expectTiles<1>();
  expectTiles<2>();
  expectTiles<4>();
  expectTiles<8>();
  expectTiles<16>();
  expectTiles<32>();
}

void ranks(int *results) {
  const cg::grid_group grid = cg::this_grid();
  const cg::thread_group eighths = cg::tiled_partition(cg::this_thread_block(), 8);
  results[grid.thread_rank()] = static_cast<int>(grid.block_rank() * 1000000 + grid.size() * 100 +
                                                 eighths.thread_rank() * 10 + eighths.size());
}
TEST(Groups, RanksInTheGrid) {
  ManagedArray<int> results(6 * 32);
  run(ranks, dim3(3, 2), 32, static_cast<int *>(results));
  for (int i = 0; i < 6 * 32; ++i)
    EXPECT_EQ(results[i], i / 32 * 1000000 + 6 * 32 * 100 + i % 8 * 10 + 8);
}

void coalesced(int *results) {
  if (threadIdx.x >= 20)
    return;
  __syncwarp(0xfffff);
  const cg::coalesced_group group = cg::coalesced_threads();
  results[threadIdx.x] = static_cast<int>(group.thread_rank());
  group.sync();
}
TEST(Groups, CoalescedThreadsLeaveOutThoseThatHaveEnded) {
  ManagedArray<int> results(32);
  run(coalesced, 1, 32, static_cast<int *>(results));
  for (int i = 0; i < 20; ++i)
    EXPECT_EQ(results[i], i);
}

void gridSync() {
  cg::this_grid().sync();
}
TEST(Groups, GridWideSynchronisationIsRefused) {
  EXPECT_THAT(mistakeOf(gridSync, 2, 32), ::testing::HasSubstr("a grid-wide sync()"));
}

} // namespace
