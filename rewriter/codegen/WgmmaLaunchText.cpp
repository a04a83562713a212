// The host side of a kernel on Hopper's warpgroup products: packed operands, tensor maps, the
// choice of the tile.
#include "rewriter/codegen/WgmmaText.h"
#include "rewriter/ir/WgmmaTile.h"

namespace warpsmith {
namespace {

/// Rows and columns of an operand in memory.
struct Extents {
  const char *rows, *columns;
};
Extents extentsOf(const KernelPlan &plan, int operand) {
  const char *outer = operand == 0 ? "m" : "n";
  return runsAlongK(plan, operand) ? Extents{outer, "k"} : Extents{"k", outer};
}

/// Values of an operand, under names that end in its letter.
void addOperand(Substitutions &values, const KernelPlan &plan, int operand) {
  const std::string x = letter(operand);
  const Extents extents = extentsOf(plan, operand);
  values["rows" + x] = extents.rows;
  values["columns" + x] = extents.columns;
  const bool alongK = runsAlongK(plan, operand);
  const std::string width =
      "Tile::Block" + std::string(operand == 0 ? "M" : "N") + " / Tile::Boxes" + x;
  values["box" + x] = alongK ? width + ", Tile::BlockK" : "Tile::BlockK, " + width;
  const std::string type(cudaName(plan.contraction.operand(operand).type));
  values[x] = type;
}

/// The kernel that splits both operands.
std::string splitKernel(const KernelPlan &plan, const Substitutions &values) {
  const auto part = [&](int operand) {
    const std::string x = letter(operand), p = pointerName(operand);
    Substitutions own = {{"X", x}, {"p", p}};
    own["rows"] = values.at("rows" + x);
    own["columns"] = values.at("columns" + x);
    if (runsAlongK(plan, operand))
      return fill(R"(
    const int row = block$X;
    if (row < $rows)
      warpsmith::splitRow<Parts, Width>($p + (long long)row * ld$p, $columns,
                                        parts$X + (long long)row * pitch$X,
                                        $rows * (long long)pitch$X, back$X + row);
)",
                  own);
    return fill(R"(
    const int column = block$X / warpsmith::SplitCluster * warpsmith::SplitStrip;
    warpsmith::splitColumns<Parts, Width>($p + column, ld$p, $rows, $columns - column,
                                          parts$X + column, pitch$X,
                                          $rows * (long long)pitch$X, back$X + column);
)",
                own);
  };
  Substitutions all = values;
  all["splitA"] = part(0);
  all["splitB"] = part(1);
  return fill(R"(
/// Splits A and B, in clusters of blocks of which the first blocksA work on A.
template <int Width>
__global__ void __launch_bounds__(warpsmith::SplitThreads)
    splitOperands(int m, int n, int k, const float *__restrict__ a, int lda,
                  Part *__restrict__ partsA, int pitchA, float *__restrict__ backA,
                  const float *__restrict__ b, int ldb, Part *__restrict__ partsB, int pitchB,
                  float *__restrict__ backB, int blocksA) {
  warpsmith::allowNextKernel();
  const int blockA = blockIdx.x, blockB = blockIdx.x - blocksA;
  if (blockA < blocksA) {
    $splitA
  } else {
    $splitB
  }
}
)",
              all);
}

std::string packKernel(const Substitutions &values) {
  return fill(R"(
/// Copies A and B, each where it has a place to go; half of the blocks work on either.
template <int Width>
__global__ void __launch_bounds__(warpsmith::PackThreads)
    packOperands(int m, int n, int k, const $A *__restrict__ a, int lda, Part *__restrict__ packedA,
                 int pitchA, const $B *__restrict__ b, int ldb, Part *__restrict__ packedB,
                 int pitchB) {
  warpsmith::allowNextKernel();
  const int blocks = gridDim.x / 2, block = blockIdx.x % blocks;
  if (blockIdx.x < blocks && packedA)
    warpsmith::packMatrix<Width>(a, lda, $rowsA, $columnsA, packedA, pitchA, block, blocks);
  else if (blockIdx.x >= blocks && packedB)
    warpsmith::packMatrix<Width>(b, ldb, $rowsB, $columnsB, packedB, pitchB, block, blocks);
}
)",
              values);
}

