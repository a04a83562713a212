// Products whose rows, columns or steps are counted by several indices, on the FP32, FP64 or
// integer units: blocks gather tiles of A and B.
#include "rewriter/families/GatheredTile.h"
#include "rewriter/families/KernelFamily.h"
#include "rewriter/families/PlanText.h"
#include <algorithm>
#include <set>

namespace warpsmith {
namespace {

constexpr int LanesOfTile = 32;

std::string number(int value) {
  return std::to_string(value);
}

/// Why no launch could be checked to read the matrix alone.
std::string outsideOf(const Matrix &matrix) {
  if (offsetInside(matrix).isNegative())
    return "the first elements of '" + matrix.name +
           "' that it reads lie before the array, and it does not test for that";
  for (const Strides *strides : {&matrix.strides[0], &matrix.strides[1], &matrix.batchStrides})
    if (std::ranges::any_of(strides->all(), &Polynomial::isNegative))
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
    return "tile<" +
           listText({plan.block.m, plan.block.n, plan.block.k, plan.thread.m, plan.thread.n}) + ">";
  }

  std::string describe(const Contraction &contraction, const Schedule &schedule) const override {
    const Gathered &plan = schedule.as<Gathered>();
    return "  copies   gathered through registers into shared memory\n  block    " +
           extentsText({plan.block.m, plan.block.n, plan.block.k}) + ", " + number(plan.threads()) +
           " threads\n  thread   " + extentsText({plan.thread.m, plan.thread.n}) + "\n  shared   " +
           number(gatheredBytes(contraction, plan)) + " bytes\n";
  }

  BlockTile block(const Schedule &schedule, size_t) const override {
    return schedule.as<Gathered>().block;
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
      if (std::string reason = outsideOf(*matrix); !reason.empty())
        return reason;
    for (const Matrix &extra : contraction.extras)
      if (std::string reason = outsideOf(extra); !reason.empty())
        return reason;
    return {};
  }

  std::string doesNotFit(const Contraction &contraction, const Schedule &schedule) const override {
    const Gathered &plan = schedule.as<Gathered>();
    constexpr int LargestTile = 4096; // so that sizes below fit in an int
    if (std::max({plan.block.m, plan.block.n, plan.block.k}) > LargestTile)
      return "a tile has at most " + number(LargestTile) + " rows, columns and steps";
    if (plan.block.m % plan.thread.m || plan.block.n % plan.thread.n)
      return "block tile " + number(plan.block.m) + "x" + number(plan.block.n) +
             " is not a whole number of thread tiles " + number(plan.thread.m) + "x" +
             number(plan.thread.n);
    const int threads = plan.threads();
    if (threads % LanesOfTile != 0 || threads > 1024)
      return "the block would have " + number(threads) +
             " threads; it needs a multiple of 32, at most 1024";
    if (threads < plan.block.k || plan.block.m * plan.block.k % threads ||
        plan.block.n * plan.block.k % threads)
      return number(threads) + " threads do not gather the same number of elements each of " +
             extentsText({plan.block.m, plan.block.n, plan.block.k});
    // Some of it needs no launch to ask for it.
    constexpr int StaticBytes = 48 * 1024;
    if (const int bytes = gatheredBytes(contraction, plan); bytes > StaticBytes)
      return "needs " + number(bytes) + " bytes of shared memory a block, and has " +
             number(StaticBytes);
    constexpr int Addressing = 40;
    const int words = std::max<int>(sizeOf(contraction.sum) / 4, 1);
    const ThreadTile &own = plan.thread;
    return registersDoNotFit(Addressing + words * (own.m * own.n + own.m + own.n), threads);
  }

  std::vector<TileResources> resources(const Contraction &contraction,
                                       const Schedule &schedule) const override {
    const Gathered &plan = schedule.as<Gathered>();
    return {tileResources(plan.block, plan.threads(), gatheredBytes(contraction, plan), "")};
  }

  Devices devices(const Schedule &) const override { return {}; }
  bool isModelled() const override { return false; } // what gathers cost has not been measured
  TileWork work(const Contraction &, const Schedule &, int) const override { return {}; }
};

} // namespace

int gatheredBytes(const Contraction &contraction, const Gathered &plan) {
  constexpr int Offsets = 2; // of a step, in A and in B
  const Matrix &a = contraction.a, &b = contraction.b;
  const auto tile = [&](const Matrix &matrix, int lines, bool alongSteps) {
    const int size = sizeOf(matrix.type);
    int bytes = (lines * size + (alongSteps ? 16 : 0)) * plan.block.k;
    if (matrix.padding == Padding::Skipped)
      bytes += lines * plan.block.k;
    return bytes;
  };
  const auto places = static_cast<int>(a.places.size() + b.places.size());
  return tile(a, plan.block.m, gathersAlongSteps(contraction, 0)) +
         tile(b, plan.block.n, gathersAlongSteps(contraction, 1)) +
         (Offsets + places) * plan.block.k * sizeOf(ElementType::I32);
}

bool gathersAlongSteps(const Contraction &contraction, int operand) {
  const Strides &steps = contraction.operand(operand).strides[operand == 0 ? 1 : 0];
  return steps.all().back().constant() == 1 &&
         contraction.operand(operand).strides[operand == 0 ? 0 : 1].all().back().constant() != 1;
}

Polynomial offsetInside(const Matrix &matrix) {
  Polynomial offset = matrix.offset;
  for (const PaddedPlace &place : matrix.places)
    offset = offset - place.stride * place.offset;
  return offset;
}

Gathered defaultGathered(const Contraction &contraction) {
  // Of doubles, a thread has registers for fewer sums.
  if (sizeOf(contraction.sum) > sizeOf(ElementType::F32))
    return {{64, 64, 8}, {4, 4}};
  // The longer side is for what has more indices: a convolution's pixels, and not its filters.
  return contraction.m.size() > contraction.n.size() ? Gathered{{128, 64, 8}, {8, 8}}
                                                     : Gathered{{64, 128, 8}, {8, 8}};
}

const KernelFamily &gatheredFamily() {
  static const GatheredFamily Family;
  return Family;
}

} // namespace warpsmith
