// Which tile a product on Hopper's tensor cores takes, against readings of all of them.
#include "rewriter/arch/Architecture.h"
#include "rewriter/families/MmaTile.h"
#include "rewriter/families/WgmmaTile.h"
#include "runtime/include/warpsmith/device/packing_choice.h"
#include "runtime/include/warpsmith/device/tile_time.h"
#include "tests/unit/rewriter/TileChoice.h"
#include "tests/unit/rewriter/TileReadings.h"
#include <algorithm>
#include <cmath>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>
#include <tuple>

namespace warpsmith::test {
namespace {

/// A line of readings/wgmma-h200.csv.
struct Reading {
  Product product;
  std::vector<double> whole, sliced; ///< microseconds by places in the menu
  static constexpr double NotRead = 1e9;

  double least() const {
    return std::min(*std::ranges::min_element(whole), *std::ranges::min_element(sliced));
  }
};

/// Whether B runs along k.
enum class Layout { NN, NT };

/// The menu of products of 16-bit operands.
std::vector<WgmmaTile> menu() {
  return wgmmaMenu({ElementType::F16, 1, {}});
}

/// The readings of the tiles of the menu, which the file's header names.
std::vector<Reading> readings(const std::vector<WgmmaTile> &tiles, Layout layout) {
  std::vector<Reading> result;
  for (const TileReading &line : tileReadings("wgmma-h200.csv")) {
    if ((line.text("layout") == "NN") != (layout == Layout::NN))
      continue;
    Reading reading;
    Product &product = reading.product;
    product.m = static_cast<int>(line.number("m"));
    product.n = static_cast<int>(line.number("n"));
    product.k = static_cast<int>(line.number("k"));
    product.rowsOfA = rowsAsTheyLie<short>(product.k);
    product.rowsOfB = rowsAsTheyLie<short>(line.text("layout") == "NT" ? product.k : product.n);
    product.bytesOfC = 2;
    product.readsOld = false;
    product.acrossK = layout == Layout::NN;
    const auto timeOf = [&](const std::string &column) {
      const double time = line.number(column);
      return time > 0 ? time : Reading::NotRead;
    };
    for (const WgmmaTile &tile : tiles) {
      const std::string name(tile.name);
      reading.whole.push_back(tile.whole ? timeOf(name) : Reading::NotRead);
      reading.sliced.push_back(tile.sliced ? timeOf("Sliced<" + name + ">") : Reading::NotRead);
    }
    result.push_back(reading);
  }
  return result;
}

/// How much longer the chosen tile takes than the fastest one: half as long again, say, where it
/// took too long to be read.
double lossOf(const Reading &reading, const TileChoice &chosen) {
  const double time = (chosen.sliced ? reading.sliced : reading.whole)[chosen.tile];
  return time == Reading::NotRead ? 1.6 : time / reading.least();
}

class TileChoices : public testing::TestWithParam<Layout> {
protected:
  const std::vector<WgmmaTile> tiles = menu();
  const std::vector<Reading> all = readings(tiles, GetParam());
};

TEST_P(TileChoices, FindTheFastestTile) {
  ASSERT_EQ(all.size(), GetParam() == Layout::NN ? 184U : 183U);
  double logarithms = 0;
  int more = 0; // than 5 %
  for (const Reading &reading : all) {
    const TileChoice chosen = chosenWithSlices(tiles, reading.product);
    const double loss = lossOf(reading, chosen);
    EXPECT_GE(loss, 1) << "of a choice that was not timed";
    EXPECT_LT(loss, 1.4) << reading.product.m << "x" << reading.product.n << "x"
                         << reading.product.k;
    logarithms += std::log(loss);
    more += loss > 1.05;
  }
  EXPECT_LT(std::exp(logarithms / all.size()), 1.018);
  EXPECT_LE(more, static_cast<int>(all.size()) / 8);
}

TEST_P(TileChoices, EachTileOfTheMenuIsWorthIt) {
  for (size_t without = 0; without < tiles.size(); ++without) {
    if (!tiles[without].whole)
      continue;
    int best = 0; // of how many products no other tile comes within 2 %
    for (Reading reading : all) {
      const double with = reading.least();
      reading.whole[without] = Reading::NotRead;
      best += reading.least() > 1.02 * with;
    }
    EXPECT_GE(best, static_cast<int>(all.size()) / 75) << tiles[without].name;
  }
}

INSTANTIATE_TEST_SUITE_P(Layouts, TileChoices, testing::Values(Layout::NN, Layout::NT));

/// The shapes that check-sanitizer.sh gives a name, as `name=1x2x3,4x5x6`.
std::vector<Product> sanitizerShapes(const std::string &name) {
  std::ifstream script(std::string(WARPSMITH_SOURCE_DIR) + "/scripts/check-sanitizer.sh");
  const std::regex definition("(^|.* )" + name + "=([0-9x,]+)( .*|$)");
  std::string line;
  std::smatch match;
  std::vector<Product> products;
  while (std::getline(script, line))
    if (line[0] != '#' && std::regex_match(line, match, definition)) {
      std::istringstream shapes(match[2]);
      Product product = {0, 0, 0, Rows::OfSectors, Rows::OfSectors};
      char separator = 0;
      while (shapes >> product.m >> separator >> product.n >> separator >> product.k) {
        products.push_back(product);
        shapes >> separator;
      }
    }
  return products;
}

/// What operands are, and whether a kernel before writes both of them or B anew.
struct SanitizedType {
  ElementType part;
  bool packsA, packsB;
};

class SanitizerShapes : public testing::TestWithParam<SanitizedType> {
protected:
  /// The suite's products read what C was, for which no tile takes turns.
  static std::vector<WgmmaTile> menu() {
    std::vector<WgmmaTile> tiles = wgmmaMenu({GetParam().part, 1, {}});
    std::erase_if(tiles, &WgmmaTile::inTurns);
    return tiles;
  }
  /// What products of this name choose.
  static std::set<TileChoice> chosenBy(const std::vector<Product> &products) {
    const auto [part, packsA, packsB] = GetParam();
    std::set<TileChoice> chosen;
    for (Product product : products) {
      const auto rowsOf = [&](bool packed, int length) {
        const int bytes = length * sizeOf(part);
        return packed || bytes % 16 != 0 ? Rows::OfSectors : rowsAsTheyLie<char>(bytes);
      };
      product.rowsOfA = rowsOf(packsA, product.k);
      product.rowsOfB = rowsOf(packsB, product.n);
      product.acrossK = sizeOf(part) == 2 && !packsB;
      const Packing packing = packingFor(menu(), product, part == ElementType::F32);
      product = packed(product, packing);
      chosen.insert(chosenWithSlices(menu(), product, part == ElementType::F32));
    }
    return chosen;
  }
};

TEST_P(SanitizerShapes, TakeEachTile) {
  std::vector<Product> products = sanitizerShapes("wgmma");
  EXPECT_EQ(products.size(), 13U);
  std::ranges::copy(sanitizerShapes("small"), std::back_inserter(products));
  EXPECT_EQ(products.size(), 15U);
  const std::set<TileChoice> chosen = chosenBy(products);
  EXPECT_EQ(chosen.size(), static_cast<size_t>(std::ranges::count_if(menu(), &WgmmaTile::whole)));
  EXPECT_TRUE(std::ranges::none_of(chosen, &TileChoice::sliced));
}

TEST_P(SanitizerShapes, TakeEachTileInSlices) {
  const std::vector<Product> products =
      sanitizerShapes("deep" + std::to_string(sizeOf(GetParam().part)));
  EXPECT_EQ(products.size(), 2U);
  const std::set<TileChoice> chosen = chosenBy(products);
  EXPECT_EQ(chosen.size(), static_cast<size_t>(std::ranges::count_if(menu(), &WgmmaTile::sliced)));
  EXPECT_TRUE(std::ranges::all_of(chosen, &TileChoice::sliced));
}

INSTANTIATE_TEST_SUITE_P(Types, SanitizerShapes,
                         testing::Values(SanitizedType{ElementType::F16, false, false},
                                         SanitizedType{ElementType::F16, true, true}, // from float
                                         SanitizedType{ElementType::F32, false, false},
                                         SanitizedType{ElementType::I8, false, true}));

/// mma.sync's choice is by waves of tiles alone.
TEST(SanitizerShapesOfMma, TakeEachTile) {
  for (const auto &[part, name, count] :
       {std::tuple(ElementType::F16, "mma", 3U), std::tuple(ElementType::F64, "fp64", 7U)}) {
    const std::vector<MmaTile> tiles = mmaFor(*findArchitecture("sm_90a"), part).tiles;
    std::vector<Product> products = sanitizerShapes(name);
    EXPECT_EQ(products.size(), count);
    std::ranges::copy(sanitizerShapes("small"), std::back_inserter(products));
    std::set<std::string_view> chosen;
    for (const Product &product : products)
      chosen.insert(std::ranges::min_element(tiles, {}, [&](const MmaTile &tile) {
                      const long long tilesOfC =
                          parts(product.m, tile.block.m) * parts(product.n, tile.block.n);
                      return parts(tilesOfC, Multiprocessors) * tile.time;
                    })->name);
    EXPECT_EQ(chosen.size(), tiles.size()) << name;
  }
}

TEST(TileTime, SumsWavesAndWhatArrives) {
  const auto time = [&](long long tiles, Rows rows, int sharersB = 1) {
    const TileTime tile = {128, 128, 1, sharersB, 800, 4000};
    return timeOfTiles(tile, tiles, 100, 10, rows, rows);
  };
  // Ten k-tiles of 800 ns and the epilogue, in which all multiprocessors or one compute.
  EXPECT_DOUBLE_EQ(time(100, Rows::OfSectors), 12000);
  EXPECT_DOUBLE_EQ(time(200, Rows::OfSectors), 24000 + NextTileNanoseconds);
  EXPECT_DOUBLE_EQ(time(1, Rows::OfSectors), 12000 * slowdown(0.01));
  EXPECT_DOUBLE_EQ(time(101, Rows::OfSectors),
                   12000 + NextTileNanoseconds + 12000 * slowdown(0.01));
  EXPECT_DOUBLE_EQ(time(100, Rows::OfSectors, 2), 12000 + ClusterNanoseconds);
  // In turns an epilogue runs beside the next tile's k-tiles, and only the last one counts: twice,
  // as one warpgroup stores it. A long one counts beside half of its own tile's k-tiles.
  TileTime inTurns = {128, 128, 1, 1, 800, 2000};
  inTurns.inTurns = true;
  const auto timeInTurns = [&] {
    return timeOfTiles(inTurns, 300, 100, 10, Rows::OfSectors, Rows::OfSectors);
  };
  EXPECT_DOUBLE_EQ(timeInTurns(), 2 * (8000 + NextTileNanoseconds) + 12000);
  inTurns.epilogue = 10000;
  EXPECT_DOUBLE_EQ(timeInTurns(), 2 * (28000 + TurnNanoseconds) / 2 + 28000);
  // 256 rows of 2.776 ns are less than 800 ns, 256 and as many again are more.
  const TileTime large = {256, 256, 1, 1, 800, 4000};
  EXPECT_DOUBLE_EQ(timeOfTiles(large, 100, 100, 10, Rows::AcrossSectors, Rows::AcrossSectors),
                   10 * 512 * 2.776 + 4000);
  // Of what eight blocks share each copies an eighth, and takes in all of it.
  const TileTime shared = {64, 128, 2, 8, 100, 0};
  EXPECT_DOUBLE_EQ(timeOfTiles(shared, 10, 10, 10, Rows::OfSectors, Rows::OfSectors),
                   ClusterNanoseconds + 10 * (128 + 1024) * 0.608);
}

TEST(TileTime, CountsTheRowsThatThereAre) {
  EXPECT_DOUBLE_EQ(rowsCopied(64, 1000), 64);
  EXPECT_DOUBLE_EQ(rowsCopied(64, 17), 24);
}

TEST(TileTime, CountsWhatMemoryGivesABlock) {
  // Eight tiles below each other have what one of them copies of B in common.
  EXPECT_DOUBLE_EQ(rowsOfMemory(64, 128, 512, 128), 64 + 128 / 8);
  // Of few rows, all of B comes from memory once.
  EXPECT_DOUBLE_EQ(rowsOfMemory(64, 128, 16, 12800), 16.0 / 100 + 128);
  TileTime tile = {64, 128, 1, 1, 100, 0, 128};
  const auto time = [&](long long tiles) {
    return timeOfTiles(tile, tiles, 100, 10, Rows::OfSectors, Rows::OfSectors);
  };
  EXPECT_DOUBLE_EQ(time(100), 10 * 192 * 1.621);
  tile.memoryRows = 384;
  EXPECT_DOUBLE_EQ(time(100), 10 * 384 * 1.153);
  // A multiprocessor has a way for itself.
  tile.memoryRows = 0;
  EXPECT_DOUBLE_EQ(time(50), 10 * 192 * 1.621 * (0.551 + 0.449 * 0.5));
}

TEST(TileTime, EpiloguesCountBytes) {
  EXPECT_DOUBLE_EQ(timeOfEpilogue(1000, 4, false, StoredBy::Tma), 80);
  EXPECT_DOUBLE_EQ(timeOfEpilogue(1000, 4, true, StoredBy::Tma), 80 + 410 + 84);
  EXPECT_LT(timeOfEpilogue(1000, 4, true, StoredBy::Pairs),
            timeOfEpilogue(1000, 4, true, StoredBy::Elements));
}

TEST(TileTime, RowsOfWholeSectorsAreTold) {
  EXPECT_EQ(rowsAsTheyLie<short>(1600), Rows::OfSectors);
  EXPECT_EQ(rowsAsTheyLie<short>(1000), Rows::AcrossSectors);
  EXPECT_EQ(rowsAsTheyLie<float>(1000), Rows::OfSectors);
}

} // namespace
} // namespace warpsmith::test
