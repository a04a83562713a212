#include "rewriter/families/PixelAccess.h"
#include "rewriter/families/GatheredTile.h"
#include <algorithm>
#include <optional>
#include <stdexcept>

namespace warpsmith {
namespace {

/// The index of a group that moves a place; the group's size where none does. Nothing where several
/// do.
std::optional<size_t> moverOf(const Strides &strides) {
  const auto moves = [](const Polynomial &stride) { return !stride.isZero(); };
  const auto first = std::ranges::find_if(strides.all(), moves);
  if (std::ranges::count_if(strides.all(), moves) > 1)
    return std::nullopt;
  return first - strides.all().begin();
}

/// Finds out which indices go through rows, and which through the pixels of a row.
class Directions {
public:
  explicit Directions(const Contraction &of)
      : contraction(of),
        rows(of.m.size()),
        steps(of.k.size() - 1) {} // the last one is that of channels

  std::variant<PixelAccess, std::string> find() {
    if (rows > 3 || steps > 2)
      return "its pixels have more than two dimensions";
    // The last index of rows goes along a row of pixels, the one before it through rows, and the
    // first of three through pictures.
    if (rows > 0)
      setCount(access.across, rows - 1);
    if (rows > 1)
      setCount(access.down, rows - 2);
    if (rows > 2)
      access.pitch = rowStride(0);
    for (const PaddedPlace &place : contraction.a.places)
      if (std::string reason = addPadded(place); !reason.empty())
        return reason;
    if (!addOthers())
      return "steps do not go through whole pixels of '" + contraction.a.name + "'";
    return std::move(access);
  }

private:
  const IndexGroup::Index &rowIndex(size_t index) const { return contraction.m.indices()[index]; }
  const IndexGroup::Index &stepIndex(size_t index) const { return contraction.k.indices()[index]; }
  const Polynomial &rowStride(size_t index) const { return contraction.a.strides[0].all()[index]; }
  const Polynomial &stepStride(size_t index) const { return contraction.a.strides[1].all()[index]; }
  void setCount(PixelDirection &direction, size_t index) const {
    direction.count = rowIndex(index).extent;
  }

  /// Of two indices of steps the first goes down.
  bool isInOrder(const PixelDirection &direction, size_t step) const {
    return steps < 2 || (step == 0) == (&direction == &access.down);
  }

  /// A dimension with padding, of which the source says how many pixels it has.
  std::string addPadded(const PaddedPlace &place) {
    const std::string reason =
        "padding of '" + contraction.a.name + "' is moved by more than one index of rows or steps";
    const std::optional<size_t> row = moverOf(place.strides[0]), step = moverOf(place.strides[1]);
    if (!row || !step || *row == rows || *step == steps || (rows > 2 && *row == 0))
      return reason;
    PixelDirection &direction = *row + 1 == rows ? access.across : access.down;
    if (isPadded[*row])
      return reason;
    isPadded[*row] = true;
    direction.first = place.offset;
    direction.extent = place.extent;
    direction.pitch = place.stride;
    direction.stride = place.strides[0].all()[*row];
    if (rowStride(*row) != place.stride * direction.stride)
      return reason;
    if (*step < steps) {
      if (takenSteps[*step])
        return reason;
      if (!isInOrder(direction, *step))
        return "steps do not go through the filter in the order of pixels";
      takenSteps[*step] = true;
      direction.places = stepIndex(*step).extent;
      direction.dilation = place.strides[1].all()[*step];
      if (stepStride(*step) != place.stride * direction.dilation)
        return reason;
    }
    return {};
  }

  /// What the other indices of steps go through: pixels as far apart as windows or places are.
  bool addOthers() {
    for (size_t step = 0; step < steps; ++step)
      if (!takenSteps[step] && !addStep(step))
        return false;
    for (size_t row = rows > 2 ? 1 : 0; row < rows; ++row)
      if (PixelDirection &direction = row + 1 == rows ? access.across : access.down;
          !isPadded[row] && direction.pitch.isZero()) {
        direction.pitch = rowStride(row);
        direction.extent = direction.count;
      }
    return true;
  }

