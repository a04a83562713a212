// What a rewrite says of a product on WMMA fragments to its kernel file: the facts of the Problem,
// the sizes, and the arithmetic.
#include "rewriter/emit/BesideText.h"
#include "rewriter/emit/DeviceLibrary.h"
#include "rewriter/emit/FmaText.h"
#include "rewriter/ir/NumberConversion.h"

namespace warpsmith {
namespace {

constexpr const char *TileFile = "warpsmith/kernels/wmma_tile.cuh";
constexpr const char *KernelFile = "warpsmith/kernels/wmma.cuh";

NamedValues factsOf(const KernelPlan &plan) {
  NamedValues facts = fmaFacts(plan);
  facts.merge(NamedValues{
      {"Asynchronous", truth(plan.of<Wmma>().route == CopyRoute::Asynchronous)},
      {"CopiesAtOnce", truth(plan.usesAsyncCopies())},
  });
  facts.merge(besideFacts(plan));
  for (const int operand : plan.operands()) {
    const TileLayout &layout = plan.layouts[operand];
    const std::string x = letter(operand);
    facts["Stored" + x] = plan.stored(operand);
    facts["Fragment" + x] = layout.tf32 ? "nvcuda::wmma::precision::tf32" : plan.stored(operand);
    // Rows of the tile are rows of the matrix for A along k and for B across k.
    facts["Layout" + x] = layout.contiguousAlongK == (operand == 0) ? "nvcuda::wmma::row_major"
                                                                    : "nvcuda::wmma::col_major";
    facts["Restages" + x] = truth(layout.transform == Transform::Restaged);
  }
  return facts;
}

NamedValues sizesOf(const KernelPlan &plan) {
  const Wmma &wmma = plan.of<Wmma>();
  NamedValues sizes;
  const auto set = [&](const char *name, int value) { sizes[name] = std::to_string(value); };
  set("RowsOfBlock", wmma.block.m);
  set("ColumnsOfBlock", wmma.block.n);
  set("StepsOfBlock", wmma.block.k);
  set("RowsOfWarp", wmma.warpM);
  set("ColumnsOfWarp", wmma.warpN);
  set("RowsOfFragment", wmma.m);
  set("ColumnsOfFragment", wmma.n);
  set("StepsOfFragment", wmma.k);
  set("PadOfA", plan.layouts[0].pitch - plan.layouts[0].columns);
  set("PadOfB", plan.layouts[1].pitch - plan.layouts[1].columns);
  set("RingStages", wmma.stages);
  set("WarpsThatCopy", wmma.copyWarps);
  return sizes;
}

/// An element on its way into shared memory.
std::string storedText(const TileLayout &layout, ElementType type, const std::string &element) {
  if (layout.transform == Transform::None)
    return element;
  if (layout.tf32)
    return "nvcuda::wmma::__float_to_tf32(" +
           (isHalf(type) ? convertedText(ElementType::F32, type, element) : element) + ")";
  return convertedText(layout.stored, ElementType::F32,
                       convertedText(ElementType::F32, type, element));
}

MemberFunctions functionsOf(const KernelPlan &plan) {
  MemberFunctions functions = fmaFunctions(plan);
  for (const int operand : plan.operands())
    functions["stored" + operandName(operand)] = [&plan,
                                                  operand](const std::vector<std::string> &of) {
      return storedText(plan.layouts[operand], plan.contraction.operand(operand).type, of[0]);
    };
  return functions;
}

} // namespace

std::string wmmaInstanceText(KernelPlan &plan) {
  plan.includeFile(KernelFile);
  NamedValues known = factsOf(plan);
  for (const char *ofOthers : {"Compiled", "StartsFromZero", "TransformsA2", "TransformsB2"})
    known.erase(ofOthers);
  const MemberFunctions functions = functionsOf(plan);
  std::vector<ProblemFunction> own;
  for (const int operand : plan.operands())
    if (plan.layouts[operand].transform != Transform::None ||
        plan.of<Wmma>().route == CopyRoute::Registers)
      own.push_back({plan.stored(operand) + " stored" + operandName(operand),
                     {{std::string(cudaName(plan.contraction.operand(operand).type)), "element"}},
                     "return " + functions.at("stored" + operandName(operand))({"element"}) + ";"});
  for (ProblemFunction &function : fmaResultFunctions(plan))
    own.push_back(std::move(function));
  for (ProblemFunction &function : besideProblemFunctions(plan))
    own.push_back(std::move(function));
  return besideStructure(plan) + problemStructure(KernelFile, known, fmaMemberList(plan), own) +
         "\n// Rows, columns and steps of a block; rows and columns of a warp; a fragment's;\n"
         "// elements beyond a row of a tile; stages.\nusing BlockTile = " +
         tileInstance("warpsmith::wmma::WmmaTile", declarations(TileFile), sizesOf(plan)) + ";\n" +
         kernelOfProblem("warpsmith::wmma::computeTile", fmaMemberList(plan), plan.signature());
}

} // namespace warpsmith
