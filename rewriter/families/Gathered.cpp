// Products whose rows, columns or steps are counted by several indices, on the FP32, FP64 or
// integer units: blocks gather tiles of A and B.
#include "rewriter/families/GatheredTile.h"
#include "rewriter/families/KernelFamily.h"
#include "rewriter/families/PlanText.h"
#include "rewriter/families/StagedTile.h"
#include <algorithm>
#include <set>

namespace warpsmith {
namespace {

constexpr int LanesOfTile = 32;

std::string number(int value) {
  return std::to_string(value);
}

/// Why no launch could be checked to read the matrix alone. Steps may run backwards.
std::string outsideOf(const Contraction &contraction, const Matrix &matrix) {
  if (offsetInside(contraction, matrix).isNegative())
    return "the first elements of '" + matrix.name +
           "' that it reads lie before the array, and it does not test for that";
  const int steps = &matrix == &contraction.a ? 1 : &matrix == &contraction.b ? 0 : -1;
  for (const Strides *strides : {&matrix.strides[0], &matrix.strides[1], &matrix.batchStrides})
    if ((steps < 0 || strides != &matrix.strides[steps]) &&
        std::ranges::any_of(strides->all(), &Polynomial::isNegative))
      return "an index runs backwards through '" + matrix.name + "'";
  return {};
}

/// Why no launch could be checked to skip no step in all rows or columns (`line` is their group).
std::string alwaysSkips(const Matrix &matrix, int line) {
  if (matrix.padding != Padding::Skipped)
    return {};
  std::set<size_t> moving;
  for (const PaddedPlace &place : matrix.places) {
    const std::vector<Polynomial> &strides = place.strides[line].all();
    if (place.strides[line].areZero())
      return "it skips steps for all elements alike";
    for (size_t index = 0; index < strides.size(); ++index)
      if (!strides[index].isZero() && !moving.insert(index).second)
        return "an index moves two places that may lie in padding";
  }
  return {};
}

class GatheredFamily : public KernelFamily {
public:
  std::string passes(const Schedule &schedule) const override {
    const Gathered &plan = schedule.as<Gathered>();
    const GatheredTile &tile = plan.tiles[0];
    return plan.given ? "tile<" +
                            listText({tile.block.m, tile.block.n, tile.block.k, tile.thread.m,
                                      tile.thread.n}) +
                            ">"
                      : "tile";
  }

  std::string orderOfSums(const Contraction &, const Schedule &) const override { return OrderOfK; }
  std::string describe(const Contraction &contraction, const Schedule &schedule) const override {
    std::string text = "  copies   gathered into a ring of stages in shared memory\n";
    for (const GatheredTile &tile : schedule.as<Gathered>().tiles)
      text += "  tile     " + extentsText({tile.block.m, tile.block.n, tile.block.k}) + ", " +
              extentsText({tile.thread.m, tile.thread.n}) + " a thread, " + number(tile.threads()) +
              " threads, " + number(tile.stages) + " stages, " +
              number(gatheredBytes(contraction, tile)) + " bytes of shared memory\n";
    return text;
  }

  size_t tileCount(const Schedule &schedule) const override {
    return schedule.as<Gathered>().tiles.size();
  }
  BlockTile block(const Schedule &schedule, size_t tile) const override {
    return schedule.as<Gathered>().tiles[tile].block;
  }
  void keepTile(Schedule &schedule, size_t tile) const override {
    auto &tiles = schedule.find<Gathered>()->tiles;
    tiles = {tiles[tile]};
  }
  void dropTile(Schedule &schedule, size_t tile) const override {
    auto &tiles = schedule.find<Gathered>()->tiles;
    tiles.erase(tiles.begin() + static_cast<ptrdiff_t>(tile));
  }

  std::string takesNoTile() const override { return "the schedule is tiled already"; }

  std::string takes(const Contraction &contraction) const override {
    if (!contraction.second.empty())
      return "a step adds two products";
    if (contraction.region != Region::Full || contraction.diagonal)
      return "not all of C is stored alike";
    if (contraction.a.padding != Padding::None && contraction.b.padding != Padding::None)
      return "both operands have padding";
    for (const int line : {0, 1})
      if (std::string reason = alwaysSkips(contraction.operand(line), line); !reason.empty())
        return reason;
    for (const Matrix *matrix : {&contraction.a, &contraction.b, &contraction.c})
      if (std::string reason = outsideOf(contraction, *matrix); !reason.empty())
        return reason;
    for (const Matrix &extra : contraction.extras)
      if (std::string reason = outsideOf(contraction, extra); !reason.empty())
        return reason;
    return {};
  }

