/// A kernel whose operands are gathered, and its launch.
#pragma once

#include "rewriter/emit/GatheredProblem.h"
#include "rewriter/emit/KernelPlan.h"
#include <string>
#include <vector>

namespace warpsmith {

/// Its Problem and its tiles.
std::string gatheredInstanceText(KernelPlan &plan);
/// The same on tensor cores.
std::string gatheredTensorInstanceText(KernelPlan &plan);

/// The functions of theirs that launch the kernel, as `launchFastest<Large, Small>`.
std::string gatheredCall(const KernelPlan &plan);
std::string gatheredTensorCall(const KernelPlan &plan);

/// One of a kernel file's of the namespace `space`: with all tiles of a menu.
template <typename Tile>
std::string launchOf(const std::string &space, const std::vector<Tile> &tiles) {
  std::string list = "Problem";
  for (const Tile &tile : tiles)
    list += ", " + std::string(tile.name);
  return space + (tiles.size() > 1 ? "launchFastest" : "runTile") + "<" + list + ">";
}

/// As launchText(), which calls it.
std::string gatheredLaunchText(KernelPlan &plan, const std::string &original);

} // namespace warpsmith
