// What a rewrite says of a product on the FP32, FP64 or integer units to its kernel file: the facts
// of the Problem, the sizes, and the arithmetic.
#include "rewriter/emit/FmaText.h"
#include "rewriter/emit/BesideText.h"
#include "rewriter/emit/DeviceLibrary.h"
#include "rewriter/emit/ProblemText.h"
#include "rewriter/emit/StepBoundsText.h"
#include "rewriter/ir/NumberConversion.h"
#include <algorithm>
#include <cstdlib>

namespace warpsmith {
namespace {

constexpr const char *TileFile = "warpsmith/kernels/fma_tile.cuh";
constexpr const char *KernelFile = "warpsmith/kernels/fma.cuh";

bool isOnFragment(const KernelPlan &plan, int operand) {
  return plan.layouts[operand].transform == Transform::OnFragment;
}

/// Elements change on their way into shared memory, or there.
bool isTransformed(const KernelPlan &plan, int operand) {
  if (!plan.tiled())
    return plan.computation.own(operand)->kind != Expression::Kind::Operand;
  const Transform transform = plan.layouts[operand].transform;
  return transform == Transform::OnCopy || transform == Transform::InPlace;
}

NamedValues factsOf(const KernelPlan &plan) {
  const Schedule &schedule = plan.schedule;
  NamedValues facts = fmaFacts(plan);
  facts.merge(NamedValues{
      {"StoredA", plan.stored(0)},
      {"StoredB", plan.stored(1)},
      {"Products", std::to_string(plan.operands().size() / 2)},
      {"Asynchronous", truth(plan.of<Fma>().route == CopyRoute::Asynchronous)},
      {"Prefetches", truth(prefetches(plan.contraction, schedule))},
      {"CopiesAtOnce", truth(plan.usesAsyncCopies())},
      {"MixesRoles", truth(plan.mixesRoles())},
  });
  facts.merge(besideFacts(plan));
  if (!plan.mixesRoles())
    facts["Sum"] = cudaName(plan.contraction.sum);
  return facts;
}

/// How a warp's lanes lie over the block's threads: 4 x 8 where it divides, so that a vector load
/// of B is one run of shared memory and one of A is broadcast. Else the block counts as one warp.
BlockTile lanesOf(const Fma &fma) {
  const int rows = fma.block.m / fma.thread.m;
  const int columns = fma.block.n / fma.thread.n;
  for (const int lanes : {8, 4, 16, 2, 32, 1})
    if (columns % lanes == 0 && rows % (32 / lanes) == 0)
      return {32 / lanes, lanes, 1};
  return {rows, columns, 1};
}

NamedValues sizesOf(const KernelPlan &plan) {
  const Schedule &schedule = plan.schedule;
  const Fma &fma = plan.of<Fma>();
  const BlockTile lanes = lanesOf(fma);
  NamedValues sizes;
  const auto set = [&](const char *name, int value) { sizes[name] = std::to_string(value); };
  set("RowsOfBlock", fma.block.m);
  set("ColumnsOfBlock", fma.block.n);
  set("StepsOfBlock", fma.block.k);
  set("RowsOfThread", fma.thread.m);
  set("ColumnsOfThread", fma.thread.n);
  set("LaneRows", lanes.m);
  set("LaneColumns", lanes.n);
  set("StepsOfLoad", stepGroup(plan.contraction, schedule));
  set("RowsOfLoad", runWidth(plan.contraction, schedule, 0));
  set("ColumnsOfLoad", runWidth(plan.contraction, schedule, 1));
  set("RingStages", fma.stages);
  set("WarpsThatCopy", fma.copyWarps);
  if (fma.interleave) {
    set("StepsInFp64", fma.interleave->fp64);
    set("StepsOfPeriod", fma.interleave->period);
  }
  if (fma.fp64Warps) {
    set("WarpsInFp64", fma.fp64Warps->fp64);
    set("WarpsOfPeriod", fma.fp64Warps->of);
  }
  return sizes;
}

/// A step with what is done to fragments in the place of the operands that it is done to.
ExpressionRef onFragments(const KernelPlan &plan, const ExpressionRef &step) {
  return map(step, [&](const ExpressionRef &node) -> ExpressionRef {
    if (node->kind == Expression::Kind::Operand && isOnFragment(plan, node->operand))
      return plan.computation.own(node->operand);
    return nullptr;
  });
}

KernelPlan::Leaves leavesOf(const std::vector<std::string> &arguments) {
  KernelPlan::Leaves leaves = {arguments[1], arguments[2], arguments[0], ""};
  if (arguments.size() > 3) {
    leaves.a2 = arguments[3];
    leaves.b2 = arguments[4];
  }
  return leaves;
}

/// A step of k, from the sum and the elements.
std::string addText(const KernelPlan &plan, const std::vector<std::string> &arguments) {
  KernelPlan::Leaves leaves = leavesOf(arguments);
  ExpressionRef step = onFragments(plan, plan.computation.step);
  if (plan.mixesRoles()) {
    // The role decides the type: elements are converted to it, not to double.
    step = map(widened(plan.computation.step), [](const ExpressionRef &node) -> ExpressionRef {
      return node->kind == Expression::Kind::Cast ? node->children[0] : nullptr;
    });
    std::string *const elements[] = {&leaves.a, &leaves.b, &leaves.a2, &leaves.b2};
    for (const int operand : plan.operands()) {
      std::string &element = *elements[operand];
      if (isOnFragment(plan, operand))
        element = plan.print(plan.computation.own(operand), leaves);
      const ElementType type = isOnFragment(plan, operand) ? plan.computation.own(operand)->type
                                                           : plan.contraction.operand(operand).type;
      if (isHalf(type))
        element = convertedText(ElementType::F32, type, element);
      element = "Sum(" + element + ")";
    }
  }
  return plan.stepStatement(step, leaves);
}

std::string addFp64Text(const KernelPlan &plan, const std::vector<std::string> &arguments) {
  // With products of floats the step is as it is: they are rounded before they are added.
  const ExpressionRef step = plan.of<Fma>().interleave->floatProducts
                                 ? plan.computation.step
                                 : widened(plan.computation.step);
  return plan.stepStatement(onFragments(plan, step), leavesOf(arguments));
}

} // namespace

NamedValues fmaFacts(const KernelPlan &plan) {
  const Contraction &contraction = plan.contraction;
  const Region region = contraction.region;
  NamedValues facts = {
      {"A", std::string(cudaName(contraction.a.type))},
      {"B", std::string(cudaName(contraction.b.type))},
      {"C", std::string(cudaName(contraction.c.type))},
      {"AlongKA", truth(plan.layouts[0].contiguousAlongK)},
      {"AlongKB", truth(plan.layouts[1].contiguousAlongK)},
      {"StoresAll", truth(region == Region::Full)},
      {"StoresAbove", truth(region != Region::Lower && region != Region::StrictlyLower)},
      {"StoresBelow", truth(region != Region::Upper && region != Region::StrictlyUpper)},
      {"StartsFromZero", truth(plan.computation.start->isLiteralZero())},
      {"Batched", truth(contraction.isBatched())},
      {"Compiled", plan.mayBeEmpty() ? plan.compiledFor() : "true"},
  };
  facts.merge(stepBoundFacts(contraction));
  for (const int operand : {0, 1, 2, 3})
    facts["Transforms" + operandName(operand)] =
        truth(operand < static_cast<int>(plan.operands().size()) && isTransformed(plan, operand));
  return facts;
}

MemberFunctions fmaFunctions(const KernelPlan &plan) {
  using Arguments = std::vector<std::string>;
  const std::string sum(cudaName(plan.contraction.sum));
  const auto statement = [](std::string text) {
    text.pop_back(); // its semicolon, which stands behind the call
    return text;
  };
  MemberFunctions functions = stepBoundFunctions(plan);
  for (const int operand : plan.operands())
    functions["stored" + operandName(operand)] = [&plan, operand](const Arguments &of) {
      const KernelPlan::Leaves leaves = {of[0], of[0], "", "", "", of[0], of[0]};
      return isTransformed(plan, operand) ? plan.print(plan.computation.own(operand), leaves)
                                          : of[0];
    };
  functions["start"] = [&plan](const Arguments &of) {
    const std::string value = plan.print(plan.computation.start, {"", "", "", of[0], of[2]});
    return plan.mixesRoles() ? "Sum(" + value + ")" : value;
  };
  functions["add"] = [&plan, statement](const Arguments &of) {
    return statement(addText(plan, of));
  };
  functions["addFp64"] = [&plan, statement](const Arguments &of) {
    return statement(addFp64Text(plan, of));
  };
  functions["joined"] = [sum](const Arguments &of) {
    return sum + "(" + of[0] + " + " + of[1] + ")";
  };
  functions["finish"] = [&plan, sum](const Arguments &of) {
    return plan.finishText(
        {"", "", plan.mixesRoles() ? sum + "(" + of[0] + ")" : of[0], of[1], of[3]});
  };
  functions["placeOfC"] = [&plan](const Arguments &of) {
    const PackedDigits digits = familyOf(plan.schedule).packedDigits(plan.schedule)[2];
    if (digits.isPlain())
      return "(long long)" + of[0] + " * ldc + " + of[1];
    return "warpsmith::placeOf<" + std::to_string(digits.run) + ", " +
           std::to_string(digits.lines) + ">(layoutC, " + of[0] + ", " + of[1] + ")";
  };
  functions["isStored"] = [&plan](const Arguments &of) {
    return of[0] + " " + comparison(plan.contraction.region) + " " + of[1];
  };
  addBeside(plan, functions);
  return functions;
}

std::vector<ProblemFunction> fmaResultFunctions(const KernelPlan &plan) {
  const MemberFunctions functions = fmaFunctions(plan);
  const std::string result(cudaName(plan.contraction.c.type));
  const std::string sum = plan.mixesRoles() ? "Sum" : std::string(cudaName(plan.contraction.sum));
  return {{(plan.mixesRoles() ? "template <typename Sum>\n" : "") + result + " finish",
           {{sum, "sum"}, {result, "old"}, {"int", "row"}, {"int", "column"}},
           "return " + functions.at("finish")({"sum", "old", "row", "column"}) + ";"},
          {"bool isStored",
           {{"int", "row"}, {"int", "column"}},
           plan.contraction.region == Region::Full
               ? "return true;"
               : "return " + functions.at("isStored")({"row", "column"}) + ";"}};
}

std::vector<ProblemFunction> fmaProblemFunctions(const KernelPlan &plan,
                                                 const std::vector<int> &storedOperands) {
  const Contraction &contraction = plan.contraction;
  const MemberFunctions functions = fmaFunctions(plan);
  const std::string sum(cudaName(contraction.sum)), result(cudaName(contraction.c.type));
  const std::string own = plan.mixesRoles() ? "Sum" : sum;
  const std::string templated = plan.mixesRoles() ? "template <typename Sum>\n" : "";
  std::vector<ProblemFunction> all;
  for (const int operand : storedOperands)
    all.push_back({plan.stored(operand) + " stored" + operandName(operand),
                   {{std::string(cudaName(contraction.operand(operand).type)), "element"}},
                   "return " + functions.at("stored" + operandName(operand))({"element"}) + ";"});
  if (!plan.computation.start->isLiteralZero())
    all.push_back(
        {sum + " start",
         {{result, "old"}, {"int", "row"}, {"int", "column"}},
         "return " + plan.print(plan.computation.start, {"", "", "", "old", "column"}) + ";"});
  std::vector<std::pair<std::string, std::string>> elements;
  for (const int operand : plan.operands())
    elements.emplace_back(plan.stored(operand), pointerName(operand));
  std::vector<std::string> names = {"sum"};
  for (const auto &[type, name] : elements)
    names.push_back(name);
  elements.insert(elements.begin(), {own + " &", "sum"});
  all.push_back({templated + "void add", elements, functions.at("add")(names) + ";"});
  for (ProblemFunction &function : fmaResultFunctions(plan))
    all.push_back(std::move(function));
  for (ProblemFunction &function : stepBoundProblemFunctions(plan, /*onHost=*/false))
    all.push_back(std::move(function));
  return all;
}

std::vector<std::string> fmaLayoutNames(const KernelPlan &plan) {
  std::vector<std::string> names;
  const std::array<PackedDigits, 3> packed = familyOf(plan.schedule).packedDigits(plan.schedule);
  for (size_t matrix = 0; matrix < packed.size(); ++matrix)
    if (!packed[matrix].isPlain())
      names.push_back(std::string("layout") + "ABC"[matrix]);
  return names;
}

std::string fmaMemberList(const KernelPlan &plan) {
  Substitutions values = plan.signature();
  values["layouts"] = "";
  for (const std::string &name : fmaLayoutNames(plan))
    values["layouts"] += ", warpsmith::PackedLayout " + name;
  return fill(", int m, int n, int k$scalars, const $A *__restrict__ a, int lda, "
              "const $B *__restrict__ b, int ldb, $C *__restrict__ c, int ldc$layouts$further",
              values);
}

namespace {

/// Those that steps in FP64 need.
void addFp64Functions(const KernelPlan &plan, std::vector<ProblemFunction> &all) {
  const MemberFunctions functions = fmaFunctions(plan);
  const std::string sum(cudaName(plan.contraction.sum));
  std::vector<std::pair<std::string, std::string>> elements = {{"double &", "sum"}};
  std::vector<std::string> names = {"sum"};
  for (const int operand : plan.operands()) {
    elements.emplace_back(plan.stored(operand), pointerName(operand));
    names.push_back(pointerName(operand));
  }
  all.push_back({"void addFp64", elements, functions.at("addFp64")(names) + ";"});
  all.push_back({sum + " joined",
                 {{sum, "sum"}, {"double", "sum64"}},
                 "return " + functions.at("joined")({"sum", "sum64"}) + ";"});
}

} // namespace

std::string fmaInstanceText(KernelPlan &plan) {
  plan.includeFile(KernelFile);
  NamedValues facts = factsOf(plan);
  facts.erase("Compiled"); // our kernel asks
  std::vector<int> stored;
  for (const int operand : plan.operands())
    if (isTransformed(plan, operand) || (plan.of<Fma>().route == CopyRoute::Registers &&
                                         !prefetches(plan.contraction, plan.schedule)))
      stored.push_back(operand);
  std::vector<ProblemFunction> own = fmaProblemFunctions(plan, stored);
  for (ProblemFunction &function : besideProblemFunctions(plan))
    own.push_back(std::move(function));
  if (plan.of<Fma>().interleave)
    addFp64Functions(plan, own);
  return besideStructure(plan) + problemStructure(KernelFile, facts, fmaMemberList(plan), own) +
         "\n// Rows, columns and steps of a block; rows and columns of a thread, of a warp's "
         "lanes;\n"
         "// steps, rows and columns of a load; stages.\nusing BlockTile = " +
         tileInstance("warpsmith::fma::FmaTile", declarations(TileFile), sizesOf(plan)) + ";\n" +
         kernelOfProblem("warpsmith::fma::computeTile", fmaMemberList(plan), plan.signature());
}

} // namespace warpsmith
