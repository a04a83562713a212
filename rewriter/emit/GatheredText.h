/// A kernel whose operands are gathered, and its launch.
#pragma once

#include "rewriter/emit/GatheredProblem.h"
#include "rewriter/emit/KernelPlan.h"
#include "rewriter/emit/Specialise.h"
#include <string>
#include <vector>

namespace warpsmith {

/// Its sizes, the kernel, and what chooses a tile.
std::string gatheredText(KernelPlan &plan);
std::string gatheredInstanceText(KernelPlan &plan); ///< where the kernel file is included
/// The same on warpgroup products.
std::string gatheredTensorText(KernelPlan &plan);
std::string gatheredTensorInstanceText(KernelPlan &plan);

/// The functions of theirs that launch the kernel, as `launchFastest<Large, Small>`.
std::string gatheredCall(const KernelPlan &plan);
std::string gatheredTensorCall(const KernelPlan &plan);

/// One of a kernel file's of the namespace `space`: with all tiles of a menu.
template <typename Tile>
std::string launchOf(const KernelPlan &plan, const std::string &space,
                     const std::vector<Tile> &tiles) {
  const bool choice = tiles.size() > 1;
  std::string list = plan.includesFiles ? "Problem" : "";
  if (choice || plan.includesFiles)
    for (const Tile &tile : tiles)
      list += (list.empty() ? "" : ", ") + std::string(tile.name);
  return (plan.includesFiles ? space : "") + (choice ? "launchFastest" : "runTile") +
         (list.empty() ? "" : "<" + list + ">");
}

/// The kernel and its launch, specialised of their files, with the problem's members for
/// parameters.
std::string gatheredKernel(const std::vector<const char *> &kernelFiles, const char *launchFile,
                           const KernelFacts &facts, const GatheredProblem &problem);

/// What a launch names of the output.
template <typename Tile>
std::set<std::string> namesOfTiles(const std::vector<Tile> &tiles) {
  std::set<std::string> names;
  for (const Tile &tile : tiles)
    names.emplace(tile.name);
  return names;
}

/// As launchText(), which calls it.
std::string gatheredLaunchText(KernelPlan &plan, const std::string &original);

} // namespace warpsmith
