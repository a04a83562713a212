// A menu of tiles on the FP32 units: their constants, the products, the choice at a launch.
#include "rewriter/codegen/FmaTilesText.h"
#include "rewriter/codegen/TileChoiceText.h"
#include "rewriter/ir/FmaTile.h"
#include <algorithm>

namespace warpsmith {
namespace {

std::string alias(const FmaTile &tile, const Schedule &schedule) {
  std::string text = "using " + std::string(tile.name) + " = Tile<";
  for (const int value : {tile.block.m, tile.block.n, tile.block.k, tile.thread.m, tile.thread.n,
                          stages(tile, schedule), fillingWarps(tile, schedule), tile.ahead,
                          tile.computeRegisters, tile.copyRegisters})
    text += std::to_string(value) + ", ";
  return text + std::to_string(tile.time) + ", " + std::to_string(copyWarps(tile, schedule)) +
         (sumsInSlices(schedule) ? ", " + std::to_string(tile.slices) : "") + ">;\n";
}

} // namespace

std::string fmaTilesText(KernelPlan &plan) {
  plan.need("mbarrier.h");
  std::string tiles;
  int rows = 0;
  for (const FmaTile &tile : plan.schedule.tiles) {
    tiles += alias(tile, plan.schedule);
    rows = std::max({rows, tile.block.m, tile.block.n});
  }
  const std::vector<FmaTile> ragged = raggedTiles(plan.contraction, plan.schedule);
  if (!ragged.empty())
    tiles += "// For operands whose rows cannot be read in 16-byte vectors.\n";
  for (const FmaTile &tile : ragged)
    tiles += alias(tile, plan.schedule);
  const auto pad = [&](int operand) {
    return plan.layouts[operand].contiguousAlongK ? " + " + std::to_string(TransposedPad) : "";
  };
  const bool dependent = plan.schedule.architecture->hasDependentLaunch();
  const bool sliced = sumsInSlices(plan.schedule);
  return fill(
      R"(
// A thread loads Run elements at once. Its warp's lanes lie WarpRows x WarpColumns over C.
constexpr int Run = $run, WarpRows = $warpRows, WarpColumns = $warpColumns;
constexpr int MostRows = $rows; // that a tile of A or B has in memory

/// A block computes BlockM x BlockN elements of C, a thread ThreadM x ThreadN of them, from k-tiles
/// of BlockK steps in a ring of Stages.
template <int RowsOfBlock, int ColumnsOfBlock, int StepsOfBlock, int RowsOfThread,
          int ColumnsOfThread, int RingStages, int FillingWarps, int StepsAhead,
          int RegistersToCompute, int RegistersToCopy, int RelativeTime, int CopyWarps$slicesParameter>
struct Tile {
  static constexpr int BlockM = RowsOfBlock, BlockN = ColumnsOfBlock, BlockK = StepsOfBlock;
  static constexpr int ThreadM = RowsOfThread, ThreadN = ColumnsOfThread;
  static constexpr int ThreadRows = BlockM / ThreadM, ThreadColumns = BlockN / ThreadN;
  static_assert(BlockM % (ThreadM * WarpRows) == 0 && BlockN % (ThreadN * WarpColumns) == 0,
                "A block tile must be a whole number of warps' tiles.");
  static_assert(ThreadM % Run == 0 && ThreadN % Run == 0,
                "A thread tile must be a whole number of runs.");
$slices  static constexpr int ComputeThreads = $ofSlices * ThreadColumns;
  static constexpr int CopyThreads = CopyWarps * 32, Threads = ComputeThreads + CopyThreads;
  // A stage is filled by as many of the copying threads.
  static constexpr int Stages = RingStages, FillingThreads = FillingWarps * 32;
  static_assert(CopyThreads / FillingThreads <= Stages,
                "Who fills must have seen the phase before the one that it waits for.");
$turns  // Fragments are loaded so many steps before their products.
  static constexpr int Ahead = StepsAhead;
  static_assert(BlockK % (2 * Ahead) == 0, "A tile must be a whole number of rounds of fragments.");
  // Of a thread by its role; 0 where all have the same.
  static constexpr int ComputeRegisters = RegistersToCompute, CopyRegisters = RegistersToCopy;
  static constexpr int Time = RelativeTime;
  // Tiles in shared memory: a row for each step of k.
  static constexpr int PitchA = BlockM$padA, PitchB = BlockN$padB;
  static constexpr int TileA = BlockK * PitchA, TileB = BlockK * PitchB;
  // Sums leave a warp through a patch of shared memory, a row of each of its threads at once.
  static constexpr int Patch = 32 * ThreadN, Patches = ComputeThreads * ThreadN;
  static constexpr int $used = (Stages * (TileA + TileB) + Patches$joined) * sizeof(float) +
                                     2 * Stages * sizeof(warpsmith::Barrier);
$alone};
// Times are compared with each other; measured on an H200.
$tiles)",
      {{"run", std::to_string(FmaRun)},
       {"warpRows", std::to_string(FmaWarpRows)},
       {"warpColumns", std::to_string(FmaWarpColumns)},
       {"rows", std::to_string(rows)},
       {"slicesParameter", sliced ? ", int SumSlices" : ""},
       {"slices",
        sliced
            ? R"(  // So many groups of warps sum the whole tile, each over every Slices-th k-tile.
  static constexpr int Slices = SumSlices, SliceThreads = ThreadRows * ThreadColumns;
  static_assert(ThreadM % Slices == 0, "Each slice must join as many rows.");
  // Where slices join their sums.
  static constexpr int Joined = Slices > 1 ? Slices * BlockM * BlockN : 0;
)"
            : ""},
       {"turns", sliced ? R"(  static_assert(Slices == 1 ||
                    (Stages > Slices && (Stages - Slices) % (CopyThreads / FillingThreads) == 0 &&
                     (Stages - CopyThreads / FillingThreads) % Slices == 0),
                "Slices must not see an old phase of a barrier for a new one.");
)"
                        : ""},
       {"ofSlices", sliced ? "Slices * ThreadRows" : "ThreadRows"},
       {"joined", sliced ? " + Joined" : ""},
       {"padA", pad(0)},
       {"padB", pad(1)},
       {"used", dependent ? "UsedBytes" : "SharedBytes"},
       {"alone",
        dependent
            ? fill(
                  R"(  // More than half of a multiprocessor's, which then runs one block at a time: two of the next
  // kernel, which may begin early, would share one while others are idle.
  static constexpr int SharedBytes = UsedBytes > $half ? UsedBytes : $half;
)",
                  {{"half", std::to_string(aloneSharedBytes(*plan.schedule.architecture))}})
            : ""},
       {"tiles", tiles}});
}

