// What a rewrite adds to the kernel files of Hopper's warpgroup products: its Problem, its tiles,
// the instruction, and `run`.
#include "rewriter/emit/WgmmaText.h"
#include "rewriter/emit/DeviceLibrary.h"
#include "rewriter/emit/FmaTilesText.h"
#include "rewriter/emit/ProblemText.h"
#include "rewriter/emit/ResidueText.h"
#include "rewriter/emit/StepBoundsText.h"
#include "rewriter/emit/WgmmaInstruction.h"
#include "rewriter/families/FmaTile.h"
#include "rewriter/families/KernelFamily.h"
#include "rewriter/families/WgmmaTile.h"
#include <algorithm>

namespace warpsmith {
namespace {

/// What tells the kernels of one form from those of others: names of the kernel files.
struct KernelForm {
  std::string file = "warpsmith/kernels/wgmma_launch.cuh"; ///< which includes the others
  std::string tile = "WgmmaTile";                          ///< the template of its tiles
  std::string launchOne;                                   ///< launches a tile
  std::string fastest; ///< finds the fastest of several, where launchFastest does not
  std::string launchFastest = "launchFastest"; ///< launches it, or what was found
};

/// Some matrix lies in a packed layout.
bool hasLayouts(const Wgmma &wgmma) {
  return !std::ranges::all_of(wgmma.packed, &PackedDigits::isPlain);
}

KernelForm formOf(const Wgmma &wgmma) {
  KernelForm form;
  if (wgmma.split == Split::InRegisters) {
    form.file = "warpsmith/kernels/wgmma_split_rows.cuh";
    form.tile = "SplitRowsTile";
    form.launchOne = "launchSplitRows";
    form.fastest = "fastestRows";
    form.launchFastest = "launchRowsTile";
    return form;
  }
  form.launchOne = wgmma.im2col        ? "launchIm2col"
                   : hasLayouts(wgmma) ? "launchPackedLayouts"
                                       : "launchPacked";
  if (wgmma.parts > 1) {
    form.launchOne = "launchSplit";
    form.fastest = "fastestSplit";
    form.launchFastest = "launchSplitTile";
  }
  if (wgmma.split == Split::ByData) {
    form.file = "warpsmith/kernels/wgmma_by_data.cuh";
    form.launchOne = "launchByData";
  }
  if (wgmma.split == Split::Int8xn)
    form.file = "warpsmith/kernels/wgmma_residues_launch.cuh";
  return form;
}

/// What the names of the kernel files need before them.
const std::string Scope = "warpsmith::wgmma::"; // NOLINT(cert-err58-cpp): a short string

/// How tiles of the operands lie. The left operand is A unless B comes from registers.
struct WgmmaForm {
  bool swapped = false;
  bool fragments = false;
  bool tileAlongK[2]; ///< in shared memory, and in the matrix that TMA reads

  explicit WgmmaForm(const KernelPlan &plan) {
    const Wgmma &wgmma = plan.of<Wgmma>();
    const std::optional<int> fromRegisters = operandInRegisters(plan.contraction, wgmma);
    fragments = fromRegisters.has_value();
    swapped = fromRegisters == 1;
    // Of 16 bits, threads load fragments from tiles of both kinds.
    for (const int operand : {0, 1})
      tileAlongK[operand] = (operand != fromRegisters || sizeOf(wgmma.part) == 2) &&
                            (runsAlongK(plan, operand) || onlyAlongK(wgmma));
  }
};

/// True when both operands are one matrix, whose parts are made once.
bool sharesParts(const KernelPlan &plan) {
  return plan.of<Wgmma>().symmetric && plan.contraction.operandCount() == 2;
}

/// True when there are two problems, of which the data choose one: of two parts and of three.
bool isByData(const KernelPlan &plan) {
  return plan.of<Wgmma>().split == Split::ByData;
}

/// True when B is split in registers, as it is read.
bool isSplitInRegisters(const KernelPlan &plan) {
  return plan.of<Wgmma>().split == Split::InRegisters;
}

/// The type of what the tensor cores multiply, before parts are made of it.
ElementType multipliedType(const KernelPlan &plan, int operand) {
  return isResidues(plan) ? plan.of<Wgmma>().part : plan.contraction.operand(operand).type;
}

/// Steps in padding, or outside of an element's range, leave a sum as it is. Of integers a product
/// of zero changes none.
bool skipsPadding(const KernelPlan &plan) {
  return (plan.contraction.a.padding == Padding::Skipped || plan.contraction.limitsSteps()) &&
         !isInteger(plan.of<Wgmma>().part);
}

/// A sum as the original adds it up, of pixels or of an element's range of steps.
std::string originalSumText(const KernelPlan &plan) {
  if (!skipsPadding(plan))
    return {};
  const ExpressionRef step =
      map(plan.computation.step, [&](const ExpressionRef &node) -> ExpressionRef {
        return node->kind == Expression::Kind::Operand ? plan.computation.own(node->operand)
                                                       : nullptr;
      });
  Substitutions values = plan.signature();
  values["add"] = plan.stepStatement(step, {"elementA", "elementB", "sum", ""});
  if (plan.contraction.limitsSteps()) {
    MemberFunctions ends = stepBoundFunctions(plan);
    values["first"] = ends["firstStep"]({"row", "column"});
    values["end"] = ends["endOfSteps"]({"row", "column", "k"});
    values["elementA"] = runsAlongK(plan, 0) ? "row * lda + step" : "step * lda + row";
    values["elementB"] = runsAlongK(plan, 1) ? "column * ldb + step" : "step * ldb + column";
    return fill(R"(/// A sum as the original adds it up, of the steps that the element has.
  __device__ float originalSum(int row, int column) const {
    float sum = 0;
    for (long long step = $first; step < $end; ++step) {
      const $A elementA = a[$elementA];
      const $B elementB = b[$elementB];
      $add
    }
    return sum;
  }
)",
                values);
  }
  return fill(R"(/// A sum as the original adds it up, which leaves out steps in padding.
  __device__ float originalSum(int row, int column) const {
    float sum = 0;
    warpsmith::forEachPixel(pixels, row, [&](int pixel, int step) {
      const $A elementA = a[pixel];
      const $B elementB = b[column * ldb + step];
      $add
    });
    return sum;
  }
)",
              values);
}

