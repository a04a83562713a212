// The choice at a launch among tiles on the FP32 units, and between copying operands in vectors, as
// single elements, and before.
#include "rewriter/emit/FmaTilesText.h"
#include "rewriter/families/FmaTile.h"

namespace warpsmith {
namespace {

/// What the names of the kernel files need before them.
constexpr const char *FileScope = "warpsmith::fma_ring::";

/// A function of the kernel files with its template arguments: the Problem, and tiles.
std::string withTiles(const std::string &function, const std::vector<FmaTile> &tiles,
                      const std::string &scope = "", const std::string &first = "") {
  std::string text = scope + "Problem";
  if (!first.empty())
    text += ", " + first;
  for (const FmaTile &tile : tiles)
    text += ", " + scope + std::string(tile.name);
  return FileScope + function + "<" + text + ">";
}

/// The function that launches one of the tiles.
std::string launchOf(const std::vector<FmaTile> &tiles, const char *aligned) {
  if (tiles.size() > 1)
    return withTiles("launchFastest", tiles, "", aligned);
  return std::string(FileScope) + "runTile<Problem, " + std::string(tiles[0].name) + ", " +
         aligned + ">";
}

std::string leastTime(const KernelPlan &plan, const std::vector<FmaTile> &tiles,
                      const std::string &scope = "") {
  return withTiles("leastTime", tiles, scope) +
         (plan.contraction.isBatched() ? "(device, m, n, k, products)" : "(device, m, n, k, 1)");
}

/// `run` where the kernel file chooses between copies and both kinds of tiles.
std::string menuRunText(const KernelPlan &plan, const std::vector<FmaTile> &ragged) {
  const bool batched = plan.contraction.isBatched();
  const auto menuOf = [&](const std::vector<FmaTile> &tiles) {
    std::string text;
    for (const FmaTile &tile : tiles)
      text += (text.empty() ? "" : ", ") + std::string(tile.name);
    return std::string(FileScope) + "Menu<" + text + ">{}";
  };
  Substitutions values = plan.signature();
  values["productsParameter"] = batched ? ", int products" : "";
  values["products"] = batched ? "products, " : "";
  values["launch"] = std::string(FileScope) + "launchMenu";
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

/// With what of its parameters tells how matrices in packed layouts lie.
Substitutions signatureOf(const KernelPlan &plan) {
  Substitutions values = plan.signature();
  values["layouts"] = values["layoutNames"] = "";
  for (const std::string &name : fmaLayoutNames(plan)) {
    values["layouts"] += ", const warpsmith::PackedLayout &" + name;
    values["layoutNames"] += ", " + name;
  }
  return values;
}

/// Whether copies of operands pay whose rows begin anywhere.
std::string copiesPay(const KernelPlan &plan) {
  const FmaMenu &menu = plan.of<FmaMenu>();
  const std::string scope = std::string(FileScope);
  const std::string text = "multiplications >= " + scope + "LeastPacked<Problem>";
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
  if (!ragged.empty() && !packed)
    return menuRunText(plan, ragged);
  // Of a batch each product would need copies of its own.
  const bool batched = plan.contraction.isBatched();
  Substitutions values = signatureOf(plan);
  values["productsParameter"] = batched ? ", int products" : "";
  values["members"] =
      (batched ? "products, " : "") +
      fill("m, n, k$names, a, lda, b, ldb, c, ldc$layoutNames$furtherNames", values);
  values["arguments"] = "device, stream, problem";
  values["aligned"] = launchOf(tiles, "true");
  values["unaligned"] = launchOf(ragged.empty() ? tiles : ragged, "false");
  values["packed"] = "";
  if (!batched && !packed) {
    values["pays"] = copiesPay(plan);
    values["launchPacked"] = withTiles("launchPacked", tiles);
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
                int m, int n, int k$scalars, const $A *a, int lda, const $B *b, int ldb, $C *c,
                int ldc$layouts$further) {
  const Problem problem = {$members};
  if (aligned)
    return $aligned($arguments);
$packed  return $unaligned($arguments);
}
)",
              values);
}

} // namespace warpsmith
