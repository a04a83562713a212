// The constants of a tiled kernel, with what must hold between them.
#include "rewriter/codegen/KernelPlan.h"

namespace warpsmith {
namespace {

/// How a warp's lanes lie over the block's threads: 4 x 8 where it divides, so that a vector load
/// of B is one run of shared memory and one of A is broadcast.
int warpColumns(int threadRows, int threadColumns) {
  for (const int columns : {8, 4, 16, 2, 32, 1})
    if (threadColumns % columns == 0 && threadRows % (32 / columns) == 0)
      return columns;
  return 0;
}

std::string pitch(const TileLayout &layout, const std::string &columns) {
  const int pad = layout.pitch - layout.columns;
  return pad ? columns + " + " + std::to_string(pad) : columns;
}

/// The sum of what SharedMemoryText.cpp lays out.
std::string sharedBytes(const KernelPlan &plan) {
  const Schedule &schedule = plan.schedule;
  const bool ring = schedule.stages > 1 || schedule.copyWarps;
  std::string text;
  for (const int operand : plan.operands()) {
    const TileLayout &layout = plan.layouts[operand];
    const std::string name = letter(operand);
    const std::string size = "sizeof(" + plan.stored(operand) + ")";
    text += operand ? " + " : "";
    if (layout.transform == Transform::Restaged)
      text += "Stages * Rows" + name + " * Columns" + name + " * sizeof(" +
              std::string(cudaName(layout.source)) + ") + 2 * Tile" + name + " * " + size;
    else
      text += (ring ? "Stages * Tile" : "Tile") + name + " * " + size;
  }
  if (schedule.wmma)
    text += " + ComputeThreads / 32 * FragmentM * PatchPitch * sizeof(float)";
  if (schedule.copyWarps)
    text += " + 2 * Stages * sizeof(warpsmith::Barrier)";
  return text;
}

} // namespace

std::string constantsText(KernelPlan &plan) {
  const Schedule &schedule = plan.schedule;
  const TileLayout &a = plan.layouts[0], &b = plan.layouts[1];
  Substitutions values = {
      {"bm", std::to_string(schedule.block->m)},
      {"bn", std::to_string(schedule.block->n)},
      {"bk", std::to_string(schedule.block->k)},
      {"tm", std::to_string(schedule.thread.m)},
      {"tn", std::to_string(schedule.thread.n)},
      {"rowsA", a.contiguousAlongK ? "BlockM" : "BlockK"},
      {"columnsA", a.contiguousAlongK ? "BlockK" : "BlockM"},
      {"rowsB", b.contiguousAlongK ? "BlockN" : "BlockK"},
      {"columnsB", b.contiguousAlongK ? "BlockK" : "BlockN"},
      {"pitchA", pitch(a, "ColumnsA")},
      {"pitchB", pitch(b, "ColumnsB")},
      {"storedA", plan.stored(0)},
      {"storedB", plan.stored(1)},
      {"stages", std::to_string(schedule.stages)},
      {"copyWarps", std::to_string(schedule.copyWarps)},
      {"stepGroup", std::to_string(stepGroup(plan.contraction, schedule))},
      {"runM", std::to_string(runWidth(plan.contraction, schedule, 0))},
      {"runN", std::to_string(runWidth(plan.contraction, schedule, 1))},
  };
  std::string text = fill(R"(
// Elements of C that a block computes, and the steps of k that a tile of A and B holds.
constexpr int BlockM = $bm, BlockN = $bn, BlockK = $bk;
)",
                          values);
  if (schedule.wmma) {
    values["wm"] = std::to_string(schedule.wmma->warpM);
    values["wn"] = std::to_string(schedule.wmma->warpN);
    values["fm"] = std::to_string(schedule.wmma->m);
    values["fn"] = std::to_string(schedule.wmma->n);
    values["patchPitch"] = std::to_string(PatchPitch);
    values["fk"] = std::to_string(schedule.wmma->k);
    text += fill(R"(
// Elements of C that a warp computes, in fragments of FragmentM x FragmentN, FragmentK steps at once.
constexpr int WarpM = $wm, WarpN = $wn;
constexpr int FragmentM = $fm, FragmentN = $fn, FragmentK = $fk;
constexpr int ComputeThreads = BlockM / WarpM * (BlockN / WarpN) * 32;
static_assert(BlockM % WarpM == 0 && BlockN % WarpN == 0,
              "A block tile must be a whole number of warp tiles.");
static_assert(WarpM % FragmentM == 0 && WarpN % FragmentN == 0 && BlockK % FragmentK == 0,
              "A warp tile must be a whole number of fragments.");
// Sums leave the fragments through a patch of shared memory a warp, rows PatchPitch apart.
constexpr int PatchPitch = $patchPitch;
)",
                 values);
  } else {
    const int rows = schedule.block->m / schedule.thread.m;
    const int columns = schedule.block->n / schedule.thread.n;
    const int lanes = warpColumns(rows, columns);
    values["warpColumns"] = std::to_string(lanes);
    text += fill(R"(
// Elements of C that a thread computes, and how the threads lie over the block's tile.
constexpr int ThreadM = $tm, ThreadN = $tn;
constexpr int ThreadRows = BlockM / ThreadM, ThreadColumns = BlockN / ThreadN;
constexpr int ComputeThreads = ThreadRows * ThreadColumns;
static_assert(BlockM % ThreadM == 0 && BlockN % ThreadN == 0,
              "A block tile must be a whole number of thread tiles.");
static_assert(ComputeThreads % 32 == 0, "The threads must be whole warps.");
)",
                 values);
    if (lanes)
      text += fill(R"(
// The lanes of a warp lie WarpRows x WarpColumns, so that they read runs of B side by side.
constexpr int WarpColumns = $warpColumns, WarpRows = 32 / WarpColumns;
static_assert(ThreadRows % WarpRows == 0 && ThreadColumns % WarpColumns == 0,
              "The block's threads must be a whole number of warps in both directions.");
)",
                   values);
    text += fill(R"(
// Steps of k that one load of a fragment serves, and elements side by side in a load.
constexpr int StepGroup = $stepGroup, RunM = $runM, RunN = $runN;
static_assert(BlockK % StepGroup == 0, "A tile must be a whole number of step groups.");
static_assert(ThreadM % RunM == 0 && ThreadN % RunN == 0,
              "A thread tile must be a whole number of runs.");
)",
                 values);
  }
  if (schedule.copyWarps)
    text += fill("constexpr int CopyThreads = $copyWarps * 32;\n"
                 "constexpr int Threads = ComputeThreads + CopyThreads;\n",
                 values);
  else
    text += "constexpr int Threads = ComputeThreads;\n";
  text += fill(R"(
// Tiles in shared memory: rows of contiguous elements, padded so that a warp's loads hit different
// banks.
constexpr int RowsA = $rowsA, ColumnsA = $columnsA, PitchA = $pitchA;
constexpr int RowsB = $rowsB, ColumnsB = $columnsB, PitchB = $pitchB;
constexpr int TileA = RowsA * PitchA, TileB = RowsB * PitchB;
)",
               values);
  if (schedule.stages > 1 || schedule.copyWarps)
    text += fill("constexpr int Stages = $stages; // tiles in flight or in use\n", values);
  if (schedule.interleave) {
    values["fp64"] = std::to_string(schedule.interleave->fp64);
    values["period"] = std::to_string(schedule.interleave->period);
    text += fill(R"(
// Fp64Steps of every Period steps of k accumulate in FP64, spread evenly.
constexpr int Fp64Steps = $fp64, Period = $period;
static_assert(BlockK % Period == 0, "The pattern of FP64 steps must repeat within a tile.");
__host__ __device__ constexpr bool isFp64Step(int step) {
  return (step + 1) * Fp64Steps / Period != step * Fp64Steps / Period;
}
)",
                 values);
  }
  if (schedule.fp64Warps) {
    values["fp64"] = std::to_string(schedule.fp64Warps->fp64);
    values["of"] = std::to_string(schedule.fp64Warps->of);
    text += fill(R"(
// Fp64Warps of every WarpPeriod warps accumulate in FP64. Warp w runs on sub-partition w % 4 of the
// SM, so that counting w / 4 gives each of them the same number.
constexpr int Fp64Warps = $fp64, WarpPeriod = $of;
static_assert(ComputeThreads / 32 % 4 == 0 && ComputeThreads / 128 * Fp64Warps % WarpPeriod == 0,
              "Each sub-partition must get the same number of FP64 warps.");
__device__ constexpr bool isFp64Warp(int warp) {
  return (warp / 4 + 1) * Fp64Warps / WarpPeriod != warp / 4 * Fp64Warps / WarpPeriod;
}
)",
                 values);
  }
  text +=
      "\n// Bytes of shared memory of a block.\nconstexpr int SharedBytes = " + sharedBytes(plan) +
      ";\n";
  return text;
}

} // namespace warpsmith
