// A menu of tiles on the FP32 units: their constants, the products, the choice at a launch.
#include "rewriter/emit/FmaTilesText.h"
#include "rewriter/emit/DeviceLibrary.h"
#include "rewriter/emit/FmaText.h"
#include "rewriter/emit/TileChoiceText.h"
#include "rewriter/emit/UnusedDeclarations.h"
#include "rewriter/families/FmaTile.h"
#include <algorithm>
#include <cstring>

namespace warpsmith {
namespace {

constexpr const char *TileFile = "warpsmith/kernels/fma_ring_tile.cuh";
constexpr const char *KernelFiles[] = {"warpsmith/kernels/fma_copies.cuh",
                                       "warpsmith/kernels/fma_add_slices.cuh",
                                       "warpsmith/kernels/fma_ring.cuh"};

std::string alias(const FmaTile &tile, const Schedule &schedule) {
  std::string text = "using " + std::string(tile.name) + " = Tile<";
  for (const int value : {tile.block.m, tile.block.n, tile.block.k, tile.thread.m, tile.thread.n,
                          stages(tile, schedule), fillingWarps(tile, schedule), tile.ahead,
                          tile.computeRegisters, tile.copyRegisters})
    text += std::to_string(value) + ", ";
  return text + std::to_string(tile.time) + ", " + std::to_string(copyWarps(tile, schedule)) +
         (sumsInSlices(schedule) ? ", " + std::to_string(tile.slices) : "") + ">;\n";
}

bool isCopied(const KernelPlan &plan, int operand) {
  return !plan.layouts[operand].contiguousAlongK &&
         plan.layouts[operand].transform != Transform::OnCopy;
}

KernelFacts factsOf(const KernelPlan &plan) {
  const Contraction &contraction = plan.contraction;
  const Schedule &schedule = plan.schedule;
  const ExpressionRef &start = plan.computation.start;
  const bool single = contraction.c.type == ElementType::F32;
  const bool dependent = schedule.architecture->hasDependentLaunch();
  const bool apart = single && start->contains(Expression::Kind::Output) &&
                     !start->contains(Expression::Kind::Extra);
  KernelFacts facts;
  facts.problem = fmaFacts(plan);
  facts.problem.merge(fmaCopyFacts(plan));
  facts.problem.merge(KernelFacts::Texts{
      // A vector must not cross the edge of a triangle.
      {"RunsOfC", truth(single && contraction.region == Region::Full)},
      {"StartsFromConstant", truth(contraction.startsFromConstant())},
      {"StartsApart", truth(apart)},
      {"StartsScaled", truth(apart && start->kind != Expression::Kind::Output)},
      {"InSlices", truth(sumsInSlices(schedule))},
      {"DividesK", truth(dividesK(contraction, schedule))},
      {"MovesRegisters", truth(movesRegisters(schedule))},
      {"Dependent", truth(dependent)},
      {"AloneBytes", std::to_string(dependent ? aloneSharedBytes(*schedule.architecture) : 0)},
  });
  if (!sumsInSlices(schedule))
    facts.parameters["SumSlices"] = "1";
  return facts;
}

KernelFacts::Texts sizesOf(const FmaTile &tile, const Schedule &schedule) {
  KernelFacts::Texts sizes;
  const auto set = [&](const char *name, int value) { sizes[name] = std::to_string(value); };
  set("RowsOfBlock", tile.block.m);
  set("ColumnsOfBlock", tile.block.n);
  set("StepsOfBlock", tile.block.k);
  set("RowsOfThread", tile.thread.m);
  set("ColumnsOfThread", tile.thread.n);
  set("RingStages", stages(tile, schedule));
  set("FillingWarps", fillingWarps(tile, schedule));
  set("StepsAhead", tile.ahead);
  set("RegistersToCompute", tile.computeRegisters);
  set("RegistersToCopy", tile.copyRegisters);
  set("RelativeTime", tile.time);
  set("CopyWarps", copyWarps(tile, schedule));
  set("SumSlices", tile.slices);
  return sizes;
}

/// What the launch names.
std::set<std::string> rootsOf(const KernelPlan &plan) {
  std::set<std::string> roots = {"kernel", "computeTile", "MostRows", "Tile",       "BlockM",
                                 "BlockN", "Threads",     "Time",     "SharedBytes"};
  for (const FmaTile &tile : everyTile(plan.contraction, plan.schedule))
    roots.emplace(tile.name);
  if (dividesK(plan.contraction, plan.schedule))
    roots.insert({"BlockK", "addSlices", "AddingThreads", "placeOfSum"});
  return roots;
}

/// What the kernels are given.
std::vector<std::pair<std::string, std::string>> membersOf(const KernelPlan &plan) {
  auto members = fmaMembers(plan);
  if (dividesK(plan.contraction, plan.schedule))
    members.emplace_back("float *__restrict__ sums", "sums");
  return members;
}

void needHeaders(KernelPlan &plan) {
  const Schedule &schedule = plan.schedule;
  for (const char *header : {"copy_async.h", "mbarrier.h", "stage_ring.h", "vector.h"})
    plan.need(header);
  plan.need(schedule.architecture->hasTryWait() ? "mbarrier_wait_sm90.h" : "mbarrier_wait.h");
  fmaNeedCopies(plan);
  if (movesRegisters(schedule))
    for (const char *header : {"instruction_order.h", "register_budget.h"})
      plan.need(header);
  if (schedule.architecture->hasDependentLaunch())
    plan.need("dependent_launch.h");
  if (sumsInSlices(schedule))
    plan.need("named_barrier.h");
}

} // namespace

KernelFacts::Texts fmaCopyFacts(const KernelPlan &plan) {
  return {{"CopiesA", truth(isCopied(plan, 0))},
          {"CopiesB", truth(isCopied(plan, 1))},
          // Tiles with columns in FP64 have lengths that are no powers of two.
          {"RowsOfAnyLength", truth(plan.of<FmaMenu>().columns)}};
}

void fmaNeedCopies(KernelPlan &plan) {
  for (const int operand : {0, 1})
    plan.need(plan.layouts[operand].contiguousAlongK       ? "transpose_tile.h"
              : !isCopied(plan, operand)                   ? "copy_tile.h"
              : operand == 1 && plan.of<FmaMenu>().columns ? "stream_rows.h"
                                                           : "stream_tile.h");
}

std::string withNameOfTile(std::string tile, std::string_view structure) {
  return tile.replace(tile.find("struct " + std::string(structure)) + std::strlen("struct "),
                      structure.size(), "Tile");
}

std::string fmaTilesWith(const std::string &tile, const std::string &aliases, int rows,
                         const std::string &kernel) {
  // Tiles use the constant that the kernel's text begins with.
  const size_t end = kernel.find('\n', kernel.find(';')) + 1;
  return kernel.substr(0, end) + "\n" + tile +
         "// Times are compared with each other; measured on an H200.\n" + aliases +
         "constexpr int MostRows = " + std::to_string(rows) +
         "; // that a tile of A or B has in memory\n\n" + kernel.substr(end);
}

std::string fmaTilesText(KernelPlan &plan) {
  needHeaders(plan);
  const KernelFacts facts = factsOf(plan);
  const Schedule &schedule = plan.schedule;
  std::string aliases;
  int rows = 0;
  std::string tile = specialised(specialised(declarations(TileFile), facts), facts);
  const std::string constants = "constexpr int Run = " + std::to_string(FmaRun) + ";\n" +
                                tile.substr(0, tile.find("template <"));
  const auto add = [&](const FmaTile &each) {
    aliases += alias(each, schedule);
    checkAssertions(constants + instantiated(tile, "RingTile", "Tile", sizesOf(each, schedule)),
                    "Tile", facts);
  };
  for (const FmaTile &each : plan.of<FmaMenu>().tiles) {
    add(each);
    rows = std::max({rows, each.block.m, each.block.n});
  }
  const std::vector<FmaTile> ragged = raggedTiles(plan.contraction, schedule);
  if (!ragged.empty())
    aliases += "// For operands whose rows cannot be read in 16-byte vectors.\n";
  for (const FmaTile &each : ragged)
    add(each);
  tile = withNameOfTile(withoutAssertions(tile, "RingTile"), "RingTile");
  std::string kernel;
  for (const char *file : KernelFiles)
    kernel += declarations(file);
  const bool divides = dividesK(plan.contraction, schedule);
  kernel = withoutUnused(specialised(kernel, facts),
                         divides ? std::set<std::string>{"kernel", "addSlices"}
                                 : std::set<std::string>{"kernel"});
  // Kernels of launches that are made together compute the same tiles.
  const std::set<std::string> kept =
      plan.of<FmaMenu>().group ? std::set<std::string>{"computeTile"} : std::set<std::string>{};
  kernel = withFunctionsInPlace(kernel, facts, kept);
  kernel = withoutMemberCalls(kernel, "problem", fmaFunctions(plan));
  kernel = withMembersAsParameters(kernel, "Problem", "problem", membersOf(plan));
  kernel = withoutUnusedVariables(kernel);
  return withoutUnused(fmaTilesWith(tile, aliases, rows, kernel), rootsOf(plan));
}

std::string fmaComputeCall(KernelPlan &plan) {
  const std::string text = fmaTilesText(plan);
  const size_t begin = text.rfind("computeTile<");
  return text.substr(begin, text.find(';', begin) + 1 - begin);
}

namespace {

constexpr const char *WholeTiles = R"(
template <typename Tile, bool Aligned>
bool runTile($parameters) {
  const dim3 blocks((n + Tile::BlockN - 1) / Tile::BlockN,
                    (m + Tile::BlockM - 1) / Tile::BlockM$batches);
  return blocks.y <= 65535 && $launch;
}
)";

constexpr const char *WholeTime = R"(
/// How long the tiles of C take, in the units of Tile::Time.
template <typename Tile>
long long timeWith(const warpsmith::Device &device, long long m, long long n$batchParameter) {
$tooLarge  const long long tiles =
      (m + Tile::BlockM - 1) / Tile::BlockM * ((n + Tile::BlockN - 1) / Tile::BlockN)$ofBatch;
  return warpsmith::wavesOf(tiles, device.multiprocessors) * Tile::Time;
}
)";

