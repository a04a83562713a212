// What a rewrite says of a product whose operands are gathered to its kernel files: the facts of
// the Problem, and the tiles.
#include "rewriter/emit/GatheredText.h"
#include "rewriter/emit/DeviceLibrary.h"
#include "rewriter/emit/FmaText.h"
#include "rewriter/emit/FmaTilesText.h"
#include "rewriter/emit/GatheredProblem.h"
#include "rewriter/families/GatheredTile.h"

namespace warpsmith {
namespace {

constexpr const char *GatheredTileFile = "warpsmith/kernels/gathered_tile.cuh";
constexpr const char *GatheredLaunchFile = "warpsmith/kernels/gathered_launch.cuh";

NamedValues factsOf(const KernelPlan &plan) {
  const Contraction &contraction = plan.contraction;
  const auto places = [](const Matrix &matrix) { return std::to_string(matrix.places.size()); };
  NamedValues facts = {
      {"A", std::string(cudaName(contraction.a.type))},
      {"B", std::string(cudaName(contraction.b.type))},
      {"C", std::string(cudaName(contraction.c.type))},
      {"Sum", std::string(cudaName(contraction.sum))},
      {"AlongKA", truth(gathersAlongSteps(contraction, 0))},
      {"AlongKB", truth(gathersAlongSteps(contraction, 1))},
      {"Batched", truth(contraction.isBatched())},
      {"StartsFromZero", truth(plan.computation.start->isLiteralZero())},
      {"PlacesA", places(contraction.a)},
      {"PlacesB", places(contraction.b)},
      {"SkipsPadding", truth(contraction.a.padding == Padding::Skipped ||
                             contraction.b.padding == Padding::Skipped)},
      {"MayBePadded", truth(mayBePadded(contraction))},
  };
  if (!mayBePadded(contraction))
    facts["Padded"] = truth(isPadded(contraction));
  return facts;
}

NamedValues gatheredSizesOf(const KernelPlan &plan, const GatheredTile &tile) {
  NamedValues sizes;
  const auto set = [&](const char *name, int value) { sizes[name] = std::to_string(value); };
  set("RowsOfBlock", tile.block.m);
  set("ColumnsOfBlock", tile.block.n);
  set("StepsOfBlock", tile.block.k);
  set("RowsOfThread", tile.thread.m);
  set("ColumnsOfThread", tile.thread.n);
  set("LaneColumns", laneColumns(tile));
  set("RowsOfLoad", runOf(tile.thread.m, plan.contraction.a.type));
  set("ColumnsOfLoad", runOf(tile.thread.n, plan.contraction.b.type));
  set("RingStages", tile.stages);
  set("ResidentBlocks", tile.blocksAtOnce);
  set("RelativeTime", tile.time);
  set("LeastTime", tile.least);
  return sizes;
}

/// The menu, of instances of a template whose declaration is in `text`.
std::string gatheredAliases(const KernelPlan &plan, const std::string &name,
                            std::string_view text) {
  std::string aliases = "// Times are compared with each other; measured on an H100.\n";
  for (const GatheredTile &tile : plan.of<Gathered>().tiles)
    aliases += "using " + std::string(tile.name) + " = " +
               tileInstance(name, text, gatheredSizesOf(plan, tile)) + ";\n";
  return aliases;
}

} // namespace

std::string gatheredInstanceText(KernelPlan &plan) {
  plan.includeFile(GatheredLaunchFile);
  const GatheredProblem problem(plan);
  NamedValues facts = factsOf(plan);
  return problemStructure(GatheredLaunchFile, facts, problem.members(),
                          problem.structureFunctions()) +
         "\n" +
         gatheredAliases(plan, "warpsmith::gathered::GatheredTile", declarations(GatheredTileFile));
}

std::string gatheredCall(const KernelPlan &plan) {
  return launchOf("warpsmith::gathered::", plan.of<Gathered>().tiles);
}

} // namespace warpsmith
