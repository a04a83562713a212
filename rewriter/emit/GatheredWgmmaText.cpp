// What a rewrite says of a product on warpgroups whose operands are gathered to its kernel files:
// the facts of the Problem, the tiles, the instruction; and `run`.
#include "rewriter/emit/DeviceLibrary.h"
#include "rewriter/emit/FmaText.h"
#include "rewriter/emit/FmaTilesText.h"
#include "rewriter/emit/GatheredText.h"
#include "rewriter/emit/TileChoiceText.h"
#include "rewriter/emit/UnusedDeclarations.h"
#include "rewriter/emit/WgmmaInstruction.h"
#include "rewriter/families/GatheredWgmmaTile.h"
#include <cstring>

namespace warpsmith {
namespace {

constexpr const char *WgmmaTileFile = "warpsmith/kernels/gathered_wgmma_tile.cuh";
constexpr const char *WgmmaKernelFile = "warpsmith/kernels/gathered_wgmma.cuh";
constexpr const char *WgmmaLaunchFile = "warpsmith/kernels/gathered_wgmma_launch.cuh";

KernelFacts wgmmaFactsOf(const KernelPlan &plan) {
  const Contraction &contraction = plan.contraction;
  const auto &wgmma = plan.of<GatheredWgmma>();
  const auto places = [](const Matrix &matrix) { return std::to_string(matrix.places.size()); };
  const bool vectorsA = copiedRun(contraction, wgmma, 0).has_value();
  const bool vectorsB = copiedRun(contraction, wgmma, 1).has_value();
  KernelFacts facts;
  facts.oneTile = wgmma.tiles.size() == 1;
  facts.problem = {
      {"A", std::string(cudaName(contraction.a.type))},
      {"B", std::string(cudaName(contraction.b.type))},
      {"C", std::string(cudaName(contraction.c.type))},
      {"Part", std::string(cudaName(wgmma.part))},
      {"Sum", std::string(cudaName(contraction.sum))},
      {"Batched", truth(contraction.isBatched())},
      {"ReadsOld", truth(plan.finishReadsOld())},
      {"ReadsArrays",
       truth(plan.finishReadsOld() || plan.computation.finish->contains(Expression::Kind::Extra))},
      {"VectorsA", truth(vectorsA)},
      {"VectorsB", truth(vectorsB)},
      {"HasVectors", truth(vectorsA || vectorsB)},
      {"PlacesA", places(contraction.a)},
      {"PlacesB", places(contraction.b)},
      {"SkipsPadding", truth(contraction.a.padding == Padding::Skipped ||
                             contraction.b.padding == Padding::Skipped)},
      {"Compiled", plan.compiledFor()},
      {"multiply", "multiply"},
  };
  return facts;
}

KernelFacts::Texts wgmmaSizesOf(const GatheredWgmmaTile &tile) {
  KernelFacts::Texts sizes;
  const auto set = [&](const char *name, int value) { sizes[name] = std::to_string(value); };
  set("RowsOfBlock", tile.rows);
  set("ColumnsOfBlock", tile.columns);
  set("RingStages", tile.stages);
  set("BlocksAtOnce", tile.blocks);
  set("StepTime", tile.step);
  set("EpilogueTime", tile.epilogue);
  return sizes;
}

/// The tiles' constants: one structure, or a template and the menu.
std::string wgmmaTilesText(const KernelPlan &plan, KernelFacts &facts) {
  const std::vector<GatheredWgmmaTile> &tiles = plan.of<GatheredWgmma>().tiles;
  const std::string tile = specialised(declarations(WgmmaTileFile), facts);
  const std::string constants = tile.substr(0, tile.find("template <"));
  const auto instance = [&](const GatheredWgmmaTile &each) {
    return constants +
           specialised(instantiated(tile, "GatheredWgmmaTile", "Tile", wgmmaSizesOf(each)), facts);
  };
  for (const GatheredWgmmaTile &each : tiles)
    checkAssertions(instance(each), "Tile", facts);
  if (facts.oneTile) {
    facts.tile = constantsOf(instance(tiles[0]), "Tile", facts);
    return instance(tiles[0]);
  }
  std::string aliases = "// Times were measured on an H100.\n";
  for (const GatheredWgmmaTile &each : tiles) {
    aliases += "using " + std::string(each.name) + " = Tile<";
    for (const int value : {each.rows, each.columns, each.stages, each.blocks, each.step})
      aliases += std::to_string(value) + ", ";
    aliases += std::to_string(each.epilogue) + ">;\n";
  }
  return withNameOfTile(withoutAssertions(tile, "GatheredWgmmaTile"), "GatheredWgmmaTile") +
         aliases;
}

std::string wgmmaInstructionsText(const GatheredWgmma &wgmma) {
  std::set<int> widths; // tiles of several heights share a function
  for (const GatheredWgmmaTile &tile : wgmma.tiles)
    widths.insert(tile.columns);
  std::string text;
  for (const int columns : widths)
    text += multiplyText(
        {.columns = columns, .part = wgmma.part, .typeA = wgmma.part, .typeB = wgmma.part});
  return text;
}

std::string gatheredRunText(const KernelPlan &plan,
                            const std::vector<std::pair<std::string, std::string>> &members) {
  const std::vector<GatheredWgmmaTile> &tiles = plan.of<GatheredWgmma>().tiles;
  std::string parameters, arguments = "device, stream, products, vectors, storesVectors";
  for (const auto &[parameter, name] : members) {
    parameters += ", " + parameter;
    arguments += ", " + name;
  }
  return "\n/// Computes C; false when this device cannot, and then C is as it was. Chunks of "
         "operands can be\n/// copied as they lie with `vectors`, and C be stored in vectors with "
         "`storesVectors`.\ninline bool run(const warpsmith::Device &device, cudaStream_t stream, "
         "int products, bool vectors, bool storesVectors" +
         parameters + ") {\n" +
         (tiles.size() > 1 ? tileChoiceText(namesOf(tiles), "device, m, n, k, products", arguments)
                           : "  return runTile(" + arguments + ");\n") +
         "}\n";
}

} // namespace

std::string gatheredWgmmaText(KernelPlan &plan) {
  for (const char *header :
       {"gather_lines.h", "tile_order.h", "tile_time.h", "vector.h", "wgmma.h", "launch.h"})
    plan.need(header);
  KernelFacts facts = wgmmaFactsOf(plan);
  const std::string tile = wgmmaTilesText(plan, facts);
  const GatheredProblem problem = gatheredProblem(plan);
  const auto hostMembers = hostParameters(problem.members);
  std::string kernel = withoutUnused(specialised(declarations(WgmmaKernelFile), facts), {"kernel"});
  kernel = withFunctionsInPlace(kernel, facts);
  const auto flat = [&](const std::string &text, const auto &members) {
    return withMembersAsParameters(withoutMemberCalls(text, "problem", problem.functions),
                                   "Problem", "problem", members);
  };
  kernel = flat(kernel, problem.members) +
           flat(specialised(declarations(WgmmaLaunchFile), facts), hostMembers);
  kernel = withoutUnusedOfKernels(withoutUnusedVariables(specialised(kernel, facts)));
  kernel = withoutUnusedVariables(kernel) + gatheredRunText(plan, hostMembers);
  const std::string text = withoutUnused(
      tile + wgmmaInstructionsText(plan.of<GatheredWgmma>()) + kernel, {"run", "kernel"});
  return facts.oneTile ? withConstantsOutside(text, "Tile") : text;
}

} // namespace warpsmith