constexpr const char *TilesOf = R"(
template <typename Tile>
long long tilesOf(long long m, long long n) {
  return (m + Tile::BlockM - 1) / Tile::BlockM * ((n + Tile::BlockN - 1) / Tile::BlockN);
}
)";

constexpr const char *DividedTiles = R"(
/// The slices of k that blocks sum, and the time of the product.
template <typename Tile>
warpsmith::Division divisionWith(const warpsmith::Device &device, long long m, long long n,
                                 long long k) {
  return warpsmith::divisionOf(tilesOf<Tile>(m, n), device.multiprocessors, k, Tile::BlockK,
                               Tile::Time, (double)m * (double)n);
}

template <typename Tile, bool Aligned>
bool runTile($parameters) {
  dim3 blocks((n + Tile::BlockN - 1) / Tile::BlockN, (m + Tile::BlockM - 1) / Tile::BlockM);
  if (blocks.y > 65535)
    return false;
  const int slices = divisionWith<Tile>(device, m, n, k).slices;
  const long long elements = slices > 1 ? placeOfSum(slices, m, n, 0, 0) : 0;
  warpsmith::Workspace workspace(device, warpsmith::Workspace::bytesFor<float>(elements), stream);
  // Where there is no memory for their sums, no tile is divided.
  float *const sums = slices > 1 && workspace ? workspace.take<float>(elements) : nullptr;
  if (sums)
    blocks.z = slices;
  const auto adding = (unsigned)(((long long)m * n + AddingThreads - 1) / AddingThreads);
  return $launch &&
         (!sums || $addSlices);
}