  std::string doesNotFit(const Contraction &contraction, const Schedule &schedule) const override {
    for (const GatheredTile &tile : schedule.as<Gathered>().tiles)
      if (std::string reason = doesNotFit(contraction, tile); !reason.empty())
        return reason;
    return {};
  }

  std::vector<TileResources> resources(const Contraction &contraction,
                                       const Schedule &schedule) const override {
    const std::vector<GatheredTile> &tiles = schedule.as<Gathered>().tiles;
    std::vector<TileResources> result;
    for (const GatheredTile &tile : tiles) {
      const std::string arguments =
          tiles.size() > 1 ? tileArgumentsText({tile.block.m, tile.block.n, tile.block.k,
                                                tile.thread.m, tile.thread.n})
                           : "";
      result.push_back(
          tileResources(tile.block, tile.threads(), gatheredBytes(contraction, tile), arguments));
    }
    return result;
  }

  Devices devices(const Schedule &) const override { return {}; }
  bool isModelled() const override { return false; } // what gathers cost has not been measured
  TileWork work(const Contraction &, const Schedule &, int) const override { return {}; }

private:
  static std::string doesNotFit(const Contraction &contraction, const GatheredTile &tile) {
    const BlockTile &block = tile.block;
    constexpr int LargestTile = 4096; // so that sizes below fit in an int
    if (std::max(block.m, block.n) > LargestTile)
      return "a tile has at most " + number(LargestTile) + " rows and columns";
    if (block.k != 8 && block.k != 16 && block.k != 32)
      return "a tile of gathered operands has 8, 16 or 32 steps";
    if (block.m % tile.thread.m || block.n % tile.thread.n)
      return "block tile " + number(block.m) + "x" + number(block.n) +
             " is not a whole number of thread tiles " + number(tile.thread.m) + "x" +
             number(tile.thread.n);
    const int threads = tile.threads();
    if (threads % LanesOfTile != 0 || threads > 1024)
      return "the block would have " + number(threads) +
             " threads; it needs a multiple of 32, at most 1024";
    for (const int operand : {0, 1}) {
      const int lines = operand == 0 ? block.m : block.n;
      const bool evenly =
          gathersAlongSteps(contraction, operand)
              ? lines % (threads / block.k) == 0
              : lines % threads == 0 || (threads % lines == 0 && block.k % (threads / lines) == 0);
      if (!evenly || lines % 4 != 0)
        return number(threads) + " threads do not gather the same number of elements each of " +
               extentsText({block.m, block.n, block.k});
    }
    // Some of it needs no launch to ask for it.
    constexpr int StaticBytes = 48 * 1024;
    if (const int bytes = gatheredBytes(contraction, tile); bytes > StaticBytes)
      return "needs " + number(bytes) + " bytes of shared memory a block, and has " +
             number(StaticBytes);
    constexpr int Addressing = 40;
    const int words = sizeOf(contraction.sum) / 4;
    const ThreadTile &own = tile.thread;
    return registersDoNotFit(Addressing + words * (own.m * own.n + own.m + own.n), threads);
  }
};

} // namespace

int runOf(int elementsOfThread, ElementType type) {
  int width = std::min(16 / sizeOf(type), 4);
  while (elementsOfThread % width != 0)
    width /= 2;
  return width;
}

int laneColumns(const GatheredTile &tile) {
  // As vector loads like it: 4 x 8 lanes, or what divides the threads.
  const int rows = tile.block.m / tile.thread.m, columns = tile.block.n / tile.thread.n;
  int best = 1;
  for (const int lanes : {32, 2, 16, 4, 8})
    if (columns % lanes == 0 && rows % (LanesOfTile / lanes) == 0)
      best = lanes;
  return best;
}

int gatheredBytes(const Contraction &contraction, const GatheredTile &tile) {
  constexpr int Offsets = 2; // of a step, in A and in B
  const auto ofStage = [&](int operand) {
    const Matrix &matrix = contraction.operand(operand);
    const int lines = operand == 0 ? tile.block.m : tile.block.n;
    const int pad = gathersAlongSteps(contraction, operand) ? 16 : 0;
    const int bytes = (lines * sizeOf(matrix.type) + pad) * tile.block.k;
    // A bit for each element, in bytes of their own for each line.
    const int own = lines * tile.block.k / tile.threads();
    const int stepsOfByte = pad ? 8 : std::clamp(own, 1, 8);
    return matrix.padding == Padding::Skipped ? bytes + tile.block.k / stepsOfByte * lines : bytes;
  };
  const auto places = static_cast<int>(contraction.a.places.size() + contraction.b.places.size());
  const int rowsOfPatch = tile.thread.m % 2 == 0 && sizeOf(contraction.sum) == 4 ? 2 : 1;
  return tile.stages * (ofStage(0) + ofStage(1)) +
         (Offsets + places) * tile.threads() * sizeOf(ElementType::I32) +
         tile.threads() * rowsOfPatch * tile.thread.n * sizeOf(contraction.sum);
}

bool gathersAlongSteps(const Contraction &contraction, int operand) {
  const int group = operand == 0 ? 1 : 0;
  const Matrix &matrix = contraction.operand(operand);
  const Polynomial &step = matrix.strides[group].all().back();
  const Polynomial &line = matrix.strides[1 - group].all().back();
  if (step.constant() != 1 || line.constant() == 1)
    return false;
  // Where lines begin within the run of the one before, as windows of a picture do, the elements of
  // lines side by side are near each other as well, and there are more of them.
  return line.isZero() || line.quotient(contraction.k.indices().back().extent).has_value();
}

Strides stridesInside(const Matrix &matrix, int group) {
  std::vector<Polynomial> strides = matrix.strides[group].all();
  for (const PaddedPlace &place : matrix.places)
    for (size_t index = 0; index < strides.size(); ++index)
      strides[index] = strides[index] - place.stride * place.strides[group].all()[index];
  return Strides(std::move(strides));
}

Polynomial offsetInside(const Contraction &contraction, const Matrix &matrix) {
  Polynomial offset = matrix.offset;
  for (const PaddedPlace &place : matrix.places)
    offset = offset - place.stride * place.offset;
  if (&matrix != &contraction.a && &matrix != &contraction.b)
    return offset;
  // Steps that run backwards reach it last.
  const Strides strides = stridesInside(matrix, &matrix == &contraction.a ? 1 : 0);
  for (size_t index = 0; index < strides.all().size(); ++index)
    if (const Polynomial &stride = strides.all()[index]; stride.isNegative())
      offset += stride * (contraction.k.indices()[index].extent - 1);
  return offset;
}

GatheredTile gatheredTile(const BlockTile &block, const ThreadTile &thread) {
  return {"Given", block, thread, 2, 1, 1, 1};
}

std::vector<GatheredTile> gatheredTiles(const Contraction &contraction) {
  // Of doubles, a thread has registers for fewer sums.
  if (sizeOf(contraction.sum) > sizeOf(ElementType::F32))
    return {{"Square", {64, 64, 8}, {4, 4}, 2, 1, 1, 1}};
  // Times are nanoseconds of a step of k on an H100, of ResNet-50's layers (docs/convolutions.md).
  if (contraction.m.size() > contraction.n.size()) // rows are pixels
    return {{"Tall", {128, 64, 8}, {8, 8}, 2, 4, 69, 94},
            {"Wide", {64, 128, 16}, {8, 8}, 2, 4, 76, 115},
            {"Square", {64, 64, 16}, {8, 4}, 2, 5, 37, 52},
            {"Small", {32, 64, 16}, {4, 4}, 3, 6, 24, 58}};
  return {{"Tall", {128, 64, 16}, {8, 8}, 2, 4, 59, 75},
          {"Wide", {64, 128, 16}, {8, 8}, 2, 4, 59, 85},
          {"Square", {64, 64, 16}, {8, 4}, 2, 5, 36, 56},
          {"Small", {32, 64, 16}, {4, 4}, 3, 6, 23, 65}};
}

const KernelFamily &gatheredFamily() {
  static const GatheredFamily Family;
  return Family;
}

} // namespace warpsmith
