#include "rewriter/emit/ResidueText.h"
#include "rewriter/emit/MmaText.h"

namespace warpsmith {
namespace {

/// What the original computes.
std::string wholeText(KernelPlan &plan, const ResidueTexts &texts) {
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
$factor};
)",
      {{"members", texts.members},
       {"furtherMembers", texts.furtherMembers},
       {"old", readsOld ? ", double old" : ""},
       {"finish", plan.finishText({"", "", "sum", "old", "column"})},
       {"factor", texts.factor.empty() ? ""
                                       : "/// What each product is multiplied by.\n"
                                         "__device__ double factor() const { return " +
                                             texts.factor + "; }\n"}});
}

} // namespace

bool isResidues(const KernelPlan &plan) {
  return plan.of<Wgmma>().split == Split::Int8xn;
}

void tellResidues(const KernelPlan &plan, NamedValues &facts) {
  const auto truth = [](bool value) { return std::string(value ? "true" : "false"); };
  for (const char *type : {"A", "B", "C", "Part"})
    facts[type] = cudaName(plan.of<Wgmma>().part);
  for (const char *yes : {"RowsAlongKA", "RowsAlongKB", "Batched"})
    facts[yes] = "true";
  for (const char *no :
       {"HasFactor", "ReadsOld", "ReadsFurther", "ReadsBeside", "ReadsOnce", "PrefetchesOperands"})
    facts[no] = "false";
  facts["Whole"] = "Product";
  facts["OriginalAlongKA"] = truth(runsAlongK(plan, 0));
  facts["OriginalAlongKB"] = truth(runsAlongK(plan, 1));
  facts["OriginalHasFactor"] = truth(!plan.computation.factors.empty());
  facts["OriginalReadsOld"] = truth(plan.finishReadsOld());
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
              {"isStored", R"(__device__ bool isStored(int, int) const { return true; }
using Reads = warpsmith::ReadsNothing;
__device__ signed char finish(unsigned sum, Reads::Beside, Reads::OfRow, Reads::OfColumn, int row,
                              int column) const {
  return warpsmith::ResidueBatch::finish(sum, row, column);
}
)"}});
}

std::string leftText(KernelPlan &plan) {
  KernelPlan left(plan.contraction, *plan.of<Wgmma>().left);
  const std::string text = plan.adopted(mmaInstanceText(left, /*someTiles=*/true), left);
  for (const std::string &header : left.neededHeaders())
    plan.includeFile(header);
  return "\n/// Tiles of C that residues do not keep, on FP64's tensor cores.\nnamespace fp64 {\n" +
         text + "\n} // namespace fp64\n";
}

std::string residueRunText(const KernelPlan &plan, const std::string &scope,
                           const std::vector<std::string> &tiles) {
  Substitutions values = plan.signature();
  values["Residues"] = scope + "ResidueProduct<Problem>";
  std::string names = "Problem";
  if (tiles.size() > 1)
    for (const std::string &tile : tiles)
      names += ", " + tile;
  else
    names += ", BlockTile";
  values["launch"] = scope + (tiles.size() > 1 ? "launchFastest" : "launchLying") + "<" + names +
                     ">" + "(device, stream, residues.problem(panel))";
  const KernelPlan left(plan.contraction, *plan.of<Wgmma>().left);
  values["left"] = plan.adopted(
      fill("m, n, k$names, a, lda, b, ldb, c, ldc$furtherNames", left.signature()), left);
  values["bytes"] = std::to_string(plan.of<Wgmma>().workspace) + "ll << 30";
  values["KeptTile"] = scope + "KeptTile";
  // Else there is no better kernel for products of any shape.
  const Schedule *const next = plan.schedule.otherwise.get();
  values["faster"] = next && &familyOf(*next) == &familyOf(left.schedule)
                         ? "  if (!" + scope + "residuesPay(m, n, k))\n    return false;\n"
                         : "";
  if (isBatched(plan.contraction)) {
    values["batch"] = ", int products";
    values["one"] = ", 1";
    values["each"] =
        fill("  for (int index = 0; index < products; ++index) {\n"
             "    if (index > 0) {\n"
             "      a += batchA;\n"
             "      b += batchB;\n" +
                 plan.moveText("") +
                 "      residues.product = {m, n, k$names, a, lda, b, ldb, c, ldc$furtherNames};\n"
                 "    }\n",
             values);
    values["end"] = "}\n";
    values["const"] = "";
  } else {
    for (const char *none : {"batch", "one", "each", "end"})
      values[none] = "";
    values["const"] = "const ";
  }
  return fill(
      R"(
/// Computes C; false when this device cannot, and then C is as it was.
inline bool run(const warpsmith::Device &device, cudaStream_t stream$batch, int m, int n, int k$scalars, const double *a, int lda, const double *b,
                int ldb, double *c, int ldc$further) {
)"
      R"(  static_assert(fp64::BlockTile::BlockM == $KeptTile && fp64::BlockTile::BlockN == $KeptTile, "The data choose these tiles.");
$faster  const Product product = {m, n, k$names, a, lda, b, ldb, c, ldc$furtherNames};
  $const$Residues residues(device, stream, product, $bytes);
  if (!residues)
    return false;
$each  if (!residues.choose())
    return false;
)"
      R"(  for (int panel = 0; panel < residues.panels(); ++panel) {
    if (!residues.take(panel) || !$launch)
      return false;
    // C is changed from here on. These launches had all that the others need.
    if (panel == 0 && !fp64::run(device, stream$one, $left, residues.left()))
      return false;
    if (!residues.reconstruct(panel))
      return false;
  }
$end  return true;
}
)",
      values);
}

} // namespace warpsmith
