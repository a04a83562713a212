// Which tile a convolution takes whose pixels TMA copies, against readings of all of them.
#include "tests/unit/rewriter/TileChoice.h"
#include "tests/unit/rewriter/TileReadings.h"
#include <cmath>
#include <gtest/gtest.h>
#include <set>

namespace warpsmith::test {
namespace {

/// Microseconds of what tiles of all sizes take.
constexpr double LaunchMicroseconds = 2.6;

const std::vector<WgmmaTile> &tiles() {
  static const std::vector<WgmmaTile> Tiles = im2colTiles({ElementType::F16, 1, {}});
  return Tiles;
}

/// The product of filters and pixels that a layer is.
Product productOf(const TileReading &layer) {
  const auto number = [&](const char *name) { return static_cast<int>(layer.number(name)); };
  const auto outputs = [&](const char *extent, const char *places) {
    return (number(extent) + 2 * number("pad") - (number(places) - 1) * number("dilation") - 1) /
               number("stride") +
           1;
  };
  Product product = {number("n") * outputs("h", "r") * outputs("w", "s"), number("k"),
                     number("c") * number("r") * number("s"), Rows::OfSectors, Rows::OfSectors};
  product.bytesOfC = 2;
  product.readsOld = false;
  product.pixels = true;
  return product;
}

/// Microseconds; those of a tile that was not read are none.
double measured(const TileReading &layer, const std::string &column) {
  return layer.number(column);
}
double predicted(const Product &product, const WgmmaTile &tile) {
  return TilePrediction(tile, product).nanoseconds() / 1000 + LaunchMicroseconds;
}

/// With the tile that takes least, where it is not divided.
double least(const TileReading &layer) {
  double time = 1e9;
  for (const WgmmaTile &tile : tiles())
    if (tile.whole && measured(layer, std::string(tile.name)) > 0)
      time = std::min(time, measured(layer, std::string(tile.name)));
  return time;
}

TEST(Im2colTime, FindsTheFastestTile) {
  const std::vector<TileReading> all = tileReadings("im2col-h200.csv");
  ASSERT_EQ(all.size(), 24U);
  for (const TileReading &layer : all) {
    const WgmmaTile &chosen = tiles()[chosenTile(tiles(), productOf(layer))];
    EXPECT_LT(measured(layer, std::string(chosen.name)), 1.02 * least(layer)) << layer.text("name");
  }
}

TEST(Im2colTime, DividesFewTiles) {
  const std::set<std::string> divided = {"N16 3x3 512 7",
                                         "N1 3x3 128 28",
                                         "N1 3x3 256 14",
                                         "N1 3x3 512 7",
                                         "small 5x5 d2",
                                         "1x7 s3",
                                         "s8"};
  for (const TileReading &layer : tileReadings("im2col-h200.csv")) {
    const bool sliced = chosenWithSlices(tiles(), productOf(layer)).sliced;
    EXPECT_EQ(sliced, divided.contains(layer.text("name"))) << layer.text("name");
    if (sliced)
      EXPECT_LT(measured(layer, "auto"), least(layer)) << layer.text("name");
  }
}

// A rule by the sum's length and the filters, as launches have it: where threads gather, they are
// faster, and where they do not, TMA is, but for 5 %.
TEST(Im2colTime, LeavesShortSumsToThreads) {
  for (const TileReading &layer : tileReadings("im2col-h200.csv")) {
    const double gathered = measured(layer, "gathered");
    const TileChoice chosen = chosenWithSlices(tiles(), productOf(layer));
    const double copied = chosen.sliced ? measured(layer, "auto")
                                        : measured(layer, std::string(tiles()[chosen.tile].name));
    const Product product = productOf(layer);
    if (product.k <= tiles()[0].steps && product.n <= FewFilters)
      EXPECT_LT(gathered, 0.9 * copied) << layer.text("name");
    else
      EXPECT_LT(copied, 1.05 * gathered) << layer.text("name");
  }
}

TEST(Im2colTime, IsThatOfTheReadings) {
  double squares = 0;
  int readings = 0;
  for (const TileReading &layer : tileReadings("im2col-h200.csv"))
    for (const WgmmaTile &tile : tiles())
      if (tile.whole && !layer.text("cuDNN").empty() &&
          measured(layer, std::string(tile.name)) > 0) {
        const double error =
            std::log(predicted(productOf(layer), tile) / measured(layer, std::string(tile.name)));
        EXPECT_LT(std::abs(error), 0.30) << tile.name << " of " << layer.text("name");
        squares += error * error;
        ++readings;
      }
  EXPECT_LT(std::sqrt(squares / readings), 0.09);
}

} // namespace
} // namespace warpsmith::test
