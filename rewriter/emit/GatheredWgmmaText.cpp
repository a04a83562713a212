// What a rewrite says of a product on warpgroups whose operands are gathered to its kernel files:
// the facts of the Problem, the tiles, the instruction.
#include "rewriter/emit/DeviceLibrary.h"
#include "rewriter/emit/FmaText.h"
#include "rewriter/emit/FmaTilesText.h"
#include "rewriter/emit/GatheredProblem.h"
#include "rewriter/emit/GatheredText.h"
#include "rewriter/emit/UnusedDeclarations.h"
#include "rewriter/emit/WgmmaInstruction.h"
#include "rewriter/families/GatheredWgmmaTile.h"

namespace warpsmith {
namespace {

constexpr const char *WgmmaTileFile = "warpsmith/kernels/gathered_wgmma_tile.cuh";
constexpr const char *WgmmaKernelFile = "warpsmith/kernels/gathered_wgmma.cuh";
constexpr const char *WgmmaLaunchFile = "warpsmith/kernels/gathered_wgmma_launch.cuh";

KernelFacts wgmmaFactsOf(const KernelPlan &plan) {
  const Contraction &contraction = plan.contraction;
  const auto &wgmma = plan.of<GatheredWgmma>();
  const auto places = [](const Matrix &matrix) { return std::to_string(matrix.places.size()); };
  const bool integers = isInteger(wgmma.part);
  const bool vectorsA = copiedRun(contraction, wgmma, 0).has_value();
  const bool vectorsB = copiedRun(contraction, wgmma, 1).has_value();
  KernelFacts facts;
  facts.oneTile = wgmma.tiles.size() == 1;
  facts.problem = {
      {"A", std::string(cudaName(contraction.a.type))},
      {"B", std::string(cudaName(contraction.b.type))},
      {"C", std::string(cudaName(contraction.c.type))},
      {"Part", std::string(cudaName(wgmma.part))},
      {"Sum", integers ? "unsigned" : "float"},
      {"Batched", truth(contraction.isBatched())},
      {"ReadsOld", truth(plan.finishReadsOld())},
      {"ReadsArrays",
       truth(plan.finishReadsOld() || plan.computation.finish->contains(Expression::Kind::Extra))},
      {"VectorsA", truth(vectorsA)},
      {"VectorsB", truth(vectorsB)},
      {"PlacesA", places(contraction.a)},
      {"PlacesB", places(contraction.b)},
      // Of integers a product of zero changes no sum.
      {"SkipsPadding", truth(!integers && (contraction.a.padding == Padding::Skipped ||
                                           contraction.b.padding == Padding::Skipped))},
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

/// The menu, of instances of a template whose declaration is in `text`.
std::string wgmmaAliases(const KernelPlan &plan, const std::string &name, std::string_view text) {
  std::string aliases = "// Times were measured on an H100.\n";
  for (const GatheredWgmmaTile &tile : plan.of<GatheredWgmma>().tiles)
    aliases += "using " + std::string(tile.name) + " = " +
               tileInstance(name, text, wgmmaSizesOf(tile)) + ";\n";
  return aliases;
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
  const std::string own =
      withNameOfTile(withoutAssertions(tile, "GatheredWgmmaTile"), "GatheredWgmmaTile");
  return own + wgmmaAliases(plan, "Tile", own);
}

/// Of tiles of so many columns.
WgmmaInstruction instructionOf(const KernelPlan &plan, int columns) {
  const ElementType part = plan.of<GatheredWgmma>().part;
  const auto own = [&](const Matrix &matrix) { return isInteger(part) ? matrix.type : part; };
  return {.columns = columns,
          .part = part,
          .typeA = own(plan.contraction.a),
          .typeB = own(plan.contraction.b)};
}

std::string wgmmaInstructionsText(const KernelPlan &plan) {
  std::set<int> widths; // tiles of several heights share a function
  for (const GatheredWgmmaTile &tile : plan.of<GatheredWgmma>().tiles)
    widths.insert(tile.columns);
  std::string text;
  for (const int columns : widths)
    text += multiplyText(instructionOf(plan, columns));
  return text;
}

} // namespace

std::string gatheredWgmmaText(KernelPlan &plan) {
  for (const char *header :
       {"device_code.h", "gather_lines.h", "launch.h", "tile_order.h", "vector.h", "wgmma.h"})
    plan.need(header);
  KernelFacts facts = wgmmaFactsOf(plan);
  if (!facts.oneTile)
    plan.need("tile_time.h");
  const std::string tile = wgmmaTilesText(plan, facts);
  const GatheredProblem problem(plan);
  std::string kernel = withoutUnused(specialised(declarations(WgmmaKernelFile), facts), {"kernel"});
  kernel = withFunctionsInPlace(kernel, facts);
  kernel += specialised(declarations(WgmmaLaunchFile), facts);
  kernel = withoutMemberCalls(kernel, "problem", problem.functions());
  kernel = withMembersAsParameters(kernel, "Problem", "problem",
                                   namedParameters(problem.members().substr(2)));
  kernel = withoutUnusedVariables(specialised(kernel, facts));
  std::set<std::string> roots = namesOfTiles(plan.of<GatheredWgmma>().tiles);
  roots.merge(std::set<std::string>{"kernel", facts.oneTile ? "runTile" : "launchFastest"});
  const std::string text =
      withoutUnused(tile + wgmmaInstructionsText(plan) + kernel, roots);
  return facts.oneTile ? withConstantsOutside(text, "Tile") : text;
}

std::string gatheredWgmmaInstanceText(KernelPlan &plan) {
  plan.includeFile(WgmmaLaunchFile);
  plan.need("wgmma_instructions.h");
  const GatheredProblem problem(plan);
  KernelFacts::Texts known = wgmmaFactsOf(plan).problem;
  known.erase("multiply");
  std::string text =
      problemStructure(WgmmaLaunchFile, known, problem.members(), problem.structureFunctions());
  text.insert(text.rfind("};"), multiplyMember(instructionOf(plan, 0)));
  return text + "\n" +
         wgmmaAliases(plan, "warpsmith::gathered_wgmma::GatheredWgmmaTile",
                      declarations(WgmmaTileFile));
}

std::string gatheredWgmmaCall(const KernelPlan &plan) {
  return launchOf(plan, "warpsmith::gathered_wgmma::", plan.of<GatheredWgmma>().tiles);
}

} // namespace warpsmith
