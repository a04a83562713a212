// A kernel that sums some columns of a tile on the FP32 units and the others on FP64's tensor
// cores: what a rewrite says of it to its kernel file.
#include "rewriter/emit/DeviceLibrary.h"
#include "rewriter/emit/FmaText.h"
#include "rewriter/emit/FmaTilesText.h"
#include "rewriter/emit/UnusedDeclarations.h"
#include "rewriter/families/FmaTile.h"
#include <algorithm>

namespace warpsmith {
namespace {

constexpr const char *TileFile = "warpsmith/kernels/fma_columns_tile.cuh";
constexpr const char *KernelFiles[] = {"warpsmith/kernels/fma_copies.cuh",
                                       "warpsmith/kernels/fma_columns.cuh"};

KernelFacts factsOf(const KernelPlan &plan) {
  KernelFacts facts;
  facts.problem = fmaFacts(plan);
  facts.problem.merge(fmaCopyFacts(plan));
  facts.problem.merge(KernelFacts::Texts{
      {"CopyWarps", std::to_string(plan.of<FmaMenu>().single.copyWarps)},
      {"ReadsOld", truth(plan.finishReadsOld())},
  });
  return facts;
}

/// Of a tile, in the order of the template's parameters.
std::vector<std::pair<const char *, int>> sizesOf(const FmaTile &tile, const Schedule &schedule) {
  return {{"RowsOfBlock", tile.block.m},
          {"ColumnsOfBlock", tile.block.n},
          {"ColumnsOfThread", tile.thread.n},
          {"WideRowsOfWarp", tile.wide.m},
          {"WideColumnsOfWarp", tile.wide.n},
          {"RingStages", stages(tile, schedule)},
          {"RegistersToCompute", tile.computeRegisters},
          {"RegistersToCopy", tile.copyRegisters},
          {"RelativeTime", tile.time}};
}

} // namespace

std::string fmaColumnsText(KernelPlan &plan) {
  for (const char *header : {"copy_async.h", "dependent_launch.h", "instruction_order.h",
                             "mbarrier.h", "mbarrier_wait.h", "mma_f64_k16.h", "named_barrier.h",
                             "prefetch.h", "register_budget.h", "stage_ring.h", "vector.h"})
    plan.need(header);
  fmaNeedCopies(plan);
  const KernelFacts facts = factsOf(plan);
  const Schedule &schedule = plan.schedule;
  std::string tile = specialised(declarations(TileFile), facts), aliases;
  const std::string constants = "constexpr int Run = " + std::to_string(FmaRun) + ";\n" +
                                tile.substr(0, tile.find("template <"));
  std::set<std::string> roots = {"kernel", "Slicing", "MostRows", "Tile", "BlockM",     "BlockN",
                                 "BlockK", "Stages",  "Threads",  "Time", "SharedBytes"};
  int rows = 0;
  for (const FmaTile &each : plan.of<FmaMenu>().tiles) {
    KernelFacts::Texts sizes;
    aliases += "using " + std::string(each.name) + " = Tile<";
    for (const auto &[name, value] : sizesOf(each, schedule)) {
      sizes[name] = std::to_string(value);
      aliases += (sizes.size() == 1 ? "" : ", ") + std::to_string(value);
    }
    aliases += ">;\n";
    checkAssertions(constants + instantiated(tile, "ColumnsTile", "Tile", sizes), "Tile", facts);
    roots.emplace(each.name);
    rows = std::max({rows, each.block.m, each.block.n});
  }
  tile = withNameOfTile(withoutAssertions(tile, "ColumnsTile"), "ColumnsTile");
  std::string kernel;
  for (const char *file : KernelFiles)
    kernel += declarations(file);
  kernel = withoutUnused(specialised(kernel, facts), {"kernel"});
  kernel = withFunctionsInPlace(kernel, facts);
  kernel = withoutMemberCalls(kernel, "problem", fmaFunctions(plan));
  kernel = withMembersAsParameters(kernel, "Problem", "problem", fmaMembers(plan));
  kernel = withoutUnusedVariables(kernel);
  return withoutUnused(fmaTilesWith(tile, aliases, rows, kernel), roots);
}

} // namespace warpsmith
