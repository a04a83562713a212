#include "rewriter/families/MmaTile.h"
#include "rewriter/arch/PipeModel.h"
#include <algorithm>

namespace warpsmith {
namespace {

// A tile: name, block, rows and columns of a warp, stages, time.

/// With TMA, times are nanoseconds of a hundred steps of k on an H200, fitted to the readings of
/// tests/unit/rewriter/readings/fp64-h200.csv with the same time for each launch beside them. The
/// others were measured on an H200 at sizes from 512 to 4096.
Mma doubleTiles(const Architecture &architecture) {
  if (architecture.movesRegisters())
    return {ElementType::F64,
            true,
            {{"Large", {128, 128, 32}, 32, 64, 3, 6790},
             {"Wide", {128, 112, 32}, 16, 112, 3, 5970},
             {"Broad", {64, 128, 16}, 32, 32, 8, 3520},
             {"Medium", {64, 96, 32}, 16, 48, 5, 2630},
             {"Tall", {80, 64, 32}, 16, 16, 5, 2400},
             {"Small", {64, 64, 32}, 16, 32, 6, 1830},
             {"Tiny", {32, 64, 32}, 16, 16, 8, 1150},
             {"Flat", {16, 32, 64}, 16, 16, 8, 860}}};
  // With what sm_80 has for a block.
  return {ElementType::F64,
          false,
          {{"Large", {128, 128, 16}, 32, 64, 4, 100},
           {"Medium", {64, 128, 16}, 32, 32, 6, 54},
           {"Small", {64, 64, 32}, 16, 32, 4, 34},
           {"Tiny", {32, 64, 32}, 16, 16, 6, 22}}};
}

/// The tiles of doubles for complex numbers of these, whose step of k is two, and whose column of C
/// is two columns: they hold as many sums, and multiply as much in a k-tile. Not timed apart: times
/// are those of as many products of doubles.
Mma complexTiles(const Architecture &architecture) {
  Mma mma = doubleTiles(architecture);
  mma.part = ElementType::C128;
  for (MmaTile &tile : mma.tiles) {
    tile.block.n /= 2;
    tile.block.k /= 2;
    tile.warpN /= 2;
    tile.time *= 2; // of as many steps
  }
  return mma;
}

/// Cycles of a k-tile by the architecture's rates: of its tensor cores, which do so many products
/// for one of elements of so many bytes, of shared memory, which copies write and each warp reads
/// its part of, and of the L2 cache where that is known.
int cyclesOf(const MmaTile &tile, const Architecture &architecture, int bytesOfStep, int products,
             int operationsPerClock) {
  const int warps = computeThreads(tile) / 32;
  const int fetched = (tile.block.m + tile.block.n) * tile.block.k * bytesOfStep;
  const int read = warps * (tile.warpM + tile.warpN) * tile.block.k * bytesOfStep;
  const int tensor = 2 * products * tile.block.m * tile.block.n * tile.block.k / operationsPerClock;
  const int cache = architecture.l2BytesPerClock ? fetched / architecture.l2BytesPerClock : 0;
  return std::max({tensor, (read + fetched) / SharedBytesPerClock, cache});
}

/// Not yet timed: times are those of the architecture's rates. The k-tile is a box of 128 bytes.
Mma halfTiles(const Architecture &architecture, ElementType part) {
  constexpr int ForLargest = 160 * 1024; // bytes of shared memory, sm_80's and sm_90's
  Mma mma = {part, false, {}};
  if (architecture.sharedMemoryPerBlock >= ForLargest)
    mma.tiles = {{"Large", {128, 256, 64}, 64, 64, 3, 0},
                 {"Medium", {128, 128, 64}, 64, 32, 4, 0},
                 {"Small", {64, 128, 64}, 32, 32, 4, 0},
                 {"Tiny", {64, 64, 64}, 32, 32, 4, 0}};
  else
    mma.tiles = {{"Large", {128, 128, 64}, 64, 32, 3, 0},
                 {"Medium", {64, 128, 64}, 32, 32, 4, 0},
                 {"Small", {64, 64, 64}, 32, 32, 4, 0}};
  for (MmaTile &tile : mma.tiles)
    tile.time = cyclesOf(tile, architecture, sizeOf(part), 1, architecture.fp16);
  return mma;
}

/// Of complex numbers of floats: not yet timed. Each is four real products. A number that is split
/// takes three times the registers that it takes otherwise: warps have fewer columns.
Mma complexFloatTiles(const Architecture &architecture, Numerics numerics) {
  Mma mma = {ElementType::C64, false, {}};
  if (numerics == Numerics::Fp32)
    mma.tiles = {{"Large", {128, 64, 16}, 32, 32, 4, 0},
                 {"Small", {64, 64, 16}, 32, 32, 4, 0},
                 {"Tiny", {32, 64, 16}, 16, 32, 4, 0}};
  else
    mma.tiles = {{"Large", {128, 128, 16}, 32, 64, 3, 0},
                 {"Medium", {64, 128, 16}, 32, 32, 4, 0},
                 {"Small", {64, 64, 16}, 32, 32, 4, 0},
                 {"Tiny", {32, 64, 16}, 16, 32, 4, 0}};
  const int rate = numerics == Numerics::Tf32 ? architecture.tf32 : architecture.fp16;
  for (MmaTile &tile : mma.tiles)
    tile.time = cyclesOf(tile, architecture, sizeOf(ElementType::C64),
                         4 * mmaProducts(ElementType::C64, numerics), rate);
  return mma;
}

} // namespace

int mmaSteps(ElementType part, Numerics numerics) {
  switch (part) {
  case ElementType::F64:
    return 4;
  case ElementType::C128:
    return 2;
  case ElementType::C64:
    return numerics == Numerics::Tf32 ? 4 : 8;
  default:
    return 16;
  }
}

int mmaProducts(ElementType part, Numerics numerics) {
  return part == ElementType::C64 && numerics == Numerics::Fp32 ? 6 : 1;
}

Mma mmaFor(const Architecture &architecture, ElementType part, Numerics numerics) {
  return part == ElementType::F64    ? doubleTiles(architecture)
         : part == ElementType::C128 ? complexTiles(architecture)
         : part == ElementType::C64  ? complexFloatTiles(architecture, numerics)
                                     : halfTiles(architecture, part);
}

int computeThreads(const MmaTile &tile) {
  return tile.block.m / tile.warpM * (tile.block.n / tile.warpN) * 32;
}

int copyThreads(const Mma &mma) {
  constexpr int Warpgroup = 128; // which gives registers away together
  return mma.bulk ? Warpgroup : 0;
}

double stepsOfTime(const Mma &mma) {
  return partType(mma.part) == ElementType::F64 ? 100 : 1;
}

int sharedMemoryBytes(const MmaTile &tile, const Mma &mma) {
  constexpr int Alignment = 1024, BarriersOfStage = 16;
  const int stage = (tile.block.m + tile.block.n) * tile.block.k * sizeOf(mma.part);
  return mma.bulk ? Alignment + tile.stages * (stage + BarriersOfStage) : tile.stages * stage;
}

} // namespace warpsmith
