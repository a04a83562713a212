// What a rewrite says of a product on the tensor cores whose operands are gathered to its kernel
// files: the facts of the Problem, the tiles, the instruction.
#include "rewriter/emit/DeviceLibrary.h"
#include "rewriter/emit/FmaText.h"
#include "rewriter/emit/FmaTilesText.h"
#include "rewriter/emit/GatheredProblem.h"
#include "rewriter/emit/GatheredText.h"
#include "rewriter/emit/StepBoundsText.h"
#include "rewriter/emit/UnusedDeclarations.h"
#include "rewriter/emit/WarpInstruction.h"
#include "rewriter/emit/WgmmaInstruction.h"
#include "rewriter/families/GatheredTensorTile.h"
#include "rewriter/families/GatheredTile.h"

namespace warpsmith {
namespace {

constexpr const char *TensorTileFile = "warpsmith/kernels/gathered_tensor_tile.cuh";
constexpr const char *TensorRangesFile = "warpsmith/kernels/gathered_tensor_ranges.cuh";
constexpr const char *TensorKernelFile = "warpsmith/kernels/gathered_tensor.cuh";
constexpr const char *TensorLaunchFile = "warpsmith/kernels/gathered_tensor_launch.cuh";

/// Of operands in the registers of a warp.
std::string warpInstructionOf(const KernelPlan &plan) {
  return warpInstruction(plan.of<GatheredTensor>().part, plan.contraction.a.type,
                         plan.contraction.b.type);
}

KernelFacts tensorFactsOf(const KernelPlan &plan) {
  const Contraction &contraction = plan.contraction;
  const auto &tensor = plan.of<GatheredTensor>();
  const auto places = [](const Matrix &matrix) { return std::to_string(matrix.places.size()); };
  const bool integers = isInteger(tensor.part);
  const bool vectorsA = copiedRun(contraction, tensor, 0).has_value();
  const bool vectorsB = copiedRun(contraction, tensor, 1).has_value();
  KernelFacts facts;
  facts.oneTile = tensor.tiles.size() == 1;
  facts.problem = {
      {"A", std::string(cudaName(contraction.a.type))},
      {"B", std::string(cudaName(contraction.b.type))},
      {"C", std::string(cudaName(contraction.c.type))},
      {"Part", std::string(cudaName(tensor.part))},
      {"Sum", integers ? "unsigned" : "float"},
      {"Batched", truth(contraction.isBatched())},
      {"ReadsOld", truth(plan.finishReadsOld())},
      {"ReadsArrays",
       truth(plan.finishReadsOld() || plan.computation.finish->contains(Expression::Kind::Extra))},
      {"VectorsA", truth(vectorsA)},
      {"VectorsB", truth(vectorsB)},
      {"AlongKA", truth(gathersAlongSteps(contraction, 0))},
      {"AlongKB", truth(gathersAlongSteps(contraction, 1))},
      {"PlacesA", places(contraction.a)},
      {"PlacesB", places(contraction.b)},
      // Of integers a product of zero changes no sum.
      {"SkipsPadding", truth(!integers && (contraction.a.padding == Padding::Skipped ||
                                           contraction.b.padding == Padding::Skipped ||
                                           contraction.limitsSteps()))},
      {"LimitsSteps", truth(contraction.limitsSteps())},
      {"Compiled", plan.compiledFor()},
      {"Warpgroups", truth(tensor.warpgroups)},
      {"multiply", tensor.warpgroups ? "multiply" : warpInstructionOf(plan)},
  };
  facts.problem.merge(stepBoundFacts(contraction));
  facts.parameters["Divides"] = facts.tile["DividesK"] = truth(mayDivideK(plan.schedule));
  return facts;
}

KernelFacts::Texts tensorSizesOf(const GatheredTensorTile &tile) {
  KernelFacts::Texts sizes;
  const auto set = [&](const char *name, int value) { sizes[name] = std::to_string(value); };
  set("RowsOfBlock", tile.rows);
  set("ColumnsOfBlock", tile.columns);
  set("RowsOfWarp", tile.warpM);
  set("ColumnsOfWarp", tile.warpN);
  set("RingStages", tile.stages);
  set("BlocksAtOnce", tile.blocks);
  set("TimeOfStep", tile.step);
  set("TimeOfEpilogue", tile.epilogue);
  return sizes;
}

/// The menu, of instances of a template whose declaration is in `text`.
std::string tensorAliases(const KernelPlan &plan, const std::string &name, std::string_view text) {
  std::string aliases = plan.of<GatheredTensor>().warpgroups
                            ? "// Times are nanoseconds, measured on an H100.\n"
                            : "// Times are cycles by the architecture's rates.\n";
  for (const GatheredTensorTile &tile : plan.of<GatheredTensor>().tiles) {
    KernelFacts::Texts sizes = tensorSizesOf(tile);
    if (!mayDivideK(plan.schedule)) // which the file as it is asks for
      sizes["Divides"] = "false";
    aliases += "using " + std::string(tile.name) + " = " + tileInstance(name, text, sizes) + ";\n";
  }
  return aliases;
}

/// The tiles' constants: one structure, or a template and the menu.
std::string tensorTilesText(const KernelPlan &plan, KernelFacts &facts) {
  const std::vector<GatheredTensorTile> &tiles = plan.of<GatheredTensor>().tiles;
  const std::string tile = specialised(declarations(TensorTileFile), facts);
  const std::string constants = tile.substr(0, tile.find("template <"));
  const auto instance = [&](const GatheredTensorTile &each) {
    return constants +
           specialised(instantiated(tile, "GatheredTensorTile", "Tile", tensorSizesOf(each)),
                       facts);
  };
  for (const GatheredTensorTile &each : tiles)
    checkAssertions(instance(each), "Tile", facts);
  if (facts.oneTile) {
    facts.tile = constantsOf(instance(tiles[0]), "Tile", facts);
    return instance(tiles[0]);
  }
  const std::string own =
      withNameOfTile(withoutAssertions(tile, "GatheredTensorTile"), "GatheredTensorTile");
  return own + tensorAliases(plan, "Tile", own);
}

/// Of tiles of so many columns.
WgmmaInstruction instructionOf(const KernelPlan &plan, int columns) {
  const ElementType part = plan.of<GatheredTensor>().part;
  const auto own = [&](const Matrix &matrix) { return isInteger(part) ? matrix.type : part; };
  return {.columns = columns,
          .part = part,
          .typeA = own(plan.contraction.a),
          .typeB = own(plan.contraction.b)};
}

std::string wgmmaInstructionsText(const KernelPlan &plan) {
  std::set<int> widths; // tiles of several heights share a function
  for (const GatheredTensorTile &tile : plan.of<GatheredTensor>().tiles)
    widths.insert(tile.columns);
  std::string text;
  for (const int columns : widths)
    text += multiplyText(instructionOf(plan, columns));
  return text;
}

} // namespace

std::string gatheredTensorText(KernelPlan &plan) {
  const bool warpgroups = plan.of<GatheredTensor>().warpgroups;
  for (const char *header :
       {"device_code.h", "gather_lines.h", "launch.h", "tile_order.h", "vector.h"})
    plan.need(header);
  if (warpgroups)
    for (const char *header : {"cluster.h", "slice_choice.h", "wgmma.h"})
      plan.need(header);
  else
    for (const char *header : {"mma_boxes.h", "mma_instructions.h"})
      plan.need(header);
  KernelFacts facts = tensorFactsOf(plan);
  if (!facts.oneTile)
    plan.need("tile_time.h");
  const std::string tile = tensorTilesText(plan, facts);
  const GatheredProblem problem(plan);
  const std::string kernel = withoutUnusedVariables(specialised(
      gatheredKernel({TensorRangesFile, TensorKernelFile}, TensorLaunchFile, facts, problem),
      facts));
  std::set<std::string> roots = namesOfTiles(plan.of<GatheredTensor>().tiles);
  roots.merge(std::set<std::string>{"kernel", facts.oneTile ? "runTile" : "launchFastest"});
  const std::string text =
      withoutUnused(tile + (warpgroups ? wgmmaInstructionsText(plan) : "") + kernel, roots);
  return facts.oneTile ? withConstantsOutside(text, "Tile") : text;
}

std::string gatheredTensorInstanceText(KernelPlan &plan) {
  plan.includeFile(TensorLaunchFile);
  const bool warpgroups = plan.of<GatheredTensor>().warpgroups;
  plan.need(warpgroups ? "wgmma_instructions.h" : "mma_instructions.h");
  const GatheredProblem problem(plan);
  KernelFacts::Texts known = tensorFactsOf(plan).problem;
  known.erase("multiply");
  std::string text =
      problemStructure(TensorLaunchFile, known, problem.members(), problem.structureFunctions());
  text.insert(text.rfind("};"), warpgroups ? multiplyMember(instructionOf(plan, 0))
                                           : warpMember(warpInstructionOf(plan)));
  return text + "\n" +
         tensorAliases(plan, "warpsmith::gathered_tensor::GatheredTensorTile",
                       declarations(TensorTileFile));
}

std::string gatheredTensorCall(const KernelPlan &plan) {
  return launchOf(plan, "warpsmith::gathered_tensor::", plan.of<GatheredTensor>().tiles);
}

} // namespace warpsmith
