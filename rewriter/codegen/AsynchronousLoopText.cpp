// The loop over k-tiles of a kernel on WMMA fragments with cp.async: a ring of stages, one barrier
// a tile.
#include "rewriter/codegen/KernelPlan.h"

namespace warpsmith {
namespace {

/// Where the products of `tile` in `stage` find an operand.
std::string tileOf(const KernelPlan &plan, int operand) {
  const bool restaged = plan.layouts[operand].transform == Transform::Restaged;
  return "tiles" + operandName(operand) + (restaged ? " + tile % 2" : " + stage") + " * Tile" +
         letter(operand);
}

/// Each thread works on its own part of a tile: scales or rounds it in place, or converts it from
/// the ring into one of two tiles of another type.
std::string transformText(KernelPlan &plan) {
  std::string text;
  for (const int operand : plan.operands()) {
    const TileLayout &layout = plan.layouts[operand];
    const bool inPlace = layout.transform == Transform::InPlace;
    if (!inPlace && layout.transform != Transform::Restaged)
      continue;
    plan.need("transform_tile.h");
    const std::string x = letter(operand);
    const std::string to = tileOf(plan, operand);
    const std::string from =
        inPlace ? to : "raw" + operandName(operand) + " + stage * Rows" + x + " * Columns" + x;
    text += "warpsmith::transformTile<" + plan.shapeArguments(operand, "Threads", !inPlace) +
            ", Pitch" + x + ">(" + to + ", " + from + ", thread, " + plan.transform(operand) +
            ");\n";
  }
  return text;
}

} // namespace

std::string asynchronousLoopText(KernelPlan &plan) {
  std::string copies;
  for (const int operand : plan.operands())
    copies += asyncCopy(plan, operand, "Threads", "thread");
  return fill(
      R"(
  const int tiles = (k + BlockK - 1) / BlockK;
  const auto copy = [&](int tile) {
    const int stage = tile % Stages, k0 = tile * BlockK;
    $copies
  };
#pragma unroll
  for (int tile = 0; tile < Stages - 1; ++tile) {
    if (tile < tiles)
      copy(tile);
    warpsmith::commitCopies();
  }
  for (int tile = 0; tile < tiles; ++tile) {
    const int stage = tile % Stages;
    warpsmith::waitForCopies<Stages - 2>(); // this thread's part of the tile has arrived
    $arrived    __syncthreads(); // everyone's part has, and the stage to be refilled has been read
    if (tile + Stages - 1 < tiles)
      copy(tile + Stages - 1);
    warpsmith::commitCopies();
    $multiply
  }
)",
      {{"copies", copies},
       {"arrived", transformText(plan)},
       {"multiply", multiplyCall(plan, [&](int operand) { return tileOf(plan, operand); })}});
}

} // namespace warpsmith
