// The choice at a launch among tiles on the FP32 units, and between copying operands in vectors, as
// single elements, and before.
#include "rewriter/emit/FmaTilesText.h"
#include "rewriter/emit/TileChoiceText.h"
#include "rewriter/families/FmaTile.h"

namespace warpsmith {
namespace {

/// The kernel that copies operands, and what runs it and the product.
std::string packText(KernelPlan &plan, Substitutions values) {
  for (const char *header :
       {"launch_checks.h", "pack_rows.h", "packed_matrix.h", "tile_order.h", "workspace.h"})
    plan.need(header);
  for (const int operand : {0, 1}) {
    const Extents extents = extentsOf(plan, operand);
    values[std::string("rows") + letter(operand)] = extents.rows;
    values[std::string("columns") + letter(operand)] = extents.columns;
  }
  const bool dependent = plan.schedule.architecture->hasDependentLaunch();
  values["wait"] = dependent ? "  warpsmith::allowNextKernel();\n"
                               "  warpsmith::waitForPreviousKernel();\n"
                             : "";
  const std::string arguments =
      "m, n, k, a, lda, packedA, pitchA, b, ldb, packedB, pitchB, blocksA";
  values["launch"] =
      std::string(dependent ? "warpsmith::launchDependent(device, packOperands<Run>, blocks, 1, "
                            : "warpsmith::launch(device, packOperands<Run>, blocks, ") +
      "warpsmith::PackRowsThreads, 0, stream, " + arguments + ")";
  return fill(R"(
/// Copies A and B to rows that begin with a cache line: the first blocksA blocks work on A, the
/// others on B.
template <int Multiple>
__global__ void __launch_bounds__($only warpsmith::PackRowsThreads$else)
    packOperands(int m, int n, int k, const $A *__restrict__ a, int lda, $A *__restrict__ packedA,
                 int pitchA, const $B *__restrict__ b, int ldb, $B *__restrict__ packedB,
                 int pitchB, int blocksA) {
$begin$wait  const int block = blockIdx.x;
  if (block < blocksA)
    warpsmith::packRows<Multiple>(a, lda, $rowsA, $columnsA, packedA, pitchA, block, blocksA);
  else
    warpsmith::packRows<Multiple>(b, ldb, $rowsB, $columnsB, packedB, pitchB, block - blocksA,
                                  gridDim.x - blocksA);
$end}

/// Computes C from copies of what cannot be read in 16-byte vectors; false when there is no memory.
inline bool runPacked($parameters) {
  const bool packsA = !warpsmith::vectorizable(a, $columnsA, lda);
  const bool packsB = !warpsmith::vectorizable(b, $columnsB, ldb);
  const long long pitchA = warpsmith::packedPitch<$A>($columnsA);
  const long long pitchB = warpsmith::packedPitch<$B>($columnsB);
  constexpr long long MostPitch = (0x7fffffff - 1024) / MostRows;
  if (pitchA > MostPitch || pitchB > MostPitch)
    return false; // offsets within a tile are computed in 32 bits
  const long long sizeA = packsA ? $rowsA * pitchA : 0, sizeB = packsB ? $rowsB * pitchB : 0;
  warpsmith::Workspace workspace(device, warpsmith::Workspace::bytesFor<$A>(sizeA) +
                                     warpsmith::Workspace::bytesFor<$B>(sizeB),
                                 stream);
  if (!workspace)
    return false;
  $A *const packedA = packsA ? workspace.take<$A>(sizeA) : nullptr;
  $B *const packedB = packsB ? workspace.take<$B>(sizeB) : nullptr;
  const int blocks = 8 * device.multiprocessors;
  const int blocksA = packsA && packsB ? blocks / 2 : packsA ? blocks : 0;
  return $launch &&
         runAligned(device, stream, m, n, k$names, packsA ? packedA : a,
                    packsA ? (int)pitchA : lda, packsB ? packedB : b, packsB ? (int)pitchB : ldb,
                    c, ldc$furtherNames);
}
)",
              values);
}

/// The least time of tiles, as an expression.
std::string leastTime(const std::vector<std::string> &names, const std::string &extents,
                      const std::string &scope = "") {
  std::string text;
  for (const std::string &name : names) {
    text += text.empty() ? "" : ", ";
    text += scope + "timeWith<" + scope + name + ">(" + extents + ")";
  }
  return "warpsmith::leastOf({" + text + "})";
}

} // namespace

std::string fmaTimeText(const KernelPlan &plan, const std::string &scope) {
  return leastTime(namesOf(plan.of<FmaMenu>().tiles), "device, m, n, k", scope);
}

std::string fmaChoiceText(KernelPlan &plan, Substitutions values) {
  const std::vector<FmaTile> ragged = raggedTiles(plan.contraction, plan.schedule);
  const std::vector<std::string> names = namesOf(plan.of<FmaMenu>().tiles);
  const std::vector<std::string> raggedNames = ragged.empty() ? names : namesOf(ragged);
  // Of a batch each product would need copies of its own.
  const bool packs = !plan.contraction.isBatched();
  values["aligned"] = tileChoiceText(names, values.at("extents"), values.at("arguments"), ", true");
  values["unaligned"] =
      tileChoiceText(raggedNames, values.at("extents"), values.at("arguments"), ", false");
  std::string text = fill(R"(
/// Computes C from rows that can be read in 16-byte vectors.
inline bool runAligned($parameters) {
$aligned}

/// Computes C from rows that begin anywhere.
inline bool runUnaligned($parameters) {
$unaligned}
)",
                          values);
  // Columns in FP64 have four copy warps in any case. Elsewhere copies take about a twentieth of
  // what single elements do in the same tile, and less than that of large products.
  const std::string &extents = values.at("extents");
  std::string pays = "products >= LeastPacked";
  if (!ragged.empty())
    pays += " &&\n      (products >= SurelyPacked ||\n       warpsmith::copiesPay(" +
            leastTime(names, extents) + ", " + leastTime(raggedNames, extents) + "))";
  else if (!plan.of<FmaMenu>().columns)
    pays += " && products >= SurelyPacked";
  values["all"] = !plan.contraction.isBatched() ? "" : ", long long batch";
  values["packed"] =
      packs ? "  // Copies made before pay where they allow a faster tile, and from a size on.\n"
              "  // A graph would own their memory.\n"
              "  const double products = (double)m * n * k;\n  if (" +
                  pays + " && !warpsmith::isCaptured(stream) &&\n      runPacked(" +
                  values.at("arguments") + "))\n    return true;\n"
            : "";
  if (packs) {
    plan.need("tile_time.h");
    text += "\n// Multiplications from which on copies of operands may pay, measured on an H200.\n"
            "constexpr double LeastPacked = " +
            std::string(plan.of<FmaMenu>().columns ? "2e7" : "5e8") + ";\n" +
            (plan.of<FmaMenu>().columns ? "" : "constexpr double SurelyPacked = 3e10;\n");
  }
  if (packs)
    text += packText(plan, values);
  return text + fill(R"(
/// Computes C; false when this device cannot, and then C is as it was.
inline bool run(const warpsmith::Device &device, cudaStream_t stream, bool aligned$all, int m, int n, int k$scalars, const $A *a,
                int lda, const $B *b, int ldb, $C *c, int ldc$further) {
  if (aligned)
    return runAligned($arguments);
$packed  return runUnaligned($arguments);
}
)",
                     values);
}

} // namespace warpsmith
