// A kernel that sums some columns of a tile on the FP32 units and the others on FP64's tensor
// cores: what a rewrite says of it to its kernel file.
#include "rewriter/emit/DeviceLibrary.h"
#include "rewriter/emit/FmaText.h"
#include "rewriter/emit/FmaTilesText.h"
#include "rewriter/emit/UnusedDeclarations.h"
#include "rewriter/families/FmaTile.h"

namespace warpsmith {
namespace {

constexpr const char *TileFile = "warpsmith/kernels/fma_columns_tile.cuh";
constexpr const char *LaunchFile = "warpsmith/kernels/fma_launch.cuh";
constexpr const char *KernelFiles[] = {"warpsmith/kernels/fma_copies.cuh",
                                       "warpsmith/kernels/fma_columns.cuh"};

KernelFacts factsOf(const KernelPlan &plan) {
  KernelFacts facts;
  facts.problem = fmaFacts(plan);
  facts.problem.merge(fmaCopyFacts(plan));
  facts.problem.merge(fmaLaunchFacts(plan));
  facts.problem.merge(KernelFacts::Texts{
      {"CopyWarps", std::to_string(plan.of<FmaMenu>().single.copyWarps)},
      {"Dependent", "true"},
      {"DividesK", "false"},
      {"ReadsOld", truth(plan.finishReadsOld())},
  });
  return facts;
}

KernelFacts::Texts sizesOf(const FmaTile &tile, const Schedule &schedule) {
  KernelFacts::Texts sizes;
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

std::string fmaColumnsText(KernelPlan &plan) {
  for (const char *header : {"copy_async.h", "global_loads.h", "instruction_order.h", "launch.h",
                             "mbarrier.h", "mma_instructions.h", "vector.h", "warp_roles.h"})
    plan.need(header);
  fmaNeedCopies(plan);
  const KernelFacts facts = factsOf(plan);
  std::string tile = specialised(declarations(TileFile), facts);
  const std::string constants = "constexpr int Run = " + std::to_string(FmaRun) + ";\n" +
                                tile.substr(0, tile.find("template <"));
  for (const FmaTile &each : plan.of<FmaMenu>().tiles)
    checkAssertions(constants +
                        instantiated(tile, "ColumnsTile", "Tile", sizesOf(each, plan.schedule)),
                    "Tile", facts);
  tile = withNameOfTile(withoutAssertions(tile, "ColumnsTile"), "ColumnsTile");
  std::string kernel;
  for (const char *file : KernelFiles)
    kernel += declarations(file);
  kernel = withoutUnused(specialised(kernel, facts), {"kernelInColumns"});
  return fmaMenuWith(plan, facts,
                     {.tile = tile,
                      .aliases = aliasesOf(plan, "Tile", tile),
                      .kernel = withFunctionsInPlace(kernel, facts)});
}

std::string fmaColumnsInstanceText(KernelPlan &plan) {
  plan.includeFile(LaunchFile);
  KernelFacts::Texts known = factsOf(plan).problem;
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
