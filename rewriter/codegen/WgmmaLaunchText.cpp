// The host side of a kernel on Hopper's warpgroup products: packed operands, tensor maps, the
// choice of the tile.
#include "rewriter/codegen/TileChoiceText.h"
#include "rewriter/codegen/WgmmaText.h"
#include "rewriter/ir/WgmmaTile.h"

namespace warpsmith {
namespace {

/// Rows and columns of a matrix in memory whose elements along k are adjacent, or those across it.
Extents extentsOf(int operand, bool alongK) {
  const char *outer = operand == 0 ? "m" : "n";
  return alongK ? Extents{outer, "k"} : Extents{"k", outer};
}

/// The matrix that TMA reads is the operand's transposed.
bool isTransposed(const KernelPlan &plan, int operand) {
  return tileRunsAlongK(plan, operand) && !runsAlongK(plan, operand);
}

/// The steps that the tensor cores sum. Two products of a step, whose operands are split anyway,
/// become one of twice the length: [A A2] [B; B2].
std::string summedSteps(const KernelPlan &plan) {
  return plan.contraction.operandCount() > 2 ? "2 * k" : "k";
}

bool anyMayLieAsIs(const KernelPlan &plan) {
  return mayLieAsIs(plan, 0) || mayLieAsIs(plan, 1);
}

/// Rows and columns of an operand's parts.
std::pair<std::string, std::string> packedExtentsOf(const KernelPlan &plan, int operand) {
  const Extents extents = extentsOf(plan, operand);
  return runsAlongK(plan, operand)
             ? std::pair<std::string, std::string>(extents.rows, summedSteps(plan))
             : std::pair<std::string, std::string>(summedSteps(plan), extents.columns);
}

/// An operand and the second product's in its place.
std::vector<int> operandsLike(const KernelPlan &plan, int operand) {
  return plan.contraction.operandCount() > 2 ? std::vector<int>{operand, operand + 2}
                                             : std::vector<int>{operand};
}

/// Values of an operand, under names that end in its letter.
void addOperand(Substitutions &values, const KernelPlan &plan, int operand) {
  const std::string x = letter(operand);
  const bool alongK = tileRunsAlongK(plan, operand);
  const Extents own = extentsOf(operand, runsAlongK(plan, operand));
  const Extents copied = extentsOf(operand, alongK);
  values["rows" + x] = own.rows;
  values["columns" + x] = own.columns;
  values["mapRows" + x] = copied.rows;
  values["mapColumns" + x] = copied.columns;
  const std::string width =
      "Tile::Block" + std::string(operand == 0 ? "M" : "N") + " / Tile::Boxes" + x;
  values["box" + x] = alongK ? width + ", Tile::BlockK" : "Tile::BlockK, " + width;
}

/// The kernel that splits both operands.
std::string splitKernel(const KernelPlan &plan, const Substitutions &values) {
  const auto part = [&](int operand) {
    const std::string x = letter(operand);
    Substitutions own = {{"X", x}};
    own["rows"] = values.at("rows" + x);
    own["columns"] = values.at("columns" + x);
    own["packedRows"] = packedExtentsOf(plan, operand).first;
    for (const int each : operandsLike(plan, operand)) {
      const std::string p = pointerName(each), comma = own["ofRow"].empty() ? "" : ", ";
      own["ofRow"] += comma + p + " + (long long)row * ld" + p;
      own["ofColumn"] += comma + p + " + column";
      own["pitches"] += comma + "ld" + p;
    }
    if (runsAlongK(plan, operand))
      return fill(R"(
    const int row = block$X * warpsmith::SplitRows + threadIdx.x / 32;
    if (row < $rows)
      warpsmith::splitRow<Parts, Width>({$ofRow}, $columns, parts$X + (long long)row * pitch$X,
                                        $packedRows * (long long)pitch$X, back$X + row);
)",
                  own);
    return fill(R"(
    const int column = block$X / warpsmith::SplitCluster * warpsmith::SplitStrip;
    warpsmith::splitColumns<Parts, Width>({$ofColumn}, {$pitches}, $rows, $columns - column,
                                          parts$X + column, pitch$X,
                                          $packedRows * (long long)pitch$X, back$X + column);
)",
                own);
  };
  Substitutions all = values;
  all["splitA"] = part(0);
  if (sharesParts(plan))
    return fill(R"(
/// Splits A, which is both operands.
template <int Width>
__global__ void __launch_bounds__($only warpsmith::SplitThreads$else)
    splitOperand(int m, int k, const float *__restrict__ a, int lda, Part *__restrict__ partsA,
                 int pitchA, float *__restrict__ backA) {
$begin  warpsmith::allowNextKernel();
  warpsmith::waitForPreviousKernel();
  const int blockA = blockIdx.x;
  $splitA
$end}
)",
                all);
  all["splitB"] = part(1);
  all["what"] = plan.contraction.operandCount() > 2 ? "[A A2] and [B; B2]" : "A and B";
  for (const int operand : plan.operands())
    if (operand > 1)
      all["second"] +=
          ", const float *__restrict__ " + pointerName(operand) + ", int ld" + pointerName(operand);
  all.try_emplace("second");
  return fill(R"(
/// Splits $what, in clusters of blocks of which the first blocksA work on A.
template <int Width>
__global__ void __launch_bounds__($only warpsmith::SplitThreads$else)
    splitOperands(int m, int n, int k, const float *__restrict__ a, int lda,
                  Part *__restrict__ partsA, int pitchA, float *__restrict__ backA,
                  const float *__restrict__ b, int ldb, Part *__restrict__ partsB, int pitchB,
                  float *__restrict__ backB, int blocksA$second) {
$begin  warpsmith::allowNextKernel();
  warpsmith::waitForPreviousKernel();
  const int blockA = blockIdx.x, blockB = blockIdx.x - blocksA;
  if (blockA < blocksA) {
    $splitA
  } else {
    $splitB
  }
$end}
)",
              all);
}

