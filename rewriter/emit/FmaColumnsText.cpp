// A kernel that sums some columns of a tile on the FP32 units and the others on FP64's tensor
// cores: what a rewrite says of it to its kernel file.
#include "rewriter/emit/DeviceLibrary.h"
#include "rewriter/emit/FmaText.h"
#include "rewriter/emit/FmaTilesText.h"
#include "rewriter/families/FmaTile.h"

namespace warpsmith {
namespace {

constexpr const char *TileFile = "warpsmith/kernels/fma_columns_tile.cuh";
constexpr const char *LaunchFile = "warpsmith/kernels/fma_launch.cuh";

NamedValues factsOf(const KernelPlan &plan) {
  NamedValues facts = fmaFacts(plan);
  facts.merge(fmaCopyFacts(plan));
  facts.merge(fmaLaunchFacts(plan));
  facts.merge(NamedValues{
      {"CopyWarps", std::to_string(plan.of<FmaMenu>().single.copyWarps)},
      {"Dependent", "true"},
      {"DividesK", "false"},
      {"ReadsOld", truth(plan.finishReadsOld())},
  });
  return facts;
}

NamedValues sizesOf(const FmaTile &tile, const Schedule &schedule) {
  NamedValues sizes;
  const auto set = [&](const char *name, int value) { sizes[name] = std::to_string(value); };
  set("RowsOfBlock", tile.block.m);
  set("ColumnsOfBlock", tile.block.n);
  set("ColumnsOfThread", tile.thread.n);
  set("WideRowsOfWarp", tile.wide.m);
  set("WideColumnsOfWarp", tile.wide.n);
  set("RingStages", stages(tile, schedule));
  set("RegistersToCompute", tile.computeRegisters);
  set("RegistersToCopy", tile.copyRegisters);
  set("RelativeTime", tile.time);
  return sizes;
}

std::string aliasesOf(const KernelPlan &plan, const std::string &name, std::string_view text) {
  std::string all = "// Times are compared with each other; measured on an H200.\n";
  for (const FmaTile &tile : plan.of<FmaMenu>().tiles)
    all += "using " + std::string(tile.name) + " = " +
           tileInstance(name, text, sizesOf(tile, plan.schedule)) + ";\n";
  return all;
}

} // namespace

std::string fmaColumnsInstanceText(KernelPlan &plan) {
  plan.includeFile(LaunchFile);
  NamedValues known = factsOf(plan);
  for (const char *ofOthers : {"StartsFromZero", "TransformsA2", "TransformsB2"})
    known.erase(ofOthers);
  std::vector<ProblemFunction> functions = fmaProblemFunctions(plan, fmaStoredOperands(plan));
  // Sums are of bare products.
  std::erase_if(functions, [](const ProblemFunction &function) {
    return function.head.ends_with(" add") || function.head.ends_with(" start");
  });
  return problemStructure(LaunchFile, known, fmaMenuMembers(plan), functions) + "\n" +
         aliasesOf(plan, "warpsmith::fma_ring::ColumnsTile", declarations(TileFile)) +
         fmaRunText(plan);
}

} // namespace warpsmith
