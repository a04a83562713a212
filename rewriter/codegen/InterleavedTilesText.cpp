// A kernel that sums some columns of a tile on the FP32 units and the others on FP64's tensor
// cores, both in one instruction stream: its tiles, and what leaves them for C.
#include "rewriter/codegen/FmaTilesText.h"
#include "rewriter/codegen/InterleavedText.h"
#include "rewriter/ir/FmaTile.h"
#include <algorithm>

namespace warpsmith {
namespace {

std::string alias(const FmaTile &tile, const Schedule &schedule) {
  std::string text = "using " + std::string(tile.name) + " = Tile<";
  for (const int value : {tile.block.m, tile.block.n, tile.thread.n, tile.wide.m, tile.wide.n,
                          stages(tile, schedule), tile.computeRegisters, tile.copyRegisters})
    text += std::to_string(value) + ", ";
  return text + std::to_string(tile.time) + ">;\n";
}

} // namespace

std::string interleavedTilesText(KernelPlan &plan) {
  plan.need("mbarrier.h");
  std::string tiles;
  int rows = 0;
  for (const FmaTile &tile : plan.schedule.tiles) {
    tiles += alias(tile, plan.schedule);
    rows = std::max({rows, tile.block.m, tile.block.n});
  }
  return fill(R"(
// A thread loads Run elements at once. Over what its warp sums in FP32, lanes lie LaneRows x
// LaneColumns. Over what it sums in FP64, products are of ProductM x ProductN x ProductK.
constexpr int Run = $run, LaneRows = $laneRows, LaneColumns = $laneColumns;
constexpr int ProductM = 16, ProductN = 8, ProductK = 16;
constexpr int MostRows = $rows; // that a tile of A or B has in memory

/// A block computes BlockM x BlockN elements of C from k-tiles of BlockK steps in a ring of Stages.
/// Of each k-tile a warp adds the products of a part of the first columns in FP32, Run x ThreadN of
/// them a thread, and of a part of the others in FP64, WideM x WideN products of the tensor cores.
template <int RowsOfBlock, int ColumnsOfBlock, int ColumnsOfThread, int WideRowsOfWarp,
          int WideColumnsOfWarp, int RingStages, int RegistersToCompute, int RegistersToCopy,
          int RelativeTime>
struct Tile {
  static constexpr int BlockM = RowsOfBlock, BlockN = ColumnsOfBlock, BlockK = ProductK;
  static constexpr int ThreadN = ColumnsOfThread;
  static constexpr int WideM = WideRowsOfWarp / ProductM, WideN = WideColumnsOfWarp / ProductN;
  static constexpr int ElementsOfWarp =
      32 * Run * ThreadN + WideRowsOfWarp * WideColumnsOfWarp;
  static constexpr int ComputeThreads = BlockM * BlockN / ElementsOfWarp * 32;
  static constexpr int CopyThreads = $copyWarps * 32, FillingThreads = CopyThreads;
  static constexpr int Threads = ComputeThreads + CopyThreads;
  // How many warps lie side by side over the columns in FP32, and over those in FP64.
  static constexpr int NarrowWarps = ComputeThreads / 32 / (BlockM / (LaneRows * Run));
  static constexpr int WideWarps = ComputeThreads / 32 / (BlockM / WideRowsOfWarp);
  static constexpr int NarrowColumns = NarrowWarps * LaneColumns * ThreadN;
  static_assert(NarrowColumns + WideWarps * WideColumnsOfWarp == BlockN,
                "The warps' parts must be the whole tile.");
  static constexpr int Stages = RingStages;
  // A k-tile is worked through in groups of Run products in FP32, a column of a step each.
  static constexpr int Groups = BlockK * ThreadN;
  // Of a thread by its role.
  static constexpr int ComputeRegisters = RegistersToCompute, CopyRegisters = RegistersToCopy;
  static constexpr int Time = RelativeTime;
  // Tiles in shared memory: a row for each step of k. Rows that a warp reads at once for products
  // in FP64 begin in different banks.
  static constexpr int PitchA = BlockM + Run;
  static constexpr int PitchB = (BlockN + 23) / 32 * 32 + 8;
  static constexpr int TileA = BlockK * PitchA, TileB = BlockK * PitchB;
  // Sums in FP32 leave through patches, a column of each thread's at once.
  static constexpr int Patch = ComputeThreads * Run, Patches = ThreadN * Patch;
  static constexpr int SharedBytes = (Stages * (TileA + TileB) + Patches) * sizeof(float) +
                                     2 * Stages * sizeof(warpsmith::Barrier);
};
$tiles)",
              {{"run", std::to_string(FmaRun)},
               {"laneRows", std::to_string(NarrowWarpRows)},
               {"laneColumns", std::to_string(NarrowWarpColumns)},
               {"copyWarps", std::to_string(plan.schedule.copyWarps)},
               {"rows", std::to_string(rows)},
               {"tiles", tiles}}) +
         R"(
/// What is done `turns` times a k-tile, every `apart` groups, the first time after group `first`:
/// which time it is after this group, or -1. The groups of k-tiles are a ring.
__host__ __device__ constexpr int turnAfter(int group, int groups, int first, int apart,
                                            int turns) {
  const int since = (group - first + groups) % groups;
  return since % apart == 0 && since / apart < turns ? since / apart : -1;
}
)" + loadRunText();
}