std::string packKernel(const KernelPlan &plan, Substitutions values) {
  const auto type = [&](int operand) { return plan.contraction.operand(operand).type; };
  // Of both operands as many, so that they take as long.
  const std::string together = std::to_string(std::min(16 / sizeOf(type(0)), 16 / sizeOf(type(1))));
  for (const int operand : {0, 1}) {
    const std::string x = letter(operand);
    const bool transposed = isTransposed(plan, operand);
    values["pack" + x] = transposed ? "packTransposed" : "packMatrix";
    values["width" + x] = transposed ? std::to_string(16 / sizeOf(type(operand))) : together;
    values["Transposed" + x] = transposed ? ", transposed" : "";
  }
  return fill(R"(
/// Copies A$TransposedA and B$TransposedB: the first blocksA blocks work on A, the others on B.
template <bool Aligned>
__global__ void __launch_bounds__($only warpsmith::PackThreads$else)
    packOperands(int m, int n, int k, const $A *__restrict__ a, int lda, Part *__restrict__ packedA,
                 int pitchA, const $B *__restrict__ b, int ldb, Part *__restrict__ packedB,
                 int pitchB, int blocksA) {
$begin  warpsmith::allowNextKernel();
  warpsmith::waitForPreviousKernel();
  const int block = blockIdx.x;
  if (block < blocksA)
    warpsmith::$packA<Aligned ? $widthA : 1>(a, lda, $rowsA, $columnsA, packedA, pitchA, block,
                                            blocksA);
  else
    warpsmith::$packB<Aligned ? $widthB : 1>(b, ldb, $rowsB, $columnsB, packedB, pitchB,
                                            block - blocksA, gridDim.x - blocksA);
$end}
)",
              values);
}

