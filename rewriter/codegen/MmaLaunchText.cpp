// The host side of a kernel on mma.sync: packed operands, tensor maps, the choice of
// the tile.
#include "rewriter/codegen/MmaText.h"
#include "rewriter/codegen/TileChoiceText.h"
#include "rewriter/families/MmaTile.h"
#include <algorithm>

namespace warpsmith {
namespace {

/// When an operand is not read where it lies: it cannot be copied in 16-byte parts, or it is not
/// its own elements that are multiplied.
std::string packsText(const KernelPlan &plan, int operand) {
  if (plan.contraction.operand(operand).type != plan.of<Mma>().part)
    return "true";
  const std::string p = pointerName(operand);
  std::string lies = "!warpsmith::isCopyable(" + p + ", ld" + p + ")";
  const ExpressionRef &own = plan.computation.own(operand);
  if (isItself(own))
    return lies;
  // Multiplied by 1, elements are themselves.
  const std::string factor = factorOf(plan, operand);
  return factor.empty() ? "true" : factor + " != 1.0 || " + lies;
}

/// Values of an operand, under names that end in its letter.
void addOperand(Substitutions &values, const KernelPlan &plan, int operand) {
  const std::string x = letter(operand);
  const Extents extents = extentsOf(plan, operand);
  values["rows" + x] = extents.rows;
  values["columns" + x] = extents.columns;
  values["packs" + x] = packsText(plan, operand);
  values["source" + x] = values["packs" + x] == "true"
                             ? "packed" + x
                             : "packs" + x + " ? packed" + x + " : " + pointerName(operand);
  const ExpressionRef &own = plan.computation.own(operand);
  // Of operands of 16 bits, the elements are only converted.
  values["transform" + x] = !multipliesDoubles(plan) ? ""
                            : isItself(own)
                                ? ", [](double element) { return element; }"
                                : ", [=](double element) { return " +
                                      plan.print(own, {"element", "element", "", ""}) + "; }";
}

/// Elements that a thread reads at once where both operands allow it.
std::string packWidth(const KernelPlan &plan) {
  const Contraction &contraction = plan.contraction;
  return std::to_string(std::min(vectorWidth(contraction.a.type), vectorWidth(contraction.b.type)));
}

std::string packKernel(const KernelPlan &plan, Substitutions values) {
  values["allowNext"] = plan.of<Mma>().bulk
                            ? "warpsmith::allowNextKernel();\nwarpsmith::waitForPreviousKernel();\n"
                            : "";
  values["counters"] = packsBands(plan) ? ", int *counters, int count" : "";
  values["zeroCounters"] = packsBands(plan) ? R"(
  if (blockIdx.x == 0)
    for (int i = threadIdx.x; i < count; i += blockDim.x)
      counters[i] = 0;
)"
                                            : "";
  return fill(R"(
/// Copies A and B, each where it has a place to go; if both have, half of the blocks work on either.
template <int Width>
__global__ void __launch_bounds__($only warpsmith::PackThreads$else)
    packOperands(int m, int n, int k$scalars, const $A *__restrict__ a, int lda,
                 $part *__restrict__ packedA, int pitchA, const $B *__restrict__ b, int ldb,
                 $part *__restrict__ packedB, int pitchB$counters) {
$begin  $allowNext$zeroCounters  const int blocks = packedA && packedB ? gridDim.x / 2 : gridDim.x;
  const int block = blockIdx.x % blocks;
  if (packedA && blockIdx.x < blocks)
    warpsmith::packMatrix<Width>(a, lda, $rowsA, $columnsA, packedA, pitchA, block, blocks$transformA);
  else if (packedB)
    warpsmith::packMatrix<Width>(b, ldb, $rowsB, $columnsB, packedB, pitchB, block, blocks$transformB);
$end}
)",
              values);
}

