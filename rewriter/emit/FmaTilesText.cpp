// A menu of tiles on the FP32 units: their constants, the products, the choice at a launch.
#include "rewriter/emit/FmaTilesText.h"
#include "rewriter/emit/BesideText.h"
#include "rewriter/emit/DeviceLibrary.h"
#include "rewriter/emit/FmaText.h"
#include "rewriter/families/FmaTile.h"
#include <algorithm>
#include <cstring>

namespace warpsmith {
namespace {

constexpr const char *TileFile = "warpsmith/kernels/fma_ring_tile.cuh";
constexpr const char *LaunchFile = "warpsmith/kernels/fma_launch.cuh";

bool isCopied(const KernelPlan &plan, int operand) {
  return !plan.layouts[operand].contiguousAlongK &&
         plan.layouts[operand].transform != Transform::OnCopy;
}

NamedValues factsOf(const KernelPlan &plan) {
  const Contraction &contraction = plan.contraction;
  const Schedule &schedule = plan.schedule;
  const ExpressionRef &start = plan.computation.start;
  const bool single = contraction.c.type == ElementType::F32;
  const bool dependent = schedule.architecture->hasDependentLaunch();
  const bool apart = single && start->contains(Expression::Kind::Output) &&
                     !start->contains(Expression::Kind::Extra);
  NamedValues facts = fmaFacts(plan);
  facts.merge(fmaCopyFacts(plan));
  facts.merge(fmaLaunchFacts(plan));
  facts.merge(besideFacts(plan));
  facts.merge(NamedValues{
      // A vector must not cross the edge of a triangle.
      {"RunsOfC", truth(single && contraction.region == Region::Full)},
      {"StartsFromConstant", truth(contraction.startsFromConstant())},
      {"StartsApart", truth(apart)},
      {"StartsScaled", truth(apart && start->kind != Expression::Kind::Output)},
      {"InSlices", truth(sumsInSlices(schedule))},
      {"DividesK", truth(dividesK(contraction, schedule))},
      {"MovesRegisters", truth(movesRegisters(schedule))},
      {"Dependent", truth(dependent)},
      {"AloneBytes", std::to_string(dependent ? aloneSharedBytes(*schedule.architecture) : 0)},
  });
  return facts;
}

NamedValues sizesOf(const FmaTile &tile, const Schedule &schedule) {
  NamedValues sizes;
  const auto set = [&](const char *name, int value) { sizes[name] = std::to_string(value); };
  set("RowsOfBlock", tile.block.m);
  set("ColumnsOfBlock", tile.block.n);
  set("StepsOfBlock", tile.block.k);
  set("RowsOfThread", tile.thread.m);
  set("ColumnsOfThread", tile.thread.n);
  set("RingStages", stages(tile, schedule));
  set("FillingWarps", fillingWarps(tile, schedule));
  set("StepsAhead", tile.ahead);
  set("RegistersToCompute", tile.computeRegisters);
  set("RegistersToCopy", tile.copyRegisters);
  set("RelativeTime", tile.time);
  set("CopyWarps", copyWarps(tile, schedule));
  set("SumSlices", tile.slices);
  return sizes;
}

/// Rows that a tile of A or B has in memory, at most.
int rowsOf(const FmaMenu &menu) {
  int rows = 0;
  for (const FmaTile &tile : menu.tiles)
    rows = std::max({rows, tile.block.m, tile.block.n});
  return rows;
}

/// The menus: for all operands, and for those whose rows begin anywhere.
std::string aliasesOf(const KernelPlan &plan, const std::string &name, std::string_view text) {
  const auto aliases = [&](const std::vector<FmaTile> &tiles) {
    std::string all;
    for (const FmaTile &tile : tiles)
      all += "using " + std::string(tile.name) + " = " +
             tileInstance(name, text, sizesOf(tile, plan.schedule)) + ";\n";
    return all;
  };
  const std::vector<FmaTile> ragged = raggedTiles(plan.contraction, plan.schedule);
  return "// Times are compared with each other; measured on an H200.\n" +
         aliases(plan.of<FmaMenu>().tiles) +
         (ragged.empty() ? ""
                         : "// For operands whose rows cannot be read in 16-byte vectors.\n" +
                               aliases(ragged));
}

} // namespace

NamedValues fmaCopyFacts(const KernelPlan &plan) {
  const FmaMenu &menu = plan.of<FmaMenu>();
  NamedValues facts = {
      {"CopiesA", truth(isCopied(plan, 0))},
      {"CopiesB", truth(isCopied(plan, 1))},
      // Tiles with columns in FP64 have lengths that are no powers of two.
      {"RowsOfAnyLength", truth(menu.columns)},
  };
  for (const int operand : {0, 1}) {
    const PackedDigits &digits = menu.packed[operand];
    const char letter = "AB"[operand];
    facts[std::string("Run") + letter] = std::to_string(digits.run);
    if (!digits.isPlain())
      facts[std::string("Lines") + letter] = std::to_string(digits.lines);
  }
  return facts;
}

std::vector<int> fmaStoredOperands(const KernelPlan &plan) {
  std::vector<int> stored;
  for (const int operand : {0, 1})
    if (!isCopied(plan, operand))
      stored.push_back(operand);
  return stored;
}

NamedValues fmaLaunchFacts(const KernelPlan &plan) {
  const FmaMenu &menu = plan.of<FmaMenu>();
  int mostBytes = 0;
  for (const FmaTile &tile : menu.tiles)
    mostBytes = std::max(mostBytes, sharedMemoryBytes(tile, plan.contraction, plan.schedule));
  return {
      {"InColumns", truth(menu.columns)},
      {"MayLackMemory",
       truth(!withLessSharedMemory(*plan.schedule.architecture, mostBytes).empty())},
      {"MostRows", std::to_string(rowsOf(menu))},
  };
}

std::string fmaMenuMembers(const KernelPlan &plan) {
  return (plan.contraction.isBatched() ? ", int products" : "") + fmaMemberList(plan);
}

std::string fmaTilesInstanceText(KernelPlan &plan) {
  plan.includeFile(LaunchFile);
  NamedValues known = factsOf(plan);
  for (const char *ofOthers : {"TransformsA2", "TransformsB2"})
    known.erase(ofOthers);
  std::vector<ProblemFunction> functions = fmaProblemFunctions(plan, fmaStoredOperands(plan));
  for (ProblemFunction &function : besideProblemFunctions(plan))
    functions.push_back(std::move(function));
  functions.push_back({"long long placeOfC",
                       {{"int", "row"}, {"int", "column"}},
                       "return " + fmaFunctions(plan).at("placeOfC")({"row", "column"}) + ";"});
  return besideStructure(plan) +
         problemStructure(LaunchFile, known, fmaMenuMembers(plan), functions) + "\n" +
         aliasesOf(plan, "warpsmith::fma_ring::RingTile", declarations(TileFile)) +
         fmaRunText(plan);
}

} // namespace warpsmith