/// Where an element's range of steps begins and ends, as functions of a Problem.
std::string rangesText(const KernelPlan &plan) {
  if (!plan.contraction.limitsSteps())
    return {};
  const NamedValues facts = stepBoundFacts(plan.contraction);
  std::string text = "/// Where the range of steps that an element sums begins and ends.\n";
  for (const ProblemFunction &function : stepBoundProblemFunctions(plan, /*onHost=*/true))
    text += functionText(function);
  return text;
}

/// What the original multiplies each product of split operands by.
std::string factorText(const KernelPlan &plan) {
  std::string text;
  for (const ExpressionRef &factor : plan.computation.factors)
    text += (text.empty() ? "(double)(" : " * (double)(") +
            plan.print(factor, {"", "", "", "", "column"}) + ")";
  return text;
}

NamedValues factsOf(const KernelPlan &plan) {
  const Contraction &contraction = plan.contraction;
  const Schedule &schedule = plan.schedule;
  const Wgmma &wgmma = plan.of<Wgmma>();
  const WgmmaForm form(plan);
  const Region region = contraction.region;
  const bool split = wgmma.parts > 1, storesAll = region == Region::Full;
  const bool above = storesAll || region == Region::Upper || region == Region::StrictlyUpper ||
                     region == Region::NotDiagonal;
  const bool below = storesAll || region == Region::Lower || region == Region::StrictlyLower ||
                     region == Region::NotDiagonal;
  const bool liesA = mayLie(plan.contraction, wgmma, 0), liesB = mayLie(plan.contraction, wgmma, 1);
  const std::vector<ReadBy> reads = resultReads(contraction, schedule);
  const auto truth = [](bool value) { return std::string(value ? "true" : "false"); };
  NamedValues facts = {
      {"A", std::string(cudaName(contraction.a.type))},
      {"B", std::string(cudaName(contraction.b.type))},
      {"C", std::string(cudaName(contraction.c.type))},
      // FP8's are bytes to everything but the products themselves.
      {"Part", std::string(cudaName(isFp8(wgmma.part) ? ElementType::U8 : wgmma.part))},
      {"Sum", isInteger(wgmma.part) ? "unsigned" : "float"},
      {"Parts", std::to_string(wgmma.parts)},
      {"Promotes", truth(promotes(wgmma))},
      {"PromotedSteps", std::to_string(wgmma.parts > 1 ? 0 : Fp8PromotedSteps)},
      {"RowsAlongKA", truth(runsAlongK(plan, 0))},
      {"RowsAlongKB", truth(runsAlongK(plan, 1))},
      {"TileAlongKA", truth(form.tileAlongK[0])},
      {"TileAlongKB", truth(form.tileAlongK[1])},
      {"Fragments", truth(form.fragments)},
      {"NeighbourRows", truth(form.fragments && !hasLayouts(wgmma))},
      {"PermutesSteps", truth(form.fragments && ordersLines(wgmma, 1))},
      {"Swapped", truth(form.swapped)},
      {"SkipsBoxesA",
       truth(wgmma.parts == 1 && (!form.fragments || form.swapped) && wgmma.packed[0].isPlain())},
      {"SkipsBoxesB",
       truth(wgmma.parts == 1 && (!form.fragments || !form.swapped) && wgmma.packed[1].isPlain())},
      {"Symmetric", truth(wgmma.symmetric)},
      {"SharesParts", truth(sharesParts(plan))},
      {"ByData", truth(isByData(plan))},
      {"TwoProducts", truth(contraction.operandCount() > 2)},
      {"Batched", truth(isBatched(contraction))},
      {"HasFactor", truth(!plan.computation.factors.empty())},
      {"ReadsOld", truth(plan.finishReadsOld())},
      {"ReadsFurther", truth(isBatched(contraction) || contraction.operandCount() > 2 ||
                             !storesAll || std::ranges::count(reads, ReadBy::Element) > 0)},
      {"BytesOfRow", std::to_string(bytesOf(valuesReadBy(ReadBy::Row, contraction, schedule)))},
      {"BytesOfColumn",
       std::to_string(bytesOf(valuesReadBy(ReadBy::Column, contraction, schedule)))},
      {"ReadsBeside", truth(std::ranges::count(reads, ReadBy::Matrix) > 0)},
      {"ReadsOnce", truth(readsOnce(contraction, schedule))},
      {"StoresAll", truth(storesAll)},
      {"StoresAbove", truth(above)},
      {"StoresBelow", truth(below)},
      {"StoresTiles", truth(mayStoreTiles(contraction, schedule))},
      {"LeavesSums", truth(leavesSums(contraction, schedule))},
      {"LiesA", truth(liesA)},
      {"LiesB", truth(liesB)},
      {"PrefetchesOperands",
       truth(!split && liesA && liesB && !isBatched(contraction) && !wgmma.im2col &&
             !contraction.limitsSteps() && !hasLayouts(wgmma))},
      {"Im2col", truth(wgmma.im2col)},
      {"SkipsPadding", truth(skipsPadding(plan))},
      {"ProductsByData", truth(isResidues(plan))},
      {"SumsAgain", truth(isSplitInRegisters(plan))},
  };
  facts.merge(stepBoundFacts(contraction));
  for (size_t matrix = 0; matrix < wgmma.packed.size(); ++matrix) {
    const PackedDigits &digits = wgmma.packed[matrix];
    facts[std::string("Run") + "ABC"[matrix]] = std::to_string(digits.run);
    if (matrix < 2)
      facts[std::string("LinesOfRow") + "AB"[matrix]] = std::to_string(digits.linesOfRow);
    if (!digits.isPlain())
      facts[std::string("Lines") + "ABC"[matrix]] = std::to_string(digits.lines);
  }
  if (isResidues(plan))
    tellResidues(plan, facts);
  if (isSplitInRegisters(plan)) // what is stored has no scales any more
    facts["Parts"] = "1";
  if (isByData(plan)) // both problems say it
    for (const char *own : {"Part", "Parts"})
      facts.erase(own);
  return facts;
}