std::string splitSteps(const KernelPlan &plan, Substitutions values) {
  const auto blocks = [&](int operand) {
    const std::string x = letter(operand);
    return runsAlongK(plan, operand)
               ? "(" + values.at("rows" + x) + " + warpsmith::SplitRows - 1) / warpsmith::SplitRows"
               : "(" + values.at("columns" + x) +
                     " + warpsmith::SplitStrip - 1) / warpsmith::SplitStrip * "
                     "warpsmith::SplitCluster";
  };
  const auto whole = [](const std::string &count) {
    return "warpsmith::wholeClusters(" + count + ")";
  };
  values["blocksA"] = whole(blocks(0));
  values["blocksB"] = whole(blocks(1));
  for (const int operand : {0, 1}) {
    const auto [rows, columns] = packedExtentsOf(plan, operand);
    values[std::string("packedRows") + letter(operand)] = rows;
    values[std::string("packedColumns") + letter(operand)] = columns;
  }
  values.try_emplace("second");
  for (const int operand : plan.operands()) {
    const std::string p = pointerName(operand);
    values["vectors"] +=
        (operand > 0 ? " && " : "") +
        fill("warpsmith::vectorizable($p, $columns, ld$p)",
             {{"p", p}, {"columns", values.at(std::string("columns") + letter(operand))}});
    if (operand > 1)
      values["second"] += ", " + p + ", ld" + p;
  }
  // Of the one operand that both are there is nothing else to make.
  const bool shared = sharesParts(plan);
  if (shared)
    for (const char *value : {"packedRows", "packedColumns"})
      values[std::string(value) + "B"] = values.at(std::string(value) + "A");
  const char x = shared ? 'A' : 'B';
  for (const char *value : {"parts", "pitch", "plane"})
    values[std::string(value) + "B"] = std::string(value) + x;
  return fill(shared ? R"(
  // Each part of the operand lies as the operand does; B is A's transpose.
  const int pitchA = (int)warpsmith::packedPitch<Part>($packedColumnsA);
  const long long planeA = (long long)$packedRowsA * pitchA;
  warpsmith::Workspace workspace(warpsmith::Workspace::bytesFor<Part>(Parts * planeA) +
                                     warpsmith::Workspace::bytesFor<float>(m),
                                 stream);
  if (!workspace)
    return false;
  Part *const partsA = workspace.take<Part>(Parts * planeA);
  float *const backA = workspace.take<float>(m), *const backB = backA;
)"
                     : R"(
  // Each part of an operand lies as the operand does.
  const int pitchA = (int)warpsmith::packedPitch<Part>($packedColumnsA);
  const int pitchB = (int)warpsmith::packedPitch<Part>($packedColumnsB);
  const long long planeA = (long long)$packedRowsA * pitchA, planeB = (long long)$packedRowsB * pitchB;
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
)",
              values) +
         fill(R"(
  warpsmith::TensorMap mapA, mapB;
  const auto tileKernel = $kernel;
  if (!warpsmith::encodeTensorMap(&mapA, partsA, $packedRowsA, $packedColumnsA, pitchA, Parts, planeA, $boxA) ||
      !warpsmith::encodeTensorMap(&mapB, $partsB, $packedRowsB, $packedColumnsB, $pitchB, Parts, $planeB, $boxB) ||
      !warpsmith::reserveSharedMemory(tileKernel, Tile::SharedBytes))
    return false;
)",
              values) +
         fill(shared ? R"(  const bool vectors = warpsmith::vectorizable(a, $columnsA, lda);
  if (!warpsmith::launchDependent(vectors ? splitOperand<4> : splitOperand<1>, $blocksA,
                                   warpsmith::SplitCluster, warpsmith::SplitThreads, 0, stream,
                                   m, k, a, lda, partsA, pitchA, backA))
    return false;
)"
                     : R"(  const bool vectors = $vectors;
  const int blocksA = $blocksA, blocksB = $blocksB;
  if (!warpsmith::launchDependent(vectors ? splitOperands<4> : splitOperands<1>, blocksA + blocksB,
                                   warpsmith::SplitCluster, warpsmith::SplitThreads, 0, stream,
                                   m, n, k, a, lda, partsA, pitchA, backA, b, ldb,
                                   partsB, pitchB, backB, blocksA$second))
    return false;
)",
              values);
}

