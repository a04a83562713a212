#include "rewriter/emit/ResidueText.h"

namespace warpsmith {
namespace {

/// What the original computes.
std::string wholeText(KernelPlan &plan, const ResidueTexts &texts) {
  const Contraction &contraction = plan.contraction;
  const bool readsOld = plan.finishReadsOld();
  return fill(
      R"(
/// C has m x n elements, each the sum of k products; ld* are from row to row.
struct Product {
  int m, n, k;
$members  const double *a;
  int lda;
  const double *b;
  int ldb;
  double *c;
  int ldc;
$furtherMembers)"
      R"(
  /// What is stored for a sum of products.
  __device__ double finish(double sum$old, [[maybe_unused]] int row, [[maybe_unused]] int column) const {
    return $finish;
  }
$factor)"
      R"(
  // The original's sum: what it starts from, what it is after a step, and what is stored for it.
  __device__ double start($startOld[[maybe_unused]] int row, [[maybe_unused]] int column) const {
    return $start;
  }
  __device__ double step(double sum, double elementA, double elementB) const {
    return $step;
  }
  __device__ double finishExactly(double sum$unusedOld, [[maybe_unused]] int row, [[maybe_unused]] int column) const {
    return $exactly;
  }
};
)",
      {{"members", texts.members},
       {"furtherMembers", texts.furtherMembers},
       {"old", readsOld ? ", double old" : ""},
       {"startOld", readsOld ? "[[maybe_unused]] double old, " : ""},
       {"unusedOld", readsOld ? ", [[maybe_unused]] double old" : ""},
       {"finish", plan.finishText({"", "", "sum", "old", "column"})},
       {"start", plan.print(contraction.initial, {"", "", "", "old", "column"})},
       {"step", plan.print(contraction.update, {"elementA", "elementB", "sum", "", "column"})},
       {"exactly", plan.print(contraction.result, {"", "", "sum", "old", "column"})},
       {"factor", texts.factor.empty() ? ""
                                       : "/// What each product is multiplied by.\n"
                                         "__device__ double factor() const { return " +
                                             texts.factor + "; }\n"}});
}

} // namespace

bool isResidues(const KernelPlan &plan) {
  return plan.of<Wgmma>().split == Split::Int8xn;
}

void tellResidues(const KernelPlan &plan, KernelFacts &facts) {
  const auto truth = [](bool value) { return std::string(value ? "true" : "false"); };
  for (const char *type : {"A", "B", "C", "Part"})
    facts.problem[type] = cudaName(plan.of<Wgmma>().part);
  for (const char *yes : {"RowsAlongKA", "RowsAlongKB", "Batched"})
    facts.problem[yes] = "true";
  for (const char *no : {"HasFactor", "ReadsOld", "ReadsFurther", "PrefetchesOperands"})
    facts.problem[no] = "false";
  facts.problem["Whole"] = "Product";
  facts.problem["OriginalAlongKA"] = truth(runsAlongK(plan, 0));
  facts.problem["OriginalAlongKB"] = truth(runsAlongK(plan, 1));
  facts.problem["OriginalHasFactor"] = truth(!plan.computation.factors.empty());
  facts.problem["OriginalReadsOld"] = truth(plan.finishReadsOld());
}

std::string residueProblemText(KernelPlan &plan, const ResidueTexts &texts) {
  return wholeText(plan, texts) +
         fill(
             R"(
/// The products of the residues of A, in rows, and of B, in columns, along k.
struct Problem : warpsmith::ResidueBatch {
$constants$isStored$multiply};
)",
             {{"constants", texts.constants},
              {"multiply", texts.multiply},
              {"isStored", plan.includesFiles ? "__device__ bool isStored(int, int) const { return "
                                                "true; }\n"
                                              : ""}});
}

std::string residueRunText(const KernelPlan &plan, const std::string &scope,
                           const std::vector<std::string> &tiles) {
  Substitutions values = plan.signature();
  values["Residues"] = scope + "ResidueProduct" + (plan.includesFiles ? "<Problem>" : "");
  std::string names;
  if (plan.includesFiles)
    names = "Problem";
  if (tiles.size() > 1)
    for (const std::string &tile : tiles)
      names += (names.empty() ? "" : ", ") + tile;
  else if (plan.includesFiles)
    names += ", Tile";
  values["launch"] = scope + (tiles.size() > 1 ? "launchFastest" : "launchLying") +
                     (names.empty() ? "" : "<" + names + ">") +
                     "(device, stream, residues.problem()" + (tiles.size() > 1 ? ", {})" : ")");
  return fill(R"(
/// Computes C; false when this device cannot, and then C is as it was.
inline bool run(const warpsmith::Device &device, cudaStream_t stream, int m, int n, int k$scalars, const double *a, int lda, const double *b,
                int ldb, double *c, int ldc$further) {
  const Product product = {m, n, k$names, a, lda, b, ldb, c, ldc$furtherNames};
  const $Residues residues(device, stream, product);
  return residues && residues.prepare() && $launch &&
         residues.reconstruct();
}
)",
              values);
}

} // namespace warpsmith