/// How long the tiles of C take: nanoseconds, about.
template <typename Tile>
long long timeWith(const warpsmith::Device &device, long long m, long long n, long long k) {
$tooLarge  return (long long)divisionWith<Tile>(device, m, n, k).nanoseconds;
}
)";

// A batch fills the multiprocessors another way.
constexpr const char *UnslicedTiles = R"(
template <typename Tile, bool Aligned>
bool runTile($parameters) {
  const long long tiles = tilesOf<Tile>(m, n);
  const Slicing slicing = {(int)tiles, 1, nullptr, nullptr};
  const dim3 blocks((unsigned)tiles, 1$batches);
  return tiles <= 0x3fffffff && $launch;
}
)";

constexpr const char *SlicedTiles = R"(
/// Into how many slices of k those tiles are divided that do not fill the multiprocessors' places
/// once more; each slice is worth the sum that it leaves.
template <typename Tile>
int slicesOf(long long tiles, long long k, int places) {
  return warpsmith::slicesOfRest(tiles, places, k, 2 * Tile::Stages * Tile::BlockK);
}

template <typename Tile, bool Aligned>
bool runTile($parameters) {
  const long long tiles = tilesOf<Tile>(m, n);
  const auto tileKernel = kernel<Tile, Aligned>;
  if (tiles > 0x3fffffff ||
      !warpsmith::canLaunch(device, tileKernel, Tile::Threads, Tile::SharedBytes))
    return false;
  // Memory of a launch that is captured would be part of the graph, which could then not be
  // instantiated twice.
  const int slices = slicesOf<Tile>(tiles, k, device.multiprocessors);
  const int rest =
      slices > 1 && !warpsmith::isCaptured(stream) ? (int)(tiles % device.multiprocessors) : 0;
  const long long sums = (long long)rest * slices * (Tile::BlockM * Tile::BlockN);
  warpsmith::Workspace workspace(device, warpsmith::Workspace::bytesFor<float>(sums) +
                                     warpsmith::Workspace::bytesFor<int>(rest),
                                 stream);
  // Where there is no memory for their sums, no tile is divided.
  Slicing slicing = {(int)tiles, 1, nullptr, nullptr};
  if (rest > 0 && workspace) {
    const Slicing divided = {(int)tiles - rest, slices, workspace.take<float>(sums),
                             workspace.take<int>(rest)};
    if (cudaMemsetAsync(divided.arrivals, 0, rest * sizeof(int), stream) == cudaSuccess)
      slicing = divided;
    else
      cudaGetLastError(); // nobody asked for it
  }
  const dim3 blocks(slicing.whole + (unsigned)(tiles - slicing.whole) * slicing.slices);
  return $launch;
}

