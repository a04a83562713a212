/// The tile that a product on warpgroup products chooses on an H200, found by the functions that
/// generated code calls; tests/emulate/captured/wgmma-slices.cu has generated code choose.
#pragma once

#include "rewriter/families/WgmmaTile.h"
#include "rewriter/model/KernelModel.h"
#include "runtime/include/warpsmith/device/packing_choice.h"
#include "runtime/include/warpsmith/device/tile_time.h"
#include <algorithm>
#include <compare>
#include <limits>
#include <vector>

namespace warpsmith::test {

struct Product {
  int m, n, k;
  Rows rowsOfA, rowsOfB;
  int bytesOfC = 4; ///< of an element
  bool readsOld = true;
  bool pixels = false;  ///< rows of A are
  bool acrossK = false; ///< B's rows are, of elements of 16 bits
};

constexpr int Multiprocessors = 132;

/// How many parts cover the whole.
constexpr long long parts(long long whole, int part) {
  return (whole + part - 1) / part;
}

/// What the launch computes from a product and a tile. TF32's tiles, whose B does not run along k,
/// are turned: WgmmaForm.
class TilePrediction {
public:
  TilePrediction(const WgmmaTile &tile, const Product &product, bool turned = false)
      : places(placesOf(tile, Multiprocessors)),
        steps(parts(product.k, tile.steps)),
        together(turned ? 2 : 1),
        pairs(parts(product.k, together * tile.steps)),
        rowsOfA(product.rowsOfA),
        rowsOfB(product.rowsOfB) {
    const bool byTma = product.bytesOfC <= 2 || tile.warpgroups > 1; // wgmma_tile.cuh
    const StoredBy by = byTma                ? StoredBy::Tma
                        : product.n % 2 == 0 ? StoredBy::Pairs
                                             : StoredBy::Elements;
    const int left = tile.rows() * tile.below, right = tile.columns * tile.beside;
    const double rows = turned ? product.n : product.m, columns = turned ? product.m : product.n;
    const int ofBox = product.acrossK ? 64 : 1; // columns of B
    time = {rowsCopied(tile.rows(), rows) / tile.beside,
            rowsCopied((tile.columns + ofBox - 1) / ofBox * ofBox, columns) / tile.below,
            tile.beside,
            tile.below,
            static_cast<double>(tile.time),
            timeOfEpilogue(tile.rows() * tile.columns, product.bytesOfC, product.readsOld, by),
            rowsOfMemory(tile.rows(), tile.columns, rows, columns),
            product.pixels,
            tile.inTurns};
    if (turned) {
      std::swap(time.rowsA, time.rowsB);
      std::swap(time.sharersA, time.sharersB);
    }
    joining = timeOfJoining(tile.rows(), tile.columns);
    tiles = parts(product.m, turned ? right : left) * parts(product.n, turned ? left : right);
    elements = tile.rows() * tile.columns;
    bytes = (static_cast<double>(product.m) + product.n) * product.k * 128 / tile.steps;
  }

  double nanoseconds() const { return timeOfTiles(time, tiles, places, steps, rowsOfA, rowsOfB); }
  SliceChoice slices() const {
    const auto timeOfSlices = [&](int slices) {
      return timeInSlices(time, tiles, slices, Multiprocessors,
                          (pairs + slices - 1) / slices * together, rowsOfA, rowsOfB);
    };
    return choiceOfSlices(slicesOfK(tiles, pairs, ClustersOfH200),
                          mostSlicesInMemory(tiles, pairs, Multiprocessors),
                          static_cast<double>(tiles) * elements, bytes, joining, timeOfSlices);
  }

private:
  TileTime time = {};
  long long tiles = 0;
  double elements = 0; ///< of a tile
  double bytes = 0;    ///< of both operands
  double joining = 0;  ///< slices of a tile
  int places;
  long long steps;
  int together;    ///< k-tiles that are not divided
  long long pairs; ///< as many of them
  Rows rowsOfA, rowsOfB;
};

/// A tile's place in the menu.
struct TileChoice {
  long tile;
  bool sliced;
  auto operator<=>(const TileChoice &) const = default;
};

/// Among tiles that are not divided.
inline long chosenTile(const std::vector<WgmmaTile> &tiles, const Product &product,
                       bool turned = false) {
  return std::ranges::min_element(tiles, {},
                                  [&](const WgmmaTile &tile) {
                                    return tile.whole
                                               ? TilePrediction(tile, product, turned).nanoseconds()
                                               : std::numeric_limits<double>::infinity();
                                  }) -
         tiles.begin();
}

/// With the nanoseconds that it takes.
struct TimedChoice {
  TileChoice choice;
  double nanoseconds;
};
inline TimedChoice timedChoice(const std::vector<WgmmaTile> &tiles, const Product &product,
                               bool turned = false) {
  TileChoice best = {chosenTile(tiles, product, turned), false};
  double least = TilePrediction(tiles[best.tile], product, turned).nanoseconds();
  for (const WgmmaTile &tile : tiles) {
    const TilePrediction prediction(tile, product, turned);
    if (!tile.sliced)
      continue;
    const SliceChoice choice = prediction.slices();
    if (choice.slices > 1 && choice.nanoseconds < least) {
      least = choice.nanoseconds;
      best = {&tile - tiles.data(), true};
    }
  }
  return {best, least};
}
inline TileChoice chosenWithSlices(const std::vector<WgmmaTile> &tiles, const Product &product,
                                   bool turned = false) {
  return timedChoice(tiles, product, turned).choice;
}

/// The product as it is with such operands packed.
inline Product packed(Product product, const Packing &packing) {
  if (packing.a)
    product.rowsOfA = Rows::OfSectors;
  if (packing.b)
    product.rowsOfB = Rows::OfSectors;
  return product;
}

/// The operands that a launch packs although TMA could copy them in place; of 16 bits an element,
/// or of 32 in turned tiles.
inline Packing packingFor(const std::vector<WgmmaTile> &tiles, const Product &product,
                          bool turned = false) {
  const double bytes = product.k * (128.0 / tiles[0].steps);
  return fastestPacking({false, false}, product.rowsOfA == Rows::AcrossSectors,
                        product.rowsOfB == Rows::AcrossSectors, product.m * bytes,
                        product.n * bytes, [&](const Packing &packing) {
                          return timedChoice(tiles, packed(product, packing), turned).nanoseconds;
                        });
}

} // namespace warpsmith::test
