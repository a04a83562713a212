// The choice at a launch among tiles on the FP32 units, and between copying operands in vectors, as
// single elements, and before.
#include "rewriter/emit/FmaTilesText.h"
#include "rewriter/families/FmaTile.h"

namespace warpsmith {
namespace {

/// What the names of the kernel files need before them, where `otherwise` does where they are in
/// the output.
std::string fileScope(const KernelPlan &plan, const std::string &otherwise = "") {
  return plan.includesFiles ? "warpsmith::fma_ring::" : otherwise;
}

/// A function of the kernel files with its template arguments: the Problem where files are
/// included, and tiles.
std::string withTiles(const KernelPlan &plan, const std::string &function,
                      const std::vector<FmaTile> &tiles, const std::string &scope = "",
                      const std::string &first = "") {
  std::string text = plan.includesFiles ? scope + "Problem" : "";
  if (!first.empty())
    text += (text.empty() ? "" : ", ") + first;
  for (const FmaTile &tile : tiles)
    text += (text.empty() ? "" : ", ") + scope + std::string(tile.name);
  return fileScope(plan, scope) + function + "<" + text + ">";
}

/// The function that launches one of the tiles.
std::string launchOf(const KernelPlan &plan, const std::vector<FmaTile> &tiles,
                     const char *aligned) {
  if (tiles.size() > 1)
    return withTiles(plan, "launchFastest", tiles, "", aligned);
  return fileScope(plan) + "runTile<" + (plan.includesFiles ? "Problem, " : "") +
         std::string(tiles[0].name) + ", " + aligned + ">";
}

std::string leastTime(const KernelPlan &plan, const std::vector<FmaTile> &tiles,
                      const std::string &scope = "") {
  const bool batched = plan.contraction.isBatched();
  const bool ofSteps =
      dividesK(plan.contraction, plan.schedule) || (plan.of<FmaMenu>().columns && !batched);
  // In the output, the function has those parameters that it uses.
  const std::string extents = plan.includesFiles ? (batched ? "m, n, k, products" : "m, n, k, 1")
                              : ofSteps          ? "m, n, k"
                              : batched          ? "m, n, products"
                                                 : "m, n";
  return withTiles(plan, "leastTime", tiles, scope) + "(device, " + extents + ")";
}

/// `run` where the kernel file chooses between copies and both kinds of tiles.
std::string menuRunText(const KernelPlan &plan, const std::vector<FmaTile> &ragged) {
  const bool batched = plan.contraction.isBatched();
  const auto menuOf = [&](const std::vector<FmaTile> &tiles) {
    std::string text;
    for (const FmaTile &tile : tiles)
      text += (text.empty() ? "" : ", ") + std::string(tile.name);
    return fileScope(plan) + "Menu<" + text + ">{}";
  };
  Substitutions values = plan.signature();
  values["productsParameter"] = batched ? ", int products" : "";
  values["products"] = batched ? "products, " : "";
  values["launch"] = fileScope(plan) + "launchMenu";
  values["tiles"] = menuOf(plan.of<FmaMenu>().tiles);
  values["ragged"] = menuOf(ragged);
  return fill(R"(
/// Computes C; false when this device cannot, and then C is as it was. Aligned: rows can be read in
/// 16-byte vectors.
inline bool run(const warpsmith::Device &device, cudaStream_t stream, bool aligned$productsParameter,
                int m, int n, int k$scalars, const $A *a, int lda, const $B *b, int ldb, $C *c,
                int ldc$further) {
  const Problem problem = {$products m, n, k$names, a, lda, b, ldb, c, ldc$furtherNames};
  return $launch(device, stream, aligned, problem, $tiles, $ragged);
}
)",
              values);
}

/// With what of its parameters tells how matrices in packed layouts lie. Where the kernel is in the
/// output, it is not given leading dimensions that it does not use.
Substitutions signatureOf(const KernelPlan &plan) {
  const auto &packed = plan.of<FmaMenu>().packed;
  Substitutions values = plan.signature();
  values["layouts"] = values["layoutNames"] = "";
  for (size_t matrix = 0; matrix < packed.size(); ++matrix) {
    // Whether C is stored in vectors depends on it.
    const bool isUsed = plan.includesFiles || packed[matrix].isPlain() ||
                        (matrix == 2 && plan.contraction.c.type == ElementType::F32);
    const std::string name = std::string("ld") + "abc"[matrix];
    values[name] = isUsed ? " " + name : "";
    values[name + "Name"] = isUsed ? ", " + name : "";
  }
  for (const std::string &name : fmaLayoutNames(plan)) {
    values["layouts"] += ", const warpsmith::PackedLayout &" + name;
    values["layoutNames"] += ", " + name;
  }
  return values;
}

/// Whether copies of operands pay whose rows begin anywhere.
std::string copiesPay(const KernelPlan &plan) {
  const FmaMenu &menu = plan.of<FmaMenu>();
  const std::string scope = fileScope(plan);
  std::string text = "multiplications >= " + scope + "LeastPacked";
  if (plan.includesFiles)
    text += "<Problem>";
  // Columns in FP64 have four copy warps in any case. Elsewhere copies take about a twentieth of
  // what single elements do in the same tile, and less than that of large products.
  const std::string surely = "multiplications >= " + scope + "SurelyPacked";
  if (const std::vector<FmaTile> ragged = raggedTiles(plan.contraction, plan.schedule);
      !ragged.empty())
    return text + " &&\n(" + surely + " ||\nwarpsmith::copiesPay(" + leastTime(plan, menu.tiles) +
           ", " + leastTime(plan, ragged) + "))";
  return menu.columns ? text : text + " && " + surely;
}

} // namespace