std::string launchPack(const KernelPlan &plan, const Substitutions &values) {
  const std::string arguments =
      fill((packsBands(plan) ? "rowsBefore" : "m") +
               std::string(", n, k$names, a, lda, packedA, pitchA, b, ldb, packedB, pitchB") +
               (packsBands(plan) ? ", counters, counters ? 1 + bands : 0" : ""),
           values);
  if (plan.of<Mma>().bulk)
    return "  if (packs && !warpsmith::launchDependent(device, packKernel, 8 * "
           "device.multiprocessors, 1, warpsmith::PackThreads, 0, stream, " +
           arguments + "))\n    return false;\n";
  return "  if (packs && !warpsmith::launch(device, packKernel, 8 * device.multiprocessors, "
         "warpsmith::PackThreads, 0, stream, " +
         arguments + "))\n    return false;\n";
}

std::string launchTiles(const KernelPlan &plan, const Substitutions &values) {
  if (plan.of<Mma>().bulk)
    return fill(R"(
  return warpsmith::launchDependent(device, tileKernel, blocks, 1, Tile::Threads, Tile::SharedBytes,
                                     stream, mapA, mapB, m, n, k$names, c,
                                     ldc$furtherNames$packedBands);
)",
                values);
  return fill(R"(
  return warpsmith::launch(device, tileKernel, blocks, Tile::Threads, Tile::SharedBytes, stream,
                           sourceA, fromA, sourceB, fromB, m, n, k$names, c, ldc$furtherNames);
)",
              values);
}

/// Which bands of A the kernel that multiplies packs itself.
std::string bandsText(const KernelPlan &plan, const Substitutions &values) {
  if (!packsBands(plan))
    return {};
  return fill(R"(
  const int rowsBefore = before < bands ? before * Tile::BandM : m; // of A, packed by packOperands
  int *const counters = before < bands ? workspace.take<int>(1 + bands) : nullptr;
  const warpsmith::PackedBands packedBands = {a, packedA, lda, pitchA, $rowsA, $columnsA, before,
                                              counters};
)",
              values);
}

std::string encodeMaps(const KernelPlan &plan, const Substitutions &values) {
  if (!plan.of<Mma>().bulk)
    return {};
  return fill(R"(
  warpsmith::TensorMap mapA, mapB;
  if (!warpsmith::encodeTensorMap(&mapA, sourceA, $rowsA, $columnsA, fromA, 1,
                                  (long long)$rowsA * fromA, Tile::RowsOfBoxA,
                                  warpsmith::BoxColumns) ||
      !warpsmith::encodeTensorMap(&mapB, sourceB, $rowsB, $columnsB, fromB, 1,
                                  (long long)$rowsB * fromB, Tile::RowsOfBoxB,
                                  warpsmith::BoxColumns))
    return false;
)",
              values);
}

} // namespace