/// The members of a Problem that a kernel file reads as constants and types. Some
/// files ask for the numbers of a batch, be there one or not.
std::string problemConstants(const KernelPlan &plan) {
  NamedValues known = factsOf(plan);
  std::string text = constantDeclarations(known);
  if (isResidues(plan))
    return text;
  if (!isBatched(plan.contraction))
    text += singleProduct(", plane = 0");
  if (plan.contraction.region != Region::Full)
    text += "static constexpr bool storesPairs = false, storesTiles = false;\n";
  else if (!mayStoreTiles(plan.contraction, plan.schedule))
    text += "static constexpr bool storesTiles = false;\n";
  return text;
}

/// The instruction of any width, with operands of type `part` in shared memory.
WgmmaInstruction instructionOf(const KernelPlan &plan, ElementType part) {
  const WgmmaForm form(plan);
  return {.columns = 0,
          .part = part,
          .typeA = multipliedType(plan, 0),
          .typeB = multipliedType(plan, 1),
          .fragments = form.fragments,
          .alongKA = form.fragments || form.tileAlongK[0],
          .alongKB = form.swapped || form.tileAlongK[1]};
}

/// The instruction as a Problem's own.
std::string multiplyMemberText(const KernelPlan &plan, ElementType part) {
  return multiplyMember(instructionOf(plan, part));
}

