// The copy warps of a kernel with columns in FP32 and in FP64.
#include "rewriter/codegen/FmaTilesText.h"
#include "rewriter/ir/FmaTile.h"
#include <algorithm>

namespace warpsmith {
namespace {

bool isTransposed(const KernelPlan &plan, int operand) {
  return plan.layouts[operand].contiguousAlongK;
}
bool isAsynchronous(const KernelPlan &plan, int operand) {
  return !isTransposed(plan, operand) && plan.layouts[operand].transform != Transform::OnCopy;
}

bool movesRegisters(const KernelPlan &plan) {
  const std::vector<FmaTile> &menu = plan.schedule.tiles;
  return std::any_of(menu.begin(), menu.end(),
                     [](const FmaTile &tile) { return tile.computeRegisters > 0; });
}

std::string copyText(KernelPlan &plan, int operand) {
  const std::string x = letter(operand);
  const std::string outer = operand == 0 ? "BlockM" : "BlockN";
  const bool transposed = isTransposed(plan, operand), async = isAsynchronous(plan, operand);
  const bool rows = operand == 1 && plan.schedule.interleave; // of a length that is no power of two
  const char *function = transposed ? "transposeTile"
                         : !async   ? "copyTile"
                         : rows     ? "streamRowsAsync"
                                    : "streamTileAsync";
  plan.need(transposed ? "transpose_tile.h"
            : !async   ? "copy_tile.h"
            : rows     ? "stream_rows.h"
                       : "stream_tile.h");
  return std::string("warpsmith::") + function + "<" + (transposed ? outer : "BlockK") + ", " +
         (transposed ? "BlockK" : outer) + ", Tile::Pitch" + x +
         ", Tile::FillingThreads, Aligned ? 4 : 1>(tiles" + x + " + stage * Tile::Tile" + x + ", " +
         plan.tileArguments(operand, "k0") + ", copyThread" +
         (async ? "" : ", " + plan.transform(operand)) + ");\n";
}

/// Where the old C is read after the products: what brings it into the L2 cache meanwhile.
std::string prefetchOldText(KernelPlan &plan) {
  if (!plan.schedule.interleave || !plan.finishReadsOld())
    return {};
  plan.need("prefetch.h");
  return fill(
      R"(    // The others still sum up several k-tiles: time to bring the old C into the L2 cache.
    constexpr int Line = warpsmith::CacheLine / sizeof($C), Lines = (BlockN + Line - 1) / Line;
    for (int line = copyThread; line < BlockM * Lines; line += Tile::CopyThreads) {
      const int row = blockRow + line / Lines, column = blockColumn + line % Lines * Line;
      if (row < m && column < n)
        warpsmith::prefetchToL2(&c[(long long)row * ldc + column]);
    }
)",
      {{"C", std::string(cudaName(plan.contraction.c.type))}});
}

} // namespace

std::string fmaCopyWarpsText(KernelPlan &plan) {
  plan.need("copy_async.h");
  plan.need("mbarrier.h");
  plan.need(plan.schedule.architecture->hasTryWait() ? "mbarrier_wait_sm90.h" : "mbarrier_wait.h");
  // The longest latency first.
  std::string copies;
  for (const bool asynchronous : {true, false})
    for (const int operand : {0, 1})
      if (isAsynchronous(plan, operand) == asynchronous)
        copies += copyText(plan, operand);
  const bool async = isAsynchronous(plan, 0) || isAsynchronous(plan, 1);
  const bool moves = movesRegisters(plan);
  if (moves)
    plan.need("register_budget.h");
  const bool dependent = plan.schedule.architecture->hasDependentLaunch();
  if (dependent)
    plan.need("dependent_launch.h");
  return fill(
      R"(
  if (thread == 0)
    for (int stage = 0; stage < Tile::Stages; ++stage) {
      warpsmith::initialize(&full[stage], $arrivals);
      warpsmith::initialize(&empty[stage], $readers);
    }
  __syncthreads();
$wait
  if (thread >= Tile::ComputeThreads) {
    // The copy warps run ahead of the others by as many tiles as there are stages.
$shrink    const int filler = (thread - Tile::ComputeThreads) / Tile::FillingThreads;
    $copyThreadType copyThread = (thread - Tile::ComputeThreads) % Tile::FillingThreads;
    for (int tile = $from; tile < $until; tile += Tile::CopyThreads / Tile::FillingThreads) {
      const int stage = tile % Tile::Stages, k0 = tile * BlockK;
      // A new barrier counts as having completed the phase before its first.
      warpsmith::wait(&empty[stage], tile / Tile::Stages % 2 ^ 1);
      $anew$copies$arrive
    }
$drain$prefetch    return;
  }
$grow)",
      {{"readers", sumsInSlices(plan.schedule) ? "Tile::SliceThreads" : "Tile::ComputeThreads"},
       {"arrivals", async ? "2 * Tile::FillingThreads" : "Tile::FillingThreads"},
       {"wait", dependent ? "  warpsmith::waitForPreviousKernel();\n" + emptyBlockText(plan) : ""},
       {"shrink", moves ? "warpsmith::shrinkRegisters<Tile::CopyRegisters>();\n" : ""},
       {"grow", moves ? "warpsmith::growRegisters<Tile::ComputeRegisters>();\n" : ""},
       {"from", plan.schedule.interleave ? "firstTile + filler" : "filler"},
       {"until", plan.schedule.interleave ? "lastTile" : "tiles"},
       // Beside sums in FP64 the copy warps have few registers.
       {"copyThreadType", plan.schedule.interleave ? "int" : "const int"},
       {"anew", plan.schedule.interleave ? "warpsmith::computeAnew(copyThread);\n" : ""},
       {"copies", copies},
       {"arrive", std::string(async ? "warpsmith::arriveWhenCopied(&full[stage]);\n" : "") +
                      "warpsmith::arrive(&full[stage]);"},
       {"prefetch", prefetchOldText(plan)},
       {"drain", async ? "    warpsmith::waitForCopies<0>();\n" : ""}});
}

} // namespace warpsmith
