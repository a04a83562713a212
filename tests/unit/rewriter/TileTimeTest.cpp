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
  std::vector<double> whole, sliced; ///< microseconds by places in the menu; 0 where there are none
};

/// Whether B runs along k.
enum class Layout { NN, NT };

/// The menu of products of 16-bit operands.
std::vector<WgmmaTile> menuOf(Layout layout) {
  return wgmmaMenu({ElementType::F16, 1, {}}, /*packed=*/false, layout == Layout::NN);
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
    // Rows that TMA cannot copy are packed.
    const auto rowsOf = [](int length) {
      return length % 8 != 0 ? Rows::OfSectors : rowsAsTheyLie<short>(length);
    };
    product.rowsOfA = rowsOf(product.k);
    product.rowsOfB = rowsOf(line.text("layout") == "NT" ? product.k : product.n);
    product.bytesOfC = static_cast<int>(line.number("bytesOfC"));
    product.readsOld = line.number("readsOld") > 0;
    for (const WgmmaTile &tile : tiles) {
      const std::string name(tile.name);
      reading.whole.push_back(tile.whole ? line.number(name) : 1e9);
      reading.sliced.push_back(tile.sliced ? line.number("Sliced<" + name + ">") : 0);
    }
    result.push_back(reading);
  }
  return result;
}

/// How much longer the chosen tile takes than the fastest one.
double lossOf(const Reading &reading, const TileChoice &chosen) {
  double least = *std::ranges::min_element(reading.whole);
  for (const double sliced : reading.sliced)
    if (sliced > 0)
      least = std::min(least, sliced);
  return (chosen.sliced ? reading.sliced : reading.whole)[chosen.tile] / least;
}

class TileChoices : public testing::TestWithParam<Layout> {
protected:
  const std::vector<WgmmaTile> tiles = menuOf(GetParam());
  const std::vector<Reading> all = readings(tiles, GetParam());
};

TEST_P(TileChoices, FindTheFastestTile) {
  ASSERT_EQ(all.size(), GetParam() == Layout::NN ? 719U : 136U);
  double logarithms = 0;
  int more = 0; // than 5 %
  for (const Reading &reading : all) {
    const TileChoice chosen = chosenWithSlices(tiles, reading.product);
    const double loss = lossOf(reading, chosen);
    EXPECT_GE(loss, 1) << "of a choice that was not timed";
    EXPECT_LT(loss, 1.7) << reading.product.m << "x" << reading.product.n << "x"
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
      const auto least = [&] {
        double time = *std::ranges::min_element(reading.whole);
        for (const double sliced : reading.sliced)
          if (sliced > 0)
            time = std::min(time, sliced);
        return time;
      };
      const double with = least();
      reading.whole[without] = 1e9;
      best += least() > 1.02 * with;
    }
    EXPECT_GE(best, static_cast<int>(all.size()) / 50) << tiles[without].name;
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

/// How an operand of rows of so many bytes lies for TMA, which copies rows of whole 16 bytes where
/// they are unless it is faster to pack them.
Rows rowsOf(int bytes, bool isBetterPacked) {
  return bytes % 16 != 0 || isBetterPacked ? Rows::OfSectors : rowsAsTheyLie<char>(bytes);
}

/// What operands are, and whether a kernel before writes both of them or B anew.
struct SanitizedType {
  ElementType part;
  bool packsA, packsB;
};

class SanitizerShapes : public testing::TestWithParam<SanitizedType> {
protected:
  static std::vector<WgmmaTile> menu() {
    const auto [part, packsA, packsB] = GetParam();
    return wgmmaMenu({part, 1, {}}, packsA && packsB, sizeOf(part) == 2 && !packsB);
  }
  /// What products of this name choose.
  static std::set<TileChoice> chosenBy(const std::vector<Product> &products) {
    const auto [part, packsA, packsB] = GetParam();
    std::set<TileChoice> chosen;
    for (Product product : products) {
      const int bytesA = product.k * sizeOf(part), bytesB = product.n * sizeOf(part);
      const auto isAcross = [](bool packed, int bytes) {
        return !packed && bytes % 16 == 0 && rowsAsTheyLie<char>(bytes) == Rows::AcrossSectors;
      };
      const Packing better = betterPacked(isAcross(packsA, bytesA), isAcross(packsB, bytesB),
                                          product.m, product.n, product.k);
      if (!packsA)
        product.rowsOfA = rowsOf(bytesA, better.a);
      if (!packsB)
        product.rowsOfB = rowsOf(bytesB, better.b);
      chosen.insert(chosenWithSlices(menu(), product, part == ElementType::F32));
    }
    return chosen;
  }
};

TEST_P(SanitizerShapes, TakeEachTile) {
  std::vector<Product> products = sanitizerShapes("wgmma");
  EXPECT_EQ(products.size(), 7U);
  std::ranges::copy(sanitizerShapes("small"), std::back_inserter(products));
  EXPECT_EQ(products.size(), 9U);
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
  const auto time = [&](long long tiles, Rows rows, int blocksOfCluster = 1) {
    const TileTime tile = {128, 128, blocksOfCluster, 800, 4000};
    return timeOfTiles(tile, tiles, 100, 10, rows, rows);
  };
  // Ten k-tiles of 800 ns and the epilogue, in which all multiprocessors or one compute.
  EXPECT_DOUBLE_EQ(time(100, Rows::OfSectors), 12000);
  EXPECT_DOUBLE_EQ(time(200, Rows::OfSectors), 24000);
  EXPECT_DOUBLE_EQ(time(1, Rows::OfSectors), 12000 * (0.76 + 0.24 / 100));
  EXPECT_DOUBLE_EQ(time(101, Rows::OfSectors), 12000 + 12000 * (0.76 + 0.24 / 100));
  EXPECT_DOUBLE_EQ(time(100, Rows::OfSectors, 2), 12000 + ClusterNanoseconds);
  // 256 rows of 3.05 ns are less than 800 ns, 256 and as many again are more.
  const TileTime large = {256, 256, 1, 800, 4000};
  EXPECT_DOUBLE_EQ(timeOfTiles(large, 100, 100, 10, Rows::AcrossSectors, Rows::AcrossSectors),
                   10 * 512 * 3.05 + 4000);
}

TEST(TileTime, EpiloguesCountBytes) {
  EXPECT_DOUBLE_EQ(timeOfEpilogue(1000, 4, false, StoredBy::Tma), 104);
  EXPECT_DOUBLE_EQ(timeOfEpilogue(1000, 4, true, StoredBy::Tma), 104 + 410 + 84);
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