/// With `x > 0 ? x : 0` as fmaxf(x, 0), which is the same for every x, NaN and -0 among them, and
/// one instruction.
ExpressionRef withMaxima(const ExpressionRef &expression) {
  return map(expression, [](const ExpressionRef &node) -> ExpressionRef {
    if (node->kind != Expression::Kind::Select || node->type != ElementType::F32)
      return nullptr;
    const Expression &condition = *node->children[0], &value = *node->children[1];
    const bool isPositive = condition.kind == Expression::Kind::Compare && condition.text == ">" &&
                            value.type == ElementType::F32 && same(*condition.children[0], value) &&
                            condition.children[1]->isLiteralZero() &&
                            node->children[2]->isLiteralZero();
    if (!isPositive)
      return nullptr;
    return Expression::call(
        "fmaxf", ElementType::F32,
        {withMaxima(node->children[1]), Expression::literal("0.0f", ElementType::F32)});
  });
}

/// What is stored for a sum, of what has been read (wgmma_reads.cuh) and of what is read now.
std::string finishText(const KernelPlan &plan) {
  const Contraction &contraction = plan.contraction;
  KernelPlan::Leaves leaves = {.a = "", .b = "", .sum = "sum", .old = "old"};
  for (const auto &[kind, name] :
       {std::pair(ReadBy::Row, "ofRow.value"), {ReadBy::Column, "ofColumn.value"}}) {
    const auto values = valuesReadBy(kind, contraction, plan.schedule);
    for (size_t index = 0; index < values.size(); ++index)
      leaves.made.emplace_back(values[index], name + std::to_string(index));
  }
  const std::vector<ReadBy> reads = resultReads(contraction, plan.schedule);
  for (size_t index = 0; index < reads.size(); ++index)
    if (reads[index] == ReadBy::Matrix)
      leaves.made.emplace_back(
          Expression::extra(static_cast<int>(index), contraction.extras[index].type), "beside");
  if (contraction.diagonal)
    return plan.finishText(leaves);
  return plan.print(withMaxima(plan.computation.finish), leaves);
}

/// What is stored for a sum depends on where it is.
bool dependsOnPlace(const KernelPlan &plan) {
  const std::set<std::string> words = identifiers(finishText(plan));
  return words.contains("row") || words.contains("column");
}

/// What moveTo does with split operands besides: products of a batch may share one.
std::string splitMoveText(const KernelPlan &plan) {
  return plan.of<Wgmma>().parts == 1 ? "" : R"(a += index * batchA;
b += index * batchB;
backA += batchA != 0 ? (long long)index * m : 0;
backB += batchB != 0 ? (long long)index * n : 0;
)";
}

/// The structure of what is read in one way, and the function of a Problem that reads it.
struct ReadsText {
  std::string structure, function;
};
ReadsText readsText(const KernelPlan &plan, ReadBy kind, const std::string &name,
                    const std::string &index) {
  const auto values = valuesReadBy(kind, plan.contraction, plan.schedule);
  std::string members, texts;
  for (size_t value = 0; value < values.size(); ++value) {
    members += std::string(cudaName(values[value]->type)) + " value" + std::to_string(value) + "; ";
    texts += (texts.empty() ? "" : ", ") + plan.print(values[value], {});
  }
  std::string function = name;
  function[0] = 'o';
  return {"struct " + name + " { " + members + "};\n",
          members.empty() ? ""
                          : "__device__ Reads::" + name + " " + function + "(int " + index +
                                ") const { return {" + texts + "}; }\n"};
}

/// What results read besides their sums: its types, and how a Problem gives it.
Substitutions readsTexts(const KernelPlan &plan) {
  const std::vector<ReadBy> reads = resultReads(plan.contraction, plan.schedule);
  const ReadsText ofRow = readsText(plan, ReadBy::Row, "OfRow", "row");
  const ReadsText ofColumn = readsText(plan, ReadBy::Column, "OfColumn", "column");
  const auto beside = std::ranges::find(reads, ReadBy::Matrix);
  const bool hasBeside = beside != reads.end();
  Substitutions values = {{"types", ""},
                          {"functions", ofRow.function + ofColumn.function},
                          {"map", ""},
                          {"parameters", ""}};
  if (hasBeside) {
    const int index = static_cast<int>(beside - reads.begin());
    values["map"] = "  warpsmith::TensorMap mapOfBeside = {};\n"
                    "  bool copiesBeside = false; ///< by TMA, as the map says\n";
    values["functions"] += fill(
        R"(__host__ __device__ const $type *beside() const { return $name; }
__host__ __device__ long long pitchOfBeside() const { return $pitch; }
$batch__device__ $type besideAt(int row, int column) const { return $element; }
)",
        {{"type", std::string(cudaName(plan.contraction.extras[index].type))},
         {"name", "extra" + std::to_string(index)},
         {"pitch", plan.extraPitch(index)},
         {"batch", isBatched(plan.contraction)
                       ? "__host__ __device__ long long batchOfBeside() const { return " +
                             plan.extraBatch(index) + "; }\n"
                       : ""},
         {"element", plan.extraElement(index, "column")}});
  }
  const bool any = hasBeside || !values["functions"].empty();
  if (any) {
    values["types"] = "struct Reads {\n" + ofRow.structure + ofColumn.structure;
    if (hasBeside)
      values["types"] +=
          "using Beside = " +
          std::string(cudaName(plan.contraction.extras[beside - reads.begin()].type)) + ";\n";
    else
      values["types"] += "struct Beside {};\n";
    values["types"] += "};\n";
    values["functions"] = "/// What results read besides their sums.\n" + values["functions"];
  } else {
    values["types"] = "using Reads = warpsmith::ReadsNothing;\n";
  }
  const auto parameter = [&](bool isRead, const char *type, const char *name) {
    values["parameters"] +=
        std::string(", Reads::") + type + (isRead ? " " : "") + (isRead ? name : "");
  };
  parameter(hasBeside, "Beside", "beside");
  parameter(!ofRow.function.empty(), "OfRow", "ofRow");
  parameter(!ofColumn.function.empty(), "OfColumn", "ofColumn");
  return values;
}

