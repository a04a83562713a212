#include "rewriter/verify/Shapes.h"
#include "rewriter/families/KernelFamily.h"
#include "rewriter/families/RingSteps.h"
#include "rewriter/families/WgmmaTile.h"
#include <algorithm>
#include <array>
#include <set>

namespace warpsmith::verify {
namespace {

/// An extent that the driver rounds up to the unit it tries, and then makes larger by `more` of it.
/// Where it finds no unit it tries those of the transposed shape, and then of a square one.
Value extentOf(int size, int transposed, int square, int more) {
  return {"warpsmith_verify::rounded(warpsmith_verify::formed(" + std::to_string(size) + ", " +
              std::to_string(transposed) + ", " + std::to_string(square) +
              ", verifiedForm), verifiedUnit, verifiedForm == 2 ? 0 : " + std::to_string(more) +
              ")",
          size};
}

std::string alignedText(int elements) {
  return "warpsmith_verify::aligned(" + std::to_string(elements) + ", verifiedUnit)";
}

/// Leading dimensions with padding, matrices that do not start where their array does. Rounded, it
/// is not square either.
Shape shapeOf(int m, int n, int k, int padding) {
  const int side = std::max(m, n);
  return {extentOf(m, n, side, m < n),
          extentOf(n, m, side, m > n),
          extentOf(k, k, side, k < 4),
          Value::of(2),
          alignedText(padding),
          alignedText(5),
          alignedText(3),
          /*wholeTiles=*/true};
}

/// Of matrices whose rows begin at multiples of 16 bytes, where the extents let them.
Shape alignedShape(int m, int n, int k, const std::string &padding = "0") {
  Shape shape = shapeOf(m, n, k, 0);
  shape.padding = padding;
  shape.batchPadding = shape.offset = "16";
  return shape;
}

bool splits(const Schedule &schedule) {
  return schedule.split() || (schedule.otherwise && splits(*schedule.otherwise));
}

/// Of channels that TMA copies in whole k-tiles, as many as a launch asks for; all that may be
/// aligned is.
Shape shapeOfPixels(const Schedule &schedule) {
  Shape shape = alignedShape(45, 37, 29, "19"); // with which distances are 48
  shape.lastSteps = std::to_string(2 * familyOf(schedule).block(schedule, 0).k);
  return shape;
}

bool splitsWhatLies(const Schedule &schedule) {
  return familyOf(schedule).splitsWhatLies(schedule) ||
         (schedule.otherwise && splitsWhatLies(*schedule.otherwise));
}

/// Of operands that TMA copies from where they lie to be split: rows begin at multiples of 16
/// bytes. The last k-tile and the last tile of C are not whole, and k is divided.
Shape shapeOfLyingParts() {
  return alignedShape(45, 164, LeastSplitSteps + 28, "4");
}

/// The extents of the largest tiles that launches choose among.
BlockTile largestTile(const Schedule &schedule) {
  BlockTile largest = schedule.otherwise ? largestTile(*schedule.otherwise) : BlockTile{0, 0, 0};
  const KernelFamily &family = familyOf(schedule);
  if (family.hasMenu())
    for (size_t tile = 0; tile < family.tileCount(schedule); ++tile) {
      const BlockTile block = family.block(schedule, tile);
      largest = {std::max(largest.m, block.m), std::max(largest.n, block.n), 0};
    }
  return largest;
}

/// Sums in which rings of stages go round twice and end in a part of a stage, by any copies, and
/// sums in slices, by every tile; whole tiles of a result that begins an element behind an aligned
/// address; every tile where a device has multiprocessors for few at once.
std::vector<Shape> deepShapes(const Contraction &contraction, const Schedule &schedule) {
  constexpr int Vector = 16; // rows of whole vectors, but not of whole k-tiles
  std::vector<Shape> shapes;
  if (const int steps = stepsOfTwoRounds(contraction, schedule)) {
    shapes.push_back(shapeOf(33, 37, steps + 3, 3));
    shapes.push_back(alignedShape(64, 48, steps + Vector));
  }
  shapes.push_back(alignedShape(136, 144, 64));
  shapes.back().shifted = Shape::Shifted::Result;
  // The rows of a convolution are pixels: small images have many.
  const bool readsPixels = familyOf(schedule).readsPixels();
  const auto addTiled = [&](Shape::Tiles tiles, int m, int n, int k) {
    shapes.push_back(readsPixels ? shapeOfPixels(schedule) : alignedShape(m, n, k + Vector));
    shapes.back().tiles = tiles;
  };
  if (choosesTiles(schedule)) {
    const BlockTile largest = largestTile(schedule);
    addTiled(Shape::Tiles::EveryOnFew, 2 * largest.m + 8, largest.n * 3 / 2 + 24, 64);
  }
  std::set<std::array<int, 3>> known;
  for (const Schedule *one = &schedule; one; one = one->otherwise.get())
    for (const SlicedProduct &sliced : slicedProducts(contraction, *one))
      if (known.insert({sliced.m, sliced.n, sliced.k}).second)
        addTiled(Shape::Tiles::Sliced, sliced.m, sliced.n, sliced.k);
  if (!known.empty())
    addTiled(Shape::Tiles::SlicedOnFew, 64, 48, stepsOfTwoRounds(contraction, schedule));
  return shapes;
}

} // namespace

bool choosesTiles(const Schedule &schedule) {
  return familyOf(schedule).hasMenu() || (schedule.otherwise && choosesTiles(*schedule.otherwise));
}

std::vector<Shape> plainShapes() {
  std::vector<Shape> shapes = {shapeOf(45, 37, 29, 3), shapeOf(7, 5, 3, 1), shapeOf(64, 48, 96, 0),
                               alignedShape(48, 48, 48)};
  shapes.back().shifted = Shape::Shifted::Operands;
  return shapes;
}

std::vector<Shape> shapesFor(const Contraction &contraction, const Schedule &schedule) {
  std::vector<Shape> shapes = plainShapes();
  if (splits(schedule)) // for as many steps only
    shapes.push_back(shapeOf(45, 37, LeastSplitSteps + 3, 3));
  if (splitsWhatLies(schedule))
    shapes.push_back(shapeOfLyingParts());
  if (familyOf(schedule).readsPixels())
    shapes.push_back(shapeOfPixels(schedule));
  for (Shape &shape : deepShapes(contraction, schedule))
    shapes.push_back(std::move(shape));
  return shapes;
}

std::vector<Shape> residentShapes(const Contraction &contraction, const Schedule &schedule) {
  std::vector<Shape> shapes = plainShapes();
  if (const int steps = stepsOfTwoRounds(contraction, schedule))
    shapes.push_back(shapeOf(33, 37, steps + 3, 3));
  return shapes;
}

std::string labelOf(const Shape &shape) {
  std::string text;
  for (const Value *extent : {&shape.m, &shape.n, &shape.k})
    text += (text.empty() ? "" : "x") + std::to_string(static_cast<int64_t>(*extent->number));
  return text;
}

} // namespace warpsmith::verify
