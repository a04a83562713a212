// A kernel that keeps its launches: what is tested in it, and the tiles that it computes instead.
#include "rewriter/emit/ResidentText.h"
#include "rewriter/emit/DeviceLibrary.h"
#include "rewriter/emit/FmaText.h"
#include "rewriter/emit/LaunchChecks.h"
#include "rewriter/emit/LaunchComparison.h"
#include "rewriter/emit/WarpInstruction.h"
#include "rewriter/families/ResidentTile.h"
#include "rewriter/ir/NumberConversion.h"
#include <algorithm>
#include <set>

namespace warpsmith {
namespace {

/// The kernel file of a plan, the file of its tiles, and the tiles' structure.
struct ResidentFiles {
  const char *space, *kernel, *tile, *structure;
};

constexpr ResidentFiles OnPlainUnits = {"warpsmith::resident::", "warpsmith/kernels/resident.cuh",
                                        "warpsmith/kernels/resident_tile.cuh", "ResidentTile"};
constexpr ResidentFiles OnTensorCoresFiles = {
    "warpsmith::resident_tensor::", "warpsmith/kernels/resident_tensor.cuh",
    "warpsmith/kernels/resident_tensor_tile.cuh", "ResidentTensorTile"};

bool isTensor(const KernelPlan &plan) {
  return plan.of<Resident>().part.has_value();
}

const ResidentFiles &filesOf(const KernelPlan &plan) {
  return isTensor(plan) ? OnTensorCoresFiles : OnPlainUnits;
}

/// What tensor cores multiply is no element as it is in memory.
bool isConverted(const KernelPlan &plan, int operand) {
  return plan.contraction.operand(operand).type != plan.of<Resident>().part;
}

std::string instructionOf(const KernelPlan &plan) {
  return warpInstruction(*plan.of<Resident>().part, plan.contraction.a.type,
                         plan.contraction.b.type);
}

NamedValues residentFacts(const KernelPlan &plan) {
  NamedValues facts = fmaFacts(plan);
  facts["AlongKA"] = truth(plan.contraction.runsAlongK(0));
  facts["AlongKB"] = truth(plan.contraction.runsAlongK(1));
  if (isTensor(plan)) {
    facts["Part"] = cudaName(*plan.of<Resident>().part);
    facts["TransformsA"] = truth(isConverted(plan, 0));
    facts["TransformsB"] = truth(isConverted(plan, 1));
    facts["ReadsOld"] = truth(plan.finishReadsOld());
    return facts;
  }
  facts["StoredA"] = plan.stored(0);
  facts["StoredB"] = plan.stored(1);
  facts["Sum"] = cudaName(plan.contraction.sum);
  return facts;
}

MemberFunctions residentFunctions(const KernelPlan &plan) {
  MemberFunctions functions = fmaFunctions(plan);
  if (!isTensor(plan))
    return functions;
  for (const int operand : {0, 1})
    functions["stored" + operandName(operand)] = [&plan,
                                                  operand](const std::vector<std::string> &of) {
      return isConverted(plan, operand)
                 ? convertedText(*plan.of<Resident>().part, ElementType::F32,
                                 convertedText(ElementType::F32,
                                               plan.contraction.operand(operand).type, of[0]))
                 : of[0];
    };
  functions["multiply"] = [&plan](const std::vector<std::string> &of) {
    return instructionOf(plan) + "(" + of[0] + ", " + of[1] + ", " + of[2] + ", " + of[3] + ")";
  };
  return functions;
}

NamedValues residentSizes(const Resident &resident) {
  NamedValues sizes;
  const auto set = [&](const char *name, int value) { sizes[name] = std::to_string(value); };
  set("StepsOfTile", resident.warp.k);
  set("ThreadsOfBlock", resident.threads);
  if (resident.part) {
    set("RowsOfWarp", resident.warp.m);
    set("ColumnsOfWarp", resident.warp.n);
    set("RingStages", resident.stages);
  } else {
    set("RowsOfThread", threadOf(resident).m);
    set("ColumnsOfThread", threadOf(resident).n);
  }
  return sizes;
}

/// Whether rows of an operand are read in 16-byte vectors, an argument behind a comma.
std::string isWide(const KernelPlan &plan, int operand, const char *checked,
                   const Substitutions &values) {
  const Contraction &contraction = plan.contraction;
  if (contraction.runsAlongK(operand) && !isTensor(plan))
    return ", false";
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
          add(structuresIn(index.extent), signedSize(index.extent, contraction, values) + " > 0");
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

std::string residentInstanceText(KernelPlan &plan) {
  const ResidentFiles &files = filesOf(plan);
  plan.includeFile(files.kernel);
  NamedValues known = residentFacts(plan);
  for (const char *ofOthers : {"Compiled", "TransformsA2", "TransformsB2"})
    known.erase(ofOthers);
  std::vector<ProblemFunction> functions =
      isTensor(plan) ? fmaResultFunctions(plan) : fmaProblemFunctions(plan, {0, 1});
  if (isTensor(plan)) {
    plan.need("device_code.h");
    const MemberFunctions texts = residentFunctions(plan);
    for (const int operand : {0, 1})
      functions.push_back(
          {std::string(cudaName(*plan.of<Resident>().part)) + " stored" + operandName(operand),
           {{std::string(cudaName(plan.contraction.operand(operand).type)), "element"}},
           "return " + texts.at("stored" + operandName(operand))({"element"}) + ";"});
  }
  std::string text = problemStructure(files.kernel, known, fmaMemberList(plan), functions);
  if (isTensor(plan))
    text.insert(text.rfind("};"), warpMember(instructionOf(plan)));
  return text +
         (isTensor(plan)
              ? "\n// Rows and columns of a warp, steps of k, stages, threads of a block."
              : "\n// Rows and columns of a thread, steps of k, threads of a block.") +
         "\nusing BlockTile = " +
         tileInstance(std::string(files.space) + files.structure, declarations(files.tile),
                      residentSizes(plan.of<Resident>())) +
         ";\n";
}

namespace {

/// Most blocks do nothing but test, which takes a fifth of the time of a large product on tensor
/// cores: what may be evaluated whatever the sizes are is, without branches.
void testWithoutBranches(const Contraction &contraction, Substitutions &values) {
  values["and"] = "&";
  std::string &coverage = values["coverage"];
  if (coverage.find_first_of("/%") == std::string::npos)
    for (size_t at = coverage.find("&&"); at != std::string::npos; at = coverage.find("&&", at))
      coverage.replace(at, 2, "&");
  if (contraction.isBatched())
    return;
  values["andApart"] = "&";
  for (const char *span : {"spanA", "spanB", "spanC"}) { // which wraps
    std::string &text = values[span];
    text.insert(text.find_first_not_of('('), "(unsigned long long)");
  }
}

} // namespace

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
  values["launchable"] =
      "blockDim.x * blockDim.y * blockDim.z >= " + std::to_string(LeastResidentThreads);
  for (const Parameter &parameter : contraction.parameters)
    values["parameters"] += (values["parameters"].empty() ? "" : ", ") + parameter.declaration;
  values["why"] = "";
  if (isTensor(plan)) {
    testWithoutBranches(contraction, values);
    values["why"] = "\n/// Most blocks do nothing but test: `&` spares them branches.";
  }
  const bool batched = isBatched(contraction);
  values["ofBatch"] = batched ? " / " + values.at("products") : "";
  values["ifBatch"] = batched ? values.at("separate") + " && " : "";
  values["count"] = batched ? "(int)" + values.at("products") : "1";
  const std::string conditions = conjunction(contraction.conditions, Parentheses::Each);
  values["conditions"] = conditions.empty() ? "" : conditions + " && ";
  values["ifCompiled"] = isTensor(plan) ? "if constexpr (" + plan.compiledFor() + ")\n    " : "";
  values["compiled"] = isTensor(plan) ? plan.compiledFor() : "true";
  values["compute"] = std::string(filesOf(plan).space) + "computeTiles<Problem, BlockTile>";
  values["wideA"] = isWide(plan, 0, "$a, $innerA, $lda", values);
  values["wideB"] = isWide(plan, 1, "$b, $innerB, $ldb", values);
  return fill(R"(
/// Computes C by tiles where what the original needs of its launch holds, and its result is the
/// same. False where the original has to run; all threads of the grid find the same.$why
__device__ __forceinline__ bool resident($parameters) {
  if ((unsigned long long)gridDim.x * blockDim.x > 0x7fffffff)
    return false;
)",
              values) +
         beforeStructures(contraction, values) + checksText(values) +
         fill(R"(  // Blocks and tiles are counted in 32 bits, as threads along x are.
  const bool counted = $ifBatch(unsigned long long)gridDim.x * (gridDim.y * gridDim.z) <= 0x7fffffff $and
                       (unsigned long long)$rows * $columns <= (1ull << 35)$ofBatch;
  if (!($conditions$covered $and $separate $and counted))
    return false;
  $ifCompiled$compute(Problem{$kernelArguments}$wideA$wideB, $count);
  return $compiled;
}
)",
              values);
}

} // namespace warpsmith