/// The members that say how matrices in packed layouts lie.
std::vector<std::string> layoutNames(const KernelPlan &plan) {
  const auto &packed = plan.of<Wgmma>().packed;
  std::vector<std::string> names;
  for (size_t matrix = 0; matrix < packed.size(); ++matrix)
    if (!packed[matrix].isPlain())
      names.push_back(std::string("layout") + "ABC"[matrix]);
  return names;
}

std::string problemText(KernelPlan &plan) {
  if (isResidues(plan))
    return residueProblemText(plan,
                              {.members = memberDeclarations(plan.signature()["scalars"]),
                               .furtherMembers = memberDeclarations(plan.signature()["further"]),
                               .factor = factorText(plan),
                               .constants = problemConstants(plan) + "\n",
                               .multiply = multiplyMemberText(plan, plan.of<Wgmma>().part)});
  const Contraction &contraction = plan.contraction;
  const bool readsOld = plan.finishReadsOld();
  Substitutions values = plan.signature();
  values["Sum"] = isInteger(plan.of<Wgmma>().part) ? "unsigned" : "float";
  values["scalarMembers"] = memberDeclarations(values["scalars"]);
  values["furtherMembers"] = memberDeclarations(values["further"]);
  values["finish"] = finishText(plan);
  for (const auto &[name, text] : readsTexts(plan))
    values["reads" + name] = text;
  values["pixels"] = plan.of<Wgmma>().im2col ? "  warpsmith::Pixels pixels;\n" : "";
  for (const std::string &name : layoutNames(plan))
    values["pixels"] += "  warpsmith::PackedLayout " + name + ";\n";
  values["originalSum"] = originalSumText(plan);
  values["place"] = dependsOnPlace(plan) ? ", [[maybe_unused]] int row, [[maybe_unused]] int column"
                                         : ", int, int";
  values["old"] = readsOld ? ", " + values["C"] + " old" : "";
  values["workspace"] = plan.of<Wgmma>().parts > 1
                            ? "  // What undoes the scales of rows and columns of split operands.\n"
                              "  const float *backA = nullptr, *backB = nullptr;\n"
                            : "";
  if (isByData(plan))
    values["workspace"] +=
        "  bool *keptByTwoParts = nullptr; ///< whether two parts of each element are enough\n";
  values["name"] = isByData(plan) ? "Product" : "Problem";
  if (contraction.region == Region::Full)
    values["how"] = mayStoreTiles(contraction, plan.schedule)
                        ? "  bool storesPairs = false, storesTiles = false; ///< how C is written\n"
                        : "  bool storesPairs = false; ///< how C is written\n";
  else
    values["how"] = "";
  values["left"] = leavesSums(contraction, plan.schedule)
                       ? fill("  $Sum *sums = nullptr; ///< of slices of k, where they "
                              "stay in memory\n  int slices = 0; ///< then, of a tile\n",
                              values)
                       : "";
  values["batch"] = isBatched(contraction)
                        ? "  int products, plane = 0; ///< of the batch; which of them this is\n"
                        : "";
  values["moveTo"] = isBatched(contraction)
                         ? "/// Becomes product `index` of the batch.\n__device__ void moveTo(int "
                           "index) {\n" +
                               plan.moveText() + splitMoveText(plan) + "plane = index;\n}\n"
                         : "";
  std::string factor = factorText(plan);
  if (factor.empty() && plan.of<Wgmma>().parts > 1)
    factor = "1";
  values["factor"] =
      factor.empty()
          ? ""
          : "/// What each product is multiplied by.\n__device__ double factor() const { return " +
                factor + "; }\n";
  values["isStored"] =
      contraction.region == Region::Full
          ? ""
          : std::string("__device__ bool isStored(int row, int column) const { return row ") +
                comparison(contraction.region) + " column; }\n";
  values["ranges"] = rangesText(plan);
  values["constants"] = problemConstants(plan) + "\n";
  values["multiply"] = !isByData(plan) ? multiplyMemberText(plan, plan.of<Wgmma>().part) : "";
  return fill(R"(
/// C has m x n elements, each the sum of k products; ld* are from row to row.
struct $name {
$constants$readstypes  int m, n, k;
$scalarMembers  const $A *a;
  int lda;
  const $B *b;
  int ldb;
  $C *c;
  int ldc;
$pixels$furtherMembers$batch$workspace$how$left$readsmap
$readsfunctions  /// What is stored for a sum.
  __device__ $C finish($Sum sum$old$readsparameters$place) const {
    return $finish;
  }
$factor$isStored$moveTo$ranges$originalSum$multiply};
)",
              values);
}