  bool addStep(size_t step) {
    for (PixelDirection *direction : {&access.down, &access.across}) {
      const size_t beside = direction == &access.across ? 1 : 2; // from the end of the rows
      const bool moves = rows >= beside;
      const size_t row = moves ? rows - beside : 0;
      if (!direction->pitch.isZero() || (moves && isPadded[row]) || !isInOrder(*direction, step))
        continue;
      if (!moves) {
        direction->pitch = stepStride(step);
        direction->dilation = 1;
      } else if (const auto times = rowStride(row).quotient(stepStride(step))) {
        direction->pitch = stepStride(step);
        direction->dilation = 1;
        direction->stride = *times;
      } else if (const auto further = stepStride(step).quotient(rowStride(row))) {
        direction->pitch = rowStride(row);
        direction->dilation = *further;
      } else {
        continue;
      }
      direction->places = stepIndex(step).extent;
      direction->extent = (direction->count - 1) * direction->stride +
                          (direction->places - 1) * direction->dilation + 1;
      return true;
    }
    return false;
  }

  const Contraction &contraction;
  const size_t rows, steps;
  PixelAccess access;
  bool isPadded[3] = {}, takenSteps[2] = {};
};

} // namespace

std::variant<PixelAccess, std::string> pixelAccess(const Contraction &contraction) {
  if (contraction.isPlain())
    return "its operands are plain matrices, which TMA copies in boxes";
  if (contraction.isBatched())
    return "it is a batch of products";
  if (contraction.b.padding != Padding::None)
    return "'" + contraction.b.name + "' has padding";
  if (!contraction.second.empty() || contraction.region != Region::Full || contraction.diagonal ||
      contraction.limitsSteps() || !contraction.positions.empty())
    return "elements of C differ in what is computed";
  const Matrix &a = contraction.a;
  const auto [channel, alongB] =
      std::pair(a.strides[1].all().back(), strideOfAll(contraction.b.strides[0], contraction.k));
  const bool isPlace = std::ranges::any_of(
      a.places, [](const PaddedPlace &place) { return !place.strides[1].all().back().isZero(); });
  if (channel.constant() != 1 || isPlace)
    return "the channels of '" + a.name + "' are not adjacent";
  if (!alongB || alongB->constant() != 1)
    return "the steps of '" + contraction.b.name + "' are not adjacent in their order";
  const auto rowsOfC = strideOfAll(contraction.c.strides[0], contraction.m);
  if (!contraction.n.isPlain() || !rowsOfC || contraction.c.strides[1].one().constant() != 1)
    return "the pixels of '" + contraction.c.name + "' are not rows of a matrix";
  auto found = Directions(contraction).find();
  auto *access = std::get_if<PixelAccess>(&found);
  if (!access)
    return found;
  for (const PixelDirection *direction : {&access->down, &access->across})
    for (const Polynomial *number : {&direction->stride, &direction->dilation, &direction->pitch})
      if (number->isNegative())
        return "it goes backwards through the pixels of '" + a.name + "'";
  access->channels = contraction.k.indices().back().extent;
  if (access->channels.constant() == 1)
    return "'" + a.name + "' has one channel";
  Contraction product = contraction;
  product.m = contraction.m.extent();
  product.k = contraction.k.extent();
  product.a.offset = 0;
  product.a.strides = {Strides(access->channels), Strides(Polynomial(1))};
  product.a.places = {}; // its padding still says what zeros mean
  product.b.strides[0] = Polynomial(1);
  product.c.strides[0] = *rowsOfC;
  for (Matrix &extra : product.extras) {
    const auto stride = strideOfAll(extra.strides[0], contraction.m);
    if (!stride)
      return "the pixels of '" + extra.name + "' are not rows of a matrix";
    extra.strides[0] = *stride;
  }
  access->product = std::move(product);
  return found;
}

Contraction productOfPixels(const Contraction &contraction) {
  auto found = pixelAccess(contraction);
  if (auto *access = std::get_if<PixelAccess>(&found))
    return std::move(access->product);
  throw std::logic_error("no product of pixels: " + std::get<std::string>(found));
}

} // namespace warpsmith