std::string splitSteps(const KernelPlan &plan, Substitutions values) {
  const auto blocks = [&](int operand) {
    const std::string x = letter(operand);
    return runsAlongK(plan, operand)
               ? values.at("rows" + x)
               : "(" + values.at("columns" + x) +
                     " + warpsmith::SplitStrip - 1) / warpsmith::SplitStrip * "
                     "warpsmith::SplitCluster";
  };
  const auto whole = [](const std::string &count) {
    return "warpsmith::wholeClusters(" + count + ")";
  };
  values["blocksA"] = whole(blocks(0));
  values["blocksB"] = whole(blocks(1));
  return fill(R"(
  // Each part of an operand lies as the operand does.
  const int pitchA = (int)warpsmith::packedPitch<Part>($columnsA);
  const int pitchB = (int)warpsmith::packedPitch<Part>($columnsB);
  const long long planeA = (long long)$rowsA * pitchA, planeB = (long long)$rowsB * pitchB;
  warpsmith::Workspace workspace(warpsmith::Workspace::bytesFor<Part>(Parts * planeA) +
                                     warpsmith::Workspace::bytesFor<Part>(Parts * planeB) +
                                     warpsmith::Workspace::bytesFor<float>(m) +
                                     warpsmith::Workspace::bytesFor<float>(n),
                                 stream);
  if (!workspace)
    return false;
  Part *const partsA = workspace.take<Part>(Parts * planeA);
  Part *const partsB = workspace.take<Part>(Parts * planeB);
  float *const backA = workspace.take<float>(m), *const backB = workspace.take<float>(n);

  warpsmith::TensorMap mapA, mapB;
  const auto tileKernel = pairs ? kernel<Tile, true> : kernel<Tile, false>;
  if (!warpsmith::encodeTensorMap(&mapA, partsA, $rowsA, $columnsA, pitchA, Parts, planeA, $boxA) ||
      !warpsmith::encodeTensorMap(&mapB, partsB, $rowsB, $columnsB, pitchB, Parts, planeB, $boxB) ||
      !warpsmith::reserveSharedMemory(tileKernel, Tile::SharedBytes))
    return false;
  const bool vectors =
      warpsmith::vectorizable(a, $columnsA, lda) && warpsmith::vectorizable(b, $columnsB, ldb);
  const int blocksA = $blocksA, blocksB = $blocksB;
  if (!warpsmith::launchInClusters(vectors ? splitOperands<4> : splitOperands<1>, blocksA + blocksB,
                                   warpsmith::SplitCluster, warpsmith::SplitThreads, 0, stream,
                                   false, m, n, k, a, lda, partsA, pitchA, backA, b, ldb,
                                   partsB, pitchB, backB, blocksA))
    return false;
)",
              values);
}

std::string packSteps(const KernelPlan &plan, Substitutions values) {
  // A matrix of the tensor cores' type may be copied by TMA from where it is.
  const auto direct = [&](int operand) {
    const std::string p = pointerName(operand);
    return plan.contraction.operand(operand).type == plan.schedule.wgmma->part
               ? "warpsmith::isCopyable(" + p + ", ld" + p + ")"
               : std::string();
  };
  for (const int operand : {0, 1}) {
    const std::string x = letter(operand), p = pointerName(operand);
    const std::string own = direct(operand);
    values["packs" + x] = own.empty() ? "true" : "!" + own;
    values["source" + x] = own.empty() ? "packed" + x : "packs" + x + " ? packed" + x + " : " + p;
    values["sourcePitch" + x] =
        own.empty() ? "pitch" + x : "packs" + x + " ? pitch" + x + " : ld" + p;
  }
  values["width"] = std::to_string(
      std::min(16 / sizeOf(plan.contraction.a.type), 16 / sizeOf(plan.contraction.b.type)));
  return fill(R"(
  // What TMA cannot copy as it lies is copied for it.
  const bool packsA = $packsA, packsB = $packsB;
  const int pitchA = (int)warpsmith::packedPitch<Part>($columnsA);
  const int pitchB = (int)warpsmith::packedPitch<Part>($columnsB);
  const long long sizeA = packsA ? (long long)$rowsA * pitchA : 0;
  const long long sizeB = packsB ? (long long)$rowsB * pitchB : 0;
  warpsmith::Workspace workspace(warpsmith::Workspace::bytesFor<Part>(sizeA) +
                                     warpsmith::Workspace::bytesFor<Part>(sizeB),
                                 stream);
  if (!workspace)
    return false;
  Part *const packedA = packsA ? workspace.take<Part>(sizeA) : nullptr;
  Part *const packedB = packsB ? workspace.take<Part>(sizeB) : nullptr;

  warpsmith::TensorMap mapA, mapB;
  const auto tileKernel = pairs ? kernel<Tile, true> : kernel<Tile, false>;
  const Part *const sourceA = $sourceA, *const sourceB = $sourceB;
  const int fromA = $sourcePitchA, fromB = $sourcePitchB;
  if (!warpsmith::encodeTensorMap(&mapA, sourceA, $rowsA, $columnsA, fromA, 1,
                                  (long long)$rowsA * fromA, $boxA) ||
      !warpsmith::encodeTensorMap(&mapB, sourceB, $rowsB, $columnsB, fromB, 1,
                                  (long long)$rowsB * fromB, $boxB) ||
      !warpsmith::reserveSharedMemory(tileKernel, Tile::SharedBytes))
    return false;
  const bool packs = packsA || packsB;
  const bool vectors =
      warpsmith::vectorizable(a, $columnsA, lda) && warpsmith::vectorizable(b, $columnsB, ldb);
  if (packs && !warpsmith::launchInClusters(vectors ? packOperands<$width> : packOperands<1>,
                                            8 * warpsmith::multiprocessors(), 1,
                                            warpsmith::PackThreads, 0, stream, false, m, n, k, a,
                                            lda, packedA, pitchA, b, ldb, packedB, pitchB))
    return false;
)",
              values);
}