/// The problems of which the data choose one.
std::string problemsByDataText(const KernelPlan &plan) {
  const auto nameOf = [&](ElementType part) {
    return "warpsmith::" + instructionName(instructionOf(plan, part));
  };
  return fill(R"(
// Of two FP16 parts of each element, or three BF16 parts where the data need them.
using ThreeParts = $ThreePartsOf<Product, $bf16>;
using TwoParts = $TwoPartsOf<Product, $fp16, ThreeParts>;
)",
              {{"ThreePartsOf", Scope + "ThreePartsOf"},
               {"TwoPartsOf", Scope + "TwoPartsOf"},
               {"bf16", nameOf(ElementType::BF16)},
               {"fp16", nameOf(ElementType::F16)}});
}

/// The tiles that a launch chooses among, those in slices at the end.
std::vector<std::string> launchedTiles(const KernelPlan &plan) {
  std::vector<std::string> names, sliced;
  for (const WgmmaTile &tile : plan.of<Wgmma>().tiles) {
    if (mayBeWhole(tile, plan.schedule))
      names.emplace_back(tile.name);
    if (!isSplitInRegisters(plan) && mayBeSliced(tile, plan.schedule))
      sliced.push_back(Scope + "Sliced<" + std::string(tile.name) + ">");
  }
  names.insert(names.end(), sliced.begin(), sliced.end());
  return names;
}

/// The template arguments of what chooses among tiles.
std::string choiceArguments(const KernelPlan &plan, const std::vector<std::string> &tiles) {
  std::string names = isByData(plan) ? "TwoParts" : "Problem";
  for (const std::string &tile : tiles)
    names += ", " + tile;
  return names;
}

/// What `run` does after it has found the problem.
std::string launchText(const KernelPlan &plan, const std::vector<std::string> &tiles) {
  const Wgmma &wgmma = plan.of<Wgmma>();
  const KernelForm form = formOf(wgmma);
  if (tiles.size() > 1)
    return "return " + Scope + form.launchFastest + "<" + choiceArguments(plan, tiles) +
           ">(device, stream, problem" + (form.fastest.empty() ? "" : ", fastest.tile") + ");";
  const std::string call =
      "return " + Scope + form.launchOne +
      (isByData(plan) ? "<TwoParts, " + tiles[0] + ">" : "<Problem, BlockTile>") +
      "(device, stream, problem";
  if (wgmma.parts > 1 || wgmma.im2col || hasLayouts(wgmma))
    return call + ");";
  const std::string packing = Scope + "packingNeededBy(problem)";
  return call + ", " + packing + ");";
}

/// Names in the namespace `of`, each behind a comma.
std::string namesIn(const std::string &of, const std::vector<std::string> &names) {
  std::string text;
  for (const std::string &name : names) {
    const size_t inner = name.find('<') == std::string::npos ? 0 : name.find('<') + 1;
    text += ", " + (inner ? name.substr(0, inner) : "") + of + name.substr(inner);
  }
  return text;
}