/// Of each operand whether it is packed, and where the tensor maps find it.
void addPacking(Substitutions &values, const KernelPlan &plan) {
  const ElementType part = plan.schedule.wgmma->part;
  for (const int operand : {0, 1}) {
    const std::string x = letter(operand), p = pointerName(operand);
    const bool own = mayLieAsIs(plan, operand);
    values["needs" + x] = own ? fill("!warpsmith::isCopyable($p, ld$p)", {{"p", p}}) : "true";
    values["packs" + x] = values.at("needs" + x);
    if (own)
      values["packs" + x] +=
          fill(" || (mayPack && warpsmith::isBetterPacked<Part>(ld$p, (double)$rows * $columns, "
               "products))",
               {{"p", p}, {"rows", values.at("rows" + x)}, {"columns", values.at("columns" + x)}});
    const std::string there = plan.contraction.operand(operand).type == part
                                  ? p
                                  : "reinterpret_cast<const Part *>(" + p + ")";
    values["source" + x] = own ? "packs" + x + " ? packed" + x + " : " + there : "packed" + x;
    values["sourcePitch" + x] = own ? "packs" + x + " ? pitch" + x + " : ld" + p : "pitch" + x;
    values["rowsOf" + x] = own ? "packs" + x +
                                     " ? warpsmith::Rows::OfSectors : "
                                     "warpsmith::rowsAsTheyLie<Part>(ld" +
                                     p + ")"
                               : "warpsmith::Rows::OfSectors";
  }
}

std::string packSteps(const KernelPlan &plan, Substitutions values) {
  const bool chooses = anyMayLieAsIs(plan);
  values["constants"] = chooses ? "" : "  const bool packsA = true, packsB = true;\n";
  values["where"] = chooses ? ", or not fast," : "";
  // With less memory what TMA can read where it lies is read there.
  values["withoutMemory"] =
      chooses ? fill("(packsA != needsA || packsB != needsB) &&\nrunTile<Tile>(stream, m, n, "
                     "k$names, a, lda, b, ldb, c, ldc$furtherNames, needsA, needsB)",
                     values)
              : "false";
  values["needs"] =
      chooses ? fill("  const bool needsA = $needsA, needsB = $needsB;\n", values) : "";
  return fill(R"(
  // An operand that TMA cannot copy in place$where is packed first.
$constants$needs  const int pitchA = (int)warpsmith::packedPitch<Part>($mapColumnsA);
  const int pitchB = (int)warpsmith::packedPitch<Part>($mapColumnsB);
  const long long sizeA = packsA ? (long long)$mapRowsA * pitchA : 0;
  const long long sizeB = packsB ? (long long)$mapRowsB * pitchB : 0;
  warpsmith::Workspace workspace(warpsmith::Workspace::bytesFor<Part>(sizeA) +
                                     warpsmith::Workspace::bytesFor<Part>(sizeB),
                                 stream);
  if (!workspace)
    return $withoutMemory;
  Part *const packedA = packsA ? workspace.take<Part>(sizeA) : nullptr;
  Part *const packedB = packsB ? workspace.take<Part>(sizeB) : nullptr;

  warpsmith::TensorMap mapA, mapB;
  const auto tileKernel = $kernel;
  const Part *const sourceA = $sourceA, *const sourceB = $sourceB;
  const int fromA = $sourcePitchA, fromB = $sourcePitchB;
  if (!warpsmith::encodeTensorMap(&mapA, sourceA, $mapRowsA, $mapColumnsA, fromA, 1,
                                  (long long)$mapRowsA * fromA, $boxA) ||
      !warpsmith::encodeTensorMap(&mapB, sourceB, $mapRowsB, $mapColumnsB, fromB, 1,
                                  (long long)$mapRowsB * fromB, $boxB) ||
      !warpsmith::reserveSharedMemory(tileKernel, Tile::SharedBytes))
    return false;
  const bool packs = packsA || packsB;
  const bool vectors =
      warpsmith::vectorizable(a, $columnsA, lda) && warpsmith::vectorizable(b, $columnsB, ldb);
  const int packBlocks = 8 * warpsmith::multiprocessors();
  const int blocksA = packsA && packsB ? packBlocks / 2 : packsA ? packBlocks : 0;
  if (packs && !warpsmith::launchDependent(vectors ? packOperands<true> : packOperands<false>,
                                            packBlocks, 1, warpsmith::PackThreads, 0, stream,
                                            m, n, k, a, lda, packedA, pitchA, b, ldb, packedB, pitchB,
                                            blocksA))
    return false;
)",
              values);
}

