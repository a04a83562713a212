// What a rewrite says of a product on the tensor cores whose operands are gathered to its kernel
// files: the facts of the Problem, the tiles, the instruction.
#include "rewriter/emit/DeviceLibrary.h"
#include "rewriter/emit/FmaText.h"
#include "rewriter/emit/FmaTilesText.h"
#include "rewriter/emit/GatheredProblem.h"
#include "rewriter/emit/GatheredText.h"
#include "rewriter/emit/StepBoundsText.h"
#include "rewriter/emit/WarpInstruction.h"
#include "rewriter/emit/WgmmaInstruction.h"
#include "rewriter/families/GatheredTensorTile.h"
#include "rewriter/families/GatheredTile.h"

namespace warpsmith {
namespace {

constexpr const char *TensorTileFile = "warpsmith/kernels/gathered_tensor_tile.cuh";
constexpr const char *TensorLaunchFile = "warpsmith/kernels/gathered_tensor_launch.cuh";

/// Of operands in the registers of a warp.
std::string warpInstructionOf(const KernelPlan &plan) {
  return warpInstruction(plan.of<GatheredTensor>().part, plan.contraction.a.type,
                         plan.contraction.b.type);
}

NamedValues tensorFactsOf(const KernelPlan &plan) {
  const Contraction &contraction = plan.contraction;
  const auto &tensor = plan.of<GatheredTensor>();
  const auto places = [](const Matrix &matrix) { return std::to_string(matrix.places.size()); };
  const bool integers = isInteger(tensor.part);
  const bool vectorsA = copiedRun(contraction, tensor, 0).has_value();
  const bool vectorsB = copiedRun(contraction, tensor, 1).has_value();
  NamedValues facts = {
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
  };
  facts.merge(stepBoundFacts(contraction));
  return facts;
}

NamedValues tensorSizesOf(const GatheredTensorTile &tile) {
  NamedValues sizes;
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
    NamedValues sizes = tensorSizesOf(tile);
    if (!mayDivideK(plan.schedule)) // which the file as it is asks for
      sizes["Divides"] = "false";
    aliases += "using " + std::string(tile.name) + " = " + tileInstance(name, text, sizes) + ";\n";
  }
  return aliases;
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

} // namespace

std::string gatheredTensorInstanceText(KernelPlan &plan) {
  plan.includeFile(TensorLaunchFile);
  const bool warpgroups = plan.of<GatheredTensor>().warpgroups;
  plan.need(warpgroups ? "wgmma_instructions.h" : "mma_instructions.h");
  const GatheredProblem problem(plan);
  const NamedValues known = tensorFactsOf(plan);
  std::string text =
      problemStructure(TensorLaunchFile, known, problem.members(), problem.structureFunctions());
  text.insert(text.rfind("};"), warpgroups ? multiplyMember(instructionOf(plan, 0))
                                           : warpMember(warpInstructionOf(plan)));
  return text + "\n" +
         tensorAliases(plan, "warpsmith::gathered_tensor::GatheredTensorTile",
                       declarations(TensorTileFile));
}

std::string gatheredTensorCall(const KernelPlan &plan) {
  return launchOf("warpsmith::gathered_tensor::", plan.of<GatheredTensor>().tiles);
}

} // namespace warpsmith