/// Finds the fastest tile for split operands, and leaves them to pipelines after this one where
/// those are faster: to the FP32 units, in slices of k, since splitting few and long rows takes
/// longer than they do; and those that are split in registers to kernels that split both operands.
std::string fasterText(KernelPlan &plan, const std::vector<std::string> &tiles) {
  if (plan.of<Wgmma>().parts == 1 || tiles.size() < 2)
    return {};
  std::string text, inside = "otherwise::";
  for (const Schedule *other = plan.schedule.otherwise.get();
       other && other->architecture == plan.schedule.architecture;
       other = other->otherwise.get(), inside += "otherwise::") {
    KernelPlan of(plan.contraction, *other);
    if (isSplitInRegisters(plan) && splitsByData(*other) && launchedTiles(of).size() > 1) {
      Substitutions values = plan.signature();
      values["fastestSplit"] = Scope + "fastestSplit";
      values["tiles"] = namesIn(inside, launchedTiles(of));
      values["TwoParts"] = inside + "TwoParts";
      values["Product"] = inside + "Product";
      text += fill(R"(  // Where B is read often, splitting both operands beforehand is faster.
  const $TwoParts parts($Product{m, n, k$names, a, lda, b, ldb, c, ldc$furtherNames});
  const bool partsAreFaster =
      $fastestSplit<$TwoParts$tiles>(device, parts).time < fastest.time;
  if (partsAreFaster)
    return false;
)",
                   values);
    } else if (comparesTime(plan.contraction, *other)) {
      text += fill(
          R"(  // Where the FP32 units are faster, splitting does not pay.
  const bool unitsAreFaster =
      warpsmith::vectorizable(a, $innerA, lda) && warpsmith::vectorizable(b, $innerB, ldb) &&
      $faster;
  if (unitsAreFaster)
    return false;
)",
          {{"innerA", runsAlongK(plan, 0) ? "k" : "m"},
           {"innerB", runsAlongK(plan, 1) ? "k" : "n"},
           {"faster",
            fill(isSplitInRegisters(plan) ? "1.15 * (double)$others < fastest.time"
                                          : "warpsmith::unitsAreFaster($others, fastest.time)",
                 {{"others", fmaTimeText(of, inside)}})}});
    }
  }
  if (!text.empty())
    plan.need("tile_time.h");
  return fill("  const auto fastest = $scope$fastest<$tiles>(device, problem);\n",
              {{"scope", Scope},
               {"fastest", formOf(plan.of<Wgmma>()).fastest},
               {"tiles", choiceArguments(plan, tiles)}}) +
         text;
}

/// Leaves short sums of pixels to warpgroups that gather them; not those of a tile that was asked
/// for.
std::string shortSumsText(const KernelPlan &plan) {
  const Wgmma &wgmma = plan.of<Wgmma>();
  const Schedule *const other = plan.schedule.otherwise.get();
  if (!wgmma.im2col || wgmma.tiles.size() == 1 || !other ||
      other->architecture != plan.schedule.architecture || !familyOf(*other).gathersVectors() ||
      !familyOf(*other).devices(*other).alone)
    return {};
  return fill(
      "  if (k <= $steps && n <= $filters)\n"
      "    return false; // threads gather so few faster\n",
      {{"steps", std::to_string(wgmma.tiles[0].steps)}, {"filters", std::to_string(FewFilters)}});
}

std::string runText(KernelPlan &plan) {
  if (isResidues(plan))
    return residueRunText(plan, Scope, launchedTiles(plan));
  Substitutions values = plan.signature();
  values["least"] =
      plan.of<Wgmma>().parts > 1
          ? fill("  if (k < $steps) { // so few are summed more accurately in FP32 itself\n"
                 "    warpsmith::noteRefusal(\"it has less than $steps steps\");\n"
                 "    return false;\n  }\n",
                 {{"steps", std::to_string(LeastSplitSteps)}})
          : "";
  if (plan.contraction.operandCount() > 2)
    values["least"] += "  if (k > 0x3fffffff)\n    return false; // twice as many are summed\n";
  values["least"] += shortSumsText(plan);
  values["pairs"] = plan.contraction.region == Region::Full
                        ? "  problem.storesPairs = " + Scope + "mayStorePairs(problem);\n"
                        : "";
  values["ranges"] =
      stepBoundFacts(plan.contraction).at("EndsEarlier") == "true"
          ? "  problem.k = problem.endOfSteps(m - 1, n - 1, k); // no element has steps behind it\n"
          : "";
  if (plan.contraction.limitsSteps())
    values["ranges"] +=
        "  if (problem.k <= 0)\n    return false; // there is nothing to multiply\n";
  values["batch"] = isBatched(plan.contraction) ? ", int products" : "";
  values["products"] = isBatched(plan.contraction) ? ", products" : "";
  values["ofPixels"] = plan.of<Wgmma>().im2col ? ", const warpsmith::Pixels &pixels" : "";
  values["pixels"] = plan.of<Wgmma>().im2col ? ", pixels" : "";
  for (const std::string &name : layoutNames(plan)) {
    values["ofPixels"] += ", const warpsmith::PackedLayout &" + name;
    values["pixels"] += ", " + name;
  }
  values["launch"] = launchText(plan, launchedTiles(plan));
  values["faster"] = fasterText(plan, launchedTiles(plan));
  values["problem"] = isByData(plan) ? "TwoParts" : "Problem";
  values["open"] = isByData(plan) ? "(Product{" : " = {";
  values["close"] = isByData(plan) ? "})" : "}";
  return fill(R"(
/// Computes C; false when this device cannot, and then C is as it was.
inline bool run(const warpsmith::Device &device, cudaStream_t stream$batch, int m, int n, int k$scalars, const $A *a, int lda, const $B *b,
                int ldb, $C *c, int ldc$ofPixels$further) {
$least  $problem problem$open m, n, k$names, a, lda, b, ldb, c, ldc$pixels$furtherNames$products$close;
$ranges$pairs$faster  $launch
}
)",
              values);
}

