// What a rewrite says of a product on mma.sync to its kernel files: the facts of the Problem, the
// tiles, the arithmetic; and `run`.
#include "rewriter/emit/MmaText.h"
#include "rewriter/emit/BesideText.h"
#include "rewriter/emit/DeviceLibrary.h"
#include "rewriter/emit/FmaText.h"
#include "rewriter/emit/FmaTilesText.h"
#include "rewriter/emit/StepBoundsText.h"
#include "rewriter/families/MmaTile.h"
#include "rewriter/ir/ComplexStep.h"
#include <algorithm>
#include <cstring>

namespace warpsmith {
namespace {

constexpr const char *TileFile = "warpsmith/kernels/mma_tile.cuh";
constexpr const char *LaunchFile = "warpsmith/kernels/mma_launch.cuh";

/// The operands are doubles or pairs of these; else they have 16 bits, sums are FP32.
bool multipliesDoubles(const KernelPlan &plan) {
  return partType(plan.of<Mma>().part) == ElementType::F64;
}
bool multipliesComplex(const KernelPlan &plan) {
  return isComplex(plan.of<Mma>().part);
}

bool multipliesComplexFloats(const KernelPlan &plan) {
  return plan.of<Mma>().part == ElementType::C64;
}
/// The 16-bit numbers that they become are FP16's, else BF16's.
bool multipliesFp16(const KernelPlan &plan) {
  return multipliesComplexFloats(plan) ? plan.schedule.numerics == Numerics::Fp16
                                       : plan.of<Mma>().part == ElementType::F16;
}

/// An operand's own elements are what is multiplied.
bool isItself(const ExpressionRef &own) {
  return own->kind == Expression::Kind::Operand;
}

/// What all elements of an operand of doubles are multiplied by before the products, where that is
/// all that becomes of them; else empty.
std::string factorOf(const KernelPlan &plan, int operand) {
  const ExpressionRef &own = plan.computation.own(operand);
  if (own->kind == Expression::Kind::Binary && own->text == "*")
    for (const int side : {0, 1})
      if (own->children[side]->kind == Expression::Kind::Scalar &&
          own->children[side]->type == ElementType::F64 && isItself(own->children[1 - side]))
        return plan.print(own->children[side], {"", "", "", ""});
  return {};
}

/// Elements, multiplied by 1 at most, are what is multiplied.
bool mayLie(const KernelPlan &plan, int operand) {
  return plan.contraction.operand(operand).type == plan.of<Mma>().part &&
         (isItself(plan.computation.own(operand)) || !factorOf(plan, operand).empty());
}

/// A is scaled, and idle warps of the kernel do so with rows that all of C does not need at first.
bool packsBands(const KernelPlan &plan) {
  // Of a triangle the first bands have few tiles, and of triangular factors tiles that take little
  // time.
  return plan.of<Mma>().bulk && multipliesDoubles(plan) && !factorOf(plan, 0).empty() &&
         plan.contraction.region == Region::Full && !plan.contraction.isBatched() &&
         !plan.contraction.limitsSteps();
}

bool mayLackMemory(const KernelPlan &plan) {
  int mostBytes = 0;
  for (const MmaTile &tile : plan.of<Mma>().tiles)
    mostBytes = std::max(mostBytes, sharedMemoryBytes(tile, plan.of<Mma>()));
  return !withLessSharedMemory(*plan.schedule.architecture, mostBytes).empty();
}

/// Which products of parts a sum of complex numbers adds.
NamedValues productFacts(const KernelPlan &plan) {
  const bool floats = multipliesComplexFloats(plan);
  NamedValues facts = {{"Complex", truth(multipliesComplex(plan))},
                       {"Parts", multipliesComplex(plan) ? "2" : "1"},
                       {"Tf32", truth(floats && plan.schedule.numerics == Numerics::Tf32)},
                       {"Terms", floats && plan.schedule.numerics == Numerics::Fp32 ? "3" : "1"}};
  if (!multipliesComplex(plan))
    return facts;
  ComplexStep step = *complexStep(*plan.contraction.update);
  for (const int part : {0, 1}) {
    auto &[first, second] = step.products[part];
    // In any order, parts of A are taken as they lie.
    if ((!step.isChain || floats) && first.partOfA != 0)
      std::swap(first, second);
    const std::string name = std::to_string(part);
    facts["PartA" + name] = std::to_string(first.partOfA);
    facts["PartB" + name] = std::to_string(first.partOfB);
    facts["Subtracts" + name] =
        std::to_string((first.isSubtracted ? 1 : 0) + (second.isSubtracted ? 2 : 0));
  }
  return facts;
}

NamedValues factsOf(const KernelPlan &plan, bool someTiles) {
  const Contraction &contraction = plan.contraction;
  const Mma &mma = plan.of<Mma>();
  const Region region = contraction.region;
  const ExpressionRef &start = plan.computation.start;
  const bool reads =
      start->contains(Expression::Kind::Output) || start->contains(Expression::Kind::Extra);
  const bool apart = contraction.c.type == ElementType::F64 &&
                     start->contains(Expression::Kind::Output) &&
                     !start->contains(Expression::Kind::Extra);
  NamedValues facts = {
      {"A", std::string(cudaName(contraction.a.type))},
      {"B", std::string(cudaName(contraction.b.type))},
      {"C", std::string(cudaName(contraction.c.type))},
      {"Part", std::string(cudaName(mma.part))},
      {"Fragment", multipliesDoubles(plan) ? std::string(cudaName(mma.part)) : "unsigned"},
      {"Sum", std::string(cudaName(partType(contraction.sum)))},
      {"Doubles", truth(multipliesDoubles(plan))},
      {"Bulk", truth(mma.bulk)},
      {"Batched", truth(contraction.isBatched())},
      {"AlongKA", truth(runsAlongK(plan, 0))},
      {"AlongKB", truth(runsAlongK(plan, 1))},
      {"StoresAll", truth(region == Region::Full)},
      {"StoresAbove", truth(region != Region::Lower && region != Region::StrictlyLower)},
      {"StoresBelow", truth(region != Region::Upper && region != Region::StrictlyUpper)},
      {"StartsFromConstant", truth(!reads)},
      {"StartsApart", truth(apart)},
      {"StartsScaled", truth(apart && start->kind != Expression::Kind::Output)},
      {"ReadsOld", truth(plan.finishReadsOld())},
      {"LimitsSteps", truth(contraction.limitsSteps())},
      {"ExponentBits", std::to_string(multipliesDoubles(plan) ? 0
                                      : multipliesFp16(plan)  ? 0x7c00
                                                              : 0x7f80)},
      {"PacksBands", truth(packsBands(plan))},
      {"Compiled", plan.compiledFor()},
      {"LiesA", truth(mayLie(plan, 0))},
      {"LiesB", truth(mayLie(plan, 1))},
      {"ScalesA", truth(!factorOf(plan, 0).empty())},
      {"ScalesB", truth(!factorOf(plan, 1).empty())},
      {"PackWidth",
       std::to_string(std::min(vectorWidth(contraction.a.type), vectorWidth(contraction.b.type)))},
      {"MayLackMemory", truth(mayLackMemory(plan))},
      {"SomeTiles", truth(someTiles)},
  };
  facts.merge(productFacts(plan));
  facts.merge(stepBoundFacts(contraction));
  facts.merge(besideFacts(plan));
  return facts;
}

/// The Problem's functions: what is done to an element, a fragment, a result.
MemberFunctions functionsOf(const KernelPlan &plan) {
  using Arguments = std::vector<std::string>;
  MemberFunctions functions = stepBoundFunctions(plan);
  for (const int operand : {0, 1}) {
    functions["stored" + operandName(operand)] = [&plan, operand](const Arguments &of) {
      return plan.print(plan.computation.own(operand), {of[0], of[0], "", ""});
    };
    functions["factor" + operandName(operand)] = [&plan, operand](const Arguments &) {
      return factorOf(plan, operand);
    };
  }
  functions["multiply"] = [&plan](const Arguments &of) {
    std::string call = "warpsmith::";
    if (multipliesComplexFloats(plan) && plan.schedule.numerics == Numerics::Tf32)
      call += "multiplyTf32";
    else if (!multipliesDoubles(plan))
      call += multipliesFp16(plan) ? "multiplyFp16" : "multiplyBf16";
    else
      call += plan.schedule.architecture->computeCapability >= 90 ? "multiplyDoublesAtOnce"
                                                                  : "multiplyDoubles";
    for (size_t index = 0; index < of.size(); ++index)
      call += (index ? ", " : "(") + of[index];
    return call + ")";
  };
  functions["pack"] = [&plan](const Arguments &of) {
    return std::string(multipliesFp16(plan) ? "warpsmith::packFp16(" : "warpsmith::packBf16(") +
           of[0] + ", " + of[1] + ")";
  };
  functions["start"] = [&plan](const Arguments &of) {
    return plan.print(plan.computation.start, {"", "", "", of[0], of[2]});
  };
  functions["finish"] = [&plan](const Arguments &of) {
    return plan.finishText({"", "", of[0], of[1], of[3]});
  };
  functions["isStored"] = [&plan](const Arguments &of) {
    return of[0] + " " + comparison(plan.contraction.region) + " " + of[1];
  };
  addBeside(plan, functions);
  return functions;
}

NamedValues sizesOf(const MmaTile &tile) {
  NamedValues sizes;
  const auto set = [&](const char *name, int value) { sizes[name] = std::to_string(value); };
  set("RowsOfBlock", tile.block.m);
  set("ColumnsOfBlock", tile.block.n);
  set("StepsOfBlock", tile.block.k);
  set("RowsOfWarp", tile.warpM);
  set("ColumnsOfWarp", tile.warpN);
  set("RingStages", tile.stages);
  set("RelativeTime", tile.time);
  return sizes;
}

/// The menu, of instances of a template whose declaration is in `text`.
std::string aliasesOf(const KernelPlan &plan, const std::string &name, std::string_view text) {
  std::string aliases =
      multipliesDoubles(plan)
          ? std::string("// Times are compared with each other; measured on an H200.\n")
          : "// Times are cycles of a k-tile by the rates of " +
                std::string(plan.schedule.architecture->name) + "; they were not measured.\n";
  for (const MmaTile &tile : plan.of<Mma>().tiles)
    aliases +=
        "using " + std::string(tile.name) + " = " + tileInstance(name, text, sizesOf(tile)) + ";\n";
  return aliases;
}

std::string runText(const KernelPlan &plan, bool someTiles) {
  Substitutions values = plan.signature();
  const bool batched = plan.contraction.isBatched();
  values["chosen"] = someTiles ? ",\n                const warpsmith::ChosenTiles &chosen" : "";
  values["chosenName"] = someTiles ? ", chosen" : "";
  values["what"] = someTiles ? "the tiles of C that the data chose" : "C";
  values["batch"] = batched ? ", int products" : "";
  const std::vector<MmaTile> &tiles = plan.of<Mma>().tiles;
  values["members"] = (batched ? "products, " : "") +
                      fill("m, n, k$names, a, lda, b, ldb, c, ldc$furtherNames$chosenName", values);
  std::string names = "Problem";
  if (tiles.size() == 1)
    names += ", BlockTile";
  else
    for (const MmaTile &tile : tiles)
      names += ", " + std::string(tile.name);
  values["call"] = std::string("warpsmith::mma::") +
                   (tiles.size() == 1 ? "runTile" : "launchFastest") + "<" + names + ">";
  return fill(R"(
/// Computes $what; false when this device cannot, and then C is as it was.
inline bool run(const warpsmith::Device &device, cudaStream_t stream$batch, int m, int n, int k$scalars,
                const $A *a, int lda, const $B *b, int ldb, $C *c, int ldc$further$chosen) {
  const Problem problem = {$members};
  return $call(device, stream, problem);
}
)",
              values);
}

/// What a Problem holds, as parameters behind a comma each.
std::string memberList(const KernelPlan &plan, bool someTiles) {
  return (plan.contraction.isBatched() ? ", int products" : "") + fmaMemberList(plan) +
         (someTiles ? ", warpsmith::ChosenTiles chosen" : "");
}

std::vector<ProblemFunction> problemFunctions(const KernelPlan &plan) {
  const MemberFunctions functions = functionsOf(plan);
  const std::string sum(cudaName(plan.contraction.sum));
  const std::string result(cudaName(plan.contraction.c.type));
  const bool doubles = multipliesDoubles(plan);
  std::vector<ProblemFunction> all;
  for (const int operand : {0, 1}) {
    const std::string x = operandName(operand);
    if (doubles || multipliesComplex(plan))
      all.push_back({std::string(cudaName(plan.of<Mma>().part)) + " stored" + x,
                     {{std::string(cudaName(plan.contraction.operand(operand).type)), "element"}},
                     "return " + functions.at("stored" + x)({"element"}) + ";"});
    const std::string factor = factorOf(plan, operand);
    all.push_back({.head = "double factor" + x,
                   .parameters = {},
                   .statement = "return " + (factor.empty() ? "1" : factor) + ";",
                   .onHost = true});
  }
  if (doubles)
    all.push_back({"void multiply",
                   {{"double (&sum)[4]", ""}, {"const double (&a)[2]", ""}, {"double", "b"}},
                   functions.at("multiply")({"sum", "a", "b"}) + ";"});
  else
    all.push_back({"void multiply",
                   {{"float (&sum)[4]", ""},
                    {"const unsigned (&a)[4]", ""},
                    {"unsigned", "b0"},
                    {"unsigned", "b1"}},
                   functions.at("multiply")({"sum", "a", "b0", "b1"}) + ";"});
  if (multipliesComplexFloats(plan))
    all.push_back({"unsigned pack",
                   {{"float", "x"}, {"float", "y"}},
                   "return " + functions.at("pack")({"x", "y"}) + ";"});
  all.push_back({sum + " start",
                 {{result, "old"}, {"int", "row"}, {"int", "column"}},
                 "return " + functions.at("start")({"old", "row", "column"}) + ";"});
  for (ProblemFunction &function : fmaResultFunctions(plan))
    all.push_back(std::move(function));
  for (ProblemFunction &function : besideProblemFunctions(plan))
    all.push_back(std::move(function));
  for (ProblemFunction &function : stepBoundProblemFunctions(plan, /*onHost=*/true))
    all.push_back(std::move(function));
  return all;
}

} // namespace

std::string mmaInstanceText(KernelPlan &plan, bool someTiles) {
  plan.includeFile(LaunchFile);
  plan.need("mma_instructions.h");
  const std::vector<MmaTile> &tiles = plan.of<Mma>().tiles;
  const std::string tileName = "warpsmith::mma::MmaTile", tileText = declarations(TileFile);
  return besideStructure(plan) +
         problemStructure(LaunchFile, factsOf(plan, someTiles), memberList(plan, someTiles),
                          problemFunctions(plan), !plan.contraction.isBatched()) +
         "\n" +
         (tiles.size() > 1
              ? aliasesOf(plan, tileName, tileText)
              : "// Rows, columns and steps of a block; rows and columns of a warp; stages; time.\n"
                "using BlockTile = " +
                    tileInstance(tileName, tileText, sizesOf(tiles[0])) + ";\n") +
         runText(plan, someTiles);
}

} // namespace warpsmith
