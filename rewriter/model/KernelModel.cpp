#include "rewriter/model/KernelModel.h"
#include "rewriter/families/FmaTile.h"
#include "rewriter/families/MmaTile.h"
#include "rewriter/families/TileLayout.h"
#include "rewriter/families/TileWork.h"
#include "rewriter/families/WgmmaTile.h"
#include "runtime/include/warpsmith/device/tile_time.h"
#include <algorithm>
#include <cmath>
#include <limits>

namespace warpsmith {
namespace {

constexpr int Lanes = 32;

/// Of device memory's bandwidth, what a copy reaches.
constexpr double MemoryEfficiency = 0.9;
/// The same of kernels that split or transpose operands: parts of FP32 operands of 1024 and a
/// transposed INT8 operand of 4096 took 6.5 and 14 us of a launch's 7.8 and 15 (docs/ladder.md).
constexpr double RearrangingEfficiency = 0.5;
/// What a launch takes beside its blocks' work, in a row of launches of which each waits for the
/// one before: FP16 products of 512 and 1024 on an H200.
constexpr double LaunchSeconds = 1.25e-6;

/// About the registers that ptxas gives a thread: within a fifth of what it does for tiles of 1, 4,
/// 32 and 64 elements a thread.
int expectedRegisters(const Contraction &contraction, const Schedule &schedule) {
  constexpr int Addressing = 21, FetchAddressing = 20;
  constexpr int StepsAtOnce = 4; // of k, whose fragments are in registers
  const ThreadTile thread = schedule.thread;
  const int words = sizeOf(contraction.sum) / 4;
  const int sums = thread.m * thread.n;
  int registers = Addressing + words * (sums + StepsAtOnce * (thread.m + thread.n));
  if (schedule.interleave && sums > 1) // of one, ptxas has them in what is free
    registers += 2 * sums;
  if (prefetches(contraction, schedule))
    registers += FetchAddressing + static_cast<int>(fetchedBytes(contraction, *schedule.block)) *
                                       schedule.block->k / 4 / schedule.computeThreads();
  return registers;
}

/// Of a tile that the user chose, fewer registers than the launch bounds allow.
BlockResources expectedResources(const Contraction &contraction, const Schedule &schedule,
                                 BlockResources block) {
  if (!schedule.wgmma && !schedule.mma && !schedule.wmma && schedule.tiles.empty())
    block.registersPerThread =
        std::min(block.registersPerThread, expectedRegisters(contraction, schedule));
  return block;
}

bool readsOutput(const Contraction &contraction) {
  return contraction.initial->contains(Expression::Kind::Output) ||
         contraction.result->contains(Expression::Kind::Output);
}

/// Whether a kernel before writes an operand in parts or transposed.
bool isRearranged(const Contraction &contraction, const Schedule &schedule, int operand) {
  return schedule.wgmma && (schedule.wgmma->parts > 1 ||
                            (isInteger(schedule.wgmma->part) && !contraction.runsAlongK(operand)));
}

/// Whether it writes it in another type or multiplied, or because its rows do not begin where TMA
/// wants them (packing_choice.h).
bool isPacked(const Contraction &contraction, const Schedule &schedule, int operand,
              const Problem &problem) {
  constexpr double CopyBytes = 16, SectorBytes = 32, LeastProducts = 3e8;
  if (!schedule.wgmma && !schedule.mma)
    return false;
  const Matrix &matrix = contraction.operand(operand);
  const double columns = contraction.runsAlongK(operand) ? problem.k
                         : operand % 2 == 0              ? problem.m
                                                         : problem.n;
  const double rowBytes = columns * sizeOf(matrix.type);
  if (std::fmod(rowBytes, CopyBytes) != 0)
    return true;
  if (schedule.mma)
    return matrix.type != schedule.mma->part ||
           computationFor(contraction, schedule).own(operand)->kind != Expression::Kind::Operand;
  return sizeOf(matrix.type) != sizeOf(schedule.wgmma->part) ||
         (std::fmod(rowBytes, SectorBytes) != 0 &&
          problem.m * problem.n * problem.k >= LeastProducts);
}

/// What a launch is beside the loop over k.
struct Around {
  double seconds = 0; ///< of device memory: C, and operands that are written anew
  int launches = 1;
};

Around around(const Contraction &contraction, const Schedule &schedule, const Problem &problem) {
  Around result;
  const double bandwidth = schedule.architecture->product.gigabytesSecond * 1e9;
  result.seconds = problem.m * problem.n * sizeOf(contraction.c.type) *
                   (readsOutput(contraction) ? 2 : 1) / (bandwidth * MemoryEfficiency);
  for (int operand = 0; operand < contraction.operandCount(); ++operand) {
    const bool rearranged = isRearranged(contraction, schedule, operand);
    if (!rearranged && !isPacked(contraction, schedule, operand, problem))
      continue;
    const double elements = (operand % 2 == 0 ? problem.m : problem.n) * problem.k;
    const int written = schedule.wgmma ? schedule.wgmma->parts * sizeOf(schedule.wgmma->part)
                                       : sizeOf(schedule.mma->part);
    result.seconds += elements * (sizeOf(contraction.operand(operand).type) + written) /
                      (bandwidth * (rearranged ? RearrangingEfficiency : MemoryEfficiency));
    // One for all operands, and one that finds out whether they need more parts.
    result.launches = schedule.split == Split::ByData ? 3 : 2;
  }
  return result;
}

/// Cycles in which an SM does a k-tile of each of its blocks. A second one works while the first
/// waits, as far as kinds of work overlap.
double kTileCycles(const TileWork &work, int blocks) {
  const double working = blocks * work.cycles.count;
  return blocks == 1 ? working + work.exposed
                     : overlapped({working, work.exposed}, WaitingExponent);
}

bool hasMenu(const Schedule &schedule) {
  return schedule.wgmma || schedule.mma || !schedule.tiles.empty();
}

/// Tiles of so many rows and columns: of all of C, or on and below the diagonal.
double tilesOf(const Problem &problem, double rows, double columns, bool triangle) {
  const double down = std::ceil(problem.m / rows), across = std::ceil(problem.n / columns);
  if (!triangle)
    return down * across;
  double tiles = 0;
  for (int row = 1; row <= static_cast<int>(down); ++row)
    tiles += std::min(across, std::ceil(row * rows / columns));
  return tiles;
}

/// Into how many slices of k those tiles are divided that do not fill the multiprocessors once
/// more.
double slicesOfK(const FmaTile &tile, const Schedule &schedule, const Problem &problem, double rest,
                 int places) {
  constexpr int MostSlices = 4;
  const bool fewSteps = problem.k < 2.0 * MostSlices * stages(tile, schedule) * tile.block.k;
  return fewSteps || 2 * rest > places ? 1
                                       : std::min(std::floor(places / rest), double(MostSlices));
}

/// Rows and columns of C that the blocks of a cluster compute: their tiles lie below each other or,
/// where B comes from registers, beside each other.
std::pair<double, double> clusterOf(const Contraction &contraction, const Wgmma &wgmma,
                                    const WgmmaTile &tile) {
  const double left = tile.rows() * tile.cluster, right = tile.columns;
  return operandInRegisters(contraction, wgmma) == 1 ? std::pair(right, left)
                                                     : std::pair(left, right);
}

double clustersOf(const Contraction &contraction, const Schedule &schedule, size_t index,
                  const Problem &problem) {
  const Wgmma &wgmma = *schedule.wgmma;
  const auto [rows, columns] = clusterOf(contraction, wgmma, wgmma.tiles[index]);
  return tilesOf(problem, rows, columns, schedule.symmetric);
}

/// How often all multiprocessors take a tile of the menu until C is done; each has one block.
double wavesOf(const Contraction &contraction, const Schedule &schedule, size_t index,
               const Problem &problem) {
  const int places = schedule.architecture->product.multiprocessors;
  if (schedule.wgmma) {
    const int clusters = places / schedule.wgmma->tiles[index].cluster;
    return std::ceil(clustersOf(contraction, schedule, index, problem) / clusters);
  }
  const BlockTile &block =
      schedule.mma ? schedule.mma->tiles[index].block : schedule.tiles[index].block;
  const double tiles = tilesOf(problem, block.m, block.n, false);
  const double rest = std::fmod(tiles, places);
  if (!schedule.interleave || rest == 0)
    return std::ceil(tiles / places);
  const double slices = slicesOfK(schedule.tiles[index], schedule, problem, rest, places);
  return std::floor(tiles / places) + 1 / slices;
}

/// What a launch compares tiles by where operands are of one part.
TileTime timeOf(const WgmmaTile &tile, const Contraction &contraction, const Schedule &schedule) {
  const StoredBy by = storesTiles(tile, contraction, schedule) ? StoredBy::Tma
                      : contraction.region == Region::Full     ? StoredBy::Pairs
                                                               : StoredBy::Elements;
  return {tile.rows(), tile.columns / tile.cluster, tile.cluster, double(tile.time),
          timeOfEpilogue(tile.rows() * tile.columns, sizeOf(contraction.c.type),
                         readsOldC(computationFor(contraction, schedule), contraction), by)};
}

/// How long C takes in tiles of the menu, as generated code compares them: of matrices in whole
/// sectors, stored in pairs.
double timeWith(const Contraction &contraction, const Schedule &schedule, size_t index,
                const Problem &problem) {
  if (schedule.wgmma && schedule.wgmma->parts == 1) {
    const WgmmaTile &tile = schedule.wgmma->tiles[index];
    const double clusters = clustersOf(contraction, schedule, index, problem);
    return timeOfTiles(timeOf(tile, contraction, schedule), static_cast<long long>(clusters),
                       schedule.architecture->product.multiprocessors / tile.cluster,
                       static_cast<long long>(std::ceil(problem.k / tile.steps)), Rows::OfSectors,
                       Rows::OfSectors);
  }
  const int time = schedule.wgmma ? schedule.wgmma->tiles[index].time
                   : schedule.mma ? schedule.mma->tiles[index].time
                                  : schedule.tiles[index].time;
  return wavesOf(contraction, schedule, index, problem) * time;
}

/// The tile of a menu that a launch takes, and into how many slices of k it divides each.
struct Launched {
  size_t tile = 0;
  int slices = 1;
};

/// As generated code chooses: the first of least time.
Launched launched(const Contraction &contraction, const Schedule &schedule,
                  const Problem &problem) {
  const size_t count = schedule.wgmma ? schedule.wgmma->tiles.size()
                       : schedule.mma ? schedule.mma->tiles.size()
                                      : schedule.tiles.size();
  Launched best;
  double least = std::numeric_limits<double>::infinity();
  const auto compare = [&](Launched other, double time) {
    if (time < least) {
      best = other;
      least = time;
    }
  };
  for (size_t index = 0; index < count; ++index)
    compare({index, 1}, timeWith(contraction, schedule, index, problem));
  for (size_t index = 0; schedule.wgmma && index < count; ++index) {
    const WgmmaTile &tile = schedule.wgmma->tiles[index];
    if (!mayBeSliced(tile, schedule))
      continue;
    const auto tiles = static_cast<long long>(clustersOf(contraction, schedule, index, problem));
    // Fragments in registers are those of two k-tiles in turn.
    const int together = operandInRegisters(contraction, *schedule.wgmma) ? 2 : 1;
    const auto parts = static_cast<long long>(std::ceil(problem.k / (together * tile.steps)));
    if (const int slices = warpsmith::slicesOfK(tiles, parts, ClustersOfH200); slices > 1)
      compare({index, slices}, timeInSlices(timeOf(tile, contraction, schedule), tiles, slices,
                                            schedule.architecture->product.multiprocessors,
                                            (parts + slices - 1) / slices * together,
                                            Rows::OfSectors, Rows::OfSectors));
  }
  return best;
}

/// With that one tile.
Schedule withTile(Schedule schedule, size_t tile) {
  const auto keep = [&](auto &tiles) { tiles = {tiles[tile]}; };
  if (schedule.wgmma)
    keep(schedule.wgmma->tiles);
  else if (schedule.mma)
    keep(schedule.mma->tiles);
  else if (!schedule.tiles.empty())
    keep(schedule.tiles);
  return schedule;
}

MixPrediction gain(const Architecture &architecture, const Mix &alone, const Cycles &mixed) {
  return {interleaved(architecture, alone).count / mixed.count, mixed.limiter};
}

/// Products of a thread that a conversion serves: 64 for 16 of a register tile of 8 by 8.
Mix fp64Part(double count) {
  Mix mix;
  mix.dfma = count;
  mix.wideConversions = count / 4;
  return mix;
}

std::string extents(const BlockTile &block) {
  return std::to_string(block.m) + " x " + std::to_string(block.n) + " x " +
         std::to_string(block.k);
}

std::string arguments(const std::vector<int> &values) {
  std::string text = "Tile<";
  for (const int value : values)
    text += (text.back() == '<' ? "" : ", ") + std::to_string(value);
  return text;
}

} // namespace

Problem typicalProblem(const Contraction &contraction) {
  constexpr double Typical = 4096;
  const auto extent = [](const Polynomial &polynomial) {
    const auto constant = polynomial.constant();
    return constant ? std::max(1.0, double(*constant)) : Typical;
  };
  const auto steps = contraction.knownSteps();
  return {extent(contraction.m), extent(contraction.n),
          steps ? std::max(1.0, double(*steps)) : extent(contraction.k)};
}

std::optional<KernelPrediction> predict(const Contraction &contraction, const Schedule &given,
                                        const Problem &problem) {
  const auto [tile, slices] = launched(contraction, given, problem);
  const Schedule schedule = withTile(given, tile);
  const std::vector<TileResources> tiles = tileResources(contraction, schedule);
  if (tiles.empty())
    return std::nullopt;
  const Architecture &architecture = *schedule.architecture;
  const Product &product = architecture.product;
  const BlockTile block = blockOf(schedule);
  TileWork work;
  double kTile = 0; // cycles of a k-tile of all of an SM's blocks
  if (hasMenu(schedule)) {
    work = workOf(contraction, schedule, 1);
    kTile = wavesOf(contraction, schedule, 0, problem) * kTileCycles(work, 1);
  } else {
    const double blocks = std::ceil(problem.m / block.m) * std::ceil(problem.n / block.n);
    const int blocksOfSm = static_cast<int>(std::ceil(blocks / product.multiprocessors));
    const int resident = std::clamp(
        occupancyOf(architecture, expectedResources(contraction, schedule, tiles[0].block))
            .blocksPerSm,
        1, blocksOfSm);
    work = workOf(contraction, schedule, resident);
    // Those that are left when all others are done have the SM for themselves.
    const int rounds = blocksOfSm / resident;
    kTile = rounds * kTileCycles(work, resident);
    if (const int left = blocksOfSm % resident)
      kTile += kTileCycles(workOf(contraction, schedule, left), left);
  }
  double seconds = std::ceil(problem.k / block.k / slices) * kTile / (product.megahertz * 1e6);
  if (slices > 1)
    seconds += timeOfJoining(timeOf(schedule.wgmma->tiles[0], contraction, schedule)) * 1e-9;
  const Around beside = around(contraction, schedule, problem);

  KernelPrediction prediction;
  prediction.seconds = seconds + beside.seconds + beside.launches * LaunchSeconds;
  const int pairs = contraction.operandCount() / 2;
  prediction.operationsPerSecond =
      2 * pairs * problem.m * problem.n * problem.k / prediction.seconds;
  prediction.limiter = beside.seconds > seconds           ? Unit::DeviceMemory
                       : work.exposed > work.cycles.count ? Unit::Waiting
                                                          : work.cycles.limiter;
  prediction.operationsPerByte = 2.0 * pairs * block.m * block.n / fetchedBytes(contraction, block);
  return prediction;
}

MixPrediction predictFp64Steps(const Architecture &architecture, int fp64, int of) {
  Mix alone, mixed = fp64Part(fp64);
  alone.ffma = of;
  mixed.ffma = of - fp64;
  return gain(architecture, alone, interleaved(architecture, mixed));
}

MixPrediction predictFp64Warps(const Architecture &architecture, int fp64, int of) {
  Mix alone, others;
  alone.ffma = of;
  others.ffma = of - fp64;
  return gain(architecture, alone, byRoles(architecture, others, fp64Part(fp64)));
}

std::vector<TileResources> tileResources(const Contraction &contraction, const Schedule &schedule) {
  std::vector<TileResources> result;
  const auto add = [&](const BlockTile &block, int threads, int shared, std::string name) {
    result.push_back(
        {extents(block), {threads, registersUnderLaunchBounds(threads), shared}, std::move(name)});
  };
  if (schedule.wgmma) {
    for (const WgmmaTile &tile : schedule.wgmma->tiles)
      add({tile.rows(), tile.columns, tile.steps}, tile.threads(),
          sharedMemoryBytes(tile, contraction, schedule),
          schedule.wgmma->tiles.size() > 1 ? "::" + std::string(tile.name) : std::string());
  } else if (schedule.mma) {
    for (const MmaTile &tile : schedule.mma->tiles)
      add(tile.block, computeThreads(tile) + copyThreads(*schedule.mma),
          sharedMemoryBytes(tile, *schedule.mma),
          arguments({tile.block.m, tile.block.n, tile.block.k, tile.warpM, tile.warpN}));
  } else if (!schedule.tiles.empty()) {
    std::vector<FmaTile> tiles = schedule.tiles;
    const std::vector<FmaTile> ragged = raggedTiles(contraction, schedule);
    tiles.insert(tiles.end(), ragged.begin(), ragged.end());
    for (const FmaTile &tile : tiles) {
      // As FmaTilesText.cpp and InterleavedTilesText.cpp write them.
      std::vector<int> values = {tile.block.m, tile.block.n, tile.block.k, tile.thread.m,
                                 tile.thread.n};
      if (tile.wide.n)
        values = {tile.block.m, tile.block.n, tile.thread.n, tile.wide.m, tile.wide.n};
      values.push_back(stages(tile, schedule));
      if (!tile.wide.n)
        values.insert(values.end(), {fillingWarps(tile, schedule), tile.ahead});
      values.insert(values.end(), {tile.computeRegisters, tile.copyRegisters});
      add(tile.block, computeThreads(tile) + Lanes * copyWarps(tile, schedule),
          sharedMemoryBytes(tile, contraction, schedule), arguments(values));
    }
  } else if (schedule.block) {
    add(*schedule.block, schedule.threads(), sharedMemoryBytes(contraction, schedule), "");
  }
  return result;
}

} // namespace warpsmith
