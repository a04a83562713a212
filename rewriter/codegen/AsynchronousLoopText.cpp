// The loop over k-tiles with cp.async: a ring of stages, one barrier a tile.
#include "rewriter/codegen/KernelPlan.h"
#include <algorithm>

namespace warpsmith {
namespace {

bool isTransformed(const TileLayout &layout) {
  return layout.transform == Transform::InPlace || layout.transform == Transform::Restaged;
}

/// The first element of `index`, a number or an expression, of tiles that lie side by side.
std::string elementOf(const std::string &tiles, const std::string &index, const std::string &size) {
  return index == "0" ? tiles : tiles + " + " + index + " * " + size;
}

/// Where the products of `tile` (a variable's name) in `stage` find an operand.
std::string tileOf(const KernelPlan &plan, int operand, const std::string &tile,
                   const std::string &stage) {
  const std::string x = letter(operand);
  const bool restaged = plan.layouts[operand].transform == Transform::Restaged;
  return elementOf("tiles" + x, restaged && tile != "0" ? "(" + tile + ") % 2" : stage, "Tile" + x);
}

/// Each thread works on its own part of a tile: scales or rounds it in place, or converts it from
/// the ring into one of two tiles of another type.
std::string transformText(KernelPlan &plan, const std::string &tile, const std::string &stage) {
  std::string text;
  for (const int operand : {0, 1}) {
    const TileLayout &layout = plan.layouts[operand];
    if (!isTransformed(layout))
      continue;
    plan.need("transform_tile.h");
    const std::string x = letter(operand);
    const bool inPlace = layout.transform == Transform::InPlace;
    const std::string to = tileOf(plan, operand, tile, stage);
    const std::string from =
        inPlace ? to : elementOf("raw" + x, stage, "Rows" + x + " * Columns" + x);
    text += "warpsmith::transformTile<Rows" + x + ", Columns" + x + ", " +
            (inPlace ? "Pitch" : "Columns") + x + ", Pitch" + x + ", Threads, Aligned ? " +
            std::to_string(vectorWidth(layout.source)) + " : 1>(" + to + ", " + from +
            ", thread, " + plan.transform(operand) + ");\n";
  }
  return text;
}

/// In place, split in two: what is read before the products of a tile is written after them.
struct SplitTransform {
  std::string declare, read, write;
};

SplitTransform splitTransform(KernelPlan &plan) {
  SplitTransform split;
  for (const int operand : {0, 1}) {
    if (!isTransformed(plan.layouts[operand]))
      continue;
    plan.need("tile_fetch.h");
    const std::string x = letter(operand);
    const std::string tile = "tiles" + x + " + nextStage * Tile" + x;
    split.declare += "warpsmith::TileFetch<" + plan.stored(operand) + ", " +
                     plan.shapeArguments(operand, "Threads") + "> next" + x + ";\n";
    split.read += "next" + x + ".load(" + tile + ", Pitch" + x + ", Rows" + x + ", Columns" + x +
                  ", thread);\n";
    split.write += "next" + x + ".store(" + tile + ", thread, " + plan.transform(operand) + ");\n";
  }
  return split;
}

/// The next tile is transformed while this one is multiplied, so that nobody waits for it.
std::string aheadLoop(KernelPlan &plan) {
  SplitTransform split;
  // Sums in two precisions leave no registers to hold a part of a tile while it is multiplied.
  if (plan.schedule.wmma || plan.schedule.interleave)
    split.read = transformText(plan, "tile + 1", "nextStage");
  else
    split = splitTransform(plan);
  const auto guarded = [](const std::string &text) {
    const bool several = std::count(text.begin(), text.end(), '\n') > 1; // one statement a line
    return text.empty() ? text
                        : "if (tile + 1 < tiles)" + (several ? "{\n" + text + "}\n" : "\n" + text);
  };
  return fill(R"(
  warpsmith::waitForCopies<Stages - 2>();
  $first
  for (int tile = 0; tile < tiles; ++tile) {
    const int stage = tile % Stages, nextStage = (tile + 1) % Stages;
    $barrier // this tile is ready, and the stage to be refilled has been read
    if (tile + Stages - 1 < tiles)
      copy(tile + Stages - 1);
    warpsmith::commitCopies();
    warpsmith::waitForCopies<Stages - 2>(); // this thread's part of the next tile has arrived
    $declare$read$multiply
    $write
  }
)",
              {{"first", transformText(plan, "0", "0")},
               {"barrier", plan.barrier()},
               {"declare", split.declare},
               {"read", guarded(split.read)},
               {"write", guarded(split.write)},
               {"multiply", multiplyCall(plan, tileOf(plan, 0, "tile", "stage"),
                                         tileOf(plan, 1, "tile", "stage"), "k - tile * BlockK")}});
}

std::string plainLoop(KernelPlan &plan) {
  return fill(R"(
  for (int tile = 0; tile < tiles; ++tile) {
    const int stage = tile % Stages;
    warpsmith::waitForCopies<Stages - 2>(); // this thread's part of the tile has arrived
    $arrived$barrier // everyone's part has, and the stage to be refilled has been read
    if (tile + Stages - 1 < tiles)
      copy(tile + Stages - 1);
    warpsmith::commitCopies();
    $multiply
  }
)",
              {{"arrived", transformText(plan, "tile", "stage")},
               {"barrier", plan.barrier()},
               {"multiply", multiplyCall(plan, tileOf(plan, 0, "tile", "stage"),
                                         tileOf(plan, 1, "tile", "stage"), "k - tile * BlockK")}});
}

} // namespace

std::string asynchronousLoopText(KernelPlan &plan) {
  const std::string start = fill(R"(
  const int tiles = (k + BlockK - 1) / BlockK;
  const auto copy = [&](int tile) {
    const int stage = tile % Stages, k0 = tile * BlockK;
    $copyA$copyB
  };
#pragma unroll
  for (int tile = 0; tile < Stages - 1; ++tile) {
    if (tile < tiles)
      copy(tile);
    warpsmith::commitCopies();
  }
)",
                                 {{"copyA", asyncCopy(plan, 0, "Threads", "thread")},
                                  {"copyB", asyncCopy(plan, 1, "Threads", "thread")}});
  const bool transforms = isTransformed(plan.layouts[0]) || isTransformed(plan.layouts[1]);
  return start + (transforms && plan.schedule.stages > 2 ? aheadLoop(plan) : plainLoop(plan));
}

} // namespace warpsmith