std::string interleavedEpilogueText(const KernelPlan &plan) {
  const auto finish = [&](const char *sum, const char *old) {
    return plan.finishText({"", "", sum, old, "column"});
  };
  const Substitutions values = {
      {"region", plan.regionTest("column")},
      {"C", std::string(cudaName(plan.contraction.c.type))},
      {"narrow", finish("patch[(first + j) * Tile::Patch + (i ^ 1)]", "old[i][j]")},
      {"wide", finish("(float)wideSum[i][j][at]", "old[j][at]")}};
  const bool reads = plan.finishReadsOld();
  const std::string narrowOld = reads ? fill(R"(
    $C old[Run][Run]; // all are on their way before one is needed
#pragma unroll
    for (int i = 0; i < Run; ++i)
#pragma unroll
      for (int j = 0; j < Run; ++j) {
        const int row = narrowRowOf(i), column = narrowColumnOf(first + j);
        if (row < m && column < n$region)
          old[i][j] = c[(long long)row * ldc + column];
      })",
                                             values)
                                      : "";
  const std::string wideOld = reads ? fill(R"(
    $C old[WideN][4];
#pragma unroll
    for (int j = 0; j < WideN; ++j)
#pragma unroll
      for (int at = 0; at < 4; ++at) {
        const int row = wideRowOf(i, at), column = wideColumnOf(j, at);
        if (row < m && column < n$region)
          old[j][at] = c[(long long)row * ldc + column];
      })",
                                           values)
                                    : "";
  return R"(
  const auto narrowRowOf = [&](int i) { return own.row + narrowRow + i; };
  const auto narrowColumnOf = [&](int j) {
    return own.column + narrowColumn + j / Run * (LaneColumns * Run) + j % Run;
  };
  // Of 16 x 8 elements in FP64 a lane has two rows and two columns side by side.
  const auto wideRowOf = [&](int i, int at) { return own.row + wideRow + 4 * i + at / 2; };
  const auto wideColumnOf = [&](int j, int at) {
    return own.column + wideColumn + ProductN * j + stepOfLane * 2 + at % 2;
  };
  // A thread's sums in FP32 leave with neighbours swapped: the operands of a product that are read
  // anew, a sum and an element of A, then lie in registers of different banks.
  float *patch = patches + thread * Run;
#pragma unroll
  for (int j = 0; j < ThreadN; ++j) {
    warpsmith::Vector<float, Run> swapped;
#pragma unroll
    for (int i = 0; i < Run; ++i)
      swapped.values[i] = sum[i ^ 1][j];
    warpsmith::storeVector(patch + j * Tile::Patch, swapped);
  }
  __syncwarp();
#pragma unroll
  for (int first = 0; first < ThreadN; first += Run) {)" +
         narrowOld +
         fill(R"(
#pragma unroll
    for (int i = 0; i < Run; ++i)
#pragma unroll
      for (int j = 0; j < Run; ++j) {
        const int row = narrowRowOf(i), column = narrowColumnOf(first + j);
        if (row < m && column < n$region)
          c[(long long)row * ldc + column] = $narrow;
      }
  }
#pragma unroll
  for (int i = 0; i < WideM; ++i) {)",
              values) +
         wideOld +
         fill(R"(
#pragma unroll
    for (int j = 0; j < WideN; ++j)
#pragma unroll
      for (int at = 0; at < 4; ++at) {
        const int row = wideRowOf(i, at), column = wideColumnOf(j, at);
        if (row < m && column < n$region)
          c[(long long)row * ldc + column] = $wide;
      }
  }
)",
              values);
}

} // namespace warpsmith