/// `timeWith`, which the launch compares tiles by.
std::string timeText(KernelPlan &plan, Substitutions values) {
  if (plan.schedule.wgmma->parts > 1)
    return fill(R"(
/// How long the tiles of C take, in the units of Tile::Time.
template <typename Tile>
long long timeWith(long long m, long long n) {
  const long long clusters = $clusters;
  return warpsmith::wavesOf(clusters, warpsmith::clusterPlaces(Tile::Cluster)) * Tile::Time;
}
)",
                values);
  plan.need("tile_time.h");
  const WgmmaForm form = wgmmaForm(plan);
  values["shareA"] = form.right == 0 ? " / Tile::Cluster" : "";
  values["inSlices"] = mayBeSliced(plan) ? timeInSlicesText(plan) : "";
  values["shareB"] = form.right == 1 ? " / Tile::Cluster" : "";
  return fill(R"(
/// Nanoseconds that the tiles of C take, but for what they take whatever their size; threads store
/// single elements or `pairs`.
template <typename Tile>
double timeWith(long long m, long long n, long long k, bool pairs, warpsmith::Rows rowsOfA,
                warpsmith::Rows rowsOfB) {
  const long long clusters = $clusters;
  const warpsmith::TileTime time = {Tile::BlockM$shareA, Tile::BlockN$shareB, Tile::StepTime,
                                    Tile::EpilogueTime * (pairs ? 1 : warpsmith::SingleElements)};
$inSlices  return warpsmith::timeOfTiles(time, clusters, warpsmith::clusterPlaces(Tile::Cluster),
                                (k + Tile::BlockK - 1) / Tile::BlockK, rowsOfA, rowsOfB);
}
)",
              values);
}

} // namespace