/// The arguments of a tile's template, by the names of its parameters and in their order.
std::vector<std::pair<std::string, int>> argumentsOf(const KernelPlan &plan,
                                                     const WgmmaTile &tile) {
  std::vector<std::pair<std::string, int>> arguments = {{"Extent", tile.columns},
                                                        {"Steps", tile.steps},
                                                        {"RingStages", tile.stages},
                                                        {"ShareRight", tile.below},
                                                        {"MultiplyingWarpgroups", tile.warpgroups}};
  if (isSplitInRegisters(plan))
    arguments = {{"Rows", tile.columns}, {"RingStages", tile.stages}};
  else if (tile.beside > 1)
    arguments.emplace_back("ShareLeft", tile.beside);
  return arguments;
}

/// They as text, behind the problem's name where the template takes one.
std::string argumentsText(const KernelPlan &plan, const WgmmaTile &tile,
                          const std::string &problem) {
  std::string text = problem;
  for (const auto &[name, value] : argumentsOf(plan, tile))
    text += ", " + std::to_string(value);
  return text;
}

/// What they are.
std::string argumentsComment(const KernelPlan &plan, bool sharesLeft) {
  if (isSplitInRegisters(plan))
    return "// Rows, stages";
  return std::string("// Columns, steps of k, stages, blocks that share the right operand, "
                     "warpgroups") +
         (sharesLeft ? ",\n// blocks that share the left one" : "");
}

std::string tilesText(const KernelPlan &plan) {
  const Wgmma &wgmma = plan.of<Wgmma>();
  const bool inRegisters = isSplitInRegisters(plan);
  std::string text = "\n" + argumentsComment(plan, true) +
                     (wgmma.parts > 1 && !inRegisters
                          ? ", and a time that is compared with others, from an H200.\n"
                          : ", and the nanoseconds of a k-tile on an H200.\n");
  for (const WgmmaTile &tile : wgmma.tiles) {
    if (!mayBeWhole(tile, plan.schedule) && !mayBeSliced(tile, plan.schedule))
      continue;
    const std::string problem = isByData(plan) ? "TwoParts" : "Problem";
    std::string arguments = argumentsText(plan, tile, problem);
    if (!inRegisters && tile.beside == 1)
      arguments += ", 1";
    arguments += ", " + std::to_string(tile.time) + (tile.inTurns ? ", true" : "");
    const std::string base = Scope + formOf(wgmma).tile;
    text += fill(
        "struct $name : $base<$arguments> {$wide};\n",
        {{"name", std::string(tile.name)},
         {"base", base},
         {"arguments", arguments},
         {"wide", isByData(plan) ? "\n  using Wide = " + base + "<" +
                                       argumentsText(plan, widerTile(tile), "ThreeParts") + ">;\n"
                                 : ""}});
  }
  return text;
}

} // namespace

std::string wgmmaInstanceText(KernelPlan &plan) {
  const std::vector<WgmmaTile> &menu = plan.of<Wgmma>().tiles;
  const KernelForm form = formOf(plan.of<Wgmma>());
  plan.includeFile(form.file);
  plan.need("wgmma_instructions.h");
  const std::string problems = (isResidues(plan) ? leftText(plan) : "") + problemText(plan) +
                               (isByData(plan) ? problemsByDataText(plan) : "");
  if (isByData(plan) || menu.size() > 1)
    return problems + tilesText(plan) + runText(plan);
  return problems + "\n" + argumentsComment(plan, menu[0].beside > 1) +
         ".\nusing BlockTile = " + Scope + form.tile + "<" +
         argumentsText(plan, menu[0], "Problem") + ">;\n" + runText(plan);
}

} // namespace warpsmith