/// `if (...) return runTile<Small>(...)` for the tile that is done first.
std::string choice(const KernelPlan &plan, const std::string &arguments) {
  const std::vector<WgmmaTile> &tiles = plan.schedule.wgmma->tiles;
  std::string text;
  if (tiles.size() > 1)
    text += "  // The tile with which C is done first.\n";
  const auto time = [](const WgmmaTile &tile) {
    std::string variable = std::string(tile.name);
    variable[0] = static_cast<char>(std::tolower(variable[0]));
    return variable;
  };
  if (tiles.size() > 1) {
    text += "  const long long ";
    for (size_t index = 0; index < tiles.size(); ++index)
      text += (index ? ", " : "") + time(tiles[index]) + " = timeWith<" +
              std::string(tiles[index].name) + ">(m, n)";
    text += ";\n";
  }
  for (size_t index = 0; index < tiles.size(); ++index) {
    std::string best;
    for (size_t other = index + 1; other < tiles.size(); ++other)
      best += (best.empty() ? "" : " && ") + time(tiles[index]) + " <= " + time(tiles[other]);
    if (!best.empty())
      text += "  if (" + best + ")\n";
    text += "  return runTile<" + std::string(tiles[index].name) + ">(" + arguments + ");\n";
  }
  return text;
}

} // namespace

std::string wgmmaRunText(KernelPlan &plan) {
  for (const char *header : {"cluster.h", "launch_checks.h", "launch_in_clusters.h",
                             "shared_memory.h", "tensor_map.h", "tile_order.h", "workspace.h"})
    plan.need(header);
  const bool split = plan.schedule.wgmma->parts > 1;
  Substitutions values;
  addOperand(values, plan, 0);
  addOperand(values, plan, 1);
  values["C"] = std::string(cudaName(plan.contraction.c.type));
  values["scalars"] = plan.scalarParameters(KernelPlan::Scope::Kernel);
  values["scalarNames"] = plan.scalarArguments(KernelPlan::Scope::Kernel);
  values["further"] = plan.furtherParameters();
  values["furtherNames"] = plan.furtherNames();
  values["originals"] = split ? ", backA, backB, a, lda, b, ldb" : "";
  values["early"] = split ? "true" : "packs";
  values["parameters"] = fill("cudaStream_t stream, int m, int n, int k$scalars, const $A *a, "
                              "int lda, const $B *b, int ldb, $C *c, int ldc$further",
                              values);
  std::string text;
  if (split) {
    plan.need("split_operand.h");
    text += splitKernel(plan, values);
    values["steps"] = splitSteps(plan, values);
  } else {
    plan.need("pack_operand.h");
    text += packKernel(values);
    values["steps"] = packSteps(plan, values);
  }
  values["least"] = split ? fill("  if (k < $steps)\n    return false; // so few are summed more "
                                 "accurately in FP32 itself\n",
                                 {{"steps", std::to_string(LeastSplitSteps)}})
                          : "";
  values["choice"] = choice(
      plan, fill("stream, m, n, k$scalarNames, a, lda, b, ldb, c, ldc$furtherNames", values));
  const bool chooses = plan.schedule.wgmma->tiles.size() > 1;
  values["timeWith"] = chooses ? R"(
/// How long the tiles of C take, in the units of Tile::Time.
template <typename Tile>
long long timeWith(long long m, long long n) {
  constexpr int ClusterM = Tile::Cluster * Tile::BlockM;
  const long long clusters =
      (m + ClusterM - 1) / ClusterM * ((n + Tile::BlockN - 1) / Tile::BlockN);
  return warpsmith::wavesOf(clusters, warpsmith::clusterPlaces(Tile::Cluster)) * Tile::Time;
}
)"
                               : "";
  return text + fill(R"(
template <typename Tile>
bool runTile($parameters) {
  const bool pairs = reinterpret_cast<unsigned long long>(c) % (2 * sizeof(*c)) == 0 &&
                     n % 2 == 0 && ldc % 2 == 0;
$steps
  constexpr int ClusterM = Tile::Cluster * Tile::BlockM;
  const long long clusters = ((long long)m + ClusterM - 1) / ClusterM *
                             (((long long)n + Tile::BlockN - 1) / Tile::BlockN);
  const int places = warpsmith::clusterPlaces(Tile::Cluster);
  const int blocks = (int)(clusters < places ? clusters : places) * Tile::Cluster;
  return warpsmith::launchInClusters(tileKernel, blocks, Tile::Cluster, Threads, Tile::SharedBytes,
                                     stream, $early, mapA, mapB, m, n, k$scalarNames$originals, c,
                                     ldc$furtherNames);
}
$timeWith
/// Computes C; false when this device cannot, and then C is as it was.
inline bool run($parameters) {
$least$choice}
)",
                     values);
}

} // namespace warpsmith
