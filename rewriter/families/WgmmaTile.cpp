#include "rewriter/families/WgmmaTile.h"
#include "rewriter/families/TileLayout.h"
#include <algorithm>
#include <stdexcept>
#include <utility>

namespace warpsmith {
namespace {

/// Tiles of elements of two bytes as those of others: their rows are as long in bytes.
std::vector<WgmmaTile> withStepsOf(ElementType part, std::vector<WgmmaTile> tiles) {
  for (WgmmaTile &tile : tiles)
    tile.steps = tile.steps * 2 / sizeOf(part);
  return tiles;
}

} // namespace

std::vector<WgmmaTile> wgmmaTiles(const Wgmma &wgmma, bool packed) {
  // name, columns, steps, stages, blocks of a cluster below and beside each other, warpgroups,
  // time, sliced, whole, in turns. Measured on an H200, those of one part at sizes from 16 to 8192,
  // others from 512 to 8192: docs/ladder.md.
  static const std::vector<WgmmaTile> OfHalves = {
      {"Large", 256, 64, 4, 2, 1, 2, 738},
      {"Wide", 192, 64, 4, 2, 1, 2, 552},
      {"Turning", 192, 64, 4, 2, 1, 2, 554, false, true, true},
      {"Broad", 160, 64, 4, 2, 2, 2, 464},
      {"Quad", 128, 64, 6, 2, 2, 2, 366},
      {"Single", 128, 64, 6, 1, 1, 2, 415},
      {"Medium", 128, 64, 6, 1, 1, 2, 345, true, false},
      {"Slim", 192, 64, 6, 2, 1, 1, 333},
      {"Slender", 192, 64, 6, 4, 1, 1, 292},
      {"Small", 128, 64, 8, 2, 1, 1, 241},
      {"Short", 128, 64, 8, 4, 1, 1, 200},
      {"Compact", 128, 64, 8, 2, 4, 1, 211},
      {"Narrow", 48, 64, 12, 2, 2, 1, 160},
      {"Tiny", 64, 64, 8, 1, 1, 1, 200, true, false}};
  // Those of 4 or 1 byte, which were timed before clusters of small tiles were.
  static const std::vector<WgmmaTile> OfOthers = {
      {"Large", 256, 64, 4, 2, 1, 2, 752}, {"Wide", 192, 64, 5, 1, 1, 2, 578},
      {"Tall", 96, 64, 5, 1, 1, 3, 478},   {"Paired", 128, 64, 6, 2, 1, 2, 410},
      {"Quad", 128, 64, 6, 2, 2, 2, 366},  {"Medium", 128, 64, 6, 1, 1, 2, 345, true, false},
      {"Slim", 192, 64, 6, 1, 1, 1, 297},  {"Small", 128, 64, 8, 2, 1, 1, 241},
      {"Narrow", 96, 64, 8, 1, 1, 1, 211}, {"Tiny", 64, 64, 8, 1, 1, 1, 194, true}};
  static const std::vector<WgmmaTile> TwoParts = {{"Large", 192, 32, 5, 1, 1, 2, 140},
                                                  {"Medium", 128, 32, 6, 1, 1, 2, 100, true},
                                                  {"Small", 64, 64, 4, 1, 1, 2, 58, true}};
  static const std::vector<WgmmaTile> ThreeParts = {{"Medium", 128, 32, 4, 1, 1, 2, 100, true},
                                                    {"Small", 64, 32, 5, 1, 1, 2, 58, true}};
  // Columns of the instruction are rows of C, and warpgroups share its columns.
  static const std::vector<WgmmaTile> SplitInRegisters = {{"Low", 32, 32, 8, 1, 1, 2, 465, true},
                                                          {"Middle", 64, 32, 7, 1, 1, 2, 600, true},
                                                          {"High", 128, 32, 5, 1, 1, 2, 945, true}};
  if (wgmma.split == Split::InRegisters)
    return SplitInRegisters;
  const bool ofHalves = sizeOf(wgmma.part) == 2;
  std::vector<WgmmaTile> tiles = wgmma.parts == 1   ? ofHalves ? OfHalves : OfOthers
                                 : wgmma.parts == 2 ? TwoParts
                                                    : ThreeParts;
  // Blocks share what they copy where copying takes long: of rows that begin within sectors.
  // Integers were not timed so, and where both operands are packed there are none.
  if (wgmma.parts == 1 && !ofHalves && (packed || isInteger(wgmma.part))) {
    std::erase_if(
        tiles, [](const WgmmaTile &tile) { return tile.name == "Paired" || tile.name == "Quad"; });
    std::ranges::find(tiles, "Medium", &WgmmaTile::name)->whole = true;
  }
  // Two sets of these sums do not fit into the registers.
  if (wgmma.parts == 1 && promotes(wgmma))
    std::erase_if(tiles,
                  [](const WgmmaTile &tile) { return tile.columns > 192 || tile.name == "Slim"; });
  return withStepsOf(wgmma.part, std::move(tiles));
}

std::vector<WgmmaTile> wgmmaMenu(const Wgmma &wgmma, bool packed) {
  std::vector<WgmmaTile> tiles = wgmmaTiles(wgmma, packed);
  std::erase_if(tiles, [&](const WgmmaTile &tile) {
    // Residues are a batch of large products, which fill the device with any tile.
    if (wgmma.split == Split::Int8xn)
      return tile.name != "Large" && tile.name != "Wide";
    return (isInteger(wgmma.part) && tile.columns == 96) ||
           (wgmma.part == ElementType::F32 && tile.name == "Slim");
  });
  return tiles;
}

std::vector<WgmmaTile> withoutSlices(std::vector<WgmmaTile> tiles) {
  std::erase_if(tiles, [](const WgmmaTile &tile) { return !tile.whole && tile.name != "Tiny"; });
  for (WgmmaTile &tile : tiles) {
    // Of one block, whose copies are all that the multiprocessor has: more stages keep them going.
    // Measured on an H200 at 16 to 128 rows.
    if (tile.name == "Tiny") {
      tile.stages += tile.stages / 2;
      tile.time = tile.time * 9 / 10;
    }
    tile.sliced = false;
    tile.whole = true;
  }
  return tiles;
}

std::vector<WgmmaTile> im2colTiles(const Wgmma &wgmma) {
  // Times were fitted to convolutions on an H200 (docs/convolutions.md), whose clock is higher than
  // that of a device under load, for which those of plain products are. Medium, which is summed in
  // slices alone, has theirs.
  std::vector<WgmmaTile> tiles = {{"Large", 256, 64, 4, 2, 1, 2, 691},
                                  {"Paired", 128, 64, 6, 2, 1, 2, 351},
                                  {"Medium", 128, 64, 6, 1, 1, 2, 385, true, false},
                                  {"Flat", 64, 64, 8, 2, 1, 2, 273},
                                  {"Tiny", 64, 64, 8, 1, 1, 1, 200, true}};
  return withStepsOf(wgmma.part, std::move(tiles));
}

namespace {

/// Of a box of C: so many rows, which are one warpgroup's.
constexpr int RowsOfBox = 64;

bool divide(int one, int other) {
  return one % other == 0 || other % one == 0;
}

/// Boxes of so many lines begin and end where distances change.
bool boxesFollowLines(int lines, const PackedDigits &digits) {
  return digits.lines == OneDigit || divide(lines, digits.lines);
}

/// As in kernels/wgmma_tile.cuh: each block copies whole columns of runs, or as many lines of the
/// only one.
bool boxesDivide(const WgmmaTile &tile, const PackedDigits &digits, ElementType part, bool alongK,
                 bool isA) {
  if (digits.isPlain())
    return true;
  const int rowElements = std::min(digits.run, 128 / sizeOf(part));
  const int outer = isA ? tile.rows() : tile.columns, sharers = isA ? tile.beside : tile.below;
  const int along = alongK ? tile.steps : outer, lines = alongK ? outer : tile.steps;
  const int runs = along / rowElements;
  if (along % rowElements != 0)
    return false;
  const int boxes = digits.run > rowElements && runs > sharers ? runs : sharers;
  if (boxes % sharers != 0 || (runs > 1 && runs % boxes != 0))
    return false;
  const int linesOfBox = runs < boxes ? lines / boxes : lines;
  // Rows are swizzled in groups of eight.
  return lines % linesOfBox == 0 && linesOfBox % (digits.linesOfRow == 4 ? 32 : 8) == 0 &&
         boxesFollowLines(linesOfBox, digits);
}

} // namespace

WgmmaTile widerTile(const WgmmaTile &tile) {
  for (const WgmmaTile &wider : wgmmaTiles({.part = ElementType::BF16, .parts = 3, .tiles = {}}))
    if (wider.columns <= tile.columns && wider.warpgroups == tile.warpgroups)
      return wider;
  throw std::logic_error("no tile of three parts for one of " + tile.size());
}

bool ordersLines(const Wgmma &wgmma, int operand) {
  const PackedDigits &digits = wgmma.packed[operand];
  return digits.linesOfRow > 1 && digits.run * sizeOf(wgmma.part) == 32;
}

std::optional<int> operandInRegisters(const Contraction &contraction, const Wgmma &wgmma) {
  if (wgmma.split == Split::InRegisters)
    return 1;
  // Tensor cores take both operands' steps in the same order where both have lines of steps.
  const bool ordersA = ordersLines(wgmma, 0), ordersB = ordersLines(wgmma, 1);
  if (ordersA != ordersB || (ordersA && contraction.runsAlongK(0)))
    return 0;
  if (wgmma.part != ElementType::F32)
    return std::nullopt;
  if (!contraction.runsAlongK(0))
    return 0;
  return contraction.runsAlongK(1) ? std::nullopt : std::optional(1);
}

bool readsOldC(const Contraction &contraction, const Schedule &schedule) {
  return schedule.as<Wgmma>().split != Split::Int8xn &&
         readsOldC(computationFor(contraction, schedule), contraction);
}

bool mayLie(const Contraction &contraction, const Wgmma &wgmma, int operand) {
  if (wgmma.split == Split::Int8xn) // residues do, wherever the elements are
    return true;
  const ElementType type = contraction.operand(operand).type;
  const bool same = type == wgmma.part || (isInteger(wgmma.part) && isInteger(type)) ||
                    (isFp8(wgmma.part) && isFp8(type));
  const bool across = operandInRegisters(contraction, wgmma) == operand || !onlyAlongK(wgmma);
  return same && (across || contraction.runsAlongK(operand));
}

bool readsAcrossK(const Contraction &contraction, const Wgmma &wgmma) {
  return !onlyAlongK(wgmma) && !contraction.runsAlongK(1) && mayLie(contraction, wgmma, 1);
}

bool mayStoreTiles(const Contraction &contraction, const Schedule &schedule) {
  const Wgmma &wgmma = schedule.as<Wgmma>();
  return wgmma.parts == 1 && contraction.region == Region::Full && !wgmma.symmetric &&
         !(wgmma.part == ElementType::F32 && operandInRegisters(contraction, wgmma));
}

namespace {

/// Results on their way to C are in boxes of 64 rows of so many bytes, or of none where they do not
/// divide a row of the tile: as in kernels/wgmma_tile.cuh.
int storeRowBytes(const WgmmaTile &tile, ElementType stored) {
  const int rowBytes = tile.columns * sizeOf(stored);
  for (const int bytes : {128, 64, 32})
    if (rowBytes % bytes == 0)
      return bytes;
  return 0;
}

} // namespace

bool storesTiles(const WgmmaTile &tile, const Contraction &contraction, const Schedule &schedule) {
  return storesTiles(tile, contraction, schedule, ringReads(contraction, schedule));
}

bool storesTiles(const WgmmaTile &tile, const Contraction &contraction, const Schedule &schedule,
                 const RingReads &reads) {
  const ElementType stored = storedType(contraction, schedule.as<Wgmma>());
  return mayStoreTiles(contraction, schedule) && storeRowBytes(tile, stored) > 0 &&
         (sizeOf(stored) <= 2 || tile.warpgroups > 1 || !schedule.as<Wgmma>().packed[2].isPlain() ||
          reads.matrix);
}

std::vector<WgmmaTile> packedTiles(const Wgmma &wgmma, const Contraction &product, bool given) {
  std::vector<WgmmaTile> tiles = given ? wgmmaTiles(wgmma) : wgmmaMenu(wgmma);
  const PackedDigits &c = wgmma.packed[2];
  // A run of 32 bytes takes TMA a nanosecond on an H100 (docs/convolutions.md), and others of less
  // than a row count as much. So clusters of four pay, where others have two blocks.
  const auto runsOf = [&](int operand, int elements) {
    const int64_t run = int64_t(wgmma.packed[operand].run) * wgmma.packed[operand].linesOfRow;
    return run == 0 || run * sizeOf(wgmma.part) >= 128 ? 0 : static_cast<int>(elements / run);
  };
  const auto copying = [&](const WgmmaTile &tile) {
    return 102 *
           (runsOf(0, tile.rows() * tile.steps) / tile.beside +
            runsOf(1, tile.columns * tile.steps) / tile.below) /
           100;
  };
  if (const auto large = std::ranges::find(tiles, "Large", &WgmmaTile::name);
      large != tiles.end() && runsOf(1, tiles[0].columns) > 0 && !given) {
    WgmmaTile shared = *large;
    shared.name = "Shared";
    shared.below = 4;
    tiles.insert(large + 1, shared);
  }
  for (WgmmaTile &tile : tiles)
    tile.time = std::max(tile.time, copying(tile));
  std::erase_if(tiles, [&](const WgmmaTile &tile) {
    for (const int operand : {0, 1})
      if (!boxesDivide(tile, wgmma.packed[operand], wgmma.part, product.runsAlongK(operand),
                       operand == 0))
        return true;
    if (c.isPlain())
      return false;
    const int rowBytes = storeRowBytes(tile, product.c.type);
    return rowBytes == 0 ||
           (c.run != OneDigit && !divide(c.run * sizeOf(product.c.type), rowBytes)) ||
           !boxesFollowLines(RowsOfBox, c);
  });
  return tiles;
}

std::vector<ReadBy> resultReads(const Contraction &contraction, const Schedule &schedule) {
  const Wgmma &wgmma = schedule.as<Wgmma>();
  std::vector<ReadBy> reads = resultReads(contraction, computationFor(contraction, schedule));
  bool hasMatrix = !mayStoreTiles(contraction, schedule) || !wgmma.packed[2].isPlain();
  for (size_t index = 0; index < reads.size(); ++index) {
    if (wgmma.split == Split::Int8xn) // residues are what its product stores
      reads[index] = ReadBy::Element;
    if (reads[index] != ReadBy::Matrix)
      continue;
    if (hasMatrix || sizeOf(contraction.extras[index].type) != sizeOf(contraction.c.type))
      reads[index] = ReadBy::Element;
    else
      hasMatrix = true;
  }
  return reads;
}

std::vector<ExpressionRef> valuesReadBy(ReadBy kind, const Contraction &contraction,
                                        const Schedule &schedule) {
  return valuesReadBy(kind, computationFor(contraction, schedule),
                      resultReads(contraction, schedule));
}

bool readsOnce(const Contraction &contraction, const Schedule &schedule) {
  const Wgmma &wgmma = schedule.as<Wgmma>();
  return !wgmma.symmetric && wgmma.split != Split::InRegisters &&
         std::ranges::any_of(resultReads(contraction, schedule), [](ReadBy kind) {
           return kind == ReadBy::Row || kind == ReadBy::Column;
         });
}

bool readsInRing(const Contraction &contraction, const Schedule &schedule) {
  return ringReads(contraction, schedule).any();
}

RingReads ringReads(const Contraction &contraction, const Schedule &schedule) {
  const std::vector<ReadBy> reads = resultReads(contraction, schedule);
  return {readsOldC(contraction, schedule), std::ranges::count(reads, ReadBy::Matrix) > 0};
}

bool mayTakeTurns(const WgmmaTile &tile, const Contraction &contraction, const Schedule &schedule) {
  return storesTiles(tile, contraction, schedule) && !readsInRing(contraction, schedule) &&
         !operandInRegisters(contraction, schedule.as<Wgmma>());
}

int columnsCopied(const WgmmaTile &tile, const Contraction &contraction, const Wgmma &wgmma) {
  if (!wgmma.packed[1].isPlain())
    return tile.columns;
  const int ofBox = wgmma.parts == 1 ? 128 / sizeOf(wgmma.part) : 1;
  return readsAcrossK(contraction, wgmma) ? (tile.columns + ofBox - 1) / ofBox * ofBox
                                          : tile.columns;
}

int sharedMemoryBytes(const WgmmaTile &tile, const Contraction &contraction,
                      const Schedule &schedule) {
  constexpr int Alignment = 1024, BarriersOfStage = 16, Most = 227 * 1024;
  const Wgmma &wgmma = schedule.as<Wgmma>();
  const auto ringOf = [&](const WgmmaTile &of, int parts) {
    const int rowBytes = parts * of.steps * sizeOf(wgmma.part);
    const int leftBytes =
        wgmma.split == Split::InRegisters ? of.steps * sizeOf(ElementType::F32) : rowBytes;
    return Alignment +
           of.stages * (of.rows() * leftBytes + columnsCopied(of, contraction, wgmma) * rowBytes +
                        BarriersOfStage);
  };
  int ring = ringOf(tile, wgmma.parts);
  if (wgmma.split == Split::ByData) // either may be what the block computes
    ring = std::max(ring, ringOf(widerTile(tile), 3));
  int boxes = 0; // of results
  if (storesTiles(tile, contraction, schedule) && !readsInRing(contraction, schedule))
    boxes = tile.warpgroups *
            (64 * storeRowBytes(tile, storedType(contraction, wgmma)) + BarriersOfStage);
  int slot = 0; // what rows and columns of a tile read
  if (readsOnce(contraction, schedule)) {
    const BlockTile block = operandInRegisters(contraction, wgmma) == 1
                                ? BlockTile{tile.columns, tile.rows(), tile.steps}
                                : BlockTile{tile.rows(), tile.columns, tile.steps};
    const auto rounded = [](int bytes) { return (bytes + 15) / 16 * 16; };
    slot = rounded(block.n * bytesOf(valuesReadBy(ReadBy::Column, contraction, schedule))) +
           rounded(block.m * bytesOf(valuesReadBy(ReadBy::Row, contraction, schedule))) +
           BarriersOfStage;
  }
  if (boxes > 0) {
    const int room = (Most - ring - (tile.inTurns ? 2 : 1) * slot) / boxes;
    boxes *= room >= 4 ? 4 : room >= 2 ? 2 : 1;
  }
  return ring + boxes + (ring + boxes + 2 * slot <= Most ? 2 : 1) * slot;
}

bool mayBeWhole(const WgmmaTile &tile, const Schedule &schedule) {
  return tile.whole || schedule.as<Wgmma>().tiles.size() == 1;
}

bool mayBeSliced(const WgmmaTile &tile, const Schedule &schedule) {
  const Wgmma &wgmma = schedule.as<Wgmma>();
  // Of residues there are products enough to fill the device.
  return tile.sliced && wgmma.split != Split::Int8xn && wgmma.tiles.size() > 1 &&
         !wgmma.symmetric && !wgmma.ranges &&
         (!schedule.numerics.invariant || isInteger(wgmma.part));
}

bool leavesSums(const Contraction &contraction, const Schedule &schedule) {
  const Wgmma &wgmma = schedule.as<Wgmma>();
  return wgmma.split != Split::ByData && wgmma.split != Split::InRegisters &&
         !contraction.isBatched() && std::ranges::any_of(wgmma.tiles, [&](const WgmmaTile &tile) {
           return mayBeSliced(tile, schedule);
         });
}

bool splitsByData(const Schedule &schedule) {
  return schedule.split() == Split::ByData;
}

bool leavesShortSums(const Schedule &schedule) {
  return schedule.split().has_value();
}

std::vector<std::pair<int, int>> partProducts(int parts) {
  std::vector<std::pair<int, int>> products;
  for (int order = parts - 1; order >= 0; --order)
    for (int a = order; a >= 0; --a)
      products.emplace_back(a, order - a);
  return products;
}

} // namespace warpsmith