std::string fmaTimeText(const KernelPlan &plan, const std::string &scope) {
  const std::string time = leastTime(plan, plan.of<FmaMenu>().tiles, scope);
  return dividesK(plan.contraction, plan.schedule) ? time : "k * " + time; // of a batch
}

std::string fmaRunText(KernelPlan &plan) {
  const std::vector<FmaTile> &tiles = plan.of<FmaMenu>().tiles;
  const std::vector<FmaTile> ragged = raggedTiles(plan.contraction, plan.schedule);
  // Of packed layouts there are no copies.
  const bool packed = !fmaLayoutNames(plan).empty();
  if (plan.includesFiles && !ragged.empty() && !packed)
    return menuRunText(plan, ragged);
  // Of a batch each product would need copies of its own.
  const bool batched = plan.contraction.isBatched();
  Substitutions values = signatureOf(plan);
  values["productsParameter"] = batched ? ", int products" : "";
  values["members"] =
      (batched ? "products, " : "") +
      fill("m, n, k$names, a$ldaName, b$ldbName, c$ldcName$layoutNames$furtherNames", values);
  values["problem"] =
      plan.includesFiles ? fill("  const Problem problem = {$members};\n", values) : "";
  values["arguments"] =
      plan.includesFiles ? "device, stream, problem" : fill("device, stream, $members", values);
  values["aligned"] = launchOf(plan, tiles, "true");
  values["unaligned"] = launchOf(plan, ragged.empty() ? tiles : ragged, "false");
  values["packed"] = "";
  if (!batched && !packed) {
    for (const char *header :
         {"launch_checks.h", "pack_operand.h", "packing_choice.h", "workspace.h"})
      plan.need(header);
    values["pays"] = copiesPay(plan);
    values["launchPacked"] = withTiles(plan, "launchPacked", tiles);
    values["packed"] = fill(
        R"(  // Copies made before pay where they allow a faster tile, and from a size on. A graph would own
  // their memory.
  const double multiplications = (double)m * n * k;
  if ($pays && !warpsmith::isCaptured(stream) &&
      $launchPacked($arguments))
    return true;
)",
        values);
  }
  return fill(R"(
/// Computes C; false when this device cannot, and then C is as it was. Aligned: rows can be read in
/// 16-byte vectors.
inline bool run(const warpsmith::Device &device, cudaStream_t stream, bool aligned$productsParameter,
                int m, int n, int k$scalars, const $A *a, int$lda, const $B *b, int$ldb, $C *c,
                int$ldc$layouts$further) {
$problem  if (aligned)
    return $aligned($arguments);
$packed  return $unaligned($arguments);
}
)",
              values);
}

} // namespace warpsmith
