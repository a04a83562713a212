// What a rewrite says of a product whose operands are gathered to its kernel files: the facts of
// the Problem, and the tiles.
#include "rewriter/emit/GatheredText.h"
#include "rewriter/emit/DeviceLibrary.h"
#include "rewriter/emit/FmaText.h"
#include "rewriter/emit/FmaTilesText.h"
#include "rewriter/emit/GatheredProblem.h"
#include "rewriter/emit/UnusedDeclarations.h"
#include "rewriter/families/GatheredTile.h"

namespace warpsmith {
namespace {

constexpr const char *GatheredTileFile = "warpsmith/kernels/gathered_tile.cuh";
constexpr const char *GatheredKernelFile = "warpsmith/kernels/gathered.cuh";
constexpr const char *GatheredLaunchFile = "warpsmith/kernels/gathered_launch.cuh";

KernelFacts factsOf(const KernelPlan &plan) {
  const Contraction &contraction = plan.contraction;
  const auto places = [](const Matrix &matrix) { return std::to_string(matrix.places.size()); };
  KernelFacts facts;
  facts.oneTile = plan.of<Gathered>().tiles.size() == 1;
  if (!mayBePadded(contraction))
    facts.parameters["Padded"] = truth(isPadded(contraction));
  facts.problem = {
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
  return facts;
}

KernelFacts::Texts gatheredSizesOf(const KernelPlan &plan, const GatheredTile &tile) {
  KernelFacts::Texts sizes;
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

/// The tiles' constants: one structure, or a template and the menu.
std::string tilesText(const KernelPlan &plan, KernelFacts &facts) {
  const std::string tile = specialised(declarations(GatheredTileFile), facts);
  const auto instance = [&](const GatheredTile &each) {
    return specialised(instantiated(tile, "GatheredTile", "Tile", gatheredSizesOf(plan, each)),
                       facts);
  };
  const std::vector<GatheredTile> &tiles = plan.of<Gathered>().tiles;
  for (const GatheredTile &each : tiles)
    checkAssertions(instance(each), "Tile", facts);
  if (facts.oneTile) {
    facts.tile = constantsOf(instance(tiles[0]), "Tile", facts);
    return instance(tiles[0]);
  }
  const std::string own = withNameOfTile(withoutAssertions(tile, "GatheredTile"), "GatheredTile");
  return own + gatheredAliases(plan, "Tile", own);
}

} // namespace

std::string gatheredKernel(const std::vector<const char *> &kernelFiles, const char *launchFile,
                           const KernelFacts &facts, const GatheredProblem &problem) {
  std::string kernel;
  for (const char *file : kernelFiles)
    kernel += specialised(declarations(file), facts);
  kernel = withoutUnused(kernel, {"kernel"});
  kernel = withFunctionsInPlace(kernel, facts) + specialised(declarations(launchFile), facts);
  kernel = withoutMemberCalls(kernel, "problem", problem.functions());
  return withMembersAsParameters(kernel, "Problem", "problem",
                                 namedParameters(problem.members().substr(2)));
}

std::string gatheredText(KernelPlan &plan) {
  for (const char *header : {"copy_async.h", "device_code.h", "gather.h", "launch.h", "vector.h"})
    plan.need(header);
  const GatheredProblem problem(plan);
  KernelFacts facts = factsOf(plan);
  if (!facts.oneTile)
    plan.need("tile_time.h");
  const std::string tile = tilesText(plan, facts);
  const std::string kernel = withoutUnusedVariables(
      gatheredKernel({GatheredKernelFile}, GatheredLaunchFile, facts, problem));
  std::set<std::string> roots = namesOfTiles(plan.of<Gathered>().tiles);
  roots.merge(std::set<std::string>{"kernel", facts.oneTile ? "runTile" : "launchFastest", "Tile"});
  const std::string text = withoutUnused(tile + kernel, roots);
  return facts.oneTile ? withConstantsOutside(text, "Tile") : text;
}

std::string gatheredInstanceText(KernelPlan &plan) {
  plan.includeFile(GatheredLaunchFile);
  const GatheredProblem problem(plan);
  KernelFacts facts = factsOf(plan);
  facts.problem.insert(facts.parameters.begin(), facts.parameters.end());
  return problemStructure(GatheredLaunchFile, facts.problem, problem.members(),
                          problem.structureFunctions()) +
         "\n" +
         gatheredAliases(plan, "warpsmith::gathered::GatheredTile", declarations(GatheredTileFile));
}

std::string gatheredCall(const KernelPlan &plan) {
  return launchOf(plan, "warpsmith::gathered::", plan.of<Gathered>().tiles);
}

} // namespace warpsmith