std::string wgmmaRunText(KernelPlan &plan) {
  for (const char *header :
       {"cluster.h", "launch_checks.h", "dependent_launch.h", "packed_matrix.h", "shared_memory.h",
        "tensor_map_16bit.h", "tile_order.h", "workspace.h"})
    plan.need(header);
  const bool split = plan.schedule.wgmma->parts > 1;
  Substitutions values = plan.signature();
  addOperand(values, plan, 0);
  addOperand(values, plan, 1);
  const bool pairs = mayStorePairs(plan);
  const bool sliced = mayBeSliced(plan);
  values["kernel"] = !pairs   ? "kernel<Tile>"
                     : sliced ? "kernelOf<Tile>(pairs)"
                              : "pairs ? kernel<Tile, true> : kernel<Tile, false>";
  values["storesPairs"] = pairs ? fill(R"(
/// Whether elements of C can be read and written two at a time.
inline bool storesPairs(const $C *c, int n, int ldc) {
  return reinterpret_cast<unsigned long long>(c) % (2 * sizeof(*c)) == 0 && n % 2 == 0 &&
         ldc % 2 == 0;
}
)",
                                       values)
                                : "";
  values["pairsOfKernel"] = pairs ? "  const bool pairs = storesPairs(c, n, ldc);\n" : "";
  values["pairs"] = pairs ? values["pairsOfKernel"]
                          : "  constexpr bool pairs = false; // of a triangle, single elements\n";
  values["originals"] = split ? ", backA, backB, a, lda, b, ldb"
                        : prefetchesOperands(plan)
                            ? ", packs ? nullptr : sourceA, fromA, packs ? nullptr : sourceB, fromB"
                            : "";
  values["steps"] = summedSteps(plan);
  values["parameters"] = fill("cudaStream_t stream, int m, int n, int k$scalars, const $A *a, "
                              "int lda, const $B *b, int ldb, $C *c, int ldc$further",
                              values);
  const bool decides = !split && anyMayLieAsIs(plan);
  values["decided"] = decides ? ", bool packsA, bool packsB" : "";
  std::string text;
  if (split) {
    plan.need("split_operand.h");
    text += splitKernel(plan, values);
    values["operandSteps"] = splitSteps(plan, values);
  } else {
    plan.need("pack_operand.h");
    addPacking(values, plan);
    if (decides)
      plan.need("packing_choice.h");
    if (isTransposed(plan, 0) || isTransposed(plan, 1))
      plan.need("pack_transposed.h");
    text += packKernel(plan, values);
    values["operandSteps"] = packSteps(plan, values);
  }
  values["least"] = split ? fill("  if (k < $steps)\n    return false; // so few are summed more "
                                 "accurately in FP32 itself\n",
                                 {{"steps", std::to_string(LeastSplitSteps)}})
                          : "";
  if (plan.contraction.operandCount() > 2)
    values["least"] += "  if (k > 0x3fffffff)\n    return false; // twice as many are summed\n";
  const std::string arguments =
      fill("stream, m, n, k$names, a, lda, b, ldb, c, ldc$furtherNames", values) +
      (decides ? ", packsA, packsB" : "");
  const bool chooses = plan.schedule.wgmma->tiles.size() > 1;
  const std::string extents = split ? "m, n" : "m, n, k, pairs, rowsOfA, rowsOfB";
  values["choice"] = tileChoiceText(launchedTiles(plan), extents, arguments);
  if (decides)
    values["decision"] = fill(R"(
  const double products = (double)m * n * k;
  const bool mayPack = !warpsmith::isCaptured(stream); // the graph would own the memory
  const bool packsA = $packsA;
  const bool packsB = $packsB;
)",
                              values);
  if (chooses && !split)
    values["decision"] += fill("$pairs  const warpsmith::Rows rowsOfA = $rowsOfA;\n"
                               "  const warpsmith::Rows rowsOfB = $rowsOfB;\n",
                               values);
  values.try_emplace("decision");
  if (plan.schedule.symmetric)
    plan.need("triangle_order.h");
  values["clusters"] = plan.schedule.symmetric
                           ? "warpsmith::lowerTiles<Tile::ClusterM, Tile::ClusterN>(m)"
                           : "((long long)m + Tile::ClusterM - 1) / Tile::ClusterM * "
                             "(((long long)n + Tile::ClusterN - 1) / Tile::ClusterN)";
  addGrid(values, plan);
  values["timeWith"] = chooses ? timeText(plan, values) : "";
  return text + fill(R"(
$storesPairs$slices
template <typename Tile>
bool runTile($parameters$decided) {
$pairsOfKernel$operandSteps
  const long long clusters = $clusters;
$grid  return warpsmith::launchDependent(tileKernel, blocks, $blocksOfCluster, Tile::Threads, Tile::SharedBytes,
                                     stream, mapA, mapB, m, n, $steps$names$originals, c,
                                     ldc$furtherNames);
}
$timeWith
/// Computes C; false when this device cannot, and then C is as it was.
inline bool run($parameters) {
$least$decision$choice}
)",
                     values);
}

} // namespace warpsmith