std::string loadRunText() {
  return R"(
__device__ __forceinline__ void loadRun(float *fragment, const float *from) {
  const auto run = warpsmith::loadVector<Run>(from);
#pragma unroll
  for (int r = 0; r < Run; ++r)
    fragment[r] = run.values[r];
}
)";
}

std::string fmaTilesMultiplyText(KernelPlan &plan) {
  plan.need("vector.h");
  return R"(
/// The i-th of a thread's rows or columns, of which `threads` lie over the block's tile.
__device__ __forceinline__ int placeOf(int i, int thread, int threads) {
  return (i / Run * threads + thread) * Run + i % Run;
}
)" + loadRunText() +
         fill(R"(
/// After which of a step's groups of rows a run of A's fragment is loaded for a later step: after
/// its own rows, but the last two runs after the last groups, one each.
__device__ constexpr int groupBeforeA(int run, int runs, int groups) {
  return run < runs - 2 ? (run + 1) * groups / runs - 1 : groups - runs + run;
}

/// Adds a step's products to Rows rows of a thread's sums. Each product shares an operand with the
/// last one, which thus comes from the reuse cache: the register file delivers two a cycle.
template <int Rows, int ThreadM, int ThreadN>
__device__ __forceinline__ void multiplyRows(float (&sum)[ThreadM][ThreadN], int first,
                                             const float (&fragmentA)[ThreadM],
                                             const float (&fragmentB)[ThreadN]$scalars) {
#pragma unroll
  for (int i = first; i < first + Rows; ++i)
#pragma unroll
    for (int next = 0; next < ThreadN; ++next) {
      const int j = i % 2 ? ThreadN - 1 - next : next;
      $product
    }
}
)",
              {{"scalars", plan.scalarParameters(KernelPlan::Scope::Multiply)},
               {"product", plan.stepStatement(plan.computation.step,
                                              {"fragmentA[i]", "fragmentB[j]", "sum[i][j]", ""})}});
}

namespace {

constexpr const char *WholeTiles = R"(
template <typename Tile, bool Aligned>
bool runTile($parameters) {
  const dim3 blocks((n + Tile::BlockN - 1) / Tile::BlockN,
                    (m + Tile::BlockM - 1) / Tile::BlockM$batches);
  return blocks.y <= 65535 && $launch;
}
)";

constexpr const char *WholeTime = R"(
/// How long the tiles of C take, in the units of Tile::Time.
template <typename Tile>
long long timeWith(const warpsmith::Device &device, long long m, long long n$batchParameter) {
$tooLarge  const long long tiles =
      (m + Tile::BlockM - 1) / Tile::BlockM * ((n + Tile::BlockN - 1) / Tile::BlockN)$ofBatch;
  return warpsmith::wavesOf(tiles, device.multiprocessors) * Tile::Time;
}
)";

constexpr const char *TilesOf = R"(
template <typename Tile>
long long tilesOf(long long m, long long n) {
  return (m + Tile::BlockM - 1) / Tile::BlockM * ((n + Tile::BlockN - 1) / Tile::BlockN);
}
)";

// A batch fills the multiprocessors another way.
constexpr const char *UnslicedTiles = R"(
template <typename Tile, bool Aligned>
bool runTile($parameters) {
  const long long tiles = tilesOf<Tile>(m, n);
  const Slicing slicing = {(int)tiles, 1, nullptr, nullptr};
  const dim3 blocks((unsigned)tiles, 1$batches);
  return tiles <= 0x3fffffff && $launch;
}
)";

constexpr const char *SlicedTiles = R"(
constexpr int MostSlices = 4;

