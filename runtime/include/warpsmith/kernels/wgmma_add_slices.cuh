/// The second kernel of a product on warpgroup products (wgmma.cuh) whose tiles are divided into
/// more slices of k than a cluster has blocks: each block leaves its sums in memory, and here they
/// are added, always in the same order, so that equal operands have equal results. The Problem is
/// that of wgmma.cuh, with LeavesSums.
#pragma once

#include "warpsmith/device/device_code.h"
#include "warpsmith/device/launch.h"
#include "warpsmith/kernels/wgmma_epilogue.cuh"

namespace warpsmith::wgmma {

/// Each lane of a warp has four neighbouring sums, and the warps of a group share the slices.
constexpr int AddingWarps = 8, SumsOfWarp = 128;

/// Warps of a group: each has four slices or more, whose sums are on their way together.
__host__ __device__ constexpr int warpsThatShare(int slices) {
  return slices >= 32 ? 8 : slices >= 16 ? 4 : slices >= 8 ? 2 : 1;
}

/// Blocks that add the sums of one tile.
template <typename Tile>
__host__ __device__ constexpr int addingBlocks(int slices) {
  return Tile::BlockM * Tile::BlockN / SumsOfWarp * warpsThatShare(slices) / AddingWarps;
}

template <typename Problem, typename Tile>
__global__ void __launch_bounds__(warpsmith::CompiledForSm90a ? AddingWarps * 32 : 1)
    addSlices(const __grid_constant__ Problem problem) {
  if constexpr (warpsmith::CompiledForSm90a) {
    using Sum = typename Problem::Sum;
    warpsmith::allowNextKernel();
    const int blocks = addingBlocks<Tile>(problem.slices), tile = (int)blockIdx.x / blocks;
    const int tileColumns = (problem.n + Tile::BlockN - 1) / Tile::BlockN;
    const int blockRow = tile / tileColumns * Tile::BlockM;
    const int blockColumn = tile % tileColumns * Tile::BlockN;
    const int share = warpsThatShare(problem.slices),
              sumsOfBlock = AddingWarps / share * SumsOfWarp;
    const int firstSum = (int)blockIdx.x % blocks * sumsOfBlock;
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int first = warp % share * problem.slices / share;
    const int end = (warp % share + 1) * problem.slices / share;
    warpsmith::waitForPreviousKernel();

    __shared__ Sum parts[AddingWarps][SumsOfWarp];
    const Sum *from = placeOfSums<Problem, Tile>(problem, blockRow, blockColumn, first) + firstSum +
                      warp / share * SumsOfWarp + 4 * lane;
    warpsmith::Vector<Sum, 4> part = {};
#pragma unroll 8
    for (int slice = first; slice < end; ++slice, from += Tile::BlockM * Tile::BlockN) {
      const auto next = warpsmith::loadVector<4>(from);
#pragma unroll
      for (int r = 0; r < 4; ++r)
        part.values[r] += next.values[r];
    }
    warpsmith::storeVector(&parts[warp][4 * lane], part);
    __syncthreads();
    for (int own = threadIdx.x; own < sumsOfBlock; own += AddingWarps * 32) {
      Sum sum = parts[own / SumsOfWarp * share][own % SumsOfWarp];
      for (int other = 1; other < share; ++other)
        sum += parts[own / SumsOfWarp * share + other][own % SumsOfWarp];
      // The thread that left the sum, and which of its own it was.
      constexpr int Threads = Tile::Warpgroups * 128;
      const int place = firstSum + own, thread = 128 + place / 4 % Threads;
      const int index = place / 4 / Threads * 4 + place % 4;
      const int row = firstRowOf<Problem>(blockRow, thread) + rowOfSum<Problem>(index);
      const int column = firstColumnOf<Problem>(blockColumn, thread) + columnOfSum<Problem>(index);
      bool exists = row < problem.m && column < problem.n;
      if constexpr (!Problem::StoresAll)
        exists = exists && problem.isStored(row, column);
      if (!exists)
        continue;
      if constexpr (Problem::Parts > 1)
        sum = hasParts<Problem>(problem, row, column)
                  ? (float)(sum * scaleOfRow<Problem>(problem, row) * problem.backB[column])
                  : exactSum<Problem>(problem, row, column);
      if constexpr (Problem::SkipsPadding)
        if (sum != sum)
          sum = problem.originalSum(row, column);
      storeElement<Problem>(problem, sum, row, column);
    }
  }
}

} // namespace warpsmith::wgmma