/// How long the tiles of C take, as MostSlicesOfRest-fold Tile::Time.
template <typename Tile>
long long timeWith(const warpsmith::Device &device, long long m, long long n, long long k) {
  const int places = device.multiprocessors;
  const long long tiles = tilesOf<Tile>(m, n);
  return warpsmith::partialWavesOf(tiles, places, slicesOf<Tile>(tiles, k, places)) * Tile::Time;
}
)";

} // namespace

std::string fmaTilesRunText(KernelPlan &plan) {
  const bool dependent = plan.schedule.architecture->hasDependentLaunch();
  for (const char *header : {dependent ? "dependent_launch.h" : "kernel_launch.h", "tile_time.h"})
    plan.need(header);
  const bool batched = plan.contraction.isBatched();
  Substitutions values = plan.signature();
  values["batchParameter"] = batched ? ", long long batch" : "";
  values["batchName"] = batched ? ", batch" : "";
  values["batches"] = batched ? ", (unsigned)batch" : "";
  values["parameters"] = fill("const warpsmith::Device &device, cudaStream_t "
                              "stream$batchParameter, int m, int n, "
                              "int k$scalars, const $A *a, int lda, const $B *b, int ldb, $C *c, "
                              "int ldc$further",
                              values);
  values["arguments"] =
      fill("device, stream$batchName, m, n, k$names, a, lda, b, ldb, c, ldc$furtherNames", values);
  const bool interleaved = plan.of<FmaMenu>().columns;
  const bool sliced = interleaved && !batched;
  const bool divides = dividesK(plan.contraction, plan.schedule);
  int mostBytes = 0;
  for (const FmaTile &tile : plan.of<FmaMenu>().tiles)
    mostBytes = std::max(mostBytes, sharedMemoryBytes(tile, plan.contraction, plan.schedule));
  values["tooLarge"] = tooLargeText(*plan.schedule.architecture, mostBytes);
  values["ofBatch"] = batched ? " * batch" : "";
  values["extents"] = sliced || divides ? "device, m, n, k"
                      : batched         ? "device, m, n, batch"
                                        : "device, m, n";
  if (sliced || divides)
    plan.need("workspace.h");
  values["first"] = interleaved ? "stream, slicing" : "stream";
  values["sums"] = divides ? ", sums" : "";
  values["tileKernel"] = sliced ? "tileKernel" : "kernel<Tile, Aligned>";
  values["launch"] =
      fill((dependent ? std::string("warpsmith::launchDependent(device, $tileKernel, blocks, 1")
                      : "warpsmith::launch(device, $tileKernel, blocks") +
               ", Tile::Threads, Tile::SharedBytes, $first, m, n, k$names, a, lda, b, ldb, c, "
               "ldc$furtherNames$sums)",
           values);
  values["addSlices"] =
      fill((dependent ? std::string("warpsmith::launchDependent(device, addSlices, adding, 1")
                      : "warpsmith::launch(device, addSlices, adding") +
               ", AddingThreads, 0, stream, slices, m, n, k$names, a, lda, b, ldb, c, "
               "ldc$furtherNames, sums)",
           values);
  const std::string tiles = sliced        ? std::string(TilesOf) + SlicedTiles
                            : interleaved ? std::string(TilesOf) + UnslicedTiles + WholeTime
                            : divides     ? std::string(TilesOf) + DividedTiles
                                          : std::string(WholeTiles) + WholeTime;
  return fill(tiles, values) + fmaChoiceText(plan, values);
}

} // namespace warpsmith