/// Into how many slices of k those tiles are divided that do not fill the multiprocessors' places
/// once more; each slice is worth the sum that it leaves.
template <typename Tile>
int slicesOf(long long tiles, long long k, int places) {
  const int rest = (int)(tiles % places);
  if (rest == 0 || 2 * rest > places || k < 2 * MostSlices * Tile::Stages * Tile::BlockK)
    return 1;
  return places / rest < MostSlices ? places / rest : MostSlices;
}

template <typename Tile, bool Aligned>
bool runTile($parameters) {
  const long long tiles = tilesOf<Tile>(m, n);
  const auto tileKernel = kernel<Tile, Aligned>;
  if (tiles > 0x3fffffff ||
      !warpsmith::canLaunch(device, tileKernel, Tile::Threads, Tile::SharedBytes))
    return false;
  // Memory of a launch that is captured would be part of the graph, which could then not be
  // instantiated twice.
  const int slices = slicesOf<Tile>(tiles, k, device.multiprocessors);
  const int rest =
      slices > 1 && !warpsmith::isCaptured(stream) ? (int)(tiles % device.multiprocessors) : 0;
  const long long sums = (long long)rest * slices * (Tile::BlockM * Tile::BlockN);
  warpsmith::Workspace workspace(device, warpsmith::Workspace::bytesFor<float>(sums) +
                                     warpsmith::Workspace::bytesFor<int>(rest),
                                 stream);
  // Where there is no memory for their sums, no tile is divided.
  Slicing slicing = {(int)tiles, 1, nullptr, nullptr};
  if (rest > 0 && workspace) {
    const Slicing divided = {(int)tiles - rest, slices, workspace.take<float>(sums),
                             workspace.take<int>(rest)};
    if (cudaMemsetAsync(divided.arrivals, 0, rest * sizeof(int), stream) == cudaSuccess)
      slicing = divided;
    else
      cudaGetLastError(); // nobody asked for it
  }
  const dim3 blocks(slicing.whole + (unsigned)(tiles - slicing.whole) * slicing.slices);
  return $launch;
}

/// How long the tiles of C take, as MostSlices-fold Tile::Time.
template <typename Tile>
long long timeWith(const warpsmith::Device &device, long long m, long long n, long long k) {
  const int places = device.multiprocessors;
  const long long tiles = tilesOf<Tile>(m, n), slices = slicesOf<Tile>(tiles, k, places);
  const long long waves = tiles / places;
  const bool rest = tiles % places != 0;
  return (MostSlices * waves + (rest ? (MostSlices + slices - 1) / slices : 0)) * Tile::Time;
}
)";

} // namespace

std::string fmaTilesRunText(KernelPlan &plan) {
  const bool dependent = plan.schedule.architecture->hasDependentLaunch();
  for (const char *header : {dependent ? "dependent_launch.h" : "kernel_launch.h", "tile_order.h"})
    plan.need(header);
  const bool batched = plan.contraction.batch.constant() != 1;
  Substitutions values = plan.signature();
  values["batchParameter"] = batched ? ", long long batch" : "";
  values["batchName"] = batched ? ", batch" : "";
  values["batches"] = batched ? ", (unsigned)batch" : "";
  values["parameters"] = fill("const warpsmith::Device &device, cudaStream_t "
                              "stream$batchParameter, int m, int n, "
                              "int k$scalars, const $A *a, int lda, const $B *b, int ldb, $C *c, "
                              "int ldc$further",
                              values);
  values["arguments"] =
      fill("device, stream$batchName, m, n, k$names, a, lda, b, ldb, c, ldc$furtherNames", values);
  const bool interleaved = plan.schedule.interleave.has_value();
  const bool sliced = interleaved && !batched;
  int mostBytes = 0;
  for (const FmaTile &tile : plan.schedule.tiles)
    mostBytes = std::max(mostBytes, sharedMemoryBytes(tile, plan.contraction, plan.schedule));
  values["tooLarge"] = tooLargeText(*plan.schedule.architecture, mostBytes);
  values["ofBatch"] = batched ? " * batch" : "";
  values["extents"] = sliced ? "device, m, n, k" : batched ? "device, m, n, batch" : "device, m, n";
  if (sliced)
    plan.need("workspace.h");
  values["first"] = interleaved ? "stream, slicing" : "stream";
  values["tileKernel"] = sliced ? "tileKernel" : "kernel<Tile, Aligned>";
  values["launch"] =
      fill((dependent ? std::string("warpsmith::launchDependent(device, $tileKernel, blocks, 1")
                      : "warpsmith::launch(device, $tileKernel, blocks") +
               ", Tile::Threads, Tile::SharedBytes, $first, m, n, k$names, a, lda, b, ldb, c, "
               "ldc$furtherNames)",
           values);
  const std::string tiles = sliced        ? std::string(TilesOf) + SlicedTiles
                            : interleaved ? std::string(TilesOf) + UnslicedTiles + WholeTime
                                          : std::string(WholeTiles) + WholeTime;
  return fill(tiles, values) + fmaChoiceText(plan, values);
}

} // namespace warpsmith