std::string mmaRunText(KernelPlan &plan) {
  for (const char *header :
       {"launch_checks.h", "pack_operand.h", "packed_matrix.h", "tile_order.h", "workspace.h",
        plan.of<Mma>().bulk ? "dependent_launch.h" : "kernel_launch.h"})
    plan.need(header);
  if (plan.of<Mma>().bulk)
    plan.need("tensor_map.h");
  Substitutions values = plan.signature();
  values["part"] = partName(plan);
  addOperand(values, plan, 0);
  addOperand(values, plan, 1);
  values["parameters"] = fill("const warpsmith::Device &device, cudaStream_t stream, int m, int n, "
                              "int k$scalars, const $A *a, "
                              "int lda, const $B *b, int ldb, $C *c, int ldc$further",
                              values);
  values["choice"] = tileChoiceText(
      namesOf(plan.of<Mma>().tiles), "device, m, n",
      fill("device, stream, m, n, k$names, a, lda, b, ldb, c, ldc$furtherNames", values));
  int mostBytes = 0;
  for (const MmaTile &tile : plan.of<Mma>().tiles)
    mostBytes = std::max(mostBytes, sharedMemoryBytes(tile, plan.of<Mma>()));
  values["timeWith"] = plan.of<Mma>().tiles.size() > 1 ? R"(
/// How long the tiles of C take, in the units of Tile::Time.
template <typename Tile>
long long timeWith(const warpsmith::Device &device, long long m, long long n) {
)" + tooLargeText(*plan.schedule.architecture, mostBytes) + R"(  const long long tiles =
      (m + Tile::BlockM - 1) / Tile::BlockM * ((n + Tile::BlockN - 1) / Tile::BlockN);
  return warpsmith::wavesOf(tiles, device.multiprocessors) * Tile::Time;
}
)"
                                                       : "";
  values["blocks"] = plan.of<Mma>().bulk
                         ? "  const int places = device.multiprocessors;\n"
                           "  const int blocks = (int)(tiles < places ? tiles : places);\n"
                         : "  const int blocks = (int)tiles;\n";
  values["maps"] = encodeMaps(plan, values);
  values["packedBands"] = packsBands(plan) ? ", packedBands" : "";
  values["bytesForBands"] =
      packsBands(plan) ? " + warpsmith::Workspace::bytesFor<int>(before < bands ? 1 + bands : 0)"
                       : "";
  values["before"] = packsBands(plan) ? fill(R"(
  // Bands of A that are not needed at first are packed by idle warps of the kernel that multiplies.
  const int bands = (m + Tile::BandM - 1) / Tile::BandM;
  const int before = Tile::PacksBands && packsA && warpsmith::vectorizable(a, $columnsA, lda)
                         ? warpsmith::bandsBefore((m + Tile::BlockM - 1) / Tile::BlockM,
                                                  (n + Tile::BlockN - 1) / Tile::BlockN,
                                                  device.multiprocessors)
                         : bands;
)",
                                             values)
                                      : "";
  values["bands"] = bandsText(plan, values);
  values["packWidth"] = packWidth(plan);
  values["launchPack"] = launchPack(plan, values);
  values["launchTiles"] = launchTiles(plan, values);
  return packKernel(plan, values) + fill(R"(
template <typename Tile>
bool runTile($parameters) {
  const long long tiles = ((long long)m + Tile::BlockM - 1) / Tile::BlockM *
                          (((long long)n + Tile::BlockN - 1) / Tile::BlockN);
  if (tiles > 0x7fffffff - 4096)
    return false; // numbers of tiles are 32-bit ones
  // Operands that are not read where they lie are copied first.
  const bool packsA = $packsA;
  const bool packsB = $packsB;
  const bool packs = packsA || packsB;
  const int pitchA = (int)warpsmith::packedPitch<$part>($columnsA);
  const int pitchB = (int)warpsmith::packedPitch<$part>($columnsB);
  const long long sizeA = packsA ? (long long)$rowsA * pitchA : 0;
  const long long sizeB = packsB ? (long long)$rowsB * pitchB : 0;
  const bool pairs = reinterpret_cast<unsigned long long>(c) % (2 * sizeof(*c)) == 0 &&
                     n % 2 == 0 && ldc % 2 == 0;
  const auto tileKernel = pairs ? kernel<Tile, true> : kernel<Tile, false>;
  if (!warpsmith::canLaunch(device, tileKernel, Tile::Threads, Tile::SharedBytes))
    return false;
$before  warpsmith::Workspace workspace(device, warpsmith::Workspace::bytesFor<$part>(sizeA) +
                                     warpsmith::Workspace::bytesFor<$part>(sizeB)$bytesForBands,
                                 stream);
  if (!workspace)
    return false;
  $part *const packedA = packsA ? workspace.take<$part>(sizeA) : nullptr;
  $part *const packedB = packsB ? workspace.take<$part>(sizeB) : nullptr;
$bands  const $part *const sourceA = $sourceA, *const sourceB = $sourceB;
  const int fromA = packsA ? pitchA : lda, fromB = packsB ? pitchB : ldb;
$maps
  const bool vectors =
      warpsmith::vectorizable(a, $columnsA, lda) && warpsmith::vectorizable(b, $columnsB, ldb);
  const auto packKernel = vectors ? packOperands<$packWidth> : packOperands<1>;
$launchPack
$blocks$launchTiles}
$timeWith
/// Computes C; false when this device cannot, and then C is as it was.
inline bool run($parameters) {
$choice}
)",
                                         values);
}

} // namespace warpsmith
