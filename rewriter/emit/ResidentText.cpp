// A kernel that keeps its launches: what is tested in it, and the tiles that it computes instead.
#include "rewriter/emit/ResidentText.h"
#include "rewriter/emit/DeviceLibrary.h"
#include "rewriter/emit/FmaText.h"
#include "rewriter/emit/LaunchChecks.h"
#include "rewriter/emit/UnusedDeclarations.h"
#include "rewriter/families/ResidentTile.h"

namespace warpsmith {
namespace {

constexpr const char *ResidentTileFile = "warpsmith/kernels/resident_tile.cuh";
constexpr const char *ResidentFile = "warpsmith/kernels/resident.cuh";

/// Elements change on their way into shared memory.
bool changes(const KernelPlan &plan, int operand) {
  return plan.computation.own(operand)->kind != Expression::Kind::Operand;
}

KernelFacts residentFacts(const KernelPlan &plan) {
  KernelFacts facts;
  facts.oneTile = true;
  facts.problem = fmaFacts(plan);
  facts.problem["AlongKA"] = truth(plan.contraction.runsAlongK(0));
  facts.problem["AlongKB"] = truth(plan.contraction.runsAlongK(1));
  facts.problem["TransformsA"] = truth(changes(plan, 0));
  facts.problem["TransformsB"] = truth(changes(plan, 1));
  facts.problem["StoredA"] = cudaName(plan.computation.a->type);
  facts.problem["StoredB"] = cudaName(plan.computation.b->type);
  facts.problem["Sum"] = cudaName(plan.contraction.sum);
  return facts;
}

MemberFunctions residentFunctions(const KernelPlan &plan) {
  MemberFunctions functions = fmaFunctions(plan);
  for (const int operand : {0, 1})
    functions["stored" + operandName(operand)] = [&plan,
                                                  operand](const std::vector<std::string> &of) {
      const KernelPlan::Leaves leaves = {of[0], of[0], "", "", "", of[0], of[0]};
      return changes(plan, operand) ? plan.print(plan.computation.own(operand), leaves) : of[0];
    };
  return functions;
}

/// The kernel file's kernel as a function of the device.
std::string asFunction(const std::string &text) {
  const size_t begin = text.find("static __global__");
  constexpr std::string_view Name = "kernel(";
  const size_t name = text.find(Name, begin);
  return text.substr(0, begin) + "__device__ __forceinline__ void computeTiles(" +
         text.substr(name + Name.size());
}

/// Whether rows of an operand can be read in 16-byte vectors, where the kernel wants to know.
std::string isWide(const Contraction &contraction, int operand, const char *checked,
                   const Substitutions &values) {
  if (contraction.runsAlongK(operand))
    return "false";
  const Matrix &matrix = contraction.operand(operand);
  std::string text = fill("warpsmith::vectorizable(" + std::string(checked) + ")", values);
  if (!matrix.batchStride().isZero())
    text += " && (" + matrix.batchStride().wide() + ") * (long long)sizeof(*" + matrix.name +
            ") % 16 == 0";
  return text;
}

} // namespace

std::string residentText(KernelPlan &plan) {
  const Resident &resident = plan.of<Resident>();
  for (const char *header : {"copy_async.h", "instruction_order.h", "vector.h", "warp_roles.h"})
    plan.need(header);
  KernelFacts facts = residentFacts(plan);
  KernelFacts::Texts sizes;
  const auto set = [&](const char *name, int value) { sizes[name] = std::to_string(value); };
  set("RowsOfThread", resident.thread.m);
  set("ColumnsOfThread", resident.thread.n);
  set("StepsOfTile", resident.steps);
  set("ThreadsOfBlock", resident.threads);
  const std::string tile =
      specialised(instantiated(specialised(declarations(ResidentTileFile), facts), "ResidentTile",
                               "Tile", sizes),
                  facts);
  checkAssertions(tile, "Tile", facts);
  facts.tile = constantsOf(tile, "Tile", facts);
  std::string kernel = withoutUnused(specialised(declarations(ResidentFile), facts), {"kernel"});
  kernel = withFunctionsInPlace(kernel, facts);
  kernel = withoutMemberCalls(kernel, "problem", residentFunctions(plan));
  kernel = withMembersAsParameters(kernel, "Problem", "problem", fmaMembers(plan));
  kernel = withoutUnusedVariables(kernel);
  const std::string text = withoutUnused(tile + kernel, {"kernel", "Tile"});
  return asFunction(withConstantsOutside(text, "Tile"));
}

std::string residentChecksText(KernelPlan &plan) {
  const Contraction &contraction = plan.contraction;
  Substitutions values = localNames(contraction);
  // The launch has happened: its shared memory is what it is.
  values["grid"] = "gridDim";
  values["block"] = "blockDim";
  values["sharedBytes"] = "0";
  addChecks(plan, values);
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
  values["wideA"] = isWide(contraction, 0, "$a, $innerA, $lda", values);
  values["wideB"] = isWide(contraction, 1, "$b, $innerB, $ldb", values);
  return fill(R"(
/// Computes C by tiles where what the original needs of its launch holds, and its result is the
/// same. False where the original has to run; all threads of the grid find the same.
__device__ __forceinline__ bool resident($parameters) {
)",
              values) +
         checksText(values) +
         fill(R"(  // Blocks and tiles are counted in 32 bits.
  const bool counted = (double)$rows * $columns$ofBatch <= 34359738368.0 &&
                       (double)gridDim.x * gridDim.y * gridDim.z <= 2147483647.0 &&
                       blockDim.x * blockDim.y * blockDim.z >= $leastThreads;
  if (!($conditions$covered && $separate && counted))
    return false;
  computeTiles($kernelArguments, $wideA, $wideB, $count);
  return true;
}
)",
              values);
}

} // namespace warpsmith
