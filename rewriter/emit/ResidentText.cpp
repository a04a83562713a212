// A kernel that keeps its launches: what is tested in it, and the tiles that it computes instead.
#include "rewriter/emit/ResidentText.h"
#include "rewriter/emit/DeviceLibrary.h"
#include "rewriter/emit/FmaText.h"
#include "rewriter/emit/LaunchChecks.h"
#include "rewriter/emit/UnusedDeclarations.h"
#include "rewriter/families/ResidentTile.h"
#include <algorithm>
#include <set>

namespace warpsmith {
namespace {

constexpr const char *ResidentTileFile = "warpsmith/kernels/resident_tile.cuh";
constexpr const char *ResidentFile = "warpsmith/kernels/resident.cuh";

KernelFacts residentFacts(const KernelPlan &plan) {
  KernelFacts facts;
  facts.oneTile = true;
  facts.problem = fmaFacts(plan);
  facts.problem["AlongKA"] = truth(plan.contraction.runsAlongK(0));
  facts.problem["AlongKB"] = truth(plan.contraction.runsAlongK(1));
  facts.problem["StoredA"] = plan.stored(0);
  facts.problem["StoredB"] = plan.stored(1);
  facts.problem["Sum"] = cudaName(plan.contraction.sum);
  return facts;
}

KernelFacts::Texts residentSizes(const Resident &resident) {
  KernelFacts::Texts sizes;
  const auto set = [&](const char *name, int value) { sizes[name] = std::to_string(value); };
  set("RowsOfThread", resident.thread.m);
  set("ColumnsOfThread", resident.thread.n);
  set("StepsOfTile", resident.steps);
  set("ThreadsOfBlock", resident.threads);
  return sizes;
}

/// Whether rows of an operand can be read in 16-byte vectors, an argument behind a comma. In the
/// output the function has no such parameter where it does not need it.
std::string isWide(const KernelPlan &plan, int operand, const char *checked,
                   const Substitutions &values) {
  const Contraction &contraction = plan.contraction;
  if (contraction.runsAlongK(operand))
    return plan.includesFiles ? ", false" : "";
  const Matrix &matrix = contraction.operand(operand);
  std::string text = fill(", warpsmith::vectorizable(" + std::string(checked) + ")", values);
  if (!matrix.batchStride().isZero())
    text += " && (" + matrix.batchStride().wide() + ") * (long long)sizeof(*" + matrix.name +
            ") % 16 == 0";
  return text;
}

/// Reads each structure where the original does: with no element or no step to compute, the pointer
/// to a later one may be null. Empty where there is no structure.
std::string beforeStructures(const Contraction &contraction, const Substitutions &values) {
  if (contraction.structures.empty())
    return {};
  std::set<std::string> read;
  std::set<std::string> tested;
  std::string tests;
  // What is known when those have been read.
  const auto test = [&] {
    std::string text;
    const auto add = [&](const std::set<std::string> &needed, const std::string &condition) {
      if (std::ranges::includes(read, needed) && tested.insert(condition).second)
        text += (text.empty() ? "" : " && ") + condition;
    };
    for (const Predicate &condition : contraction.conditions)
      add(structuresIn(condition.str()), conjunction({condition}, Parentheses::Each));
    for (const IndexGroup *group :
         {&contraction.m, &contraction.n, &contraction.k, &contraction.batch})
      for (const IndexGroup::Index &index : group->indices())
        if (!index.extent.constant())
          add(structuresIn(index.extent), onHost(index.extent, values) + " > 0");
    if (!text.empty())
      tests += "  if (!(" + text + "))\n    return false;\n";
  };
  test();
  for (const std::string &pointer : contraction.structures) {
    read.insert(pointer);
    test();
  }
  return tests.empty()
             ? tests
             : "  // Where there is nothing to compute, there may be no structures.\n" + tests;
}

/// What C is stored to must be no structure, each check behind an `&&`.
std::string apartFromStructures(const Contraction &contraction, const Substitutions &values) {
  std::string text;
  for (const std::string &pointer : contraction.structures)
    text += fill(" && warpsmith::disjoint($c, $spanC, ", values) + pointer +
            ", (long long)sizeof(*" + pointer + "))";
  return text;
}

} // namespace

std::string residentText(KernelPlan &plan) {
  for (const char *header : {"copy_async.h", "instruction_order.h", "warp_roles.h", "vector.h"})
    plan.need(header);
  KernelFacts facts = residentFacts(plan);
  const std::string tile =
      specialised(instantiated(specialised(declarations(ResidentTileFile), facts), "ResidentTile",
                               "Tile", residentSizes(plan.of<Resident>())),
                  facts);
  checkAssertions(tile, "Tile", facts);
  facts.tile = constantsOf(tile, "Tile", facts);
  std::string kernel =
      withoutUnused(specialised(declarations(ResidentFile), facts), {"computeTiles"});
  kernel = withFunctionsInPlace(kernel, facts);
  kernel = withoutMemberCalls(kernel, "problem", fmaFunctions(plan));
  kernel = withMembersAsParameters(kernel, "Problem", "problem", fmaMembers(plan));
  kernel = withoutUnusedVariables(kernel);
  return withConstantsOutside(withoutUnused(tile + kernel, {"computeTiles", "Tile"}), "Tile");
}

std::string residentInstanceText(KernelPlan &plan) {
  plan.includeFile(ResidentFile);
  KernelFacts::Texts known = residentFacts(plan).problem;
  for (const char *ofOthers : {"Compiled", "TransformsA2", "TransformsB2"})
    known.erase(ofOthers);
  return problemStructure(ResidentFile, known, fmaMemberList(plan),
                          fmaProblemFunctions(plan, {0, 1})) +
         "\n// Rows and columns of a thread, steps of k, threads of a block.\nusing Tile = " +
         tileInstance("warpsmith::resident::ResidentTile", declarations(ResidentTileFile),
                      residentSizes(plan.of<Resident>())) +
         ";\n";
}

std::string residentChecksText(KernelPlan &plan) {
  const Contraction &contraction = plan.contraction;
  Substitutions values = localNames(contraction);
  // The launch has happened: its shared memory is what it is.
  values["grid"] = "gridDim";
  values["block"] = "blockDim";
  values["sharedBytes"] = "0";
  addChecks(plan, values);
  values["extras"] += apartFromStructures(contraction, values);
  // Offsets within a tile are computed in 32 bits.
  values["mostA"] = values["mostB"] = "Most / 256";
  values["mostThreads"] = std::to_string(plan.of<Resident>().threads);
  values["leastThreads"] = std::to_string(LeastResidentThreads);
  for (const Parameter &parameter : contraction.parameters)
    values["parameters"] += (values["parameters"].empty() ? "" : ", ") + parameter.declaration;
  const bool batched = isBatched(contraction);
  values["ofBatch"] = batched ? " * " + values.at("products") : "";
  values["count"] = batched ? "(int)" + values.at("products") : "1";
  const std::string conditions = conjunction(contraction.conditions, Parentheses::Each);
  values["conditions"] = conditions.empty() ? "" : conditions + " && ";
  values["compute"] = plan.includesFiles
                          ? "warpsmith::resident::computeTiles<Problem, Tile>(Problem{"
                          : "computeTiles(";
  values["end"] = plan.includesFiles ? "}" : "";
  values["wideA"] = isWide(plan, 0, "$a, $innerA, $lda", values);
  values["wideB"] = isWide(plan, 1, "$b, $innerB, $ldb", values);
  return fill(R"(
/// Computes C by tiles where what the original needs of its launch holds, and its result is the
/// same. False where the original has to run; all threads of the grid find the same.
__device__ __forceinline__ bool resident($parameters) {
)",
              values) +
         beforeStructures(contraction, values) + checksText(values) +
         fill(R"(  // Blocks and tiles are counted in 32 bits.
  const bool counted = (double)$rows * $columns$ofBatch <= 34359738368.0 &&
                       (double)gridDim.x * gridDim.y * gridDim.z <= 2147483647.0 &&
                       blockDim.x * blockDim.y * blockDim.z >= $leastThreads;
  if (!($conditions$covered && $separate && counted))
    return false;
  $compute$kernelArguments$end$wideA$wideB, $count);
  return true;
}
)",
              values);
}

} // namespace warpsmith
