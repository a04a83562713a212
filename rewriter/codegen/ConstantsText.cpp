// The constants of a kernel on WMMA fragments, with what must hold between them.
#include "rewriter/codegen/KernelPlan.h"

namespace warpsmith {
namespace {

std::string pitch(const TileLayout &layout, const std::string &columns) {
  const int pad = layout.pitch - layout.columns;
  return pad ? columns + " + " + std::to_string(pad) : columns;
}

/// The sum of what SharedMemoryText.cpp lays out.
std::string sharedBytes(const KernelPlan &plan) {
  const Wmma &wmma = plan.of<Wmma>();
  const bool ring = wmma.stages > 1 || wmma.copyWarps;
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
  text += " + ComputeThreads / 32 * FragmentM * PatchPitch * sizeof(float)";
  if (wmma.copyWarps)
    text += " + 2 * Stages * sizeof(warpsmith::Barrier)";
  return text;
}

} // namespace

std::string constantsText(KernelPlan &plan) {
  const Wmma &wmma = plan.of<Wmma>();
  const TileLayout &a = plan.layouts[0], &b = plan.layouts[1];
  Substitutions values = {
      {"bm", std::to_string(wmma.block.m)},
      {"bn", std::to_string(wmma.block.n)},
      {"bk", std::to_string(wmma.block.k)},
      {"wm", std::to_string(wmma.warpM)},
      {"wn", std::to_string(wmma.warpN)},
      {"fm", std::to_string(wmma.m)},
      {"fn", std::to_string(wmma.n)},
      {"fk", std::to_string(wmma.k)},
      {"patchPitch", std::to_string(PatchPitch)},
      {"rowsA", a.contiguousAlongK ? "BlockM" : "BlockK"},
      {"columnsA", a.contiguousAlongK ? "BlockK" : "BlockM"},
      {"rowsB", b.contiguousAlongK ? "BlockN" : "BlockK"},
      {"columnsB", b.contiguousAlongK ? "BlockK" : "BlockN"},
      {"pitchA", pitch(a, "ColumnsA")},
      {"pitchB", pitch(b, "ColumnsB")},
      {"storedA", plan.stored(0)},
      {"storedB", plan.stored(1)},
      {"stages", std::to_string(wmma.stages)},
      {"copyWarps", std::to_string(wmma.copyWarps)},
  };
  std::string text = fill(R"(
// Elements of C that a block computes, and the steps of k that a tile of A and B holds.
constexpr int BlockM = $bm, BlockN = $bn, BlockK = $bk;
)",
                          values);
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
  if (wmma.copyWarps)
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
  if (wmma.stages > 1 || wmma.copyWarps)
    text += fill("constexpr int Stages = $stages; // tiles in flight or in use\n", values);
  text +=
      "\n// Bytes of shared memory of a block.\nconstexpr int SharedBytes = " + sharedBytes(plan) +
      ";\n";
  return text;
}

} // namespace warpsmith
